import { changePts, type DayChange, differencePts, isMispriced } from '../analytics/index.ts';
import {
  type AssetClass,
  type AssetKind,
  type EpochMs,
  getMarketName,
  KIND_TRAITS,
  type MarketState,
  type SideNames,
  type VenueId,
} from '../domain/index.ts';
import type { Feed, VenueSnapshot } from '../feed/feed.ts';
import type { MarketSearch } from '../search/market-search.ts';
import type { PriceBlock } from './bundle.ts';
import type { FairValueBlock, FairValues } from './fair-values.ts';

/** One tradable asset as a row of the index. */
export interface IndexEntry extends SideNames {
  readonly asset: string;
  readonly venue: VenueId;
  readonly kind: AssetKind;
  readonly lastPrice: number | null;
  readonly name: string;
  /**
   * Time when this service read the venue's list with this price, epoch ms; null: the venue repeated an earlier price.
   */
  readonly asOfMs: EpochMs | null;
  readonly isStale: boolean;
  readonly fairPrice: number | null;
  readonly basisBps: number | null;
  /** Basis of a probability in percentage points; null for perpetuals. */
  readonly basisPts: number | null;
  readonly change24hPct: number | null;
  readonly change24hPts: number | null;
  readonly change24hSource: PriceBlock['change24hSource'];
  readonly volume24hUsd: number | null;
  /** Time when trading ends, or when the question is due, epoch ms; null for perpetuals. */
  readonly endDate: EpochMs | null;
  /** The venue's event that the market is an outcome of. Results of a search alone have it. */
  readonly event?: IndexedEvent;
}

/** An event at a venue, which groups several markets. */
export interface IndexedEvent {
  readonly key: string;
  /** Title of the event; the title of the market if the venue states no event. */
  readonly title: string;
}

/** A row of the index without the change in 24 hours. */
type BoardEntry = Omit<IndexEntry, 'change24hPct' | 'change24hPts' | 'change24hSource'>;

export interface IndexFilters {
  /** Asset classes to include; empty: all. */
  readonly classes: readonly AssetClass[];
  readonly freshOnly: boolean;
  /** Minimum distance from the fair value; for probabilities also half a cent. null: none. */
  readonly minBasisBps: number | null;
  /** Words to find in name, event or id. The best matches come first then. null: no search. */
  readonly search: string | null;
}

export interface IndexPageOptions {
  /** Maximum number of entries on a page; null: all. */
  readonly limit: number | null;
  readonly offset: number;
  /** Last entry of the page before; null: the page begins at the start. */
  readonly after: IndexPosition | null;
}

/** A position in the order of the index: by venue, then by asset id. */
export interface IndexPosition {
  readonly venue: VenueId;
  readonly asset: string;
}

export interface IndexPage {
  readonly entries: readonly IndexEntry[];
  /** Position after which the next page begins; null: this is the last page. */
  readonly next: IndexPosition | null;
  readonly tracked: number;
  /** Totals of all entries that pass the filters, on this page or not. */
  readonly summary: {
    readonly total: number;
    readonly byVenue: Readonly<Partial<Record<VenueId, number>>>;
    readonly freshCount: number;
    readonly staleCount: number;
  };
}

interface BoardRow {
  readonly entry: BoardEntry;
  readonly state: MarketState;
  readonly assetClass: AssetClass;
  readonly fairValue: FairValueBlock;
}

/** Reads the changes in 24 hours, in the given order; null for an asset without a change. */
export type ReadChanges = (states: readonly MarketState[]) => Promise<readonly (DayChange | null)[]>;

/** Index of all listed assets. Rows are built once per poll result, not once per request. */
export class AssetIndex {
  readonly #feed: Feed;
  readonly #fairValues: FairValues;
  /** Reads the changes of binaries in 24 hours; null: binaries have no change. */
  readonly #changes: ReadChanges | null;
  readonly #search: Pick<MarketSearch, 'rank'>;
  #builtFrom: readonly unknown[] = [];
  #rows: readonly BoardRow[] = [];

  constructor(
    feed: Feed,
    {
      fairValues,
      changes,
      search,
    }: {
      readonly fairValues: FairValues;
      readonly changes: ReadChanges | null;
      readonly search: Pick<MarketSearch, 'rank'>;
    },
  ) {
    this.#feed = feed;
    this.#fairValues = fairValues;
    this.#changes = changes;
    this.#search = search;
  }

  async page(filters: IndexFilters, { limit, offset, after }: IndexPageOptions): Promise<IndexPage> {
    const rows = this.#current();
    const filtered = rows.filter((row) => passes(row, filters));
    const passing = filters.search === null ? filtered : await this.#rank(filtered, filters, filters.search);
    const remaining = after === null ? passing : this.#selectAfter(passing, after, filters.search !== null);
    const end = limit === null ? remaining.length : offset + limit;
    const shown = remaining.slice(offset, end);
    const lastShown = shown.at(-1)?.entry;
    const entries = await this.#withChanges(shown);
    return {
      entries:
        filters.search === null
          ? entries
          : entries.map((entry, i) => Object.assign(entry, findEvent(shown[i]!.state))),
      next: lastShown === undefined || end >= remaining.length ? null : lastShown,
      tracked: rows.length,
      summary: summarise(passing, this.#feed.venues),
    };
  }

  /** Selects the rows that a search finds, the best first. */
  async #rank(rows: readonly BoardRow[], { classes }: IndexFilters, text: string): Promise<BoardRow[]> {
    const found = await this.#search.rank({
      text,
      venue: null,
      classes,
      withEnded: false,
      order: 'relevance',
    });
    const byAsset = new Map(rows.map((row) => [row.entry.asset, row]));
    return found.flatMap((asset) => byAsset.get(asset) ?? []);
  }

  /**
   * Selects the rows after a position. The order of a search is by volume, which changes, so its page continues after
   * the current position of that row.
   */
  #selectAfter(rows: readonly BoardRow[], after: IndexPosition, isSearch: boolean): readonly BoardRow[] {
    if (!isSearch) return rows.filter(({ entry }) => this.#isAfter(entry, after));
    return rows.slice(rows.findIndex(({ entry }) => entry.asset === after.asset) + 1);
  }

  async #withChanges(rows: readonly BoardRow[]): Promise<readonly IndexEntry[]> {
    const binaries = rows.map(({ state }) => state).filter(({ kind }) => kind === 'binary');
    const read = this.#changes === null ? [] : await this.#changes(binaries);
    const changes = new Map(binaries.map(({ ref }, index) => [ref.asset, read[index] ?? null]));
    return rows.map(({ entry, state }) => {
      if (state.kind === 'perp') {
        const { changePct } = state.ticker;
        const change24hSource = changePct === null ? null : 'snapshot';
        return { ...entry, change24hPct: changePct, change24hPts: null, change24hSource };
      }
      const change = changes.get(entry.asset) ?? null;
      return {
        ...entry,
        change24hPct: change === null ? null : change.frac * 100,
        change24hPts: changePts(entry.lastPrice, change?.frac ?? null),
        change24hSource: change?.source ?? null,
      };
    });
  }

  #isAfter(entry: BoardEntry, after: IndexPosition): boolean {
    const order = this.#feed.venues.indexOf(entry.venue) - this.#feed.venues.indexOf(after.venue);
    return order > 0 || (order === 0 && entry.asset > after.asset);
  }

  /**
   * Returns the current rows. They are rebuilt after a new poll result, after a change of the links, and when a venue
   * becomes stale, because its mids then leave every consensus.
   */
  #current(): readonly BoardRow[] {
    const { venues } = this.#feed;
    const snapshots = venues.flatMap((venue) => [this.#feed.snapshot(venue), this.#feed.isStale(venue)]);
    const sources = [this.#fairValues.version, ...snapshots];
    const isSame =
      sources.length === this.#builtFrom.length && sources.every((part, i) => part === this.#builtFrom[i]);
    if (!isSame) {
      this.#builtFrom = sources;
      this.#rows = venues.flatMap((venue) => this.#buildRows(this.#feed.snapshot(venue)));
    }
    return this.#rows;
  }

  #buildRows(snapshot: VenueSnapshot | null): BoardRow[] {
    if (snapshot === null) return [];
    const isStale = this.#feed.isStale(snapshot.venue);
    return snapshot.markets
      .map((market) => this.#buildRow(market, snapshot, isStale))
      .sort((a, b) => (a.entry.asset < b.entry.asset ? -1 : 1));
  }

  #buildRow(state: MarketState, { fetchedAt }: VenueSnapshot, isStale: boolean): BoardRow {
    const { ref, price, bid, ask, venueTime } = state;
    const fairValue = this.#fairValues.compute({
      ref,
      state,
      last: price,
      bid,
      ask,
      venueTime,
      receivedAt: fetchedAt,
      feedAgeMs: null,
      isBeyondLimit: false,
      isStale,
    });
    const name = getMarketName(state);
    const ticker = state.kind === 'binary' ? state.ticker : null;
    const { volume24hUsd } = state.ticker;
    return {
      state,
      entry: {
        asset: ref.asset,
        venue: ref.venue,
        kind: ref.kind,
        lastPrice: price,
        name,
        yesMeans: ticker?.yesMeans ?? null,
        noMeans: ticker?.noMeans ?? null,
        asOfMs: state.carried === true ? null : fetchedAt,
        isStale,
        fairPrice: fairValue.value,
        basisBps: fairValue.basisBps,
        basisPts: ticker === null ? null : differencePts(price, fairValue.value),
        volume24hUsd,
        endDate: ticker?.closeTime ?? ticker?.endDate ?? null,
      },
      assetClass: KIND_TRAITS[ref.kind].assetClass,
      fairValue,
    };
  }
}

function findEvent(state: MarketState): Pick<IndexEntry, 'event'> {
  if (state.kind === 'perp' || state.ticker.eventKey === null) return {};
  const { eventKey, eventTitle, title } = state.ticker;
  return { event: { key: eventKey, title: eventTitle ?? title } };
}

function passes({ entry, assetClass, fairValue }: BoardRow, filters: IndexFilters): boolean {
  const { classes, freshOnly, minBasisBps } = filters;
  if (classes.length > 0 && !classes.includes(assetClass)) return false;
  if (freshOnly && entry.isStale) return false;
  if (minBasisBps === null) return true;
  return isMispriced(fairValue, { unit: fairValue.unit, last: entry.lastPrice, minBasisBps });
}

function summarise(rows: readonly BoardRow[], venues: readonly VenueId[]): IndexPage['summary'] {
  const byVenue: Partial<Record<VenueId, number>> = Object.fromEntries(venues.map((venue) => [venue, 0]));
  let staleCount = 0;
  for (const { entry } of rows) {
    byVenue[entry.venue] = (byVenue[entry.venue] ?? 0) + 1;
    if (entry.isStale) staleCount++;
  }
  return { total: rows.length, byVenue, freshCount: rows.length - staleCount, staleCount };
}
