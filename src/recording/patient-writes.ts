import { setTimeout as wait } from 'node:timers/promises';
import { type EpochMs, epochMs, type Gap, type VenueId } from '../domain/index.ts';
import type {
  HistoryStore,
  Page,
  ReadOptions,
  SeriesEntry,
  SeriesFilter,
  SeriesKey,
  SeriesObservation,
} from '../history/history-store.ts';
import type { Listing } from '../history/market-register.ts';

/** What the recorder asks of a history. */
export interface RecorderStore
  extends Pick<HistoryStore, 'putGap' | 'openGaps' | 'lastRecordedMs' | 'allAssets' | 'read'> {
  /** @param onLost The call has returned without a failure, and nothing of it was stored after all. */
  append(batch: readonly SeriesObservation[], listing?: Listing, onLost?: () => void): Promise<void>;
}

/** Readers do not wait longer for a poll because it cannot be stored. */
const GRACE_MS = 1_000;

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
  readonly #storedMs = new Map<VenueId, EpochMs>();
  /** What was lost of each venue and is not stored as a gap yet: tried again with the next poll that is stored. */
  readonly #unwritten = new Map<VenueId, Gap>();
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
      this.#writeGap(venue);
    });
    return this.#wait(stored, (error) => {
      onLost?.();
      if (venue !== undefined) this.#noteGap(venue, epochMs(newest));
      this.#options.onLost(error);
    });
  }

  putGap(gap: Gap): Promise<void> {
    return this.#wait(this.#options.history.putGap(gap), this.#options.onLost);
  }

  openGaps(venue: VenueId): Promise<Gap[]> {
    return this.#options.history.openGaps(venue);
  }

  lastRecordedMs(venue: VenueId): Promise<EpochMs | null> {
    return this.#options.history.lastRecordedMs(venue);
  }

  allAssets(filter?: SeriesFilter): AsyncGenerator<readonly SeriesEntry[]> {
    return this.#options.history.allAssets(filter);
  }

  read(key: SeriesKey, options: ReadOptions): Promise<Page> {
    return this.#options.history.read(key, options);
  }

  async #wait(write: Promise<void>, onLost: (error: unknown) => void): Promise<void> {
    const grace = new AbortController();
    const late = wait(this.#options.graceMs ?? GRACE_MS, 'late' as const, { signal: grace.signal });
    late.catch(() => undefined);
    try {
      if ((await Promise.race([write, late])) !== 'late') return;
    } finally {
      grace.abort();
    }
    this.#waiting++;
    write.catch(onLost).finally(() => {
      this.#waiting--;
    });
  }

  #noteGap(venue: VenueId, toMs: EpochMs): void {
    const fromMs = this.#storedMs.get(venue) ?? toMs;
    // It has one key with the gap of the poll before, if that was lost too, and so replaces it.
    this.#unwritten.set(venue, { venue, storeKey: null, fromMs, toMs, reason: LOST });
    this.#writeGap(venue);
  }

  #writeGap(venue: VenueId): void {
    const gap = this.#unwritten.get(venue);
    if (gap === undefined) return;
    const written = this.#options.history.putGap(gap).then(() => {
      if (this.#unwritten.get(venue) === gap) this.#unwritten.delete(venue);
    });
    written.catch(this.#options.onLost);
  }
}
