import { LRUCache } from 'lru-cache';
import {
  BUNDLE_HOURS,
  BUNDLE_MAX_RECORDS,
  BUNDLE_MIN_BARS,
  BUNDLE_WINDOW_MS,
  flow,
  type PriceColumns,
  prepareSample,
  priceInWindow,
  type RiskBlock,
  referenceWindow,
  riskBlock,
  thinSeries,
} from '../analytics/index.ts';
import { type AssetRef, type Clock, epochMs, isPerpKind, KIND_TRAITS } from '../domain/index.ts';
import type { Columns, HistoryStore, StoredResolution } from '../history/history-store.ts';
import { liveRecords, riskSample } from '../screens/risk/risk-sample.ts';

/** What the records of one asset say. */
export interface StoreFigures {
  readonly risk: RiskBlock;
  /** Of the flow with real volume; null without. */
  readonly imbalance: number | null;
  /** The price 24 hours ago; null without a record of the six hours before. */
  readonly referencePrice: number | null;
  /** The newest record of the window. */
  readonly historyLastMs: number | null;
  /** The newest record of all. */
  readonly historyLastEverMs: number | null;
  readonly lastPrice: number | null;
  readonly resolution: StoredResolution | null;
}

/** A small chart of the last 24 hours. */
export interface SeriesBlock {
  readonly prices: readonly number[];
  readonly points: number;
  readonly windowMs: number;
}

export interface StoreFiguresOptions {
  readonly history: HistoryStore;
  readonly clock: Clock;
  /** Hourly closes of the venue, for assets that the store hardly knows; null when there are none. */
  readonly candles: (ref: AssetRef) => Promise<PriceColumns | null>;
  /** Monotonic ms. */
  readonly now: () => number;
  /** How long one computation serves bundles, batches and streams. */
  readonly keptMs?: number;
}

const DEFAULT_KEPT_MS = 3_000;
const MAX_ASSETS = 5_000;
/** A day of records at one per second fits; of a denser tape the newest part is drawn. */
const SERIES_MAX_RECORDS = 100_000;
/** Flow is summed over the whole window; the rolling window of its other figures plays no part here. */
const ANY_ROLLING_WINDOW = 60;

/** Reads the figures of single assets from the store; one computation serves all who ask within seconds. */
export class StoreFiguresReader {
  readonly #options: StoreFiguresOptions;
  readonly #known = new LRUCache<string, { readonly at: number; readonly figures: Promise<StoreFigures> }>({
    max: MAX_ASSETS,
  });

  constructor(options: StoreFiguresOptions) {
    this.#options = options;
  }

  read(ref: AssetRef): Promise<StoreFigures> {
    const { now, keptMs = DEFAULT_KEPT_MS } = this.#options;
    const known = this.#known.get(ref.asset);
    if (known !== undefined && now() - known.at < keptMs) return known.figures;
    const figures = this.#read(ref);
    this.#known.set(ref.asset, { at: now(), figures });
    // A failure is not kept: the next caller asks again.
    figures.catch(() => {
      if (this.#known.peek(ref.asset)?.figures === figures) this.#known.delete(ref.asset);
    });
    return figures;
  }

  /** Up to 60 prices of the last 24 hours. */
  async series(ref: AssetRef): Promise<SeriesBlock> {
    const toMs = this.#options.clock();
    const fromMs = epochMs(toMs - BUNDLE_WINDOW_MS);
    const { columns } = await this.#options.history.read(ref, { fromMs, toMs, limit: SERIES_MAX_RECORDS });
    const prices = thinSeries(columns, { fromMs, toMs });
    return { prices, points: prices.length, windowMs: BUNDLE_WINDOW_MS };
  }

  async #read(ref: AssetRef): Promise<StoreFigures> {
    const { history, clock } = this.#options;
    const now = clock();
    const reference = referenceWindow(now);
    const [{ columns }, newest, before, resolution] = await Promise.all([
      history.read(ref, { fromMs: epochMs(now - BUNDLE_WINDOW_MS), limit: BUNDLE_MAX_RECORDS }),
      history.last(ref),
      history.last(ref, epochMs(reference.toMs)),
      isPerpKind(ref.kind) ? null : history.resolution(ref),
    ]);
    return {
      risk: await this.#risk(ref, columns),
      imbalance: computeImbalance(ref, liveRecords(columns)),
      referencePrice: priceInWindow(before, reference),
      historyLastMs: columns.length === 0 ? null : (columns.t[columns.length - 1] ?? null),
      historyLastEverMs: newest?.t ?? null,
      lastPrice: newest?.p ?? null,
      resolution,
    };
  }

  /** Of records of one cadence; of the venue's hourly closes when the store has too few. */
  async #risk(ref: AssetRef, columns: Columns): Promise<RiskBlock> {
    const { history, clock, candles } = this.#options;
    const basis = KIND_TRAITS[ref.kind].unit === 'usd' ? 'log' : 'diff';
    const sample = await riskSample(history, ref, {
      records: { columns, limit: BUNDLE_MAX_RECORDS },
      basis,
      minBars: BUNDLE_MIN_BARS,
      hours: BUNDLE_HOURS,
      now: clock(),
    });
    if (sample.isEnough) return riskBlock(sample, basis);

    const closes = await candles(ref);
    const hourly = closes === null ? null : prepareSample(newest(closes, BUNDLE_HOURS), 'hourly', basis);
    return riskBlock(hourly, basis);
  }
}

function newest({ t, p }: PriceColumns, count: number): PriceColumns {
  return { t: t.slice(-count), p: p.slice(-count) };
}

function computeImbalance({ kind }: AssetRef, columns: Columns): number | null {
  const { unit } = KIND_TRAITS[kind];
  const { summary } = flow(columns, { rollingWindow: ANY_ROLLING_WINDOW, unit });
  return summary.hasRealVolume ? summary.imbalance : null;
}
