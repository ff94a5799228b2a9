import type { CommitFaults } from '../../../src/storage/call-result.ts';
import type { Operation } from '../../../src/storage/operation.ts';
import { type ServiceDatabase, StorageUnavailableError } from '../../../src/storage/service-database.ts';

/** Reverts the changes of the operation that runs, newest last. */
export type UndoLog = (() => void)[];

/**
 * Runs operations over rows in memory: the rules of the service without any engine, for simulations and property tests.
 * An operation that throws is reverted whole. Argument and result are copied, as on their way to another thread.
 */
export class MemoryDatabase implements ServiceDatabase {
  readonly #rows: unknown;
  readonly #undo: UndoLog;
  readonly #faults: CommitFaults;

  /**
   * @param undo Where the rows note how each of their changes is reverted.
   * @param faults What a test lets fail: before a commit nothing is stored, after it nobody learns that it was.
   */
  constructor(rows: unknown, undo: UndoLog, faults: CommitFaults = {}) {
    this.#rows = rows;
    this.#undo = undo;
    this.#faults = faults;
  }

  async transact<Argument, Result>(
    operation: Operation<never, Argument, Result>,
    argument: Argument,
  ): Promise<Result> {
    return this.run(operation, argument);
  }

  /** Runs an operation without a promise, for tests of hundreds of thousands of operations. */
  run<Argument, Result>({ run }: Operation<never, Argument, Result>, argument: Argument): Result {
    this.#undo.length = 0;
    try {
      const result = structuredClone(run(this.#rows as never, structuredClone(argument)));
      this.#meet(this.#faults.beforeCommit);
      this.#undo.length = 0;
      this.#meet(this.#faults.afterCommit);
      return result;
    } catch (error) {
      for (const revert of this.#undo.reverse()) revert();
      throw error;
    }
  }

  #meet(fault: (() => void) | undefined): void {
    try {
      fault?.();
    } catch (error) {
      throw new StorageUnavailableError((error as Error).message, { cause: error });
    }
  }
}

/** Rows of one table by key, in the order in which their keys were first stored. */
export class MemoryTable<Row> {
  readonly #rows = new Map<string, Row>();
  readonly #undo: UndoLog;

  constructor(undo: UndoLog) {
    this.#undo = undo;
  }

  find(...key: readonly (string | number)[]): Row | null {
    return this.#rows.get(keyText(key)) ?? null;
  }

  /** Stores a row, in place of the one that has its key. */
  put(key: readonly (string | number)[], row: Row): void {
    const text = keyText(key);
    const before = this.#rows.get(text);
    this.#rows.set(text, row);
    this.#undo.push(() => {
      if (before === undefined) this.#rows.delete(text);
      else this.#rows.set(text, before);
    });
  }

  /** Stores a row whose key must be new, as a unique index demands. */
  insert(key: readonly (string | number)[], row: Row): void {
    if (this.#rows.has(keyText(key))) throw new Error(`a row has the key ${keyText(key)} already`);
    this.put(key, row);
  }

  remove(...key: readonly (string | number)[]): void {
    const text = keyText(key);
    const before = this.#rows.get(text);
    if (before === undefined) return;
    this.#rows.delete(text);
    this.#undo.push(() => this.#rows.set(text, before));
  }

  list(): Row[] {
    return [...this.#rows.values()];
  }

  get size(): number {
    return this.#rows.size;
  }
}

function keyText(key: readonly (string | number)[]): string {
  return key.length === 1 ? String(key[0]) : JSON.stringify(key);
}
