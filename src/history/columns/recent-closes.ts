import { type EpochMs, epochMs, MINUTE_MS } from '../../domain/index.ts';
import { createLastUsed } from '../../scheduling/last-used.ts';
import type { Buckets, CatalogueReader, RecordReader } from '../contract/history-store.ts';
import type { SeriesKey } from '../contract/series.ts';

/** Width of the span of one close. */
export const CLOSE_WIDTH_MS = 30 * MINUTE_MS;
/** Number of closes: the half hours of 24 hours. */
export const CLOSE_COUNT = 48;

/** Maximum delay of a record: the close of a half hour that ended longer ago is final. */
const MAX_LAG_MS = MINUTE_MS;
/** Interval at which series with holes are read as a whole, to see records that were filled into holes behind the first. */
const WHOLE_EVERY_MS = 15 * MINUTE_MS;
/** Maximum number of series whose closes are remembered: a few MB. */
const MAX_REMEMBERED = 5_000;

interface RememberedCloses {
  /** Time of the first record of the series when all half hours were read; null: there was none. */
  readonly beganMs: number | null;
  /** Start of the first of {@link CLOSE_COUNT} half hours. */
  readonly firstMs: number;
  /** Closing prices of the half hours; NaN where nothing was recorded. */
  readonly closes: Float64Array;
  /** Number of records of each half hour. */
  readonly counts: Float64Array;
  readonly readAt: number;
  /** Time when all half hours were last read. */
  readonly wholeAt: number;
}

/** Finds the start of the first of the {@link CLOSE_COUNT} half hours up to now. */
export function findFirstClose(nowMs: number): EpochMs {
  return epochMs(Math.floor(nowMs / CLOSE_WIDTH_MS) * CLOSE_WIDTH_MS - (CLOSE_COUNT - 1) * CLOSE_WIDTH_MS);
}

/**
 * Reads the closes of the last 48 half hours of many series. Final closes are remembered, so that another call reads
 * only the newest half hour.
 */
export class RecentCloses {
  readonly #history: RecordReader & Pick<CatalogueReader, 'findMany'>;
  readonly #remembered = createLastUsed<string, RememberedCloses>(MAX_REMEMBERED);

  constructor(history: RecordReader & Pick<CatalogueReader, 'findMany'>) {
    this.#history = history;
  }

  /**
   * Reads the closes of series, in the order of the keys. @returns {@link CLOSE_COUNT} closes each, oldest first; NaN
   * where nothing was recorded.
   */
  async read(keys: readonly SeriesKey[], nowMs: EpochMs): Promise<readonly Float64Array[]> {
    const firstMs = findFirstClose(nowMs);
    const began = await this.#findBegins(keys);
    const groups = Map.groupBy(keys, (key) => this.#readFrom(key, { firstMs, nowMs, began }));
    for (const [fromMs, group] of groups) {
      const read = await this.#history.aggregateMany(group, {
        bucketMs: CLOSE_WIDTH_MS,
        fromMs: epochMs(fromMs),
      });
      for (const [i, key] of group.entries()) {
        const beganMs = began.get(toText(key)) ?? null;
        this.#remember(key, read[i]!, { firstMs, fromMs, nowMs, beganMs });
      }
    }
    return keys.map((key) => this.#closes(key));
  }

  /** Finds the first records of the series whose closes have holes: an earlier one than before means that hours were filled in. */
  async #findBegins(keys: readonly SeriesKey[]): Promise<ReadonlyMap<string, number | null>> {
    const holed = keys.filter((key) => hasHole(this.#closes(key)));
    const entries = holed.length === 0 ? [] : await this.#history.findMany(holed);
    return new Map(holed.map((key, i) => [toText(key), entries[i]?.firstMs ?? null]));
  }

  /** Returns the time from which a series must be read; the closes before it are remembered. */
  #readFrom(
    key: SeriesKey,
    { firstMs, nowMs, began }: { firstMs: number; nowMs: number; began: ReadonlyMap<string, number | null> },
  ): number {
    const text = toText(key);
    const before = this.#remembered.get(text);
    if (before === undefined || nowMs < before.readAt) return firstMs;
    if (began.has(text) && began.get(text) !== before.beganMs) return firstMs;
    if (nowMs - before.wholeAt > WHOLE_EVERY_MS && hasHole(this.#closes(key))) return firstMs;
    const settledTo = Math.floor((before.readAt - MAX_LAG_MS) / CLOSE_WIDTH_MS) * CLOSE_WIDTH_MS;
    return Math.max(firstMs, settledTo);
  }

  #remember(
    key: SeriesKey,
    read: Buckets,
    {
      firstMs,
      fromMs,
      nowMs,
      beganMs,
    }: {
      readonly firstMs: number;
      readonly fromMs: number;
      readonly nowMs: number;
      readonly beganMs: number | null;
    },
  ): void {
    const closes = new Float64Array(CLOSE_COUNT).fill(Number.NaN);
    const counts = new Float64Array(CLOSE_COUNT);
    const before = fromMs === firstMs ? undefined : this.#remembered.get(toText(key));
    if (before !== undefined) {
      const moved = (firstMs - before.firstMs) / CLOSE_WIDTH_MS;
      const kept = (fromMs - firstMs) / CLOSE_WIDTH_MS;
      closes.set(before.closes.subarray(moved, moved + kept));
      counts.set(before.counts.subarray(moved, moved + kept));
    }
    for (let i = 0; i < read.length; i++) {
      const at = (read.t[i]! - firstMs) / CLOSE_WIDTH_MS;
      // The record is of a clock that ran ahead.
      if (at >= CLOSE_COUNT) break;
      closes[at] = read.close[i]!;
      counts[at] = read.count[i]!;
    }
    const wholeAt = before?.wholeAt ?? nowMs;
    const remembered = {
      beganMs: before?.beganMs ?? beganMs,
      firstMs,
      closes,
      counts,
      readAt: nowMs,
      wholeAt,
    };
    this.#remembered.set(toText(key), remembered);
  }

  /**
   * Returns the closes of a series. An hour that was back-filled has one record, at its end; its close stands for both
   * half hours.
   */
  #closes(key: SeriesKey): Float64Array {
    const known = this.#remembered.get(toText(key));
    if (known === undefined) return new Float64Array(CLOSE_COUNT).fill(Number.NaN);
    const { firstMs, counts } = known;
    const closes = known.closes.slice();
    for (let i = 0; i + 1 < CLOSE_COUNT; i++) {
      const beginsHour = (firstMs / CLOSE_WIDTH_MS + i) % 2 === 0;
      if (beginsHour && counts[i] === 0 && counts[i + 1] === 1) closes[i] = closes[i + 1]!;
    }
    return closes;
  }
}

/** Whether a half hour has no close, other than the current one, which may still get a record. */
const hasHole = (closes: Float64Array): boolean => closes.subarray(0, -1).some(Number.isNaN);

const toText = ({ venue, storeKey }: SeriesKey): string => `${venue} ${storeKey}`;
