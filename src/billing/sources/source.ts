import type { EpochMs } from '../../domain/index.ts';

/** A place where money arrives: a token of a treasury, or the account at a payment provider. */
export interface SourceName {
  /** Names it forever: `chain:8453:USDC:0x…`, `stripe`. Names that an operator may change are no part of it. */
  readonly id: string;
  /** Title for people: `USDC of 0x… on base`. */
  readonly title: string;
  /** Currency in capitals; amounts are decimal text in its units. */
  readonly currency: string;
  /** Whether a unit of the currency counts as one US dollar. */
  readonly isCounted: boolean;
}

/** A moment up to which a source was compared. */
export interface SourceMark {
  /** Position in the unit of the source: a block, a slot, epoch ms. */
  readonly position: number;
  /**
   * Balance of the source at that time, or the sum that was recorded of it by then; only the source itself reads it.
   * Decimal text.
   */
  readonly balance: string;
}

/** The two sides of a comparison, since its base. Decimal text, in units of the currency. */
export interface SourceFigures {
  /** Money that came in at the source, before anything that left. */
  readonly cameIn: string;
  readonly recorded: string;
}

/** Reading of a source. */
export interface SourceReading {
  readonly mark: SourceMark;
  /** Compared figures; null: read without a base, which it now has. */
  readonly figures: SourceFigures | null;
  /** Rows that were left out of both sides; null: none. */
  readonly leftOut: string | null;
  /** Smallest difference that counts: smaller amounts are not recorded at all. */
  readonly tolerance: string;
}

/** A source that can be asked for the money that came in. */
export interface MoneySource extends SourceName {
  /**
   * @param base Where the comparison begins; null: none.
   * @throws {NotComparedError} when it cannot be compared now.
   */
  read(base: SourceMark | null, signal: AbortSignal): Promise<SourceReading>;
}

/** A source that cannot be compared now, and why, in words for the operator. */
export class NotComparedError extends Error {
  override readonly name = 'NotComparedError';
}

export const COMPARISON_STATUSES = ['base', 'equal', 'difference', 'not_compared'] as const;
/** `base`: the first comparison, whose balance is what later ones begin from. */
export type ComparisonStatus = (typeof COMPARISON_STATUSES)[number];

/** Result of the comparison of one source. */
export interface SourceComparison extends SourceName {
  readonly status: ComparisonStatus;
  /** Time of the comparison. */
  readonly at: EpochMs;
  /** Time when the base of the source was taken; null: the source has none. */
  readonly from: EpochMs | null;
  /** Compared figures; null: nothing was compared. */
  readonly figures: SourceFigures | null;
  /** `cameIn` less `recorded`; null: nothing was compared. */
  readonly difference: string | null;
  /** Reason why the source was not compared, or what was left out; null: nothing to say. */
  readonly note: string | null;
}
