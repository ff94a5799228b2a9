import {
  FORECAST_HORIZONS,
  type ForecastHorizon,
  findForecastMoment,
  forecastAgeMs,
  type LeftOutReason,
  type StatedEnd,
} from '../../domain/index.ts';

/** One recorded price of a market. */
export interface ForecastRecord {
  /** Time in epoch ms. */
  readonly t: number;
  /** Price of Yes; null when the record has none. */
  readonly p: number | null;
  /** Source tag of the record. Only `poll` counts as a quote of that time. */
  readonly s: string;
}

export interface MarketHistory {
  /** Ends that the venue stated, oldest first. */
  readonly ends: readonly StatedEnd[];
  /** Records by time, oldest first. */
  readonly records: readonly ForecastRecord[];
  /** Gaps in the recording, in epoch ms; `toMs` is null while a gap lasts. */
  readonly gaps: readonly { readonly fromMs: number; readonly toMs: number | null }[];
  readonly resolution: {
    readonly outcome: 'yes' | 'no' | 'void';
    /** Time of the settlement, in epoch ms; null when the venue does not state it. */
    readonly settledAt: number | null;
    /** Time at which this service recorded the resolution, in epoch ms. */
    readonly recordedAt: number;
    /**
     * Time at which the venue withdrew the resolution, in epoch ms; the market then has no result. Absent or null: in
     * force.
     */
    readonly reopenedAt?: number | null;
  };
}

export interface ForecastSample {
  /** Time of the record, in epoch ms. */
  readonly t: number;
  readonly p: number;
  /** Stated end from which the horizon counts back, in epoch ms. */
  readonly end: number;
  /** Result: 1 for Yes, 0 for No. */
  readonly y: 0 | 1;
}

export type ForecastOutcome = ForecastSample | { readonly leftOut: LeftOutReason };

const REOPENED_AFTER_MS = 600_000;

/**
 * Finds the price of a resolved market at each horizon before its end, or the first reason why there is none. The end
 * is the one that the venue stated at that time. Counting back from the actual end would use later knowledge.
 */
export function sampleForecasts(market: MarketHistory): Record<string, ForecastOutcome> {
  const forAll = leftOutAtAll(market);
  return Object.fromEntries(
    FORECAST_HORIZONS.map((horizon) => [
      horizon.id,
      forAll === null ? sampleForecast(market, horizon) : { leftOut: forAll },
    ]),
  );
}

function leftOutAtAll({ ends, records, resolution }: MarketHistory): LeftOutReason | null {
  if (resolution.reopenedAt != null) return 'reopened';
  if (resolution.outcome === 'void') return 'void';
  const reopenedFrom = resolution.recordedAt + REOPENED_AFTER_MS;
  if (records.some(({ s, p, t }) => s === 'poll' && p !== null && t > reopenedFrom)) return 'reopened';
  return ends.some(({ end }) => end !== null) ? null : 'no_end';
}

function sampleForecast(market: MarketHistory, horizon: ForecastHorizon): ForecastOutcome {
  const stated = findForecastMoment(market.ends, horizon.ms);
  if (typeof stated === 'string') return { leftOut: stated };
  const { moment, end } = stated;
  const { outcome, settledAt, recordedAt } = market.resolution;
  if ((settledAt ?? recordedAt) <= moment) return { leftOut: 'already_ended' };

  const youngerThan = moment - forecastAgeMs(horizon.ms);
  const inReach = market.records.filter(({ t }) => t > youngerThan && t <= moment);
  const record = inReach.findLast(isQuote);
  if (record !== undefined) return { t: record.t, p: record.p, end, y: outcome === 'yes' ? 1 : 0 };
  const isGap = market.gaps.some(({ fromMs, toMs }) => fromMs <= moment && (toMs ?? Infinity) > youngerThan);
  if (isGap) return { leftOut: 'gap' };
  const isBackfilled = inReach.length > 0 && inReach.every(({ s }) => s !== 'poll');
  return { leftOut: isBackfilled ? 'only_backfilled' : 'no_price' };
}

function isQuote(record: ForecastRecord): record is ForecastRecord & { readonly p: number } {
  return record.s === 'poll' && record.p !== null && record.p >= 0 && record.p <= 1;
}
