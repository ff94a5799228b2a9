import type { VenueId } from '../../domain/index.ts';

/** Requests of one bot in one month, by route. */
export interface UsageRow {
  readonly botId: string;
  /** `2026-11`, UTC. */
  readonly month: string;
  /** The route's template. */
  readonly endpoint: string;
  /** The venue of requests that name one. */
  readonly venue: VenueId | null;
  readonly count: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

/** Use of a quota. */
export interface QuotaUse {
  readonly taken: number;
  /** Requests of the month, with those that were taken. */
  readonly used: number;
}

/** Store of counts of requests. They may lag by a second; money never does. */
export interface UsageStore {
  add(rows: readonly UsageRow[]): Promise<void>;
  /**
   * Adds as much of a row's count as the month has left, exactly over all processes.
   *
   * @param quota Requests of the month.
   */
  take(row: UsageRow, quota: number): Promise<QuotaUse>;
  read(botId: string, month: string): Promise<readonly UsageRow[]>;
}

export interface UsageSummary {
  readonly total: number;
  readonly byVenue: Readonly<Record<string, number>>;
  readonly byEndpoint: Readonly<Record<string, number>>;
  readonly firstAt: number | null;
  readonly lastAt: number | null;
}

/**
 * Sums counted requests by venue and by endpoint, with the times of the first and the last one. Rows of 0 do not count.
 */
export function summarise(rows: readonly UsageRow[]): UsageSummary {
  const byVenue = new Map<string, number>();
  const byEndpoint = new Map<string, number>();
  let total = 0;
  let firstAt: number | null = null;
  let lastAt: number | null = null;
  for (const row of rows) {
    if (row.count === 0) continue;
    total += row.count;
    byEndpoint.set(row.endpoint, (byEndpoint.get(row.endpoint) ?? 0) + row.count);
    if (row.venue !== null) byVenue.set(row.venue, (byVenue.get(row.venue) ?? 0) + row.count);
    firstAt = Math.min(firstAt ?? row.firstAt, row.firstAt);
    lastAt = Math.max(lastAt ?? row.lastAt, row.lastAt);
  }
  const sorted = (counts: Map<string, number>) => Object.fromEntries([...counts].sort());
  return { total, byVenue: sorted(byVenue), byEndpoint: sorted(byEndpoint), firstAt, lastAt };
}

/** Formats the UTC month of a time in epoch ms: `2026-11`. */
export function toMonth(ms: number): string {
  return new Date(ms).toISOString().slice(0, 7);
}
