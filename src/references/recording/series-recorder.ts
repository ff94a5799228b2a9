import {
  type EpochMs,
  epochMs,
  findSource,
  type Gap,
  MINUTE_MS,
  REFERENCES,
  SECOND_MS,
  toSeriesKey,
} from '../../domain/index.ts';
import type { SeriesObservation } from '../../history/contract/history-store.ts';
import type { ReferenceMark } from '../../history/contract/reference-marks.ts';
import { isIncomplete, type StoredReference } from '../../history/references/reference-record.ts';
import type { ReferenceSeries, ReferenceValue, RelayRefusal } from '../relay.ts';
import { Admission, type AdmissionCounts, TOO_OLD_MS } from './admission.ts';
import { SecondWindow } from './second-window.ts';

/** From this long a hole on it has a gap row. */
export const GAP_FROM_MS = MINUTE_MS;

/** How far before the newest value those of a series are known, so that none is stored twice. */
export const KNOWN_MS = 2 * TOO_OLD_MS;

/** Value that was stored last. */
export interface LastReference {
  readonly t: EpochMs;
  readonly text: string | null;
  readonly p: number;
  /** null where it was stored by an earlier run between whole minutes. */
  readonly receivedAt: EpochMs | null;
  readonly relay: string | null;
}

/** What of a value is to be stored. */
export interface ReferenceRows {
  readonly record: SeriesObservation | null;
  readonly mark: ReferenceMark | null;
  readonly last: LastReference | null;
  /** Hole that ends with it, from a minute on. */
  readonly gap: Gap | null;
}

/** Decides what is stored of one series, and where it has holes. */
export class SeriesRecorder {
  readonly series: ReferenceSeries;
  readonly key: string;
  readonly asset: string;
  /** Time between two values, ms; null where they come at certain times alone. */
  readonly everyMs: number | null;
  readonly seconds = new SecondWindow();
  /** Value that was stored last; null: none yet. */
  last: LastReference | null = null;
  openGap: Gap | null = null;
  sourceChanged = 0;
  readonly #admission = new Admission();
  readonly #wholeCount: number | null;
  /** Moments with an incomplete average. */
  readonly #incomplete = new Set<number>();
  #newest: EpochMs | null = null;

  constructor(series: ReferenceSeries) {
    const source = findSource(series.source);
    this.series = series;
    this.key = toSeriesKey(series.source, series.coin);
    this.asset = `${REFERENCES}-${this.key}`;
    this.everyMs = source?.everyMs ?? null;
    this.#wholeCount = source?.count ?? null;
  }

  get counts(): Readonly<AdmissionCounts> {
    return this.#admission.counts;
  }

  /** Newest moment with a value; null: none is known. */
  get newest(): EpochMs | null {
    return this.#newest;
  }

  /** Takes over what an earlier run stored. */
  restore(values: readonly StoredReference[], last: LastReference | null, gap: Gap | null): void {
    this.#admission.restore(
      values.flatMap(({ t, p, text, receivedAt }) =>
        p === null ? [] : [{ t, p, text, receivedAt: receivedAt ?? t }],
      ),
    );
    for (const { t, p } of values) if (p === null) this.#incomplete.add(t);
    this.last = last;
    this.#newest = last?.t ?? null;
    this.openGap = gap;
  }

  refuse(why: RelayRefusal): void {
    if (why === 'sourceChanged') this.sourceChanged++;
    else this.#admission.counts.invalid++;
  }

  /**
   * What of a value is to be stored; null: nothing.
   *
   * @param findReason Says why a hole before it is one.
   */
  take(value: ReferenceValue, relay: string, findReason: () => string): ReferenceRows | null {
    const { t, text, count, receivedAt } = value;
    if (this.#wholeCount !== null && count !== this.#wholeCount) return this.#takeIncomplete(value, relay);
    const admitted = this.#admission.admit(value);
    if (admitted === null) return null;
    const { p } = admitted.value;
    const place = admitted.place + (this.#incomplete.has(t) ? 1 : 0);
    const isMarked = t % MINUTE_MS === 0;
    const mark: ReferenceMark | null = isMarked
      ? { key: this.key, t, place, text, receivedAt: epochMs(admitted.value.receivedAt), relay, count }
      : null;
    if (!admitted.isNew) return mark === null ? null : { record: null, mark, last: null, gap: null };
    this.seconds.add(t);
    const gap = this.#findGap(t, findReason);
    const last = this.#newest === null || t >= this.#newest ? { t, text, p, receivedAt, relay } : null;
    if (last !== null) this.#newest = t;
    const s = value.isSnapshot ? 'backfill' : 'poll';
    const record = { venue: REFERENCES, storeKey: this.key, asset: this.asset, t, p, v: null, s } as const;
    return { record, mark, last, gap };
  }

  /** Gap that ends, or is found, with a value at a time; null without one. */
  #findGap(t: EpochMs, findReason: () => string): Gap | null {
    if (this.everyMs === null || this.#newest === null || t <= this.#newest) return null;
    const toMs = epochMs(t - SECOND_MS);
    if (this.openGap !== null) {
      const gap = { ...this.openGap, toMs: epochMs(Math.max(this.openGap.fromMs, toMs)) };
      this.openGap = null;
      return gap;
    }
    if (t - this.#newest <= GAP_FROM_MS) return null;
    return { ...this.#gapFrom(findReason()), toMs };
  }

  /** Begins the gap of a series that is silent; null where one lasts, or nothing is known to be missing. */
  openGapNow(reason: string): Gap | null {
    if (this.everyMs === null || this.#newest === null || this.openGap !== null) return null;
    this.openGap = { ...this.#gapFrom(reason), toMs: null };
    return this.openGap;
  }

  /** Forgets moments that no value comes of any more, unless a clock that is ahead for a while is set back. */
  forgetOld(now: EpochMs): void {
    const before = Math.min(now, this.#newest ?? now) - KNOWN_MS;
    this.#admission.forgetBefore(before);
    for (const t of this.#incomplete) if (t < before) this.#incomplete.delete(t);
  }

  #takeIncomplete(value: ReferenceValue, relay: string): ReferenceRows | null {
    const { t, count, receivedAt } = value;
    const isReadable = count !== null && isIncomplete(this.key, { text: null, count });
    if (!isReadable || t % MINUTE_MS !== 0) {
      this.refuse('invalid');
      return null;
    }
    if (t > receivedAt + GAP_FROM_MS || receivedAt - t > TOO_OLD_MS) return null;
    if (this.#incomplete.has(t) || this.#admission.has(t)) return null;
    this.#incomplete.add(t);
    const mark = { key: this.key, t, place: 0, text: null, receivedAt, relay, count };
    return { record: null, mark, last: null, gap: null };
  }

  #gapFrom(reason: string) {
    const fromMs = epochMs((this.#newest ?? 0) + SECOND_MS);
    return { venue: REFERENCES, storeKey: this.key, fromMs, reason } as const;
  }
}
