import type { AssetKind, VenueId } from '../domain/index.ts';
import { foldForSearch, splitWords } from './search-text.ts';

/** A market as a search knows it. */
export interface SearchedMarket {
  readonly asset: string;
  readonly venue: VenueId;
  readonly kind: AssetKind;
  /** Question of a binary, coin of a perpetual. */
  readonly title: string;
  readonly event: string | null;
  /** The venue's id of the event; null without one. */
  readonly eventKey: string | null;
  /** Answer for which Yes stands within the event, in the venue's words; null when the venue states none. */
  readonly answer: string | null;
  /** 24 h volume in USD, by which matches are ranked; 0 when it is unknown. */
  readonly volumeUsd: number;
  /** Whether it can be traded. Other markets come later. */
  readonly isOpen: boolean;
}

/** A market that matches, with its relevance. */
export interface Match {
  readonly asset: string;
  readonly volumeUsd: number;
  readonly isOpen: boolean;
  /** Relevance by the words alone; more is better. */
  readonly relevance: number;
}

/** Most listed and ended markets whose relevance one search computes. There may be very many ended ones. */
export const MAX_LISTED_MATCHES = 4_000;
export const MAX_ENDED_MATCHES = 1_000;

/** Length of the shortest word to which another is mended. */
const MIN_WORD = 4;

/** Markets that are found by expressions of `match.ts`. */
export interface MarketIndex {
  find(asset: string): SearchedMarket | null;
  /** Whether any market matches. */
  matches(expression: string): boolean;
  /**
   * Lists the markets that match, with their relevance. Of very many, the newest ones and the perpetuals
   * are listed.
   */
  match(expression: string): readonly Match[];
}

/** Lists the words of the title and event of a market that a query may misspell. */
export function listWords({ title, event }: Pick<SearchedMarket, 'title' | 'event'>): readonly string[] {
  const words = splitWords(foldForSearch(event === null ? title : `${title} ${event}`));
  return words.filter((word) => word.length >= MIN_WORD && !/\d/.test(word));
}
