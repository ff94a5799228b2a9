import { type ForecastRecord, type MarketHistory, sampleForecasts } from '../analytics/index.ts';
import {
  DAY_MS,
  epochMs,
  FORECAST_HORIZONS,
  findForecastMoment,
  findStoredAsset,
  forecastAgeMs,
  type Gap,
  isPerpKind,
  type MarketFacts,
  type StatedEnd,
} from '../domain/index.ts';
import type { Forecast } from '../history/contract/forecasts.ts';
import type { HistoryReader } from '../history/contract/history-store.ts';
import { listAllResolutions, type StoredResolution } from '../history/contract/resolutions.ts';
import type { MarketKey } from '../history/contract/series.ts';
import { decodeSource } from '../history/contract/source-codes.ts';
import { decodeForecastDay, encodeForecastDay } from '../history/forecasts/day-coding.ts';
import type { DayForecast, ForecastDay, ResolvedMarket } from '../history/forecasts/forecast-day.ts';
import { toCategory } from './category.ts';

/** A day to be stored, with the markets whose forecasts it replaces. */
export interface MadeDay {
  readonly day: number;
  readonly data: Uint8Array;
  readonly settled: readonly MarketKey[];
  readonly markets: number;
  readonly samples: number;
  readonly leftOut: Readonly<Record<string, number>>;
}

const MARKETS_AT_ONCE = 500;
const RECORDS_AT_ONCE = 64;
/** Time in ms after the recording of a resolution from which a polled price means that the market was reopened. */
const REOPENED_AFTER_MS = 600_000;

/** Finds the day (UTC) on which the first resolution of a market was recorded, as a number of days since 1970. */
export function findDayOf(resolution: StoredResolution): number {
  return Math.floor(listAllResolutions(resolution)[0]!.recordedAt / DAY_MS);
}

/**
 * Creates a day from markets with results.
 *
 * @param resolutions Newest resolutions of the markets whose first resolution was recorded on the day.
 */
export async function makeDay(
  history: HistoryReader,
  day: number,
  resolutions: readonly StoredResolution[],
  { madeBy, dropped }: Pick<ForecastDay, 'madeBy' | 'dropped'>,
): Promise<MadeDay> {
  const markets = await resolveMarkets(history, resolutions);
  return toMadeDay(day, { madeBy, dropped, markets }, resolutions);
}

/** Computes some markets of a closed day again, after their resolutions were withdrawn or corrected. */
export async function correctDay(
  history: HistoryReader,
  day: number,
  resolutions: readonly StoredResolution[],
): Promise<MadeDay | null> {
  const data = await history.findForecastDay(day);
  if (data === null) return null;
  const before = decodeForecastDay(data);
  const corrected = await resolveMarkets(history, resolutions);
  const assets = new Set(corrected.map(({ asset }) => asset));
  const markets = [...before.markets.filter(({ asset }) => !assets.has(asset)), ...corrected];
  return toMadeDay(day, { ...before, markets }, resolutions);
}

function toMadeDay(day: number, content: ForecastDay, resolutions: readonly MarketKey[]): MadeDay {
  const all = content.markets.flatMap(({ forecasts }) => forecasts);
  const leftOut: Record<string, number> = {};
  for (const one of all) if ('leftOut' in one) leftOut[one.leftOut] = (leftOut[one.leftOut] ?? 0) + 1;
  return {
    day,
    data: encodeForecastDay(content),
    settled: resolutions.map(({ venue, storeKey }) => ({ venue, storeKey })),
    markets: content.markets.length,
    samples: all.filter((one) => 't' in one).length,
    leftOut,
  };
}

/**
 * Combines markets with their forecasts. Live samples are used as they are. For missing ones, the history provides the
 * price or the reason for its absence.
 */
async function resolveMarkets(
  history: HistoryReader,
  resolutions: readonly StoredResolution[],
): Promise<ResolvedMarket[]> {
  const markets: ResolvedMarket[] = [];
  // Sorted so that neighbouring markets are read from one page.
  const ordered = resolutions.toSorted(
    (a, b) => compare(a.venue, b.venue) || compare(a.storeKey, b.storeKey),
  );
  for (let i = 0; i < ordered.length; i += MARKETS_AT_ONCE) {
    const some = ordered.slice(i, i + MARKETS_AT_ONCE);
    const [facts, ends, forecasts, entries] = await Promise.all([
      history.findMarketMany(some),
      history.findEndsMany(some),
      history.findForecastsMany(some),
      history.findMany(some),
    ]);
    for (const [at, resolution] of some.entries()) {
      const lastMs = entries[at]?.lastMs ?? null;
      const known = { facts: facts[at] ?? null, ends: ends[at]!, forecasts: forecasts[at]!, lastMs };
      const market = await resolveMarket(history, resolution, known);
      if (market !== null) markets.push(market);
    }
  }
  return markets;
}

interface Known {
  readonly facts: MarketFacts | null;
  readonly ends: readonly StatedEnd[];
  readonly forecasts: readonly Forecast[];
  readonly lastMs: number | null;
}

/** Combines one market with its forecasts. @returns null for a market that is not binary. */
async function resolveMarket(
  history: HistoryReader,
  resolution: StoredResolution,
  known: Known,
): Promise<ResolvedMarket | null> {
  const { venue, storeKey, asset, outcome, recordedAt } = resolution;
  const { facts } = known;
  const kind = facts?.kind ?? findStoredAsset(venue, storeKey)?.kind;
  if (kind === undefined || isPerpKind(kind)) return null;
  const taken = sampleForecasts(await readMarketHistory(history, resolution, known));
  return {
    venue,
    asset,
    kind,
    category: toCategory(facts),
    event: facts?.eventKey ?? null,
    outcome,
    resolvedAt: recordedAt,
    forecasts: FORECAST_HORIZONS.map(({ id }): DayForecast => {
      const found = taken[id]!;
      return 'leftOut' in found ? found : { t: found.t, p: found.p, end: found.end };
    }),
  };
}

/** Reads the part of a market's history that determines its forecasts. */
async function readMarketHistory(
  history: HistoryReader,
  resolution: StoredResolution,
  { ends, forecasts, lastMs }: Known,
): Promise<MarketHistory> {
  const { outcome, settledAt, recordedAt, reopenedAt = null } = resolution;
  const records: ForecastRecord[] = forecasts.map(({ t, p }) => ({ t, p, s: 'poll' }));
  const gaps: Gap[] = [];
  const isDecided = outcome === 'void' || reopenedAt !== null;
  if (!isDecided) {
    for (const { id, ms } of FORECAST_HORIZONS) {
      const found = findForecastMoment(ends, ms);
      if (typeof found === 'string') continue;
      const { moment, end } = found;
      if (forecasts.some((one) => one.horizon === id && one.end === end)) continue;
      if ((settledAt ?? recordedAt) <= moment) continue;
      const window = { fromMs: epochMs(Math.floor(moment - forecastAgeMs(ms)) + 1), toMs: epochMs(moment) };
      const read = await readRecords(history, resolution, window);
      records.push(...read);
      if (read.some(({ s }) => s === 'poll')) continue;
      gaps.push(...(await history.listGaps(resolution.venue, window, resolution.storeKey)));
    }
    const reopenedFrom = recordedAt + REOPENED_AFTER_MS;
    if (lastMs !== null && lastMs > reopenedFrom) {
      records.push(...(await readLaterPoll(history, resolution, reopenedFrom + 1)));
    }
  }
  records.sort((a, b) => a.t - b.t);
  return { ends, records, gaps, resolution: { outcome, settledAt, recordedAt, reopenedAt } };
}

async function readRecords(
  history: HistoryReader,
  key: MarketKey,
  window: { readonly fromMs: ReturnType<typeof epochMs>; readonly toMs: ReturnType<typeof epochMs> },
): Promise<ForecastRecord[]> {
  const records: ForecastRecord[] = [];
  for (let cursor: string | null = null; ; ) {
    const page = await history.read(key, {
      ...window,
      limit: RECORDS_AT_ONCE,
      ...(cursor === null ? {} : { cursor }),
    });
    const { length, t, p, s } = page.columns;
    const read: ForecastRecord[] = [];
    for (let i = 0; i < length; i++) read.push({ t: t[i]!, p: p[i]!, s: decodeSource(s[i]!) ?? '' });
    records.unshift(...read);
    // No older page is needed, because the newest polled price decides.
    if (page.nextCursor === null || read.some((one) => one.s === 'poll')) return records;
    cursor = page.nextCursor;
  }
}

/** Reads the first polled record since a time. Empty when there is none. */
async function readLaterPoll(
  history: HistoryReader,
  key: MarketKey,
  fromMs: number,
): Promise<ForecastRecord[]> {
  for (let after: { t: number; rank: number } | undefined; ; ) {
    const { columns, next } = await history.readForward(key, {
      fromMs: epochMs(fromMs),
      limit: RECORDS_AT_ONCE,
      ...(after === undefined ? {} : { after }),
    });
    for (let i = 0; i < columns.length; i++) {
      const s = decodeSource(columns.s[i]!) ?? '';
      if (s === 'poll') return [{ t: columns.t[i]!, p: columns.p[i]!, s }];
    }
    if (next === null) return [];
    after = next;
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
