import type { QuotaUse, UsageRow, UsageStore } from '../../../src/accounts/limits/usage.ts';

/** Usage in memory. */
export class MemoryUsage implements UsageStore {
  readonly rows: UsageRow[] = [];

  async add(rows: readonly UsageRow[]): Promise<void> {
    this.rows.push(...rows);
  }

  async take(row: UsageRow, quota: number): Promise<QuotaUse> {
    const before = this.#list(row.botId, row.month).reduce((sum, { count }) => sum + count, 0);
    const taken = Math.max(0, Math.min(row.count, quota - before));
    this.rows.push({ ...row, count: taken });
    return { taken, used: before + taken };
  }

  async read(botId: string, month: string): Promise<readonly UsageRow[]> {
    return this.#list(botId, month);
  }

  #list(botId: string, month: string): readonly UsageRow[] {
    return this.rows.filter((row) => row.botId === botId && row.month === month);
  }
}
