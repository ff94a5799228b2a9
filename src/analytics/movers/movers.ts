import { HOUR_MS } from '../../domain/index.ts';
import { toFiniteOrNull } from '../numerics/finite.ts';
import type { PriceColumns } from '../series/clean.ts';

/**
 * Source of the 24-hour change of a binary: our records, or the venue's own figure when our records have no price of a
 * day ago.
 */
export type DayChangeSource = 'store-delta' | 'venue';

/** Source of a 24-hour change. For perpetuals it is always the venue's figure, `feed`. */
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

/** Computes the value by which a move is ranked; null: the row has no place in this order. */
export type RankMove<Row> = (row: Row) => number | null;

/** A row with a known change. */
export type RankedMove<Row extends Move> = Row & { readonly changeFrac: number };

export interface Movers<Row extends Move> {
  /** Rows that rose, largest rise first. */
  readonly gainers: readonly RankedMove<Row>[];
  /** Rows that fell, largest fall first. */
  readonly losers: readonly RankedMove<Row>[];
  readonly totals: {
    readonly considered: number;
    /** Number of rows whose change has at least the minimum size. */
    readonly eligible: number;
    /** Numbers of rows that rose and that fell, before the limit is applied. */
    readonly rising: number;
    readonly falling: number;
    /** Mean absolute change of the eligible rows; null without any. */
    readonly avgAbsChange: number | null;
  };
}

/**
 * Ranks changes: rises and falls separately, ties by asset id. A change of 0 is eligible but in neither list.
 *
 * @param minPriceChangePct Minimum change as a fraction, despite its name in the API.
 * @param rank Default: by `changeFrac`.
 */
export function rankMovers<Row extends Move>(
  rows: readonly Row[],
  {
    topN,
    minPriceChangePct,
    rank = ({ changeFrac }) => changeFrac,
  }: { readonly topN: number; readonly minPriceChangePct: number; readonly rank?: RankMove<Row> },
): Movers<Row> {
  const ranks = new Map<Row, number>();
  const eligible = rows.filter((row): row is RankedMove<Row> => {
    if (!isEligible(row, minPriceChangePct)) return false;
    const place = rank(row);
    if (place === null) return false;
    ranks.set(row, place);
    return true;
  });
  const sizes = eligible.reduce((sum, row) => sum + Math.abs(row.changeFrac), 0);
  const rising = eligible.filter((row) => ranks.get(row)! > 0);
  const falling = eligible.filter((row) => ranks.get(row)! < 0);
  return {
    gainers: rising.sort((a, b) => ranks.get(b)! - ranks.get(a)! || compareAssets(a, b)).slice(0, topN),
    losers: falling.sort((a, b) => ranks.get(a)! - ranks.get(b)! || compareAssets(a, b)).slice(0, topN),
    totals: {
      considered: rows.length,
      eligible: eligible.length,
      rising: rising.length,
      falling: falling.length,
      avgAbsChange: eligible.length === 0 ? null : toFiniteOrNull(sizes / eligible.length),
    },
  };
}

/** Converts the venue's own 24 h change from percent to a fraction. */
export function changeFromFeed(changePct: number | null): number | null {
  return changePct === null ? null : toFiniteOrNull(changePct / 100);
}

/**
 * Computes the change since a reference price, as a fraction of that price.
 *
 * @returns null without one of the prices, or for a reference of 0.
 */
export function changeFromReference(price: number | null, reference: number | null): number | null {
  if (price === null || reference === null || !(reference > 0)) return null;
  return toFiniteOrNull(price / reference - 1);
}

/**
 * Computes the venue's own change of a probability, as a fraction of the earlier price.
 *
 * @param change Difference of probabilities, as the venue states it.
 * @returns null without a price, and when the earlier price would be 0 or outside 0 to 1.
 */
export function changeFromVenue(price: number | null, change: number | null): number | null {
  if (price === null || change === null) return null;
  const before = price - change;
  return before > 0 && before <= 1 ? toFiniteOrNull(change / before) : null;
}

/**
 * Chooses the 24-hour change of a binary: from our own records when they have a price of a day ago, else the venue's.
 * The two are never mixed.
 *
 * @param reference Price of a day ago in our records; null: they have none.
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
 * Computes the window in which the last record is the reference price of 24 hours ago, both ends inclusive.
 *
 * An asset without a record in it has no 24-hour change: with the oldest record instead, an hour of a new listing would
 * count as the move of a day.
 */
export function referenceWindow(nowMs: number): { readonly fromMs: number; readonly toMs: number } {
  return { fromMs: nowMs - 30 * HOUR_MS, toMs: nowMs - 24 * HOUR_MS };
}

/**
 * Finds the price of the last record before the end of {@link referenceWindow}; null when that record is older than the
 * window.
 */
export function priceInWindow(
  record: { readonly t: number; readonly p: number } | null,
  { fromMs }: { readonly fromMs: number },
): number | null {
  return record !== null && record.t >= fromMs ? record.p : null;
}

/** Finds the reference price of 24 hours ago in the given records; null when they have none. */
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
