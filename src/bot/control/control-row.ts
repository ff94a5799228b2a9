import { type BotConfig, type BotControl, DEFAULT_BOT_CONFIG } from './control.ts';
import type { ControlRow } from './rows.ts';

/** A bot without a row has the default settings. */
export function toControl(row: ControlRow | null): BotControl {
  if (row === null) return { config: DEFAULT_BOT_CONFIG, killed: false };
  return { config: toConfig(row), killed: row.killed };
}

/** Settings that an older version did not know have their defaults. */
export function toConfig({ config, enabled }: ControlRow): BotConfig {
  return { ...DEFAULT_BOT_CONFIG, ...(JSON.parse(config) as Partial<BotConfig>), enabled };
}
