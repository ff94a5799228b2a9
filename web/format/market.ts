import { directed, fixed, usd } from './number.ts';
import type { PriceUnit } from './venue.ts';

/** Notation of probabilities: 24.3 % with changes in pp, or 24.3 ¢ with changes in ¢. */
export type Odds = 'percent' | 'cents';

/**
 * Figures of a market in the unit of its class, the same on every page. Perpetuals: prices in USD, changes in percent,
 * distances in bps. Probabilities: prices in percent, changes and distances in points. A basis point of a probability
 * of 2 % would be a ten-thousandth of almost nothing.
 */
export interface MarketUnits {
  readonly price: string;
  /** Unit of a change over time. */
  readonly change: string;
  /** Unit of a spread, a basis or an edge: of a distance between two prices of one moment. */
  readonly distance: string;
}

export function getUnits(unit: PriceUnit, odds: Odds): MarketUnits {
  if (unit === 'usd') return { price: 'USD', change: '%', distance: 'bps' };
  return odds === 'cents'
    ? { price: '¢', change: '¢', distance: '¢' }
    : { price: '%', change: 'pp', distance: 'pp' };
}

/** Formats a price: dollars without their unit, which is in the header, or a probability from 0 to 1 with it. */
export function priceText(price: number, unit: PriceUnit, odds: Odds): string {
  if (unit === 'usd') return usd(price);
  const percent = price * 100;
  // 0.04 % is not 0.0 %, and 99.96 % is not 100.0 %.
  const fine = percent !== 0 && percent !== 100 && (percent < 0.095 || percent > 99.905);
  return `${fixed(percent, fine ? 2 : 1)} ${odds === 'cents' ? '¢' : '%'}`;
}

/**
 * Formats a spread, basis or edge.
 *
 * @param value bps of perpetuals, points of probabilities: 1 is one percentage point.
 */
export function distanceText(value: number, unit: PriceUnit, odds: Odds): string {
  return `${fixed(value, getDecimals(value, unit))} ${getUnits(unit, odds).distance}`;
}

/** Formats a change with its direction. @param value Percent of perpetuals, points of probabilities. */
export function changeText(value: number, unit: PriceUnit, odds: Odds): string {
  const decimals = unit === 'usd' ? 2 : getDecimals(value, unit);
  return `${directed(value, fixed(value, decimals))} ${getUnits(unit, odds).change}`;
}

/** Formats a distance with its direction, such as a basis. */
export function directedDistanceText(value: number, unit: PriceUnit, odds: Odds): string {
  return `${directed(value, fixed(value, getDecimals(value, unit)))} ${getUnits(unit, odds).distance}`;
}

/** Hundredths of a point where tenths would say zero. */
function getDecimals(value: number, unit: PriceUnit): number {
  const size = Math.abs(value);
  return unit === 'probability' && size > 0 && size < 0.095 ? 2 : 1;
}
