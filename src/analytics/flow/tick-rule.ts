/** Direction of a trade: 1 bought, -1 sold, 0 before the first change of the price. */
export type Direction = 1 | -1 | 0;

/** Direction of a record that is not a trade: a filled-in hourly close. */
export const FILLED = 2;

/** Taker side in an API answer; null for a filled-in close. */
export type FlowSide = 'buy' | 'sell' | 'unclassified' | null;

/**
 * Tick rule: a rise was bought, a fall was sold, and an unchanged price inherits the direction before it.
 *
 * Source: C. M. C. Lee and M. J. Ready, Inferring trade direction from intraday data, Journal of Finance 46, 1991.
 */
export function tickDirection(change: number, before: Direction): Direction {
  if (change > 0) return 1;
  return change < 0 ? -1 : before;
}

/**
 * Converts a stored direction to a taker side; null for a filled record, `unclassified` before the first price change.
 */
export function toFlowSide(direction: number): FlowSide {
  if (direction === FILLED) return null;
  if (direction === 0) return 'unclassified';
  return direction > 0 ? 'buy' : 'sell';
}
