import type { ServiceDatabase } from '../storage/service-database.ts';
import type { QuotaUse, UsageCount, UsageDay, UsageRow, UsageStore } from './limits/usage.ts';
import { addUsage, forgetUsageDays, takeUsage } from './operations/usage.ts';
import type { AccountQueries } from './rows.ts';

type UsageQueries = Pick<AccountQueries, 'listUsage' | 'listUsageDays' | 'findFirstUsageDay'>;

/** Usage counts in the service database. */
export class StoredUsage implements UsageStore {
  readonly #database: ServiceDatabase;
  readonly #queries: UsageQueries;

  constructor(database: ServiceDatabase, queries: UsageQueries) {
    this.#database = database;
    this.#queries = queries;
  }

  async add(rows: readonly UsageCount[]): Promise<void> {
    await this.#database.transact(addUsage, rows);
  }

  take(row: UsageCount, quota: number): Promise<QuotaUse> {
    return this.#database.transact(takeUsage, { row, quota });
  }

  read(botId: string, month: string): Promise<readonly UsageRow[]> {
    return this.#queries.listUsage(botId, month);
  }

  readDays(botId: string, from: string): Promise<readonly UsageDay[]> {
    return this.#queries.listUsageDays(botId, from);
  }

  findFirstDay(): Promise<string | null> {
    return this.#queries.findFirstUsageDay();
  }

  async forgetDays(before: string): Promise<void> {
    await this.#database.transact(forgetUsageDays, before);
  }
}
