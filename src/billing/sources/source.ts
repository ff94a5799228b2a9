import type { EpochMs } from '../../domain/index.ts';

/** A place where money arrives: a token of a treasury, or the account at a payment provider. */
export interface SourceName {
  /** Permanent id of the source: `chain:8453:USDC:0x…`, `stripe`. It contains no name that the operator may change. */
  readonly id: string;
  /** Title for people: `USDC of 0x… on base`. */
  readonly title: string;
  /** Currency in capitals; amounts are decimal text in its units. */
  readonly currency: string;
  /** Whether a unit of the currency counts as one US dollar. */
  readonly isCounted: boolean;
}

/** A position and a balance up to which a source was compared. */
export interface SourceMark {
  /** Position in the unit of the source: block, slot or epoch ms. */
  readonly position: number;
  /**
   * Balance of the source at that position, or the sum recorded from it by then. Decimal text that only the source
   * itself interprets.
   */
  readonly balance: string;
}

/** The two sides of a comparison, since its base. Decimal text, in units of the currency. */
export interface SourceFigures {
  /** Money that came in at the source. Outgoing money is not subtracted. */
  readonly cameIn: string;
  readonly recorded: string;
}

/** Position and balance of a source, and the figures compared since its base. */
export interface SourceReading {
  readonly mark: SourceMark;
  /** Compared figures; null: the source was read without a base, so this reading becomes the base. */
  readonly figures: SourceFigures | null;
  /** Description of rows that both sides leave out; null: none. */
  readonly leftOut: string | null;
  /** Smallest difference that counts, because smaller amounts are not recorded. */
  readonly tolerance: string;
}

/** A source that can report how much money came in. */
export interface MoneySource extends SourceName {
  /**
   * Reads the source and compares it with the records.
   *
   * @param base Mark from which the comparison starts; null: none.
   * @throws {NotComparedError} when the source cannot be compared now.
   */
  read(base: SourceMark | null, signal: AbortSignal): Promise<SourceReading>;
}

/** Error: a source cannot be compared now; the message gives the reason for the operator. */
export class NotComparedError extends Error {
  override readonly name = 'NotComparedError';
}

export const COMPARISON_STATUSES = ['base', 'equal', 'difference', 'not_compared'] as const;
/** Status of a comparison. `base`: the first comparison, from which later ones start. */
export type ComparisonStatus = (typeof COMPARISON_STATUSES)[number];

/** Result of the comparison of one source. */
export interface SourceComparison extends SourceName {
  readonly status: ComparisonStatus;
  /** Time of the comparison, epoch ms. */
  readonly at: EpochMs;
  /** Time when the base of the source was taken; null: the source has none. */
  readonly from: EpochMs | null;
  /** Compared figures; null: nothing was compared. */
  readonly figures: SourceFigures | null;
  /** `cameIn` less `recorded`; null: nothing was compared. */
  readonly difference: string | null;
  /** Reason why the source was not compared, or a description of what was left out; null: neither applies. */
  readonly note: string | null;
}
