import type { Pool } from 'pg';
import { type OpenServiceDatabase, type SchemaReads, StorageUnavailableError } from '../service-database.ts';
import type { SqlRow, Statements } from '../statements.ts';
import { type AnswerLimit, describeQuery, openPool, releaseAfter } from './connection.ts';
import { readFailure } from './failures.ts';
import { replayQueries } from './queries.ts';
import type { Command } from './replay.ts';
import { requireCurrent } from './schema/migrate.ts';
import { readSchema } from './schema-reads.ts';
import { SET_TRANSACTION } from './session-settings.ts';

/** Begins a snapshot without the usual time limit, because an audit sums over the whole ledger. */
const SNAPSHOT = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${SET_TRANSACTION};
  SET LOCAL statement_timeout = 600000; SET LOCAL idle_in_transaction_session_timeout = 60000`;

/** Reads committed rows. Each statement uses a connection of a pool. */
export class PostgresReader implements Pick<OpenServiceDatabase, 'buildQueries' | 'readSnapshot' | 'close'> {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  buildQueries<Queries extends object>(build: (statements: Statements) => Queries): Queries {
    return replayQueries(build, this.ask);
  }

  async readSnapshot<Queries extends object, Result>(
    build: (statements: Statements, schema: SchemaReads) => Queries,
    work: (queries: Queries) => Promise<Result>,
  ): Promise<Result> {
    const client = await this.#pool.connect().catch(toUnavailable);
    return releaseAfter(client, async () => {
      await client.query(SNAPSHOT);
      const ask = async (command: Command) => (await client.query(describeQuery(command))).rows;
      const result = await work(
        replayQueries((statements) => build(statements, readSchema(statements)), ask),
      );
      await client.query('COMMIT');
      return result;
    });
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  /** Sends one command. @throws {StorageUnavailableError} when the server is unavailable, or its answer is late. */
  readonly ask = async (command: Command, limit: AnswerLimit): Promise<readonly SqlRow[]> => {
    try {
      return (await this.#pool.query({ ...describeQuery(command), ...limit })).rows;
    } catch (error) {
      if (readFailure(error) === 'call') throw error;
      return toUnavailable(error as Error);
    }
  };
}

/**
 * Opens a reader for commands that only read.
 *
 * @throws {StorageFormatError} when the schema is not that of this version.
 */
export async function openPostgresReader(url: string): Promise<PostgresReader> {
  await requireCurrent(url);
  return new PostgresReader(await openPool(url));
}

function toUnavailable(error: Error): never {
  throw new StorageUnavailableError(error.message, { cause: error });
}
