import {
  type EpochMs,
  epochMs,
  findSource,
  type Gap,
  MINUTE_MS,
  REFERENCES,
  toSeriesKey,
} from '../../domain/index.ts';
import type { SeriesObservation } from '../../history/contract/history-store.ts';
import type { ReferenceMark } from '../../history/contract/reference-marks.ts';
import { isIncomplete, type StoredReference } from '../../history/references/reference-record.ts';
import type { ReferenceSeries, ReferenceValue, RelayRefusal } from '../relay.ts';
import { type AdmissionCounts, SeriesAdmission, TOO_OLD_MS } from './admission.ts';
import { SecondWindow } from './second-window.ts';
import { GAP_FROM_MS, SeriesHoles } from './series-holes.ts';

/**
 * Time in ms before the newest value for which the stored values of a series are kept in memory, so that none is stored
 * twice.
 */
export const DEDUPLICATION_WINDOW_MS = 2 * TOO_OLD_MS;

/** The value that was stored last. */
export interface LastReference {
  readonly t: EpochMs;
  readonly text: string | null;
  readonly p: number;
  /** null for a value between whole minutes that an earlier run stored. */
  readonly receivedAt: EpochMs | null;
  readonly relay: string | null;
}

/** Rows that a value adds to the store. */
export interface ReferenceRows {
  readonly record: SeriesObservation | null;
  readonly mark: ReferenceMark | null;
  readonly last: LastReference | null;
}

/** Decides which values of one series are stored, and where the series has holes. */
export class SeriesRecorder {
  readonly series: ReferenceSeries;
  readonly key: string;
  readonly asset: string;
  /** Interval between two values, in ms. null for series whose values arrive only at certain times. */
  readonly everyMs: number | null;
  readonly seconds = new SecondWindow();
  readonly holes: SeriesHoles;
  /** The value that was stored last. null: none yet. */
  last: LastReference | null = null;
  sourceChanged = 0;
  readonly #admission = new SeriesAdmission();
  readonly #wholeCount: number | null;
  /** Times with an incomplete average. */
  readonly #incomplete = new Set<number>();
  #newest: EpochMs | null = null;

  constructor(series: ReferenceSeries) {
    const source = findSource(series.source);
    this.series = series;
    this.key = toSeriesKey(series.source, series.coin);
    this.asset = `${REFERENCES}-${this.key}`;
    this.everyMs = source?.everyMs ?? null;
    this.#wholeCount = source?.count ?? null;
    this.holes = new SeriesHoles(this.key, this.seconds, DEDUPLICATION_WINDOW_MS);
  }

  get counts(): Readonly<AdmissionCounts> {
    return this.#admission.counts;
  }

  /** Newest time with a value. null: none is known. */
  get newest(): EpochMs | null {
    return this.#newest;
  }

  /** Adopts what an earlier run stored. */
  restore(values: readonly StoredReference[], last: LastReference | null, gaps: readonly Gap[]): void {
    this.#admission.restore(
      values.flatMap(({ t, p, text, receivedAt }) =>
        p === null ? [] : [{ t, p, text, receivedAt: receivedAt ?? t }],
      ),
    );
    for (const { t, p } of values) if (p === null) this.#incomplete.add(t);
    this.last = last;
    this.#newest = last?.t ?? null;
    const open = gaps.find(({ toMs }) => toMs === null) ?? null;
    this.holes.restore(
      open,
      gaps.filter((gap) => gap !== open),
    );
  }

  /** Forgets what is stored, because another process has recorded since. */
  forget(): void {
    this.#admission.forgetBefore(Number.POSITIVE_INFINITY);
    this.#incomplete.clear();
    this.holes.takeChanges();
    this.restore([], null, []);
  }

  countRefusal(why: RelayRefusal): void {
    if (why === 'sourceChanged') this.sourceChanged++;
    else this.#admission.counts.invalid++;
  }

  /**
   * Takes a value.
   *
   * @param findReason Returns the reason of a hole before the value.
   * @returns The rows to store. null: none.
   */
  recordValue(value: ReferenceValue, relay: string, findReason: () => string): ReferenceRows | null {
    const { t, text, count, receivedAt } = value;
    if (this.#wholeCount !== null && count !== this.#wholeCount) return this.#recordIncomplete(value, relay);
    const admitted = this.#admission.admit(value);
    if (admitted === null) return null;
    const { p } = admitted.value;
    const place = admitted.place + (this.#incomplete.has(t) ? 1 : 0);
    const isMarked = t % MINUTE_MS === 0;
    const mark: ReferenceMark | null = isMarked
      ? { key: this.key, t, place, text, receivedAt: epochMs(admitted.value.receivedAt), relay, count }
      : null;
    if (!admitted.isNew) return mark === null ? null : { record: null, mark, last: null };
    this.seconds.add(t);
    if (this.everyMs !== null) this.holes.note(t, this.#newest, findReason);
    const last = this.#newest === null || t >= this.#newest ? { t, text, p, receivedAt, relay } : null;
    if (last !== null) this.#newest = t;
    const s = value.isSnapshot ? 'backfill' : 'poll';
    const record = { venue: REFERENCES, storeKey: this.key, asset: this.asset, t, p, v: null, s } as const;
    return { record, mark, last };
  }

  /** Opens the hole of a silent series. Does nothing for a series without values or without regular intervals. */
  openHole(reason: string): void {
    if (this.everyMs !== null && this.#newest !== null) this.holes.open(this.#newest, reason);
  }

  /**
   * Forgets times for which no value can arrive any more. Counting from the newest value or from `now`, whichever is
   * earlier, allows for a clock that is ahead for a while.
   */
  forgetOld(now: EpochMs): void {
    const before = Math.min(now, this.#newest ?? now) - DEDUPLICATION_WINDOW_MS;
    this.#admission.forgetBefore(before);
    for (const t of this.#incomplete) if (t < before) this.#incomplete.delete(t);
    this.holes.forgetBefore(before);
  }

  #recordIncomplete(value: ReferenceValue, relay: string): ReferenceRows | null {
    const { t, count, receivedAt } = value;
    const isReadable = count !== null && isIncomplete(this.key, { text: null, count });
    if (!isReadable || t % MINUTE_MS !== 0) {
      this.countRefusal('invalid');
      return null;
    }
    if (t > receivedAt + GAP_FROM_MS || receivedAt - t > TOO_OLD_MS) return null;
    if (this.#incomplete.has(t) || this.#admission.has(t)) return null;
    this.#incomplete.add(t);
    const mark = { key: this.key, t, place: 0, text: null, receivedAt, relay, count };
    return { record: null, mark, last: null };
  }
}
