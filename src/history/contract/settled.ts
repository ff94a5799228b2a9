import type {
  EpochMs,
  SettlingTerms,
  UnknownReason,
  VenueId,
  Verdict,
  WholeStatement,
} from '../../domain/index.ts';
import type { MarketKey, Window } from './series.ts';

/** Verdict on a market with settling terms and a resolution, as it was decided last. */
export interface SettledRow extends MarketKey, Verdict {
  readonly asset: string;
  readonly source: string | null;
  readonly coin: string | null;
  readonly openAt: number | null;
  readonly closeAt: number | null;
  readonly outcome: 'yes' | 'no' | 'void';
  readonly settledAt: EpochMs | null;
  /** When the last line of the market's resolution was recorded. */
  readonly recordedAt: EpochMs;
  readonly decidedAt: EpochMs;
  /** The verdict before the last change of it; null: never changed. */
  readonly changedFrom: Verdict['verdict'] | null;
  readonly rulesHash: string | null;
  readonly termsHash: string;
  /**
   * The venue took the resolution back: the row is in no list until the market is decided again. Absent: the resolution
   * stands.
   */
  readonly isReopened?: true;
}

/** A verdict without the values of its source, for readers that these are withheld from. */
export function withoutValues(row: SettledRow): SettledRow {
  return { ...row, value: null, strike: row.strikeBy === 'record' ? null : row.strike };
}

/**
 * Statement of a venue about the result of a market with settling terms, in its words of then. Lines are only ever
 * added.
 */
export interface SettledLine extends MarketKey {
  readonly asset: string;
  readonly outcome: 'yes' | 'no' | 'void';
  /** Payout of one Yes contract, 0 to 1; null when the venue does not say. */
  readonly payout: number | null;
  readonly settledAt: EpochMs | null;
  /** Time when the statement was learnt. */
  readonly recordedAt: EpochMs;
  /** Answer of the venue that said so. */
  readonly source: string;
  readonly rulesHash: string | null;
  /** Terms of the market at that time. */
  readonly terms: SettlingTerms;
  readonly statedBy: Readonly<Record<string, string>> | null;
  /** Statement that the venue had made afterwards by then; null: none. */
  readonly stated: WholeStatement | null;
}

export interface SettledQuery {
  readonly venue?: VenueId;
  readonly source?: string;
  readonly verdict?: Verdict['verdict'];
  readonly reason?: UnknownReason;
  /** First `decidedAt`, inclusive. */
  readonly since?: EpochMs;
  readonly limit: number;
  /** Cursor of an earlier answer's `nextCursor`. */
  readonly cursor?: string;
}

export interface SettledPage {
  /** Oldest first by `decidedAt`, then by asset. */
  readonly rows: readonly SettledRow[];
  readonly nextCursor: string | null;
}

export interface SettledLineQuery extends Window {
  readonly limit: number;
  /** Cursor of an earlier answer's `nextCursor`. */
  readonly cursor?: string;
}

export interface SettledLinePage {
  /** Lines in the order in which they were added. */
  readonly lines: readonly SettledLine[];
  readonly nextCursor: string | null;
}

/** Markets of one venue, value and verdict. */
export interface SettledCount {
  readonly venue: VenueId;
  readonly source: string | null;
  readonly coin: string | null;
  readonly closeAt: number;
  readonly verdict: Verdict['verdict'];
  readonly reason: UnknownReason | null;
  readonly markets: number;
}

export interface SettledReader {
  findSettled(key: MarketKey): Promise<SettledRow | null>;
  /** Finds many rows, in the order of the request. */
  findSettledMany(keys: readonly MarketKey[]): Promise<(SettledRow | null)[]>;
  /** @throws {CursorError} on a cursor that no page contained. */
  listSettled(query: SettledQuery): Promise<SettledPage>;
  /** Verdicts on markets whose resolution was taken back, by venue and key. They are few, and in no other list. */
  listReopenedSettled(): Promise<SettledRow[]>;
  /** Verdicts of markets that closed in a window, both ends inclusive, counted. */
  countSettled(window: { readonly fromMs: EpochMs; readonly toMs: EpochMs }): Promise<SettledCount[]>;
  /** All lines of a market, oldest first. */
  findSettledLines(key: MarketKey): Promise<SettledLine[]>;
  /** Lines of a window of `recordedAt`. @throws {CursorError} on a cursor that no page contained. */
  listSettledLines(query: SettledLineQuery): Promise<SettledLinePage>;
}

export interface SettledWriter {
  /** Stores verdicts, in one commit where the engine has one; one of a market replaces the market's. */
  putSettled(...rows: readonly SettledRow[]): Promise<void>;
  addSettledLine(line: SettledLine): Promise<void>;
}

export interface SettledStore extends SettledReader, SettledWriter {}
