import type { Recorder } from '../../../domain/index.ts';
import { createLastUsed } from '../../../scheduling/last-used.ts';
import type { SeriesKey } from '../../contract/series.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { createSeries, type SeriesState } from './series.ts';
import { NO_TAIL, Tail } from './tail.ts';
import { TailRoom } from './tail-room.ts';

/** Maximum number of cached series without a tail. */
const MAX_RECENT = 4_096;

/**
 * Series in memory: those that are written to, and some that were looked up. The others are found in the catalogue, so
 * memory does not grow with ended markets.
 */
export class LiveSeries {
  readonly #catalogue: Catalogue;
  readonly #room = new TailRoom();
  readonly #live = new Map<Recorder, Map<string, SeriesState>>();
  readonly #byId = new Map<number, SeriesState>();
  readonly #recent = createLastUsed<string, SeriesState>(MAX_RECENT);
  #nextId: number;

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
    this.#nextId = catalogue.readLastId() + 1;
  }

  /** Number of series that are written to. */
  get size(): number {
    return this.#byId.size;
  }

  /** Returns the series that are written to, in the order of their first write. */
  all(): IterableIterator<SeriesState> {
    return this.#byId.values();
  }

  ofVenue(venue: Recorder): ReadonlyMap<string, SeriesState> | null {
    return this.#live.get(venue) ?? null;
  }

  isLive(id: number): boolean {
    return this.#byId.has(id);
  }

  find(key: SeriesKey): SeriesState | null {
    const live = this.#live.get(key.venue)?.get(key.storeKey);
    if (live !== undefined) return live;
    const name = toName(key);
    const recent = this.#recent.get(name);
    if (recent !== undefined) return recent;
    const found = this.#catalogue.find(key);
    if (found !== null) this.#recent.set(name, found);
    return found;
  }

  /**
   * Finds series that are not written to, several of a venue at once. Those that are not stored are left out.
   *
   * @returns By store key.
   */
  findAsleep(venue: Recorder, storeKeys: Iterable<string>): ReadonlyMap<string, SeriesState> {
    const found = new Map<string, SeriesState>();
    const unknown: string[] = [];
    for (const storeKey of storeKeys) {
      const recent = this.#recent.get(toName({ venue, storeKey }));
      if (recent === undefined) unknown.push(storeKey);
      else found.set(storeKey, recent);
    }
    for (const series of this.#catalogue.findMany(venue, unknown)) found.set(series.storeKey, series);
    return found;
  }

  /** Creates a series that is not stored yet. @param ahead Number of series proposed before it in the same batch. */
  propose({ venue, storeKey, asset }: SeriesKey & { readonly asset: string }, ahead = 0): SeriesState {
    return createSeries({ id: this.#nextId + ahead, venue, storeKey, asset });
  }

  /** Adds a series that is written to. */
  enliven(series: SeriesState): void {
    if (this.#byId.has(series.id)) return;
    series.tail = new Tail(this.#room);
    this.#byId.set(series.id, series);
    const ofVenue = this.#live.get(series.venue) ?? new Map<string, SeriesState>();
    ofVenue.set(series.storeKey, series);
    this.#live.set(series.venue, ofVenue);
    this.#recent.delete(toName(series));
    this.#nextId = Math.max(this.#nextId, series.id + 1);
  }

  /** Removes a series that is no longer written to. */
  forget(series: SeriesState): void {
    this.#byId.delete(series.id);
    series.tail = NO_TAIL;
    this.#live.get(series.venue)?.delete(series.storeKey);
  }

  /** Caches a series that was changed and has no tail. */
  remember(series: SeriesState): void {
    this.#nextId = Math.max(this.#nextId, series.id + 1);
    if (!this.#byId.has(series.id)) this.#recent.set(toName(series), series);
  }

  /** Drops the cached series without tails. */
  forgetRecent(): void {
    this.#recent.clear();
  }
}

function toName({ venue, storeKey }: SeriesKey): string {
  return `${venue} ${storeKey}`;
}
