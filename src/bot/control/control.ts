import type { VenueId } from '../../domain/index.ts';

/** How the engine trades for a bot. Not used by one-off trades. */
export interface BotConfig {
  readonly enabled: boolean;
  /** Empty: none. */
  readonly venues: readonly VenueId[];
  /** Asset ids; empty: none. */
  readonly assets: readonly string[];
  /** 0 to 1: signals below it are not traded. */
  readonly minConfidence: number;
  readonly tradeSizeUsd: number;
  /** Older data is not traded on. */
  readonly maxStaleMs: number;
}

export const DEFAULT_BOT_CONFIG: BotConfig = {
  enabled: false,
  venues: [],
  assets: [],
  minConfidence: 0.6,
  tradeSizeUsd: 12,
  maxStaleMs: 120_000,
};

export const MAX_BOT_ASSETS = 200;

/** A bot's settings and its kill flag, which wins over `enabled` and halts one-off trades too. */
export interface BotControl {
  readonly config: BotConfig;
  readonly killed: boolean;
}

/** The settings that a caller may change. Absent members stay as they are. */
export type ControlChange = Partial<BotConfig> & { readonly kill?: boolean };

export interface ControlStore {
  read(botId: string): Promise<BotControl>;
  /** Whether the bot's own flag or the global one is set. Orders ask by way of the `KillSwitch`. */
  isHalted(botId: string): Promise<boolean>;
  isGloballyHalted(): Promise<boolean>;
  change(botId: string, change: ControlChange): Promise<BotControl>;
  /** Bots whose engine is on and which are not killed, by id. @param after The last one of the page before. */
  listEnabled(limit: number, after?: string): Promise<readonly EnabledBot[]>;
  /** Stores the secret that makes handles, unless there is one. @returns The stored one. */
  keepHandleSecret(fresh: Uint8Array): Promise<Uint8Array>;
  /** Sets the global flag at the very first start; afterwards the operator alone changes it. */
  startWith(killed: boolean): Promise<void>;
}

export interface EnabledBot {
  readonly botId: string;
  readonly config: BotConfig;
}

/** Applies a change: members that it does not name stay. */
export function applyChange({ config, killed }: BotControl, { kill, ...changes }: ControlChange): BotControl {
  return { config: { ...config, ...changes }, killed: kill ?? killed };
}
