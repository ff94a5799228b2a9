import type { Pool, PoolClient } from 'pg';
import { describeQuery, openPool, releaseAfter, TIMEOUTS } from '../../../storage/postgres/connection.ts';
import { readFailure } from '../../../storage/postgres/failures.ts';
import type { SqlRow, SqlValue } from '../../../storage/statements.ts';
import { HistoryUnavailableError } from '../../contract/unavailable.ts';

type Values = readonly (SqlValue | readonly SqlValue[])[];

/** Runs one statement and returns its rows. */
export type Ask = (sql: string, values?: Values) => Promise<readonly SqlRow[]>;

/** Connections to the history's tables in PostgreSQL. A server that does not answer is a `HistoryUnavailableError`. */
export class HistoryPool {
  readonly #pool: Pool;

  private constructor(pool: Pool) {
    this.#pool = pool;
  }

  static async open(url: string): Promise<HistoryPool> {
    return new HistoryPool(await openPool(url));
  }

  readonly ask: Ask = (sql, values = []) => send(this.#pool, sql, values);

  /** Runs statements in one transaction of one connection. */
  async transact<Result>(work: (ask: Ask) => Promise<Result>): Promise<Result> {
    let client: PoolClient;
    try {
      client = await this.#pool.connect();
    } catch (error) {
      throw toUnavailable(error);
    }
    const ask: Ask = (sql, values = []) => send(client, sql, values);
    return releaseAfter(client, async () => {
      await ask(`BEGIN; SET LOCAL idle_in_transaction_session_timeout = ${TIMEOUTS.idleInTransactionMs}`);
      const result = await work(ask);
      await ask('COMMIT');
      return result;
    });
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

async function send(target: Pool | PoolClient, sql: string, values: Values): Promise<readonly SqlRow[]> {
  try {
    const query = { ...describeQuery({ sql, values }), query_timeout: TIMEOUTS.answerMs };
    return (await target.query(query)).rows as SqlRow[];
  } catch (error) {
    throw readFailure(error) === 'call' ? error : toUnavailable(error);
  }
}

function toUnavailable(error: unknown): HistoryUnavailableError {
  return new HistoryUnavailableError(`PostgreSQL: ${(error as Error).message}`, { cause: error });
}
