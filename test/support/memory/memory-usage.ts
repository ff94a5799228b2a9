import type { UsageRow, UsageStore } from '../../../src/accounts/usage.ts';

/** Usage in memory. */
export class MemoryUsage implements UsageStore {
  readonly rows: UsageRow[] = [];

  async add(rows: readonly UsageRow[]): Promise<void> {
    this.rows.push(...rows);
  }

  async read(botId: string, month: string): Promise<readonly UsageRow[]> {
    return this.rows.filter((row) => row.botId === botId && row.month === month);
  }
}
