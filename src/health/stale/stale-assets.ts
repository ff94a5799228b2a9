import { type EpochMs, formatIsoTime, latestTime, MINUTE_MS, type VenueId } from '../../domain/index.ts';
import type { Feed } from '../../feed/feed.ts';
import type { HistoryReader } from '../../history/contract/history-store.ts';
import type { SeriesEntry } from '../../history/contract/series.ts';

/**
 * A tracked asset whose newest record is too old, a tracked asset without records, or an asset that is no longer
 * tracked because it fell below our own limit of markets.
 */
export interface StaleRow {
  readonly kind: 'stale' | 'never_recorded' | 'beyond_limit';
  readonly venue: VenueId;
  /** Store key of the asset. */
  readonly asset: string;
  readonly lastMs: number | null;
  readonly lastIso: string | null;
  readonly staleForMs: number | null;
  readonly count: number;
  readonly bytes: number;
}

export interface VenueCounts {
  /** Number of tracked assets. */
  readonly total: number;
  readonly stale: number;
  readonly neverRecorded: number;
  /** Number of assets that fell below our own limit of markets. No other count includes them. */
  readonly beyondLimit: number;
}

export interface StaleSummary {
  readonly totalAssets: number;
  readonly staleCount: number;
  readonly neverRecordedCount: number;
  readonly beyondLimitCount: number;
  readonly byVenue: Readonly<Partial<Record<VenueId, VenueCounts>>>;
}

/**
 * Ages of the newest records of one venue's tracked assets. `byMinutes[k]` counts the assets that are stale at every
 * threshold of up to `k` whole minutes and not at `k + 1`.
 */
export interface AgeCounts {
  readonly neverRecorded: number;
  /** Number of assets below our own limit. Absent in reports of earlier releases. */
  readonly beyondLimit?: number;
  readonly byMinutes: Readonly<Record<string, number>>;
}

export type StaleVerdict = 'OK' | 'WARN';

/**
 * Reads the age of the newest record of every tracked asset, and of those that fell below our own limit, ordered by
 * venue and store key.
 */
export async function readAssetAges(feed: Feed, history: HistoryReader, now: EpochMs): Promise<StaleRow[]> {
  const rows: StaleRow[] = [];
  for (const venue of feed.venues) {
    const snapshot = feed.snapshot(venue);
    const beyondLimit = snapshot?.beyondLimit ?? new Map();
    const tracked = (snapshot?.markets ?? []).map(({ ref }) => ref.storeKey);
    const keys = [...tracked, ...beyondLimit.keys()].sort();
    const entries = await history.findMany(keys.map((storeKey) => ({ venue, storeKey })));
    const last = await findLastTimes(history, entries, now);
    for (const [i, asset] of keys.entries()) {
      const entry = entries[i] ?? null;
      const lastMs = last[i] ?? null;
      rows.push({
        kind: beyondLimit.has(asset) ? 'beyond_limit' : entry === null ? 'never_recorded' : 'stale',
        venue,
        asset,
        lastMs,
        lastIso: lastMs === null ? null : formatIsoTime(lastMs),
        staleForMs: lastMs === null ? null : Math.max(0, now - lastMs),
        count: entry?.count ?? 0,
        bytes: entry?.bytes ?? 0,
      });
    }
  }
  return rows;
}

/**
 * Finds the times of the newest records of series, up to now, because a clock that was ahead may have left later ones.
 * For a series with only later records it is the newest of those.
 */
async function findLastTimes(
  history: Pick<HistoryReader, 'findLastMany'>,
  entries: readonly (SeriesEntry | null)[],
  now: EpochMs,
): Promise<(EpochMs | null)[]> {
  const ahead = entries.filter((entry) => entry !== null && entry.lastMs > latestTime(now)) as SeriesEntry[];
  const found = ahead.length === 0 ? [] : await history.findLastMany(ahead, latestTime(now));
  const times = new Map(ahead.map((entry, i) => [entry, found[i]?.t ?? entry.lastMs]));
  return entries.map((entry) => (entry === null ? null : (times.get(entry) ?? entry.lastMs)));
}

/** Counts the rows by age, so that a report can be evaluated later with another threshold. */
export function countAges(rows: readonly StaleRow[]): Partial<Record<VenueId, AgeCounts>> {
  const counts: Partial<
    Record<VenueId, { neverRecorded: number; beyondLimit: number; byMinutes: Record<string, number> }>
  > = {};
  for (const { kind, venue, staleForMs } of rows) {
    const ages = counts[venue] ?? { neverRecorded: 0, beyondLimit: 0, byMinutes: {} };
    counts[venue] = ages;
    if (kind === 'beyond_limit') ages.beyondLimit++;
    else if (staleForMs === null) ages.neverRecorded++;
    else {
      const minutes = Math.max(0, Math.ceil(staleForMs / MINUTE_MS) - 1);
      ages.byMinutes[minutes] = (ages.byMinutes[minutes] ?? 0) + 1;
    }
  }
  return counts;
}

/** Summarises ages with a threshold. Assets above it are stale. Fractions of a minute are rounded up. */
export function summariseAges(
  ages: Readonly<Partial<Record<VenueId, AgeCounts>>>,
  thresholdMin: number,
): { readonly verdict: StaleVerdict; readonly summary: StaleSummary } {
  const threshold = Math.ceil(thresholdMin);
  const byVenue: Partial<Record<VenueId, VenueCounts>> = {};
  let [totalAssets, staleCount, neverRecordedCount, beyondLimitCount] = [0, 0, 0, 0];
  for (const [venue, counts] of Object.entries(ages) as [VenueId, AgeCounts][]) {
    const { neverRecorded, beyondLimit = 0, byMinutes } = counts;
    let [recorded, stale] = [0, 0];
    for (const [minutes, count] of Object.entries(byMinutes)) {
      recorded += count;
      if (Number(minutes) >= threshold) stale += count;
    }
    byVenue[venue] = { total: recorded + neverRecorded, stale, neverRecorded, beyondLimit };
    totalAssets += recorded + neverRecorded;
    staleCount += stale;
    neverRecordedCount += neverRecorded;
    beyondLimitCount += beyondLimit;
  }
  return {
    verdict: staleCount > 0 ? 'WARN' : 'OK',
    summary: { totalAssets, staleCount, neverRecordedCount, beyondLimitCount, byVenue },
  };
}

/** Groups rows by the reason for which they are listed, exactly by the given threshold. */
export function detectStale(
  rows: readonly StaleRow[],
  thresholdMs: number,
): {
  readonly stale: StaleRow[];
  readonly neverRecorded: StaleRow[];
  readonly beyondLimit: StaleRow[];
  readonly summary: StaleSummary;
} {
  const isStale = ({ kind, staleForMs }: StaleRow) =>
    kind === 'stale' && staleForMs !== null && staleForMs > thresholdMs;
  const stale = rows.filter(isStale);
  const neverRecorded = rows.filter(({ kind }) => kind === 'never_recorded');
  const beyondLimit = rows.filter(({ kind }) => kind === 'beyond_limit');
  const byVenue: Partial<Record<VenueId, VenueCounts>> = {};
  for (const row of rows) {
    const { kind, venue } = row;
    const counts = byVenue[venue] ?? { total: 0, stale: 0, neverRecorded: 0, beyondLimit: 0 };
    byVenue[venue] = {
      total: counts.total + (kind === 'beyond_limit' ? 0 : 1),
      stale: counts.stale + (isStale(row) ? 1 : 0),
      neverRecorded: counts.neverRecorded + (kind === 'never_recorded' ? 1 : 0),
      beyondLimit: counts.beyondLimit + (kind === 'beyond_limit' ? 1 : 0),
    };
  }
  const summary = {
    totalAssets: rows.length - beyondLimit.length,
    staleCount: stale.length,
    neverRecordedCount: neverRecorded.length,
    beyondLimitCount: beyondLimit.length,
    byVenue,
  };
  return { stale, neverRecorded, beyondLimit, summary };
}
