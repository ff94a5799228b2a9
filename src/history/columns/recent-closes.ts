import { type EpochMs, epochMs, MINUTE_MS } from '../../domain/index.ts';
import { createLastUsed } from '../../scheduling/last-used.ts';
import type { Buckets, RecordReader } from '../contract/history-store.ts';
import type { SeriesKey } from '../contract/series.ts';

/** Width of the time that one close stands for. */
export const CLOSE_WIDTH_MS = 30 * MINUTE_MS;
/** Number of closes: half hours of 24 hours. */
export const CLOSE_COUNT = 48;

/** Longest delay of a stored record; half hours older than the delay have their final close. */
const MAX_LAG_MS = MINUTE_MS;
/** Time after which back-filled records are seen. */
const WHOLE_EVERY_MS = 15 * MINUTE_MS;
/** Series whose closes are remembered: a few MB. */
const MAX_REMEMBERED = 5_000;

interface RememberedCloses {
  /** Start of the first of {@link CLOSE_COUNT} half hours. */
  readonly firstMs: number;
  /** Closing prices of the half hours; NaN where nothing was recorded. */
  readonly closes: Float64Array;
  /** Records of each half hour. */
  readonly counts: Float64Array;
  readonly readAt: number;
  /** Time when all half hours were read. */
  readonly wholeAt: number;
}

/** Finds the first close of the half hours up to now. */
export function findFirstClose(nowMs: number): EpochMs {
  return epochMs(Math.floor(nowMs / CLOSE_WIDTH_MS) * CLOSE_WIDTH_MS - (CLOSE_COUNT - 1) * CLOSE_WIDTH_MS);
}

/**
 * The closes of the last 48 half hours of many series. Final closes are remembered, so that asking
 * again reads the newest half hour alone.
 */
export class RecentCloses {
  readonly #history: RecordReader;
  readonly #remembered = createLastUsed<string, RememberedCloses>(MAX_REMEMBERED);

  constructor(history: RecordReader) {
    this.#history = history;
  }

  /** @returns Of each key {@link CLOSE_COUNT} closes, oldest first; NaN where nothing was recorded. */
  async read(keys: readonly SeriesKey[], nowMs: EpochMs): Promise<readonly Float64Array[]> {
    const firstMs = findFirstClose(nowMs);
    const groups = Map.groupBy(keys, (key) => this.#readFrom(key, firstMs, nowMs));
    for (const [fromMs, group] of groups) {
      const read = await this.#history.aggregateMany(group, {
        bucketMs: CLOSE_WIDTH_MS,
        fromMs: epochMs(fromMs),
      });
      for (const [i, key] of group.entries()) this.#remember(key, read[i]!, { firstMs, fromMs, nowMs });
    }
    return keys.map((key) => this.#closes(key));
  }

  /** Time from which a series has to be read; earlier closes are remembered. */
  #readFrom(key: SeriesKey, firstMs: number, nowMs: number): number {
    const before = this.#remembered.get(toText(key));
    if (before === undefined || nowMs < before.readAt) return firstMs;
    if (nowMs - before.wholeAt > WHOLE_EVERY_MS && hasHole(this.#closes(key))) return firstMs;
    const settledTo = Math.floor((before.readAt - MAX_LAG_MS) / CLOSE_WIDTH_MS) * CLOSE_WIDTH_MS;
    return Math.max(firstMs, settledTo);
  }

  #remember(
    key: SeriesKey,
    read: Buckets,
    { firstMs, fromMs, nowMs }: { readonly firstMs: number; readonly fromMs: number; readonly nowMs: number },
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
      // A record of a clock that ran ahead.
      if (at >= CLOSE_COUNT) break;
      closes[at] = read.close[i]!;
      counts[at] = read.count[i]!;
    }
    const wholeAt = before?.wholeAt ?? nowMs;
    this.#remembered.set(toText(key), { firstMs, closes, counts, readAt: nowMs, wholeAt });
  }

  /** An hour that was filled in holds one record, at its end, whose close stands for the whole of it. */
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

/** The half hour that lasts is no hole. */
const hasHole = (closes: Float64Array): boolean => closes.subarray(0, -1).some(Number.isNaN);

const toText = ({ venue, storeKey }: SeriesKey): string => `${venue} ${storeKey}`;
