import { getMarketName, hasEnded, type MarketState, type VenueId } from '../domain/index.ts';
import type { Feed, VenueSnapshot } from '../feed/feed.ts';
import type {
  ChangeableSearch,
  MarketFigures,
  MarketSearch,
  SearchAnswer,
  SearchRequest,
} from './market-search.ts';
import type { SearchedMarket } from './searched-market.ts';
import type { SearchQuery } from './searcher.ts';

/** Markets in one message to the search, so that copying them takes the event loop about a millisecond. */
const MAX_PUT = 500;
/** Change of the logarithm of a volume from which a search is told. A smaller one alters no order that matters. */
const VOLUME_STEP = 0.1;

interface Told {
  readonly title: string;
  readonly event: string | null;
  readonly answer: string | null;
  volumeLog: number;
  isOpen: boolean;
}

/** A search that is always told what the feed lists, before it is asked and after each poll. */
export class FeedSearch implements MarketSearch {
  readonly #feed: Pick<Feed, 'venues' | 'snapshot'>;
  readonly #search: ChangeableSearch;
  readonly #seen = new Map<VenueId, VenueSnapshot>();
  readonly #told = new Map<VenueId, Map<string, Told>>();
  #generation = 0;

  constructor(feed: Pick<Feed, 'venues' | 'snapshot'>, search: ChangeableSearch) {
    this.#feed = feed;
    this.#search = search;
  }

  search(request: SearchRequest): Promise<SearchAnswer> {
    this.update();
    return this.#search.search(request);
  }

  rank(query: SearchQuery): Promise<readonly string[]> {
    this.update();
    return this.#search.rank(query);
  }

  /** Tells the search what polls since the last call have changed. */
  update(): void {
    if (this.#generation !== this.#search.generation) {
      this.#generation = this.#search.generation;
      this.#seen.clear();
      this.#told.clear();
    }
    for (const venue of this.#feed.venues) {
      const snapshot = this.#feed.snapshot(venue);
      if (snapshot === null || this.#seen.get(venue) === snapshot) continue;
      this.#seen.set(venue, snapshot);
      this.#tell(venue, snapshot);
    }
  }

  #tell(venue: VenueId, { markets, byAsset }: VenueSnapshot): void {
    const told = this.#told.get(venue) ?? new Map<string, Told>();
    this.#told.set(venue, told);
    const put: SearchedMarket[] = [];
    const figures: MarketFigures[] = [];
    for (const state of markets) {
      const { asset } = state.ref;
      const texts = readTexts(state);
      const { title, event, answer } = texts;
      const volumeUsd = state.ticker.volume24hUsd ?? 0;
      const isOpen = state.kind === 'perp' || !hasEnded(state.ticker.status);
      const known = told.get(asset);
      const volumeLog = Math.log1p(Math.max(0, volumeUsd));
      if (known === undefined || known.title !== title || known.event !== event || known.answer !== answer) {
        told.set(asset, { title, event, answer, volumeLog, isOpen });
        put.push({ asset, venue, kind: state.ref.kind, ...texts, volumeUsd, isOpen });
      } else if (known.isOpen !== isOpen || Math.abs(known.volumeLog - volumeLog) >= VOLUME_STEP) {
        Object.assign(known, { volumeLog, isOpen });
        figures.push({ asset, volumeUsd, isOpen });
      }
    }
    const gone = [...told.keys()].filter((asset) => !byAsset.has(asset));
    for (const asset of gone) told.delete(asset);
    for (let at = 0; at < put.length; at += MAX_PUT)
      this.#search.change({ put: put.slice(at, at + MAX_PUT), figures: [], gone: [] });
    if (figures.length + gone.length > 0) this.#search.change({ put: [], figures, gone });
  }
}

function readTexts(state: MarketState): Pick<SearchedMarket, 'title' | 'event' | 'eventKey' | 'answer'> {
  if (state.kind === 'perp')
    return { title: getMarketName(state), event: null, eventKey: null, answer: null };
  const { title, eventTitle: event, eventKey } = state.ticker;
  return { title, event, eventKey, answer: state.terms.answer };
}
