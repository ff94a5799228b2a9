import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { VenueId } from '../../domain/index.ts';
import type { SeriesKey } from '../history-store.ts';
import { NOTHING_SEALED, newSeries, type Series } from './series.ts';

export interface SeriesRow {
  readonly id: number;
  readonly venue: VenueId;
  readonly store_key: string;
  readonly asset: string;
  readonly records: number;
  readonly bytes: number;
  readonly first_ms: number | null;
  readonly last_ms: number | null;
  readonly sealed_row: number;
}

/** All series by number and by key. Writing happens inside the caller's transaction. */
export class SeriesIndex {
  readonly #db: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #all: Series[] = [];
  readonly #byId = new Map<number, Series>();
  readonly #byVenue = new Map<VenueId, Map<string, Series>>();
  #nextId = 1;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#insert = db.prepare(
      'INSERT INTO series (id, venue, store_key, asset, records, bytes, sealed_row) VALUES (?, ?, ?, ?, 0, 0, 0)',
    );
  }

  /** In the order of their numbers. */
  get all(): readonly Series[] {
    return this.#all;
  }

  find({ venue, storeKey }: SeriesKey): Series | null {
    return this.#byVenue.get(venue)?.get(storeKey) ?? null;
  }

  byId(id: number): Series | null {
    return this.#byId.get(id) ?? null;
  }

  ofVenue(venue: VenueId): ReadonlyMap<string, Series> | null {
    return this.#byVenue.get(venue) ?? null;
  }

  /** A series that is not stored yet; `ahead` others were proposed before it in the same batch. */
  propose({ venue, storeKey, asset }: SeriesKey & { readonly asset: string }, ahead = 0): Series {
    return newSeries(this.#nextId + ahead, venue, storeKey, asset);
  }

  write({ id, venue, storeKey, asset }: Series): void {
    this.#insert.run(id, venue, storeKey, asset);
  }

  /** Takes a series over that is committed now. */
  adopt(series: Series): void {
    this.#all.push(series);
    this.#byId.set(series.id, series);
    const ofVenue = this.#byVenue.get(series.venue) ?? new Map<string, Series>();
    ofVenue.set(series.storeKey, series);
    this.#byVenue.set(series.venue, ofVenue);
    this.#nextId = Math.max(this.#nextId, series.id + 1);
  }

  /** Reads all series of the file. */
  load(): void {
    const rows = this.#db.prepare('SELECT * FROM series ORDER BY id').all() as unknown as SeriesRow[];
    for (const row of rows) this.adopt(seriesOf(row));
  }
}

/** A series as its row tells, with an empty tail. */
export function seriesOf(row: SeriesRow): Series {
  const firstMs = row.first_ms ?? NOTHING_SEALED.firstMs;
  const lastMs = row.last_ms ?? NOTHING_SEALED.lastMs;
  const { id, venue, store_key, asset, records, bytes, sealed_row } = row;
  return newSeries(id, venue, store_key, asset, { records, bytes, firstMs, lastMs, row: sealed_row });
}
