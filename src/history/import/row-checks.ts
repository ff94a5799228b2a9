import {
  type EpochMs,
  formatIsoTime,
  HOUR_MS,
  isProbability,
  MINUTE_MS,
  type PriceUnit,
} from '../../domain/index.ts';

/** A record that an import may store. */
export interface ImportedRecord {
  readonly t: number;
  readonly p: number;
  /** Volume; NaN where it is unknown. */
  readonly v: number;
  /** Code of the source, see `source-codes.ts`. */
  readonly s: number;
}

/** Limits that the records of a series must obey. */
export interface RowRules {
  readonly unit: PriceUnit;
  /** Time when the venue opened: no record is earlier. */
  readonly venueOpenedMs: EpochMs;
  readonly now: EpochMs;
}

/** Maximum time by which a record may be ahead of our clock, ms. */
const MAX_AHEAD_MS = MINUTE_MS;

/** Finds out why a record cannot belong to the series; null when it can. */
export function findProblem({ t, p, v }: ImportedRecord, rules: RowRules): string | null {
  // A number of this size was rounded when it was parsed, so the message does not quote it.
  if (Math.abs(t) > Number.MAX_SAFE_INTEGER) return 't is beyond any time in milliseconds';
  if (!Number.isInteger(t)) return `t is no whole number of milliseconds: ${t}`;
  if (t < rules.venueOpenedMs) {
    return `t is ${timeText(t)}, before the venue opened in ${formatIsoTime(rules.venueOpenedMs).slice(0, 4)}`;
  }
  if (t > rules.now + MAX_AHEAD_MS) return `t is ${timeText(t)}, in the future`;
  if (rules.unit === 'usd' && !(p > 0 && p < Number.POSITIVE_INFINITY)) return `p is no price above 0: ${p}`;
  if (rules.unit === 'probability' && !isProbability(p)) return `p is no probability from 0 to 1: ${p}`;
  if (v < 0) return `v is negative: ${v}`;
  if (v === Number.POSITIVE_INFINITY) return `v is no volume: ${v}`;
  return null;
}

/** Facts of the store that a record may contradict. */
export interface StoredContext {
  /** Time when the market ended; null for a market that has not ended, and for a perpetual. */
  readonly resolvedAt: EpochMs | null;
  /** Lowest and highest stored price of each hour, by the start of the hour. */
  readonly hours: ReadonlyMap<number, { readonly low: number; readonly high: number }>;
}

/** Ratio of two prices within an hour above which a price is more likely a mistake than a move. */
const MAX_JUMP = 10;

/**
 * Finds a reason to doubt a valid record; null when there is none. Only prices in USD are compared: a probability that
 * nears its resolution moves by any factor within minutes.
 *
 * @param before The record before it in the file; null for the first.
 */
export function findOddity(
  { t, p }: ImportedRecord,
  before: ImportedRecord | null,
  { resolvedAt, hours }: StoredContext,
  unit: PriceUnit,
): string | null {
  if (resolvedAt !== null && t > resolvedAt)
    return `t is ${timeText(t)}, after the market ended at ${formatIsoTime(resolvedAt)}`;
  if (unit !== 'usd') return null;
  const stored = hours.get(Math.floor(t / HOUR_MS) * HOUR_MS);
  if (stored !== undefined && isJump(p, stored.low, stored.high)) {
    return `p is ${p}, and ${stored.low} to ${stored.high} are stored within the hour`;
  }
  if (before !== null && Math.abs(t - before.t) <= HOUR_MS && isJump(p, before.p, before.p)) {
    return `p is ${p}, and ${before.p} within the hour before`;
  }
  return null;
}

function isJump(price: number, low: number, high: number): boolean {
  return price > high * MAX_JUMP || price < low / MAX_JUMP;
}

/** Largest absolute time, epoch ms, that a JavaScript `Date` can represent. */
const MAX_TIME = 8.64e15;

function timeText(t: number): string {
  return Math.abs(t) <= MAX_TIME ? formatIsoTime(t) : String(t);
}
