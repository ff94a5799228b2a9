import { isMispriced } from '../analytics/index.ts';
import {
  type AssetClass,
  type AssetKind,
  KIND_TRAITS,
  type MarketState,
  type VenueId,
} from '../domain/index.ts';
import type { Feed, VenueSnapshot } from '../feed/feed.ts';
import type { FairValueBlock, FairValues } from './fair-values.ts';
import { getName } from './name.ts';

/** One tradable asset, in one line. */
export interface IndexEntry {
  readonly asset: string;
  readonly venue: VenueId;
  readonly kind: AssetKind;
  readonly lastPrice: number | null;
  readonly name: string;
  readonly isStale: boolean;
  readonly fairPrice: number | null;
  readonly basisBps: number | null;
}

export interface IndexFilters {
  /** Empty: all classes. */
  readonly classes: readonly AssetClass[];
  readonly freshOnly: boolean;
  /** Only assets at least so far from their fair value and, for probabilities, half a cent. */
  readonly minBasisBps: number | null;
  /** Every word must occur in the name, the event or the id. */
  readonly search: string | null;
}

export interface IndexPageOptions {
  /** null: all. */
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
  /** Where the next page begins; null on the last. */
  readonly next: IndexPosition | null;
  readonly tracked: number;
  /** Of the filtered entries, regardless of the page. */
  readonly summary: {
    readonly total: number;
    readonly byVenue: Readonly<Partial<Record<VenueId, number>>>;
    readonly freshCount: number;
    readonly staleCount: number;
  };
}

interface BoardRow {
  readonly entry: IndexEntry;
  readonly assetClass: AssetClass;
  readonly fairValue: FairValueBlock;
  /** Lower case. */
  readonly searched: string;
}

/** The index of all listed assets. Rows are made once per poll result, not once per question. */
export class IndexBoard {
  readonly #feed: Feed;
  readonly #fairValues: FairValues;
  #builtFrom: readonly unknown[] = [];
  #rows: readonly BoardRow[] = [];

  constructor(feed: Feed, fairValues: FairValues) {
    this.#feed = feed;
    this.#fairValues = fairValues;
  }

  page(filters: IndexFilters, { limit, offset, after }: IndexPageOptions): IndexPage {
    const rows = this.#current();
    const passing = rows.filter((row) => passes(row, filters));
    const remaining = after === null ? passing : passing.filter(({ entry }) => this.#isAfter(entry, after));
    const end = limit === null ? remaining.length : offset + limit;
    const entries = remaining.slice(offset, end).map(({ entry }) => entry);
    const lastShown = entries.at(-1);
    return {
      entries,
      next: lastShown === undefined || end >= remaining.length ? null : lastShown,
      tracked: rows.length,
      summary: summarise(passing, this.#feed.venues),
    };
  }

  #isAfter(entry: IndexEntry, after: IndexPosition): boolean {
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
      isStale,
    });
    const name = getName(ref, state);
    const event = state.kind === 'binary' ? state.ticker.eventTitle : null;
    return {
      entry: {
        asset: ref.asset,
        venue: ref.venue,
        kind: ref.kind,
        lastPrice: price,
        name,
        isStale,
        fairPrice: fairValue.value,
        basisBps: fairValue.basisBps,
      },
      assetClass: KIND_TRAITS[ref.kind].assetClass,
      fairValue,
      searched: `${ref.asset} ${name} ${event ?? ''}`.toLowerCase(),
    };
  }
}

function passes({ entry, assetClass, fairValue, searched }: BoardRow, filters: IndexFilters): boolean {
  const { classes, freshOnly, minBasisBps, search } = filters;
  if (classes.length > 0 && !classes.includes(assetClass)) return false;
  if (freshOnly && entry.isStale) return false;
  if (minBasisBps !== null) {
    const { unit } = fairValue;
    if (!isMispriced(fairValue, { unit, last: entry.lastPrice, minBasisBps })) return false;
  }
  if (search === null) return true;
  const words = search.toLowerCase().split(/\s+/);
  return words.every((word) => searched.includes(word));
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
