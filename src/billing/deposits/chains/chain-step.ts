import type { SeenTransfer } from './seen-transfer.ts';

/** Transfers of a skipped transaction within one stream, now that it could be read. */
export interface SkippedRead {
  readonly stream: string;
  readonly transfers: readonly SeenTransfer[];
}

/** Position up to which a stream of a chain was read. */
export interface ChainPosition {
  /** Last block, time or slot that was read in full. */
  readonly position: number;
  /**
   * Proof of the position: the hash of the block, or the newest transaction; null: not known, so the history is not
   * compared.
   */
  readonly mark: string | null;
}

/** A range of a chain that was read. */
export interface ChainStep {
  /** Name of the stream: '' for all tokens of an EVM chain, a token or an account on other chains. */
  readonly stream: string;
  /** Position from which the step was read; null: the first step. */
  readonly from: ChainPosition | null;
  /** Position that the step reaches; null: more parts of the same range follow, so the position does not move. */
  readonly to: ChainPosition | null;
  /** Transfers in the order of the chain, grouped by transaction. */
  readonly transfers: readonly SeenTransfer[];
}

export interface StepOutcome {
  /**
   * Whether the stored position was still the start of the step; false: the position was moved, and the range has to be
   * read again.
   */
  readonly isCurrent: boolean;
  /** Number of deposits that the step recorded for the first time. */
  readonly recorded: number;
}

/** An owner's address with its number; later addresses have higher numbers. */
export interface NumberedAddress {
  readonly seq: number;
  readonly address: string;
}

/** A token of a treasury. */
export interface TreasuryToken {
  readonly treasury: string;
  /** Address of the token's contract or mint. */
  readonly token: string;
}
