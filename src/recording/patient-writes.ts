import { type EpochMs, epochMs, type Gap, type Recorder, type StatedEnd } from '../domain/index.ts';
import type { GapPage, GapQuery } from '../history/contract/gaps.ts';
import type {
  HistoryStore,
  Page,
  ReadOptions,
  SeriesFilter,
  SeriesObservation,
} from '../history/contract/history-store.ts';
import type { Listing } from '../history/contract/market-register.ts';
import type { StoredResolution } from '../history/contract/resolutions.ts';
import type { MarketKey, SeriesEntry, SeriesKey, Window } from '../history/contract/series.ts';
import { withDeadline } from '../scheduling/deadline.ts';

/** Calls of the history that the recorder needs. */
export interface RecorderStore
  extends Pick<
    HistoryStore,
    | 'findResolutionMany'
    | 'findEndsMany'
    | 'putGap'
    | 'listGaps'
    | 'listGapPage'
    | 'listOpenGaps'
    | 'findLastRecordedMs'
    | 'scanAssets'
    | 'read'
  > {
  /**
   * Appends a poll.
   *
   * @param onLost Called when `append` has returned without a failure, but nothing was stored in the end.
   */
  append(batch: readonly SeriesObservation[], listing?: Listing, onLost?: () => void): Promise<void>;
}

/** Longest time in ms for which a poll waits for its write before readers see it. */
const GRACE_MS = 1_000;

/**
 * Maximum number of waiting gaps. A venue with an open gap for each market while the store is unavailable has about so
 * many.
 */
const MAX_UNWRITTEN = 50_000;

const LOST = 'store: what was read waited in memory and could not be written';

export interface PatientWritesOptions {
  readonly history: RecorderStore;
  /** Reports that a write which continued in the background has failed. */
  readonly onLost: (error: unknown) => void;
  readonly graceMs?: number;
}

/**
 * Writes to a history on servers, which may be unavailable for minutes and keeps its input in memory until then, in
 * order. A slow write continues in the background, so that prices are shown meanwhile. If it fails in the end, it
 * leaves a gap.
 */
export class PatientWrites implements RecorderStore {
  readonly #options: PatientWritesOptions;
  /** Newest stored time of each venue. */
  readonly #storedMs = new Map<Recorder, EpochMs>();
  /** Gaps that are not stored yet, by key. They are tried again after the next stored poll of their venue. */
  readonly #unwritten = new Map<string, Gap>();
  /** Venues whose gaps are being written. */
  readonly #writing = new Set<Recorder>();
  #waiting = 0;

  constructor(options: PatientWritesOptions) {
    this.#options = options;
  }

  /** Number of writes that continue in the background. */
  get waiting(): number {
    return this.#waiting;
  }

  append(batch: readonly SeriesObservation[], listing?: Listing, onLost?: () => void): Promise<void> {
    const venue = listing?.venue ?? batch[0]?.venue;
    const newest = batch.reduce((most, { t }) => Math.max(most, t), listing?.at ?? 0);
    const stored = this.#options.history.append(batch, listing).then(() => {
      if (venue === undefined) return;
      this.#storedMs.set(venue, epochMs(newest));
      this.#writeGaps(venue);
    });
    return this.#wait(stored, (error) => {
      onLost?.();
      if (venue !== undefined) this.#noteGap(venue, epochMs(newest));
      this.#options.onLost(error);
    });
  }

  putGap(gap: Gap): Promise<void> {
    // Only the newest state of a gap has to be written.
    this.#unwritten.delete(toKey(gap));
    return this.#wait(this.#options.history.putGap(gap), (error) => {
      this.#keep(gap);
      this.#options.onLost(error);
    });
  }

  listOpenGaps(venue: Recorder): Promise<Gap[]> {
    return this.#options.history.listOpenGaps(venue);
  }

  listGaps(venue: Recorder, window: Window, storeKey?: string): Promise<Gap[]> {
    return this.#options.history.listGaps(venue, window, storeKey);
  }

  findResolutionMany(keys: readonly SeriesKey[]): Promise<(StoredResolution | null)[]> {
    return this.#options.history.findResolutionMany(keys);
  }

  findEndsMany(keys: readonly MarketKey[]): Promise<StatedEnd[][]> {
    return this.#options.history.findEndsMany(keys);
  }

  listGapPage(query: GapQuery): Promise<GapPage> {
    return this.#options.history.listGapPage(query);
  }

  findLastRecordedMs(venue: Recorder): Promise<EpochMs | null> {
    return this.#options.history.findLastRecordedMs(venue);
  }

  scanAssets(filter?: SeriesFilter): AsyncGenerator<readonly SeriesEntry[]> {
    return this.#options.history.scanAssets(filter);
  }

  read(key: SeriesKey, options: ReadOptions): Promise<Page> {
    return this.#options.history.read(key, options);
  }

  async #wait(write: Promise<void>, onLost: (error: unknown) => void): Promise<void> {
    const stored = write.then(() => true);
    const isStored = await withDeadline(stored, this.#options.graceMs ?? GRACE_MS, () => false);
    if (isStored) return;
    this.#waiting++;
    write.catch(onLost).finally(() => {
      this.#waiting--;
    });
  }

  #noteGap(venue: Recorder, toMs: EpochMs): void {
    const fromMs = this.#storedMs.get(venue) ?? toMs;
    // When the previous poll was lost too, its gap has the same key and is replaced.
    this.#keep({ venue, storeKey: null, fromMs, toMs, reason: LOST });
    this.#writeGaps(venue);
  }

  #keep(gap: Gap): void {
    const key = toKey(gap);
    if (this.#unwritten.size < MAX_UNWRITTEN || this.#unwritten.has(key)) this.#unwritten.set(key, gap);
  }

  /** Writes waiting gaps one after the other until one fails. */
  #writeGaps(venue: Recorder): void {
    if (this.#writing.has(venue)) return;
    this.#writing.add(venue);
    this.#writeEach(venue)
      .catch(this.#options.onLost)
      .finally(() => this.#writing.delete(venue));
  }

  async #writeEach(venue: Recorder): Promise<void> {
    let isDone = false;
    while (!isDone) {
      isDone = true;
      for (const [key, gap] of this.#unwritten) {
        if (gap.venue !== venue) continue;
        await this.#options.history.putGap(gap);
        // A newer state has replaced the gap during the write.
        if (this.#unwritten.get(key) !== gap) isDone = false;
        else this.#unwritten.delete(key);
      }
    }
  }
}

function toKey({ venue, storeKey, fromMs }: Gap): string {
  return `${venue}\0${storeKey ?? ''}\0${fromMs}`;
}
