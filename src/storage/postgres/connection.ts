import type { Client, ClientConfig, CustomTypesConfig, Pool, PoolClient, QueryConfig } from 'pg';
import { StorageUnavailableError } from '../service-database.ts';
import type { SqlRow, SqlValue } from '../statements.ts';
import { requireStorable } from '../unstorable-text.ts';
import type { Command } from './replay.ts';
import { SET_SESSION } from './session-settings.ts';
import { toPostgres } from './statement-text.ts';

export const TIMEOUTS = {
  connectMs: 1_000,
  /**
   * Time limit for a connection at a start, when no caller waits for an answer yet and a machine that has just booted
   * is busy.
   */
  connectAtStartMs: 5_000,
  statementMs: 5_000,
  /**
   * Longest wait for a lock. It is shorter than that for a statement, so that a held lock can be told from a slow
   * server.
   */
  lockMs: 4_500,
  /** Time limit of a query, and of a call from its arrival to its commit, after which the connection is closed. */
  answerMs: 5_500,
  /** Time after which a call whose group has not begun is rejected, because its remaining time is too short. */
  queueMs: 4_000,
  /** Idle time after which the other side is probed. Ten seconds later the connection is closed. */
  keepAliveMs: 10_000,
  /** Time after which a process that stops inside a transaction loses the transaction and its lock. */
  idleInTransactionMs: 1_000,
} as const;

/** Maximum number of connections for reads. */
const POOL_SIZE = 10;

/** Loads the driver. Only processes that open a PostgreSQL database need it. */
async function loadDriver(): Promise<typeof import('pg')> {
  const driver = (await import('pg')) as typeof import('pg') & { default: typeof import('pg') };
  return driver.default;
}

/**
 * Opens one connection that pipelines statements: each is sent before the one before it is answered.
 *
 * @param connectMs Time limit for the connection.
 */
export async function connect(url: string, connectMs: number = TIMEOUTS.connectMs): Promise<Client> {
  const { Client } = await loadDriver();
  const client = new Client({ ...describeConnection(url, connectMs), pipeline: true });
  // When an idle connection breaks, the next group notices it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query({ text: SET_SESSION, query_timeout: TIMEOUTS.answerMs } as QueryConfig);
  } catch (error) {
    endQuietly(client);
    throw error;
  }
  return client;
}

/**
 * Opens a pool with its first connection, so that the reads of a start need not wait for another one.
 *
 * @throws {StorageUnavailableError} when no connection was possible.
 */
export async function openPool(url: string): Promise<Pool> {
  const { Pool } = await loadDriver();
  const pool = new Pool({
    ...describeConnection(url, TIMEOUTS.connectAtStartMs),
    statement_timeout: TIMEOUTS.statementMs,
    max: POOL_SIZE,
    idleTimeoutMillis: 60_000,
    // The pool waits for this function before it uses a connection.
    onConnect: async (client) => {
      await client.query(SET_SESSION);
    },
  });
  pool.on('error', () => undefined);
  // The pool listens for errors of idle connections only. A loss inside a transaction is noticed by the next answer.
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    (await pool.connect()).release();
  } catch (error) {
    endQuietly(pool);
    throw new StorageUnavailableError((error as Error).message, { cause: error });
  }
  pool.options.connectionTimeoutMillis = TIMEOUTS.connectMs;
  return pool;
}

/**
 * Returns a connection to its pool after some work. A connection that failed may be inside a transaction and is closed.
 */
export async function releaseAfter<Result>(client: PoolClient, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await work();
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/**
 * Sends commands in order and waits for all answers, in one round trip.
 *
 * @returns The rows of the last command.
 * @throws The first failure. Later statements failed because of it.
 */
export async function exchange(
  client: Client,
  commands: readonly Command[],
  limit: AnswerLimit = {},
): Promise<readonly SqlRow[]> {
  return (await exchangeAll(client, commands, limit)).at(-1) ?? [];
}

/** Time limit of an answer; absent: none. */
export interface AnswerLimit {
  /** Time limit in ms. */
  readonly query_timeout?: number;
}

/** Returns the time until a deadline as the limit of an answer. @param deadline Monotonic clock, in ms. */
export function limitTo(deadline: number): AnswerLimit {
  return { query_timeout: Math.max(1, Math.ceil(deadline - performance.now())) };
}

/** Sends commands in order and waits for all answers. @returns The rows of each command. */
export async function exchangeAll(
  client: Client,
  commands: readonly Command[],
  limit: AnswerLimit = {},
): Promise<(readonly SqlRow[])[]> {
  // All commands are converted before the first is sent, so that an invalid one prevents all of them.
  const queries = commands.map(describeQuery);
  const answers = await Promise.allSettled(queries.map((query) => client.query({ ...query, ...limit })));
  return answers.map((answer) => {
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value.rows as SqlRow[];
  });
}

/** Converts a command to the driver's form. @throws {UnstorableTextError} */
export function describeQuery({ sql, values }: Command): { text: string; values?: unknown[] } {
  requireStorable(values);
  // A text without values may contain several statements.
  return values.length === 0 ? { text: translate(sql) } : { text: translate(sql), values: [...values] };
}

const translated = new Map<string, string>();

function translate(sql: string): string {
  let text = translated.get(sql);
  if (text === undefined) {
    text = toPostgres(sql);
    // The cache needs no limit, because statements are constant texts.
    translated.set(sql, text);
  }
  return text;
}

function describeConnection(url: string, connectMs: number): ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    application_name: 'crosstape',
    keepAlive: true,
    keepAliveInitialDelayMillis: TIMEOUTS.keepAliveMs,
    types: VALUE_TYPES,
  };
}

/** Object ids of built-in types: https://github.com/postgres/postgres/blob/REL_18_STABLE/src/include/catalog/pg_type.dat */
const OIDS = { bool: 16, bytea: 17, int8: 20, int2: 21, int4: 23, float4: 700, float8: 701, numeric: 1700 };

const PARSERS: ReadonlyMap<number, (text: string) => SqlValue> = new Map<number, (text: string) => SqlValue>([
  [OIDS.bool, (text) => (text === 't' ? 1 : 0)],
  [OIDS.bytea, readBytes],
  [OIDS.int2, Number],
  [OIDS.int4, Number],
  [OIDS.int8, readInteger],
  [OIDS.float4, Number],
  [OIDS.float8, Number],
  [OIDS.numeric, readNumeric],
]);

/** Converters to the values that the other engine returns: numbers, text, bytes, and 0 or 1 for booleans. */
const VALUE_TYPES = {
  getTypeParser: (oid: number) => PARSERS.get(oid) ?? ((text: string) => text),
} as unknown as CustomTypesConfig;

/** Error of a stored integer that is too large for an exact number. */
export class UnsafeIntegerError extends RangeError {
  override readonly name = 'RangeError';

  constructor(stored: string) {
    super(`the database holds ${stored}, which is no safe integer`);
  }
}

function readInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new UnsafeIntegerError(text);
  return value;
}

/** Reads a numeric value. The server computes sums of integers as numeric. */
function readNumeric(text: string): number {
  return /^-?\d+$/.test(text) ? readInteger(text) : Number(text);
}

/** Reads bytes in either text form, because `bytea_output` may be set for a server, database or user. */
export function readBytes(text: string): Uint8Array {
  if (text.startsWith('\\x')) return Uint8Array.from(Buffer.from(text.slice(2), 'hex'));
  const bytes: number[] = [];
  for (let i = 0; i < text.length; i++) {
    if (text[i] !== '\\') bytes.push(text.charCodeAt(i));
    else if (text[i + 1] === '\\') {
      bytes.push(92);
      i++;
    } else {
      bytes.push(Number.parseInt(text.slice(i + 1, i + 4), 8));
      i += 3;
    }
  }
  return Uint8Array.from(bytes);
}

/** Closes a connection that is no longer used, if it was opened. A failure means that it is closed already. */
export async function endQuietly(opened: { end(): Promise<void> } | null | undefined): Promise<void> {
  await opened?.end().catch(() => undefined);
}
