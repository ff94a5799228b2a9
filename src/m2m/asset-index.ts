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
import type { PriceBlock } from './bundle.ts';
import type { FairValueBlock, FairValues } from './fair-values.ts';
import { describeSearched, type SearchedRow, searchRows } from './index-search.ts';

/** One tradable asset, in one line. */
export interface IndexEntry extends SideNames {
  readonly asset: string;
  readonly venue: VenueId;
  readonly kind: AssetKind;
  readonly lastPrice: number | null;
  readonly name: string;
  /** Our clock when the venue's list with this price was read; null where the venue repeated an earlier one. */
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
  /** Time when trading ends, or when the question is due; null for perpetuals. Epoch ms. */
  readonly endDate: EpochMs | null;
  /** The venue's event that the market is an outcome of. Results of a search alone have it. */
  readonly event?: IndexedEvent;
}

/** An event of a venue. */
export interface IndexedEvent {
  readonly key: string;
  /** That of the market where the venue names no event. */
  readonly title: string;
}

/** An entry before its change of 24 hours is read. */
type BoardEntry = Omit<IndexEntry, 'change24hPct' | 'change24hPts' | 'change24hSource'>;

export interface IndexFilters {
  /** Classes; empty: all classes. */
  readonly classes: readonly AssetClass[];
  readonly freshOnly: boolean;
  /** Least distance from the fair value and, for probabilities, half a cent. */
  readonly minBasisBps: number | null;
  /** Words to find in the name, the event or the id. The best matches then come first: {@link searchRows}. */
  readonly search: string | null;
}

export interface IndexPageOptions {
  /** Most entries of a page; null: all. */
  readonly limit: number | null;
  readonly offset: number;
  /** The last entry of the page before; null: from the start. */
  readonly after: IndexPosition | null;
}

/** A place in the order of the index: venue, then asset id. */
export interface IndexPosition {
  readonly venue: VenueId;
  readonly asset: string;
}

export interface IndexPage {
  readonly entries: readonly IndexEntry[];
  /** Position at which the next page begins; null on the last. */
  readonly next: IndexPosition | null;
  readonly tracked: number;
  /** Totals of all filtered entries, regardless of the page. */
  readonly summary: {
    readonly total: number;
    readonly byVenue: Readonly<Partial<Record<VenueId, number>>>;
    readonly freshCount: number;
    readonly staleCount: number;
  };
}

interface BoardRow extends SearchedRow {
  readonly entry: BoardEntry;
  readonly state: MarketState;
  readonly assetClass: AssetClass;
  readonly fairValue: FairValueBlock;
}

/** Changes of 24 hours, in the order given; null where there is none. */
export type ReadChanges = (states: readonly MarketState[]) => Promise<readonly (DayChange | null)[]>;

/** The index of all listed assets. Rows are made once per poll result, not once per question. */
export class AssetIndex {
  readonly #feed: Feed;
  readonly #fairValues: FairValues;
  /** Changes of perpetuals within 24 hours; null: binaries have no change. */
  readonly #changes: ReadChanges | null;
  #builtFrom: readonly unknown[] = [];
  #rows: readonly BoardRow[] = [];

  constructor(feed: Feed, fairValues: FairValues, changes: ReadChanges | null) {
    this.#feed = feed;
    this.#fairValues = fairValues;
    this.#changes = changes;
  }

  async page(filters: IndexFilters, { limit, offset, after }: IndexPageOptions): Promise<IndexPage> {
    const rows = this.#current();
    const filtered = rows.filter((row) => passes(row, filters));
    const passing = filters.search === null ? filtered : searchRows(filtered, filters.search);
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

  /** In an order by volume, which moves, the page continues behind the current position of the row. */
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

  /** Rows change with a new poll result, with new links, and when a venue turns stale: its mids leave every consensus. */
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
    const isOpen = ticker === null || ticker.status === 'open' || ticker.status === 'paused';
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
      ...describeSearched({ asset: ref.asset, name, event: ticker?.eventTitle ?? null }),
      isOpen: isOpen && !isStale,
      volumeUsd: volume24hUsd ?? 0,
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
