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
   * Time for a connection at a start, when no caller waits for an answer yet and a machine that has just come up is
   * busy.
   */
  connectAtStartMs: 5_000,
  statementMs: 5_000,
  /**
   * Longest wait for a lock: shorter than a statement, so that a lock that is held is told apart from a slow server.
   */
  lockMs: 4_500,
  /** For a query, or a call from its arrival to its commit: then the connection is given up. */
  answerMs: 5_500,
  /** A call whose group has not begun by then is refused: the rest of its time is too short. */
  queueMs: 4_000,
  /** Silence after which the other side is asked whether it is still there; it is given up ten seconds later. */
  keepAliveMs: 10_000,
  /** A process that stops within a transaction loses it after this long, and its lock with it. */
  idleInTransactionMs: 1_000,
} as const;

/** Connections for reads. */
const POOL_SIZE = 10;

/** The driver, which is loaded only by processes that open a PostgreSQL database. */
async function loadDriver(): Promise<typeof import('pg')> {
  const driver = (await import('pg')) as typeof import('pg') & { default: typeof import('pg') };
  return driver.default;
}

/**
 * One connection whose statements travel together: each is sent before the one before it is answered.
 *
 * @param connectMs How long it may take until it is there.
 */
export async function connect(url: string, connectMs: number = TIMEOUTS.connectMs): Promise<Client> {
  const { Client } = await loadDriver();
  const client = new Client({ ...describeConnection(url, connectMs), pipeline: true });
  // A connection that breaks while nothing waits for it is found broken by the next group.
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
 * Opens a pool with its first connection: the reads of a start do not depend on how fast another one comes.
 *
 * @throws {StorageUnavailableError} when no connection came.
 */
export async function openPool(url: string): Promise<Pool> {
  const { Pool } = await loadDriver();
  const pool = new Pool({
    ...describeConnection(url, TIMEOUTS.connectAtStartMs),
    statement_timeout: TIMEOUTS.statementMs,
    max: POOL_SIZE,
    idleTimeoutMillis: 60_000,
    // The pool waits for its end before a connection is used.
    onConnect: async (client) => {
      await client.query(SET_SESSION);
    },
  });
  pool.on('error', () => undefined);
  // The pool listens to idle connections alone. One that is lost between the statements of a transaction shows in the next answer.
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

/** Returns a connection to its pool after some work; one that failed may be within a transaction and is closed. */
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
 * Sends commands in their order, and waits for the answers of all of them: one round trip.
 *
 * @returns The rows of the last one.
 * @throws The first failure; later statements failed with it.
 */
export async function exchange(
  client: Client,
  commands: readonly Command[],
  limit: AnswerLimit = {},
): Promise<readonly SqlRow[]> {
  return (await exchangeAll(client, commands, limit)).at(-1) ?? [];
}

/** How long an answer may take; absent: as long as it does. */
export interface AnswerLimit {
  /** Milliseconds. */
  readonly query_timeout?: number;
}

/** The time until a deadline, as the limit of an answer. @param deadline Monotonic ms. */
export function limitTo(deadline: number): AnswerLimit {
  return { query_timeout: Math.max(1, Math.ceil(deadline - performance.now())) };
}

/** @returns The rows of each. */
export async function exchangeAll(
  client: Client,
  commands: readonly Command[],
  limit: AnswerLimit = {},
): Promise<(readonly SqlRow[])[]> {
  // All commands are described before the first is sent: none goes alone because a later one cannot.
  const queries = commands.map(describeQuery);
  const answers = await Promise.allSettled(queries.map((query) => client.query({ ...query, ...limit })));
  return answers.map((answer) => {
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value.rows as SqlRow[];
  });
}

/** @throws {UnstorableTextError} */
export function describeQuery({ sql, values }: Command): { text: string; values?: unknown[] } {
  requireStorable(values);
  // Without values a text may hold several statements.
  return values.length === 0 ? { text: translate(sql) } : { text: translate(sql), values: [...values] };
}

const translated = new Map<string, string>();

function translate(sql: string): string {
  let text = translated.get(sql);
  if (text === undefined) {
    text = toPostgres(sql);
    // Statements are constant texts, so they are few.
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

/** Values as the other engine gives them: numbers, text, bytes, and 0 or 1 for truth. */
const VALUE_TYPES = {
  getTypeParser: (oid: number) => PARSERS.get(oid) ?? ((text: string) => text),
} as unknown as CustomTypesConfig;

/** A stored integer is too large to be read as a number exactly. */
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

/** Sums of integers are numeric on the server. */
function readNumeric(text: string): number {
  return /^-?\d+$/.test(text) ? readInteger(text) : Number(text);
}

/** Bytes in either form: `bytea_output` may be set for a whole server, database or user. */
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

/** Ends a connection that is not used again, if it was opened. A failure means that it has ended by itself. */
export async function endQuietly(opened: { end(): Promise<void> } | null | undefined): Promise<void> {
  await opened?.end().catch(() => undefined);
}
