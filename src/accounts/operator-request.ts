import type { MicroUsd } from '../domain/index.ts';
import type { StoredAction } from './admin-actions.ts';

export interface Credit {
  readonly owner: string;
  readonly amount: MicroUsd;
  /** Permanent reference of the credit, unique over all owners. */
  readonly ref: string;
}

/** A request to read a chain again. */
export interface Rescan {
  /** Scope of the chain's deposits: `chain:8453`. */
  readonly scope: string;
  /** Streams that are read again. */
  readonly streams: readonly string[];
  /** First position that is read again: block, slot or epoch ms. */
  readonly from: number;
}

/** A request to skip a transaction that cannot be read. */
export interface ChainSkip {
  /** Scope of the chain's deposits. */
  readonly scope: string;
  /** Name of the chain. */
  readonly chain: string;
  /** Hash or signature of the transaction, or the name that the watcher's message gives to it. */
  readonly transaction: string;
}

/** Name of the flag that halts all trading. */
export const GLOBAL_KILL = 'global_kill';
/** Name of the flag that halts new positions of all bots; closing orders continue. */
export const GLOBAL_HALT_OPENING = 'global_halt_opening';

export interface ActionPage {
  readonly actions: readonly StoredAction[];
  /** Cursor of the next page; null: this is the last page. */
  readonly nextCursor: string | null;
}
