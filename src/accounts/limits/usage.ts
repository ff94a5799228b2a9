import type { VenueId } from '../../domain/index.ts';

/** Number of requests of one bot in one month, for one endpoint and venue. */
export interface UsageRow {
  readonly botId: string;
  /** Month in UTC: `2026-11`. */
  readonly month: string;
  /** Template of the route. */
  readonly endpoint: string;
  /** Venue that the requests named; null: none. */
  readonly venue: VenueId | null;
  readonly count: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

/** Outcome of counting requests against a quota. */
export interface QuotaUse {
  readonly taken: number;
  /** Number of requests in the month, including the ones just counted. */
  readonly used: number;
}

/** Store of request counts. Counts may lag by a second; the ledger never does. */
export interface UsageStore {
  add(rows: readonly UsageRow[]): Promise<void>;
  /**
   * Adds as many requests as the month has left, exact over all processes.
   *
   * @param quota Maximum number of requests in the month.
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
 * Sums counted requests by venue and by endpoint, with the times of the first and the last one. Rows with a count of 0
 * are left out.
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
