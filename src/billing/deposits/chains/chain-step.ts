import type { SeenTransfer } from './seen-transfer.ts';

/** Transfers of a skipped transaction in one stream. */
export interface SkippedRead {
  readonly stream: string;
  readonly transfers: readonly SeenTransfer[];
}

/** Position up to which a stream of a chain was read. */
export interface ChainPosition {
  /** Last block, time or slot that was read in full. */
  readonly position: number;
  /**
   * Proof of the position: the hash of the block, or the newest transaction. null: not known, and no proof is compared.
   */
  readonly mark: string | null;
}

/** A range of a chain that was read. */
export interface ChainStep {
  /** Name of the source: '' for all tokens of an EVM chain, a token or account on the others. */
  readonly stream: string;
  /** Position from which the step was read; null: the first step. */
  readonly from: ChainPosition | null;
  /** Position that the step reaches; null: more of the same range follows, and the position stays. */
  readonly to: ChainPosition | null;
  /** Transfers in the order of the chain, grouped by transaction. */
  readonly transfers: readonly SeenTransfer[];
}

export interface StepOutcome {
  /**
   * Whether the position was still that of the step; false: the position was moved, and the range has to be read again.
   */
  readonly isCurrent: boolean;
  /** Number of deposits that were new. */
  readonly recorded: number;
}

/** An address of one owner with its ascending number. */
export interface NumberedAddress {
  readonly seq: number;
  readonly address: string;
}

/** A token in a treasury. */
export interface TreasuryToken {
  readonly treasury: string;
  /** Contract or mint of the token. */
  readonly token: string;
}
