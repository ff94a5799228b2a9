import type {
  EpochMs,
  SettlingTerms,
  UnknownReason,
  VenueId,
  Verdict,
  WholeStatement,
} from '../../domain/index.ts';
import type { MarketKey, Window } from './series.ts';

/** Newest verdict on a market that has settling terms and a resolution. */
export interface SettledRow extends MarketKey, Verdict {
  readonly asset: string;
  readonly source: string | null;
  readonly coin: string | null;
  readonly openAt: number | null;
  readonly closeAt: number | null;
  readonly outcome: 'yes' | 'no' | 'void';
  readonly settledAt: EpochMs | null;
  /** Time when the newest line about the market's resolution was recorded. */
  readonly recordedAt: EpochMs;
  readonly decidedAt: EpochMs;
  /** Verdict before the last change; null when the verdict never changed. */
  readonly changedFrom: Verdict['verdict'] | null;
  readonly rulesHash: string | null;
  readonly termsHash: string;
  /** Present when the venue took the resolution back: no list contains the row until the market is decided again. */
  readonly isReopened?: true;
}

/** Removes the values of the source from a verdict, for readers who may not see them. */
export function withoutValues(row: SettledRow): SettledRow {
  return { ...row, value: null, strike: row.strikeBy === 'record' ? null : row.strike };
}

/** Statement of a venue, at its time, about the result of a market with settling terms. Lines are only ever added. */
export interface SettledLine extends MarketKey {
  readonly asset: string;
  readonly outcome: 'yes' | 'no' | 'void';
  /** Payout of one Yes contract, 0 to 1; null when the venue does not say. */
  readonly payout: number | null;
  readonly settledAt: EpochMs | null;
  /** Time when the statement was learnt. */
  readonly recordedAt: EpochMs;
  /** Endpoint or message of the venue that contained the statement, such as `polymarket:gamma/markets`. */
  readonly source: string;
  readonly rulesHash: string | null;
  /** Terms of the market when the statement was learnt. */
  readonly terms: SettlingTerms;
  readonly statedBy: Readonly<Record<string, string>> | null;
  /** Prices and moments that the venue had published by then, after the market's end; null when none. */
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
  /** Rows ordered by `decidedAt`, oldest first, then by asset. */
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

/** Number of markets with the same venue, source, coin, close and verdict. */
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
  /** Finds the rows of many markets, in the order of the request; null for a market without one. */
  findSettledMany(keys: readonly MarketKey[]): Promise<(SettledRow | null)[]>;
  /** Lists rows page by page. @throws {CursorError} when the cursor is not one of this list. */
  listSettled(query: SettledQuery): Promise<SettledPage>;
  /**
   * Lists the verdicts on markets whose resolution was taken back, by venue and key. They are few, and no other list
   * contains them.
   */
  listReopenedSettled(): Promise<SettledRow[]>;
  /** Counts the verdicts on markets that closed in a window; both ends are inclusive. */
  countSettled(window: { readonly fromMs: EpochMs; readonly toMs: EpochMs }): Promise<SettledCount[]>;
  /** Finds all lines of a market, oldest first. */
  findSettledLines(key: MarketKey): Promise<SettledLine[]>;
  /** Lists lines whose `recordedAt` is in the window. @throws {CursorError} when the cursor is not one of this list. */
  listSettledLines(query: SettledLineQuery): Promise<SettledLinePage>;
}

export interface SettledWriter {
  /** Stores verdicts, in one commit where the engine has transactions; each replaces the earlier one of its market. */
  putSettled(...rows: readonly SettledRow[]): Promise<void>;
  addSettledLine(line: SettledLine): Promise<void>;
}
