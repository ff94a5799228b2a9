import type { AssetRef, EpochMs, LinkSpan, MarketFacts, Recorder, VenueId } from '../../domain/index.ts';
import type { Forecast } from './forecasts.ts';
import type { ReferenceMark } from './reference-marks.ts';

/** A market as the register keeps it, also after its venue has dropped it. */
export interface RegisteredMarket extends MarketFacts {
  /** Name of the rules text, 32 hexadecimal digits; null where the venue publishes none. */
  readonly rulesHash: string | null;
  /** Time when the market was first seen listed. */
  readonly seenFrom: EpochMs;
  /** Time when the state of the market was last written: its first sight, or its last change. */
  readonly changedAt: EpochMs;
  /** When the terms by which it settles last changed; a strike that appears is no change. Absent: never. */
  readonly settlingChangedAt?: EpochMs;
}

/** A market with its rules, as a poll lists it. */
export interface ListedMarket extends MarketFacts {
  readonly rules: string | null;
}

/** Statements of a poll about the markets themselves. */
export interface Listing {
  readonly venue: Recorder;
  /** When the poll was complete. */
  readonly at: EpochMs;
  /** Markets that are listed for the first time in this run, or say something new. Equal ones are not written again. */
  readonly changed: readonly ListedMarket[];
  /** Prices that count as forecasts since the last poll; one of the same market and horizon replaces the stored one. */
  readonly forecasts?: readonly Forecast[];
  /** Marks of the values of reference prices; one of the same moment and place replaces the stored one. */
  readonly marks?: readonly ReferenceMark[];
}

export interface MarketQuery {
  readonly venue?: VenueId;
  readonly limit: number;
  /** Cursor of an earlier answer's `nextCursor`. */
  readonly cursor?: string;
}

export interface MarketPage {
  /** Markets ordered by venue, then storeKey, both by their bytes in UTF-8. */
  readonly markets: readonly RegisteredMarket[];
  /** Opaque; null on the last page. */
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

/** Registered markets, by venue and key. A store without a register returns null and empty pages. */
export interface RegisterReader {
  findMarket(key: Pick<AssetRef, 'venue' | 'storeKey'>): Promise<RegisteredMarket | null>;
  /** In the order of the keys; null where a market is not known. */
  findMarketMany(keys: readonly Pick<AssetRef, 'venue' | 'storeKey'>[]): Promise<(RegisteredMarket | null)[]>;
  /** @throws {CursorError} on a cursor that no page contained. */
  listMarkets(query: MarketQuery): Promise<MarketPage>;
  /** A rules text by its hash; null where it is not known, or damaged. */
  findRules(hash: string): Promise<string | null>;
  /** @throws {CursorError} on a cursor that no page contained. */
  listRules(query: RulesQuery): Promise<RulesPage>;
}

export interface RegisterWriter {
  /**
   * Stores markets with times of their own, for a register that is joined with another one. Of a market that is known,
   * the earlier first sight stays, and the facts of the later change.
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

/** Reader of which links were held when. */
export interface LinkSpanReader {
  /** Spans of one asset, on either side, oldest first; the newest `limit` of them. */
  findLinkSpans(asset: string, limit: number): Promise<readonly LinkSpan[]>;
  /** @throws {CursorError} on a cursor that no page contained. */
  listLinkSpans(query: LinkSpanQuery): Promise<LinkSpanPage>;
  /** Spans that still last. */
  listOpenLinkSpans(): Promise<readonly LinkSpan[]>;
}

export interface LinkSpanWriter {
  /** Stores spans in one commit; one with the same a, b and fromMs replaces the stored one (to close it). */
  putLinkSpans(spans: readonly LinkSpan[]): Promise<void>;
}
