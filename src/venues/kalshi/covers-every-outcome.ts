import type { KalshiMarket } from './wire.ts';

/**
 * Decides whether the markets of one mutually exclusive event cover every outcome.
 *
 * The venue does not state this, but strikes can prove it. One market below the lowest range, one above the highest,
 * and adjoining ranges between them cover every number. A venue that measures in whole degrees writes neighbouring
 * ranges as 80 to 81 and 82 to 83, so ranges may lie one step apart if the step is always the same.
 *
 * @returns true when the strikes prove it, null otherwise: a list of named candidates may lack the winner.
 */
export function coversEveryOutcome(markets: readonly KalshiMarket[]): true | null {
  const below = markets.filter(
    ({ strike_type }) => strike_type === 'less' || strike_type === 'less_or_equal',
  );
  const above = markets.filter(
    ({ strike_type }) => strike_type === 'greater' || strike_type === 'greater_or_equal',
  );
  const ranges = markets.flatMap(toRange).sort((a, b) => a.from - b.from);
  const [lowest, highest] = [ranges[0], ranges.at(-1)];
  const [low, high] = [below[0], above[0]];
  if (below.length !== 1 || above.length !== 1 || markets.length !== ranges.length + 2) return null;
  if (
    lowest === undefined ||
    highest === undefined ||
    low?.cap_strike == null ||
    high?.floor_strike == null
  ) {
    return null;
  }

  const steps = new Set(ranges.slice(1).map(({ from }, i) => subtract(from, ranges[i]!.to)));
  if (steps.size > 1) return null;
  const step = [...steps][0] ?? 0;
  const isJoined = step >= 0 && ranges.every(({ from, to }) => to - from >= step);

  // "Less than 80" leaves 80 to the first range; "79 or less" leaves everything from 80 on.
  const lowGap = subtract(lowest.from, low.cap_strike);
  const highGap = subtract(high.floor_strike, highest.to);
  const meetsLow = lowGap === 0 || (low.strike_type === 'less_or_equal' && lowGap === step);
  const meetsHigh = highGap === 0 || (high.strike_type === 'greater_or_equal' && highGap === step);
  return isJoined && meetsLow && meetsHigh ? true : null;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function toRange({ strike_type, floor_strike, cap_strike }: KalshiMarket): Range[] {
  if (strike_type !== 'between' || floor_strike == null || cap_strike == null) return [];
  return cap_strike >= floor_strike ? [{ from: floor_strike, to: cap_strike }] : [];
}

/** Subtracts strikes, which have at most six decimals, without the floating-point error. */
function subtract(a: number, b: number): number {
  return Math.round((a - b) * 1e6) / 1e6;
}
