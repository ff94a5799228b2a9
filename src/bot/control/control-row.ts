import {
  type BotConfig,
  type BotControl,
  DEFAULT_BOT_CONFIG,
  type ExitState,
  NO_EXIT_STATE,
} from './control.ts';
import type { ControlRow } from './rows.ts';

/** Reads the settings and halt of a bot from its stored row; a bot without a row has the defaults. */
export function toControl(row: ControlRow | null): BotControl {
  if (row === null) return { config: DEFAULT_BOT_CONFIG, halt: 'none', exitState: NO_EXIT_STATE };
  return { config: toConfig(row), halt: row.halt, exitState: toExitState(row) };
}

/** Reads the settings from a stored row. Settings that an older version did not know have their defaults. */
export function toConfig({ config, enabled }: Pick<ControlRow, 'config' | 'enabled'>): BotConfig {
  return { ...DEFAULT_BOT_CONFIG, ...(JSON.parse(config) as Partial<BotConfig>), enabled };
}

/**
 * Reads the state that the exit watch stored: a stop for a day's loss, and a closing. Members that an older version did
 * not know have their defaults.
 */
export function toExitState({ exitState }: Pick<ControlRow, 'exitState'>): ExitState {
  return exitState === null
    ? NO_EXIT_STATE
    : { ...NO_EXIT_STATE, ...(JSON.parse(exitState) as Partial<ExitState>) };
}

/** Converts a bot's settings to the row that stores them. */
export function toControlRow(
  botId: string,
  { config, halt, exitState }: BotControl,
  changedAt: number,
): ControlRow {
  const { enabled, ...others } = config;
  return {
    botId,
    enabled,
    config: JSON.stringify(others),
    halt,
    changedAt,
    exitState: JSON.stringify(exitState),
    isClosing: exitState.closing !== null,
  };
}
