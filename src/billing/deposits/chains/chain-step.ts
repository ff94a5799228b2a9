import type { SeenTransfer } from './seen-transfer.ts';

/** Transfers of a skipped transaction in one stream. */
export interface SkippedRead {
  readonly stream: string;
  readonly transfers: readonly SeenTransfer[];
}

/** Position up to which a stream of a chain was read. */
export interface ChainPosition {
  /** The last block, time or slot that was read whole. */
  readonly position: number;
  /**
   * Proof of the position: the hash of the block, or the newest transaction. null: not known, and nothing is compared.
   */
  readonly mark: string | null;
}

/** A range that was read. */
export interface ChainStep {
  /** The source that is read separately: '' for all tokens of an EVM chain, a token or account on the others. */
  readonly stream: string;
  /** Position from which the step was read; null: the first step. */
  readonly from: ChainPosition | null;
  /** Position that the step reaches; null: more of the same range follows, and the position stays. */
  readonly to: ChainPosition | null;
  /** Transfers in the order of the chain; those of one transaction are neighbours. */
  readonly transfers: readonly SeenTransfer[];
}

export interface StepOutcome {
  /**
   * Whether the position was still that of the step; false: the position was moved meanwhile, and the range has to be
   * read again.
   */
  readonly isCurrent: boolean;
  /** Deposits that were not known before. */
  readonly recorded: number;
}

/** An address that belongs to one owner. Numbers ascend. */
export interface NumberedAddress {
  readonly seq: number;
  readonly address: string;
}

/** A token that a treasury holds. */
export interface TreasuryToken {
  readonly treasury: string;
  /** Contract or mint of the token. */
  readonly token: string;
}
