import type {
  QuotaUse,
  UsageCount,
  UsageDay,
  UsageRow,
  UsageStore,
} from '../../../src/accounts/limits/usage.ts';

/** Usage in memory. */
export class MemoryUsage implements UsageStore {
  readonly rows: UsageCount[] = [];

  async add(rows: readonly UsageCount[]): Promise<void> {
    this.rows.push(...rows);
  }

  async take(row: UsageCount, quota: number): Promise<QuotaUse> {
    const before = this.#list(row.botId, row.month).reduce((sum, { count }) => sum + count, 0);
    const taken = Math.max(0, Math.min(row.count, quota - before));
    this.rows.push({ ...row, count: taken });
    return { taken, used: before + taken };
  }

  async read(botId: string, month: string): Promise<readonly UsageRow[]> {
    return this.#list(botId, month);
  }

  async readDays(botId: string, from: string): Promise<readonly UsageDay[]> {
    return this.rows.filter((row) => row.botId === botId && row.day >= from);
  }

  async findFirstDay(): Promise<string | null> {
    return this.rows.map(({ day }) => day).sort()[0] ?? null;
  }

  async forgetDays(): Promise<void> {}

  #list(botId: string, month: string): readonly UsageRow[] {
    return this.rows.filter((row) => row.botId === botId && row.month === month);
  }
}
