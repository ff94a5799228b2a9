import {
  type BotConfig,
  type BotControl,
  DEFAULT_BOT_CONFIG,
  type DeskState,
  NO_DESK_STATE,
} from './control.ts';
import type { ControlRow } from './rows.ts';

/** A bot without a row has the default settings. */
export function toControl(row: ControlRow | null): BotControl {
  if (row === null) return { config: DEFAULT_BOT_CONFIG, halt: 'none', desk: NO_DESK_STATE };
  return { config: toConfig(row), halt: row.halt, desk: toDesk(row) };
}

/** Settings that an older version did not know have their defaults. */
export function toConfig({ config, enabled }: Pick<ControlRow, 'config' | 'enabled'>): BotConfig {
  return { ...DEFAULT_BOT_CONFIG, ...(JSON.parse(config) as Partial<BotConfig>), enabled };
}

/**
 * Reads the stored state of loss limits and closing. Members that an older version did not know have their defaults.
 */
export function toDesk({ desk }: Pick<ControlRow, 'desk'>): DeskState {
  return desk === null ? NO_DESK_STATE : { ...NO_DESK_STATE, ...(JSON.parse(desk) as Partial<DeskState>) };
}

/** The row that stores a bot's settings. */
export function toControlRow(
  botId: string,
  { config, halt, desk }: BotControl,
  changedAt: number,
): ControlRow {
  const { enabled, ...others } = config;
  return {
    botId,
    enabled,
    config: JSON.stringify(others),
    halt,
    changedAt,
    desk: JSON.stringify(desk),
    isClosing: desk.closing !== null,
  };
}
