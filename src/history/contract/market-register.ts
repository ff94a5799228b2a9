import type { AssetRef, EpochMs, LinkSpan, MarketFacts, Recorder, VenueId } from '../../domain/index.ts';
import type { Forecast } from './forecasts.ts';
import type { ReferenceMark } from './reference-marks.ts';

/** A market in the register, which keeps it after its venue has dropped it. */
export interface RegisteredMarket extends MarketFacts {
  /** Hash of the rules text, 32 hexadecimal digits; null when the venue publishes no rules. */
  readonly rulesHash: string | null;
  /** Time when the market was first seen listed. */
  readonly seenFrom: EpochMs;
  /** Time when the state of the market was last written: its first sight, or its last change. */
  readonly changedAt: EpochMs;
  /**
   * Time of the last change of the terms by which the market settles; a strike that is published later is no change.
   * Absent: never changed.
   */
  readonly settlingChangedAt?: EpochMs;
}

/** A market with its rules, as a poll lists it. */
export interface ListedMarket extends MarketFacts {
  readonly rules: string | null;
}

/** Statements of a poll about the markets themselves. */
export interface Listing {
  readonly venue: Recorder;
  /** Time when the poll was complete. */
  readonly at: EpochMs;
  /** Markets that this run sees for the first time, or whose facts changed. Unchanged markets are not written again. */
  readonly changed: readonly ListedMarket[];
  /** Prices that count as forecasts since the last poll; each replaces the stored one of its market and horizon. */
  readonly forecasts?: readonly Forecast[];
  /** Marks of reference prices; one replaces the stored mark of the same moment and place. */
  readonly marks?: readonly ReferenceMark[];
}

export interface MarketQuery {
  readonly venue?: VenueId;
  readonly limit: number;
  /** Cursor of an earlier answer's `nextCursor`. */
  readonly cursor?: string;
}

export interface MarketPage {
  /** Markets ordered by venue, then storeKey, each compared as UTF-8 bytes. */
  readonly markets: readonly RegisteredMarket[];
  /** Cursor of the next page; null on the last page. */
  readonly nextCursor: string | null;
}

export interface RulesText {
  /** Hash of the rules, 32 hexadecimal digits. */
  readonly hash: string;
  readonly text: string;
}

export interface RulesPage {
  /** Rules ordered by hash, each text once. */
  readonly rules: readonly RulesText[];
  readonly nextCursor: string | null;
}

export interface RulesQuery {
  readonly limit: number;
  readonly cursor?: string;
}

/** Reader of registered markets by venue and key. A store without a register returns null and empty pages. */
export interface RegisterReader {
  findMarket(key: Pick<AssetRef, 'venue' | 'storeKey'>): Promise<RegisteredMarket | null>;
  /** Finds markets, in the order of the keys; null for each unknown market. */
  findMarketMany(keys: readonly Pick<AssetRef, 'venue' | 'storeKey'>[]): Promise<(RegisteredMarket | null)[]>;
  /** Lists markets page by page. @throws {CursorError} when the cursor is not one of this list. */
  listMarkets(query: MarketQuery): Promise<MarketPage>;
  /** Finds a rules text by its hash; null when it is unknown, or damaged. */
  findRules(hash: string): Promise<string | null>;
  /** Lists rules texts page by page. @throws {CursorError} when the cursor is not one of this list. */
  listRules(query: RulesQuery): Promise<RulesPage>;
}

export interface RegisterWriter {
  /**
   * Stores markets with times of their own, to join another register with this one. A market that is known already
   * keeps the earlier first sight and the facts of the later change.
   */
  putMarkets(
    markets: readonly (Omit<RegisteredMarket, 'rulesHash'> & { readonly rules: string | null })[],
  ): Promise<void>;
}

export interface LinkSpanQuery {
  readonly limit: number;
  readonly cursor?: string;
}

export interface LinkSpanPage {
  /** Spans ordered by a, b and fromMs. */
  readonly spans: readonly LinkSpan[];
  readonly nextCursor: string | null;
}

/** Reader of the spans in which links were in force. */
export interface LinkSpanReader {
  /** Lists the newest `limit` spans with the asset on either side, oldest first. */
  findLinkSpans(asset: string, limit: number): Promise<readonly LinkSpan[]>;
  /** Lists spans page by page. @throws {CursorError} when the cursor is not one of this list. */
  listLinkSpans(query: LinkSpanQuery): Promise<LinkSpanPage>;
  /** Lists the spans that have not ended. */
  listOpenLinkSpans(): Promise<readonly LinkSpan[]>;
}

export interface LinkSpanWriter {
  /** Stores spans in one commit; a span replaces the stored one with the same a, b and fromMs (to close it). */
  putLinkSpans(spans: readonly LinkSpan[]): Promise<void>;
}
