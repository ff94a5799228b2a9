import type { AssetKind, VenueId } from '../domain/index.ts';
import type { SearchedMarket } from './searched-market.ts';
import type { SearchQuery } from './searcher.ts';

/** Position in the order of a search, after which the next page begins. */
export interface SearchPosition {
  /** Score or volume of the last result; 0 in the order of ids. */
  readonly value: number;
  readonly asset: string;
}

export interface SearchRequest extends SearchQuery {
  readonly limit: number;
  /** Last result of the page before; null: the first page. */
  readonly after: SearchPosition | null;
}

/** A found market. */
export interface SearchHit {
  readonly asset: string;
  readonly venue: VenueId;
  readonly kind: AssetKind;
  readonly title: string;
  readonly event: string | null;
  readonly eventKey: string | null;
  /** Whether the venue no longer lists it. */
  readonly isEnded: boolean;
  readonly score: number;
  /** Words by which it was found. */
  readonly why: readonly string[];
}

export interface SearchAnswer {
  /** Query with mended words; null when no word was mended. */
  readonly corrected: string | null;
  /** Number of found markets, at most `MAX_LISTED_MATCHES` and `MAX_ENDED_MATCHES`. */
  readonly count: number;
  readonly hits: readonly SearchHit[];
  readonly next: SearchPosition | null;
}

/** Error: too many searches wait already, or the search is started again. */
export class SearchBusyError extends Error {
  override readonly name = 'SearchBusyError';
}

/** Searches among listed and ended markets. Searches reject with {@link SearchBusyError} when they must be asked again. */
export interface MarketSearch {
  search(request: SearchRequest): Promise<SearchAnswer>;
  /** Lists the ids of all found markets, the best first. */
  rank(query: SearchQuery): Promise<readonly string[]>;
}

/** Figures of a market that change with each poll. */
export type MarketFigures = Pick<SearchedMarket, 'asset' | 'volumeUsd' | 'isOpen'>;

/** Changes of the listed markets of a venue. */
export interface MarketChanges {
  /** Markets that are new, or whose texts changed. */
  readonly put: readonly SearchedMarket[];
  readonly figures: readonly MarketFigures[];
  /** Ids of markets that the venue no longer lists. */
  readonly gone: readonly string[];
}

/** A search that is told what venues list. */
export interface ChangeableSearch extends MarketSearch {
  /** Rises when the search has lost all markets, because its thread was started again. */
  readonly generation: number;
  /** Applies changes before any later search. */
  change(changes: MarketChanges): void;
}
