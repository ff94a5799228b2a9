import {
  type AssetRef,
  type Candle,
  type Clock,
  DAY_MS,
  type EpochMs,
  epochMs,
  HOUR_MS,
  UpstreamError,
  type VenueId,
} from '../domain/index.ts';
import { findHole, putHole, putHoles } from '../history/columns/hole.ts';
import { type Step, StepJudge } from '../history/columns/steps.ts';
import type { Buckets, Columns, HistoryStore } from '../history/contract/history-store.ts';
import { decodeSource, encodeSource } from '../history/contract/source-codes.ts';
import type { VenueBar } from '../history/contract/venue-bars.ts';
import { createLastUsed } from '../scheduling/last-used.ts';
import { Slices } from '../scheduling/slices.ts';
import type { Priority } from '../upstream/budget.ts';
import type { TimeWindow, VenueAdapter } from '../venues/venue-adapter.ts';

export interface BackfillerOptions {
  readonly history: HistoryStore;
  readonly adapters: ReadonlyMap<VenueId, VenueAdapter>;
  readonly clock: Clock;
  /** Reads hourly candles. Default: from the venue's adapter. The service shares them with its pages. */
  readonly candles?: (
    ref: AssetRef,
    window: TimeWindow,
    signal: AbortSignal,
    priority: Priority,
  ) => Promise<readonly Candle[]>;
}

export interface BackfillResult {
  /** Number of candles that the venue gave. */
  readonly candles: number;
  readonly stored: number;
  /** Number of candles that were not stored, because their hour was recorded live or is stored already. */
  readonly skipped: number;
}

/** Maximum number of remembered series. A forgotten one is requested again, which stores nothing twice. */
const MAX_ASKED = 10_000;

/** Minimum length of a hole, because some venues have no candle for an hour without a trade. */
const MIN_HOLE_MS = 3 * HOUR_MS;

const NOTHING: BackfillResult = { candles: 0, stored: 0, skipped: 0 };

/** Fills the hours before a series was recorded with the venue's own candles. */
export class Backfiller {
  readonly #options: BackfillerOptions;
  /** Start of the time that was requested of each series, so that hours without trades are requested only once. */
  readonly #askedFrom = createLastUsed<string, EpochMs>(MAX_ASKED);

  constructor(options: BackfillerOptions) {
    this.#options = options;
  }

  /**
   * Stores the closes of whole hours of the last `days` days that were not recorded live, and the bars where candles are
   * the venue's own. The time of a close is the opening time of its candle + one hour - 1 ms.
   *
   * @param priority `statistics` when a request waits for the result. The default yields to all other calls.
   * @throws {UpstreamError} when the venue gives no candles.
   */
  async fill(
    ref: AssetRef,
    days: number,
    signal: AbortSignal,
    priority: Priority = 'backfill',
  ): Promise<BackfillResult> {
    const { adapters, clock } = this.#options;
    const now = clock();
    const window = { fromMs: epochMs(floorHour(now - days * DAY_MS)), toMs: epochMs(floorHour(now) - 1) };
    if (this.isFilled(ref, window.fromMs)) return NOTHING;

    const adapter = adapters.get(ref.venue);
    if (adapter === undefined)
      throw new UpstreamError('refused', `${ref.venue} is not recorded by this process`);
    const live = await this.#listLiveHours(ref, window);
    const read = this.#options.candles ?? adapter.readCandles.bind(adapter);
    const candles = (await read(ref, window, signal, priority)).filter(({ t }) => t + HOUR_MS <= now);
    const missing = candles.filter(({ t }) => !live.has(floorHour(t)));
    // Bars come first: a run that is cut short between the two finds the closes missing, and brings both again.
    if (adapter.hasOwnCandles === true) await this.#options.history.putBars(ref, missing.map(toBar));
    const stored = missing.length === 0 ? 0 : await this.#store(ref, missing, candles);
    this.#askedFrom.set(ref.asset, window.fromMs);
    return { candles: candles.length, stored, skipped: candles.length - stored };
  }

  /** Whether this process has already requested the series back to the given time. */
  isFilled(ref: AssetRef, fromMs: number): boolean {
    const askedFrom = this.#askedFrom.get(ref.asset);
    return askedFrom !== undefined && askedFrom <= fromMs;
  }

  /**
   * Stores candles, the hole between them and the existing series, and the holes among them.
   *
   * @param all All candles, including those of hours that were recorded live.
   */
  async #store(ref: AssetRef, candles: readonly Candle[], all: readonly Candle[]): Promise<number> {
    const { history } = this.#options;
    const columns = toColumns(candles);
    const before = await history.find(ref);
    const { stored } = await history.insert(ref, columns);
    const added = { fromMs: columns.t[0]!, toMs: columns.t.at(-1)! };
    const hole = stored === 0 ? null : findHole(before, added, MIN_HOLE_MS);
    if (hole !== null) await putHole(history, ref, hole);
    if (stored > 0) await putHoles(history, history, ref, findHoles(all));
    return stored;
  }

  /** Lists the starts of the hours with any record that is not back-filled. */
  async #listLiveHours(ref: AssetRef, window: TimeWindow): Promise<Set<number>> {
    const { history } = this.#options;
    const hours = await history.aggregate(ref, { ...window, bucketMs: HOUR_MS });
    const barred = new Set<number>((await history.findBars(ref, window)).map(({ t }) => t));
    const live = new Set<number>();
    const slices = new Slices();
    for (const run of findRuns(hours, barred)) {
      // A back-filled hour holds one record, and another one for each change of a candle that had a bar.
      const filled = run.isThin ? await this.#listFilledHours(ref, run) : new Set<number>();
      for (let hour = run.fromMs; hour <= run.lastMs; hour += HOUR_MS) if (!filled.has(hour)) live.add(hour);
      if (slices.isDue()) await slices.pause();
    }
    return live;
  }

  /** Lists the starts of the hours in a run whose only record was back-filled. */
  async #listFilledHours(ref: AssetRef, { fromMs, lastMs, records: limit }: Run): Promise<Set<number>> {
    const window = { fromMs: epochMs(fromMs), toMs: epochMs(lastMs + HOUR_MS - 1) };
    const { columns } = await this.#options.history.read(ref, { ...window, limit });
    const filled = new Set<number>();
    const live = new Set<number>();
    for (let i = 0; i < columns.length; i++) {
      const isFilled = decodeSource(columns.s[i]!) === 'backfill';
      (isFilled ? filled : live).add(floorHour(columns.t[i]!));
    }
    // A live record may have been added to an hour after the records were counted.
    return filled.difference(live);
  }
}

/** Consecutive hours that all may be back-filled, or all are not. */
interface Run {
  /** Whether the hours have one record, or a bar. */
  readonly isThin: boolean;
  /** Number of records of all hours. */
  readonly records: number;
  /** Start of the first hour. */
  readonly fromMs: number;
  /** Start of the last hour. */
  readonly lastMs: number;
}

/** Finds runs of recorded hours, oldest first. Each run is read at once. */
function findRuns({ t, count, length }: Buckets, barred: ReadonlySet<number>): Run[] {
  const runs: { -readonly [Key in keyof Run]: Run[Key] }[] = [];
  for (let i = 0; i < length; i++) {
    const hour = t[i]!;
    const records = count[i]!;
    const isThin = records === 1 || barred.has(hour);
    const run = runs.at(-1);
    if (run?.isThin === isThin && run.lastMs + HOUR_MS === hour) {
      run.lastMs = hour;
      run.records += records;
    } else runs.push({ isThin, fromMs: hour, lastMs: hour, records });
  }
  return runs;
}

function floorHour(t: number): number {
  return Math.floor(t / HOUR_MS) * HOUR_MS;
}

/** Finds the hours without a candle between hours that have one. */
function findHoles(candles: readonly Candle[]): Step[] {
  const steps = new StepJudge();
  const { t, s, length } = toColumns(candles);
  for (let i = 0; i < length; i++) steps.add(t[i]!, s[i]!);
  return steps.takeHoles(true);
}

function toBar({ t, open, high, low, close, volume }: Candle): VenueBar {
  return { t: epochMs(floorHour(t)), open, high, low, close, volume };
}

/** Converts candles to closes without volume, because a candle's volume is not the volume since the previous record. */
function toColumns(candles: readonly Candle[]): Columns {
  return {
    length: candles.length,
    t: Float64Array.from(candles, ({ t }) => floorHour(t) + HOUR_MS - 1),
    p: Float64Array.from(candles, ({ close }) => close),
    v: new Float64Array(candles.length).fill(Number.NaN),
    s: new Uint8Array(candles.length).fill(encodeSource('backfill')),
  };
}
