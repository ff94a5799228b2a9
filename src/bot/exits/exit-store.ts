import type { EpochMs } from '../../domain/index.ts';
import type { ServiceDatabase } from '../../storage/service-database.ts';
import type { ExecutionMode } from '../orders/order.ts';
import type { DayStart } from './day-loss.ts';
import { putDayStart, putRetry } from './operations/exits.ts';
import type { ExitQueries, RetryRow } from './rows.ts';

/** Store of the exit watch in the service database: retries of exits and starts of days. */
export class ExitStore {
  readonly queries: ExitQueries;
  readonly #database: ServiceDatabase;

  constructor(database: ServiceDatabase, queries: ExitQueries) {
    this.#database = database;
    this.queries = queries;
  }

  async listDayStarts(mode: ExecutionMode): Promise<ReadonlyMap<string, DayStart>> {
    const rows = await this.queries.listDayStarts(mode);
    return new Map(
      rows.map(({ botId, startedAt, realizedMicroUsd, accessFeesMicroUsd, unrealized }) => [
        botId,
        {
          startedAt: startedAt as EpochMs,
          realizedMicroUsd,
          accessFeesMicroUsd,
          unrealized: JSON.parse(unrealized) as DayStart['unrealized'],
        },
      ]),
    );
  }

  async keepDayStart(botId: string, mode: ExecutionMode, { unrealized, ...start }: DayStart): Promise<void> {
    const row = { botId, mode, ...start, unrealized: JSON.stringify(unrealized) };
    await this.#database.transact(putDayStart, row);
  }

  /** Stores the retry of an exit. @param row With `tries` 0 the exit is no longer refused, and its row is removed. */
  async keepRetry(row: RetryRow): Promise<void> {
    await this.#database.transact(putRetry, row);
  }
}
