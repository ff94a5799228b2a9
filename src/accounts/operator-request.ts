import type { MicroUsd } from '../domain/index.ts';
import type { StoredAction } from './admin-actions.ts';

export interface Credit {
  readonly owner: string;
  readonly amount: MicroUsd;
  /** Names the credit forever, over all owners. */
  readonly ref: string;
}

/** A chain that is read again. */
export interface Rescan {
  /** Scope of the chain's deposits: `chain:8453`. */
  readonly scope: string;
  /** The stream that is read again. */
  readonly streams: readonly string[];
  /** A block, a slot or epoch ms; the first that is read again. */
  readonly from: number;
}

/** A transaction that cannot be read and is passed over. */
export interface ChainSkip {
  /** Scope of the chain's deposits. */
  readonly scope: string;
  /** Name of the chain. */
  readonly chain: string;
  /** Hash or signature of the transaction, or the name that the message of the chain gives to it. */
  readonly transaction: string;
}

/** The flag that halts all trading. */
export const GLOBAL_KILL = 'global_kill';
/** The flag that halts openings of all bots; their closes go on. */
export const GLOBAL_HALT_OPENING = 'global_halt_opening';

export interface ActionPage {
  readonly actions: readonly StoredAction[];
  /** Cursor of the next page; null: none. */
  readonly nextCursor: string | null;
}
