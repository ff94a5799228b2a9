import {
  BUNDLE_HOURS,
  BUNDLE_MAX_RECORDS,
  BUNDLE_MIN_BARS,
  BUNDLE_WINDOW_MS,
  flow,
  type PriceColumns,
  prepareSample,
  priceInWindow,
  type ReturnBasis,
  type RiskBlock,
  referenceWindow,
  riskBlock,
  STATED_FLOW_OPTIONS,
  sidedBalance,
  thinSeries,
} from '../analytics/index.ts';
import {
  type AssetRef,
  type Clock,
  epochMs,
  isPerpKind,
  KIND_TRAITS,
  latestTime,
  type NullReason,
  type Observation,
} from '../domain/index.ts';
import type { TapedMarket, TapedMarketReader } from '../feed/taped-markets.ts';
import type { Columns, HistoryReader } from '../history/contract/history-store.ts';
import type { StoredResolution } from '../history/contract/resolutions.ts';
import { createLastUsed } from '../scheduling/last-used.ts';
import { Slices } from '../scheduling/slices.ts';
import { readHourlyBars } from '../screens/largest/hourly-bars.ts';
import {
  chooseRiskSample,
  type RiskSample,
  sampleLive,
  selectLiveRecords,
} from '../screens/risk/risk-sample.ts';

/** Balance of the trades of a day by the side that the venue stated. */
export interface StatedBalance {
  readonly imbalance: number | null;
  /** Fraction of the traded size whose side is stated. */
  readonly knownShare: number;
  readonly trades: number;
  /** Length of the window in ms, which ends now. */
  readonly windowMs: number;
}

/** Figures that are computed from the records of one asset. */
export interface StoreFigures {
  readonly risk: RiskBlock;
  /** Imbalance of the order flow by real volume; null: there is no volume. */
  readonly imbalance: number | null;
  /** Imbalance by stated side; null: there are no trades. */
  readonly stated: StatedBalance | null;
  readonly whyNoneStated: NullReason | null;
  /** Price 24 hours ago; null: there is no record in the six hours before that time. */
  readonly referencePrice: number | null;
  /** Time of the newest record of the window, epoch ms; null: none. */
  readonly historyLastMs: number | null;
  /** Time of the newest record of all, epoch ms; null: none. */
  readonly historyLastEverMs: number | null;
  readonly lastPrice: number | null;
  readonly resolution: StoredResolution | null;
}

/** Prices for a small chart of the last 24 hours. */
export interface SeriesBlock {
  readonly prices: readonly number[];
  readonly points: number;
  readonly windowMs: number;
}

export interface StoreFiguresOptions {
  readonly history: HistoryReader;
  readonly tapedMarkets: TapedMarketReader;
  readonly clock: Clock;
  /** Reads hourly closes from the venue, for assets with few records; null: there are none. */
  readonly readCandles: (ref: AssetRef) => Promise<PriceColumns | null>;
  /** Monotonic clock in ms. */
  readonly now: () => number;
  /** Time in ms for which bundles, batches and streams share one computation. */
  readonly keptMs?: number;
}

const DEFAULT_KEPT_MS = 3_000;
const MAX_ASSETS = 5_000;
/**
 * Maximum number of records for a chart: a day of one record per second. Of denser records, the newest part is drawn.
 */
const SERIES_MAX_RECORDS = 100_000;
/**
 * Width of the rolling window. Any width is right: the flow is summed over the whole window, and its rolling figures
 * are not used.
 */
const ANY_ROLLING_WINDOW = 60;

/** Reads the figures of single assets from the store. All callers within a few seconds share one computation. */
export class StoreFiguresReader {
  readonly #options: StoreFiguresOptions;
  readonly #known = createLastUsed<string, { readonly at: number; readonly figures: Promise<StoreFigures> }>(
    MAX_ASSETS,
  );

  constructor(options: StoreFiguresOptions) {
    this.#options = options;
  }

  read(ref: AssetRef): Promise<StoreFigures> {
    return this.#findKept(ref) ?? this.#readTogether([ref])[0]!;
  }

  /** Starts reading figures that are not cached, with one call of the store for all assets. {@link read} finds them. */
  prepare(refs: readonly AssetRef[]): void {
    const byAsset = new Map(refs.map((ref) => [ref.asset, ref]));
    this.#readTogether([...byAsset.values()].filter((ref) => this.#findKept(ref) === null));
  }

  /** Reads up to 60 prices of the last 24 hours. */
  async readSeries(ref: AssetRef): Promise<SeriesBlock> {
    const toMs = this.#options.clock();
    const fromMs = epochMs(toMs - BUNDLE_WINDOW_MS);
    const { columns } = await this.#options.history.read(ref, { fromMs, toMs, limit: SERIES_MAX_RECORDS });
    const prices = thinSeries(columns, { fromMs, toMs });
    return { prices, points: prices.length, windowMs: BUNDLE_WINDOW_MS };
  }

  #findKept({ asset }: AssetRef): Promise<StoreFigures> | null {
    const { now, keptMs = DEFAULT_KEPT_MS } = this.#options;
    const known = this.#known.get(asset);
    return known !== undefined && now() - known.at < keptMs ? known.figures : null;
  }

  #readTogether(refs: readonly AssetRef[]): Promise<StoreFigures>[] {
    if (refs.length === 0) return [];
    const at = this.#options.now();
    const wanted = refs.map((ref) => ({ ref, ...Promise.withResolvers<StoreFigures>() }));
    for (const { ref, promise } of wanted) {
      this.#known.set(ref.asset, { at, figures: promise });
      // A failure is not cached, so the next caller reads again.
      promise.catch(() => {
        if (this.#known.peek(ref.asset)?.figures === promise) this.#known.delete(ref.asset);
      });
    }
    this.#serve(wanted).catch((error: unknown) => {
      for (const { reject } of wanted) reject(error);
    });
    return wanted.map(({ promise }) => promise);
  }

  /** Reads each kind of record once for all assets. Hours are read only for assets that need them. */
  async #serve(wanted: readonly FiguresRequest[]): Promise<void> {
    const { history, tapedMarkets, clock } = this.#options;
    const now = clock();
    const reference = referenceWindow(now);
    const refs = wanted.map(({ ref }) => ref);
    const binaries = refs.filter(({ kind }) => !isPerpKind(kind));
    const [pages, before, resolutions, taped] = await Promise.all([
      history.readMany(refs, {
        fromMs: epochMs(now - BUNDLE_WINDOW_MS),
        toMs: latestTime(now),
        limit: BUNDLE_MAX_RECORDS,
      }),
      history.findLastMany(refs, epochMs(reference.toMs)),
      binaries.length === 0 ? [] : history.findResolutionMany(binaries),
      tapedMarkets.readMarkets(refs),
    ]);
    const knownEnds = new Map(binaries.map(({ asset }, i) => [asset, resolutions[i] ?? null]));
    const slices = new Slices();
    const live: RiskSample[] = [];
    for (const [i, ref] of refs.entries()) {
      const records = { columns: pages[i]!.columns, limit: BUNDLE_MAX_RECORDS };
      live.push(sampleLive({ ...describeRisk(ref), records }));
      if (slices.isDue()) await slices.pause();
    }
    const thin = refs.filter((_, i) => !live[i]!.isEnough);
    const hours = thin.length === 0 ? [] : await readHourlyBars(history, thin, now, BUNDLE_HOURS);
    const hourlyBarsByAsset = new Map(thin.map(({ asset }, i) => [asset, hours[i]!]));
    for (const [i, { ref, resolve, reject }] of wanted.entries()) {
      const { columns } = pages[i]!;
      const bars = hourlyBarsByAsset.get(ref.asset);
      const stored: StoredSample = {
        columns,
        risk: bars === undefined ? live[i]! : chooseRiskSample(live[i]!, bars, describeRisk(ref)),
        referencePrice: priceInWindow(before[i] ?? null, reference),
        // Without a record of the last day, the record before that day is the newest of all.
        newest: findNewest(columns) ?? before[i] ?? null,
        resolution: knownEnds.get(ref.asset) ?? null,
        taped: taped[i] ?? null,
      };
      this.#finish(ref, stored).then(resolve, reject);
      if (slices.isDue()) await slices.pause();
    }
  }

  async #finish(ref: AssetRef, stored: StoredSample): Promise<StoreFigures> {
    const { columns, newest, referencePrice, resolution, taped } = stored;
    return {
      risk: await this.#computeRisk(ref, stored.risk),
      imbalance: computeImbalance(ref, selectLiveRecords(columns)),
      ...describeStated(taped),
      referencePrice,
      historyLastMs: findNewest(columns)?.t ?? null,
      historyLastEverMs: newest?.t ?? null,
      lastPrice: newest?.p ?? null,
      resolution,
    };
  }

  /** Computes risk from records of one cadence, or from the venue's hourly closes if there are too few records. */
  async #computeRisk(ref: AssetRef, sample: RiskSample): Promise<RiskBlock> {
    const { basis } = describeRisk(ref);
    if (sample.isEnough) return riskBlock(sample, basis);

    const closes = await this.#options.readCandles(ref);
    const hourly = closes === null ? null : prepareSample(keepNewest(closes, BUNDLE_HOURS), 'hourly', basis);
    return riskBlock(hourly, basis);
  }
}

interface FiguresRequest {
  readonly ref: AssetRef;
  readonly resolve: (figures: StoreFigures) => void;
  readonly reject: (error: unknown) => void;
}

/** Stored data of one asset, before a venue is asked. */
interface StoredSample {
  /** Newest records of the window, in columns. */
  readonly columns: Columns;
  readonly risk: RiskSample;
  readonly referencePrice: number | null;
  /** Newest record of all; null: none. */
  readonly newest: Pick<Observation, 't' | 'p'> | null;
  readonly resolution: StoredResolution | null;
  /** Trades by stated side; null: the recording process did not answer. */
  readonly taped: TapedMarket | null;
}

function describeRisk({ kind }: AssetRef) {
  const basis: ReturnBasis = KIND_TRAITS[kind].unit === 'usd' ? 'log' : 'diff';
  return { basis, minBars: BUNDLE_MIN_BARS, hours: BUNDLE_HOURS };
}

function findNewest({ t, p, length }: Columns): Pick<Observation, 't' | 'p'> | null {
  return length === 0 ? null : { t: epochMs(t[length - 1]!), p: p[length - 1]! };
}

function keepNewest({ t, p }: PriceColumns, count: number): PriceColumns {
  return { t: t.slice(-count), p: p.slice(-count) };
}

function describeStated(taped: TapedMarket | null): Pick<StoreFigures, 'stated' | 'whyNoneStated'> {
  if (taped === null) return { stated: null, whyNoneStated: 'not_answered' };
  const { stated, whyNone } = taped;
  if (stated === null) return { stated: null, whyNoneStated: whyNone };
  const { buys, sells, unknown, trades, windowMs } = stated;
  const volumes = { buyVolume: buys, sellVolume: sells, volume: buys + sells + unknown };
  const { knownShare, imbalance } = sidedBalance(volumes, STATED_FLOW_OPTIONS.minKnownShare);
  if (knownShare === null) return { stated: null, whyNoneStated: 'no_trades' };
  return { stated: { imbalance, knownShare, trades, windowMs }, whyNoneStated: null };
}

function computeImbalance({ kind }: AssetRef, columns: Columns): number | null {
  const { unit } = KIND_TRAITS[kind];
  const { summary } = flow(columns, { rollingWindow: ANY_ROLLING_WINDOW, unit });
  return summary.hasRealVolume ? summary.imbalance : null;
}
