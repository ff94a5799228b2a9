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

/** The history calls of the recorder. */
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
  /** @param onLost The call has returned without a failure, and nothing of it was stored after all. */
  append(batch: readonly SeriesObservation[], listing?: Listing, onLost?: () => void): Promise<void>;
}

/** Readers do not wait longer for a poll because it cannot be stored. */
const GRACE_MS = 1_000;

/** Most gaps that wait: a venue whose every market opens one while the store is away has this many. */
const MAX_UNWRITTEN = 50_000;

const LOST = 'store: what was read waited in memory and could not be written';

export interface PatientWritesOptions {
  readonly history: RecorderStore;
  /** A write that had been left to wait has failed. */
  readonly onLost: (error: unknown) => void;
  readonly graceMs?: number;
}

/**
 * Writes to a history on servers, which may be away for minutes and keeps what it is given in memory until then, in order. A
 * write that takes long goes on by itself, so that prices are shown meanwhile; one that fails after all leaves a gap.
 */
export class PatientWrites implements RecorderStore {
  readonly #options: PatientWritesOptions;
  /** The newest time that is stored of each venue. */
  readonly #storedMs = new Map<Recorder, EpochMs>();
  /** Gaps that are not stored yet, by their key: tried again with the next poll of their venue that is stored. */
  readonly #unwritten = new Map<string, Gap>();
  /** Venues whose gaps are being written. */
  readonly #writing = new Set<Recorder>();
  #waiting = 0;

  constructor(options: PatientWritesOptions) {
    this.#options = options;
  }

  /** Writes that go on by themselves. */
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
    // The newest word on a gap counts.
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
    // The gap has one key with the gap of the poll before, if that was lost too, and so replaces it.
    this.#keep({ venue, storeKey: null, fromMs, toMs, reason: LOST });
    this.#writeGaps(venue);
  }

  #keep(gap: Gap): void {
    const key = toKey(gap);
    if (this.#unwritten.size < MAX_UNWRITTEN || this.#unwritten.has(key)) this.#unwritten.set(key, gap);
  }

  /** Writes gaps one after the other, as long as it works. */
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
        // A later one has replaced it meanwhile.
        if (this.#unwritten.get(key) !== gap) isDone = false;
        else this.#unwritten.delete(key);
      }
    }
  }
}

function toKey({ venue, storeKey, fromMs }: Gap): string {
  return `${venue}\0${storeKey ?? ''}\0${fromMs}`;
}
