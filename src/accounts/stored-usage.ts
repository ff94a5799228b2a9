import type { ServiceDatabase } from '../storage/service-database.ts';
import type { QuotaUse, UsageRow, UsageStore } from './limits/usage.ts';
import { addUsage, takeUsage } from './operations/usage.ts';
import type { AccountQueries } from './rows.ts';

/** Usage counts in the service database. */
export class StoredUsage implements UsageStore {
  readonly #database: ServiceDatabase;
  readonly #queries: Pick<AccountQueries, 'listUsage'>;

  constructor(database: ServiceDatabase, queries: Pick<AccountQueries, 'listUsage'>) {
    this.#database = database;
    this.#queries = queries;
  }

  async add(rows: readonly UsageRow[]): Promise<void> {
    await this.#database.transact(addUsage, rows);
  }

  take(row: UsageRow, quota: number): Promise<QuotaUse> {
    return this.#database.transact(takeUsage, { row, quota });
  }

  read(botId: string, month: string): Promise<readonly UsageRow[]> {
    return this.#queries.listUsage(botId, month);
  }
}
