import { HOUR_MS } from '../../domain/index.ts';
import { toFiniteOrNull } from '../numerics/finite.ts';
import type { PriceColumns } from '../series/clean.ts';

/**
 * Source of the 24-hour change of a binary: our records, or the venue's own figure where they hold no price of a day
 * ago.
 */
export type DayChangeSource = 'store-delta' | 'venue';

/** Source of a 24-hour change: a perpetual's is always the venue's figure, `feed`. */
export type MoverSource = 'feed' | DayChangeSource;

/** The 24-hour change of a binary. */
export interface DayChange {
  /** Change as a fraction of the price of a day ago. */
  readonly frac: number;
  readonly source: DayChangeSource;
}

/** A change of the last 24 hours. */
export interface Move {
  readonly asset: string;
  /** Change as a fraction: 0.05 is 5 %; null when not known. */
  readonly changeFrac: number | null;
}

/** A row whose change is known. */
export type RankedMove<Row extends Move> = Row & { readonly changeFrac: number };

export interface Movers<Row extends Move> {
  /** Largest rise first. */
  readonly gainers: readonly RankedMove<Row>[];
  /** Largest fall first. */
  readonly losers: readonly RankedMove<Row>[];
  readonly totals: {
    readonly considered: number;
    /** Rows with a change of at least the minimum in size. */
    readonly eligible: number;
    /** Rows that rose, and that fell, before the limit. */
    readonly rising: number;
    readonly falling: number;
    /** Mean size of the change of the eligible rows; null without any. */
    readonly avgAbsChange: number | null;
  };
}

/**
 * Ranks changes: rises and falls apart, ties by asset id. A change of 0 is eligible but in neither list.
 *
 * @param minPriceChangePct A fraction, despite its name in the API.
 */
export function rankMovers<Row extends Move>(
  rows: readonly Row[],
  { topN, minPriceChangePct }: { readonly topN: number; readonly minPriceChangePct: number },
): Movers<Row> {
  const eligible = rows.filter((row) => isEligible(row, minPriceChangePct));
  const sizes = eligible.reduce((sum, row) => sum + Math.abs(row.changeFrac), 0);
  const rising = eligible.filter((row) => row.changeFrac > 0);
  const falling = eligible.filter((row) => row.changeFrac < 0);
  return {
    gainers: rising.sort((a, b) => b.changeFrac - a.changeFrac || compareAssets(a, b)).slice(0, topN),
    losers: falling.sort((a, b) => a.changeFrac - b.changeFrac || compareAssets(a, b)).slice(0, topN),
    totals: {
      considered: rows.length,
      eligible: eligible.length,
      rising: rising.length,
      falling: falling.length,
      avgAbsChange: eligible.length === 0 ? null : toFiniteOrNull(sizes / eligible.length),
    },
  };
}

/** The venue's own 24 h change: percent becomes a fraction. */
export function changeFromFeed(changePct: number | null): number | null {
  return changePct === null ? null : toFiniteOrNull(changePct / 100);
}

/**
 * Change since a reference price, as a fraction of it.
 *
 * @returns null without one of the prices or with a reference of 0.
 */
export function changeFromReference(price: number | null, reference: number | null): number | null {
  if (price === null || reference === null || !(reference > 0)) return null;
  return toFiniteOrNull(price / reference - 1);
}

/**
 * The venue's own change of a probability, as a fraction of the price that it leads from.
 *
 * @param change Difference of probabilities, as the venue states it.
 * @returns null without a price, and for a change that leads from a price outside 0 to 1 or from 0 itself.
 */
export function changeFromVenue(price: number | null, change: number | null): number | null {
  if (price === null || change === null) return null;
  const before = price - change;
  return before > 0 && before <= 1 ? toFiniteOrNull(change / before) : null;
}

/**
 * The 24-hour change of a binary: that of our own records wherever they hold a price of a day ago, else the venue's.
 * The two are never mixed.
 *
 * @param reference The price of a day ago in our records; null: they hold none.
 * @param venueChange The venue's own change as a difference of probabilities; null: not stated, or too old to show.
 */
export function chooseDayChange(
  price: number | null,
  { reference, venueChange }: { readonly reference: number | null; readonly venueChange: number | null },
): DayChange | null {
  const source = reference === null ? 'venue' : 'store-delta';
  const frac =
    reference === null ? changeFromVenue(price, venueChange) : changeFromReference(price, reference);
  return frac === null ? null : { frac, source };
}

/**
 * The window in which the last record is the reference price of 24 hours ago, both ends inclusive.
 *
 * An asset without a record there has no 24-hour change: the oldest record would call a listing of last hour a
 * move of a day.
 */
export function referenceWindow(nowMs: number): { readonly fromMs: number; readonly toMs: number } {
  return { fromMs: nowMs - 30 * HOUR_MS, toMs: nowMs - 24 * HOUR_MS };
}

/** The price of the last record up to the end of {@link referenceWindow}; null when that record is older than it. */
export function priceInWindow(
  record: { readonly t: number; readonly p: number } | null,
  { fromMs }: { readonly fromMs: number },
): number | null {
  return record !== null && record.t >= fromMs ? record.p : null;
}

/** The reference price of 24 hours ago among the given records, or null. */
export function referencePrice({ t, p }: PriceColumns, nowMs: number): number | null {
  const { fromMs, toMs } = referenceWindow(nowMs);
  let latest = Number.NEGATIVE_INFINITY;
  let price: number | null = null;
  for (let i = 0; i < t.length; i++) {
    const isInside = t[i]! >= fromMs && t[i]! <= toMs;
    if (isInside && t[i]! >= latest && Number.isFinite(p[i]!)) {
      latest = t[i]!;
      price = p[i]!;
    }
  }
  return price;
}

function isEligible<Row extends Move>(row: Row, minimum: number): row is RankedMove<Row> {
  const { changeFrac } = row;
  return changeFrac !== null && Number.isFinite(changeFrac) && Math.abs(changeFrac) >= minimum;
}

function compareAssets(a: Move, b: Move): number {
  return a.asset < b.asset ? -1 : a.asset > b.asset ? 1 : 0;
}
