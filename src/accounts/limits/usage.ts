import { listDays, type VenueId } from '../../domain/index.ts';

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

/** Requests to add to the counts of their month and of their day. */
export interface UsageCount extends UsageRow {
  /** Day in UTC: `2026-11-30`. */
  readonly day: string;
}

/** Number of requests of one bot on one day. */
export interface UsageDay {
  readonly botId: string;
  /** Day in UTC: `2026-11-30`. */
  readonly day: string;
  readonly count: number;
}

/** Requests of a day; null: days were not counted yet. */
export interface DailyRequests {
  /** Day in UTC: `2026-11-30`. */
  readonly day: string;
  readonly requests: number | null;
}

/** Number of days that are kept: a year, and the day that leads to it. */
export const USAGE_DAYS_KEPT = 366;

/** Outcome of counting requests against a quota. */
export interface QuotaUse {
  readonly taken: number;
  /** Number of requests in the month, including the ones just counted. */
  readonly used: number;
}

/** Store of request counts. Counts may lag by a second; the ledger never does. */
export interface UsageStore {
  add(rows: readonly UsageCount[]): Promise<void>;
  /**
   * Adds as many requests as the month has left, exact over all processes.
   *
   * @param quota Maximum number of requests in the month.
   */
  take(row: UsageCount, quota: number): Promise<QuotaUse>;
  read(botId: string, month: string): Promise<readonly UsageRow[]>;
  /** Reads the counts of a bot by day, from a day on, in any order. */
  readDays(botId: string, from: string): Promise<readonly UsageDay[]>;
  /** Finds the first kept day on which a request of any bot was counted; null: none was. */
  findFirstDay(): Promise<string | null>;
  /** Deletes the counts of days before a day, of all bots. */
  forgetDays(before: string): Promise<void>;
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

/**
 * Lists the requests of each day, oldest first.
 *
 * @param last Newest day of the list.
 * @param days Number of days.
 * @param first First day that was counted; null: none was.
 * @param counted Counts of these days, several of one day too.
 */
export function toDailyRequests(
  { last, days, first }: { readonly last: string; readonly days: number; readonly first: string | null },
  counted: readonly UsageDay[],
): readonly DailyRequests[] {
  const byDay = new Map<string, number>();
  for (const { day, count } of counted) byDay.set(day, (byDay.get(day) ?? 0) + count);
  return listDays(last, days).map((day) => {
    const isCounted = first !== null && day >= first;
    // A request that is given back after midnight is taken off the day that follows its own.
    return { day, requests: isCounted ? Math.max(0, byDay.get(day) ?? 0) : null };
  });
}
