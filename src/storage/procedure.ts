import type { Operation } from './operation.ts';
import type { Statements } from './statements.ts';

/** Write transaction in which a procedure runs. */
export type Transaction = Statements;

/** A value that can be passed between threads unchanged. */
export type Cloneable =
  | null
  | boolean
  | number
  | string
  | Uint8Array
  | readonly Cloneable[]
  | { readonly [name: string]: Cloneable | undefined };

/** An operation on the statements of a transaction. */
export type Procedure<Argument, Result> = Operation<Transaction, Argument, Result>;

/** Defines a procedure by name, so that a thread or a server's connection can run it. */
export function procedure<Argument, Result>(
  name: string,
  run: (tx: Transaction, argument: Argument) => Result,
): Procedure<Argument, Result> {
  return { name, run };
}

/** One call of a procedure, in the form that is passed to the writing thread. */
export interface ProcedureCall {
  readonly procedure: string;
  readonly argument: unknown;
}

/** Prepares a call of an operation in the form that is passed to the writing thread. */
export function prepareCall<Argument, Result>(
  { name }: Operation<never, Argument, Result>,
  argument: Argument,
): ProcedureCall {
  return { procedure: name, argument };
}

// biome-ignore lint/suspicious/noExplicitAny: a list of procedures of every kind; `prepareCall` and `transact` check each.
export type AnyProcedure = Procedure<any, any>;

/** Procedures of one part of the service, with the module from which another thread can load them. */
export interface ProcedureModule {
  /** URL of the module (`import.meta.url`), which exports this object as `procedures`. */
  readonly url: string;
  readonly list: readonly AnyProcedure[];
}

/** Lists the procedures of a module, which a thread loads by its URL. */
export function procedureModule(url: string, list: readonly AnyProcedure[]): ProcedureModule {
  return { url, list };
}

/**
 * Converts operations to procedures of this engine.
 *
 * @param url URL as in `ProcedureModule.url`.
 * @param openRows Opens the row methods on a transaction. Called once per connection.
 */
export function bindOperations<Rows>(
  url: string,
  // biome-ignore lint/suspicious/noExplicitAny: a list of operations of every kind; `transact` checks each.
  operations: readonly Operation<Rows, any, any>[],
  openRows: (tx: Transaction) => Rows,
): ProcedureModule {
  const opened = new WeakMap<Transaction, Rows>();
  const findRows = (tx: Transaction): Rows => {
    const known = opened.get(tx);
    if (known !== undefined) return known;
    const rows = openRows(tx);
    opened.set(tx, rows);
    return rows;
  };
  const list = operations.map(({ name, run }) =>
    procedure(name, (tx, argument) => run(findRows(tx), argument)),
  );
  return { url, list };
}
