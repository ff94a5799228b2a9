import { type MarketTerms, NO_TERMS } from '../../domain/index.ts';
import { findVenueTime } from '../times.ts';
import { findText } from './fields.ts';
import type { GammaMarket } from './wire.ts';

type Range = Pick<MarketTerms, 'direction' | 'strike' | 'strikeHigh'>;

const NO_RANGE: Range = { direction: null, strike: null, strikeHigh: null };
const MAGNITUDES: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, b: 1e9, t: 1e12 };
const AMOUNT = '(\\$?)(\\d[\\d,]*(?:\\.\\d+)?)\\s?([kmbt]?)';
const below = new RegExp(`^<\\s?${AMOUNT}$`, 'i');
const above = new RegExp(`^(?:>\\s?${AMOUNT}|${AMOUNT}\\+)$`, 'i');
const between = new RegExp(`^${AMOUNT}\\s?[-\u2013]\\s?${AMOUNT}$`, 'i');

/**
 * Reads the facts of a question from its metadata.
 *
 * The venue has no strike members. The label of a market within its event is read only where it has one possible
 * meaning: `<250k`, `>$250B`, `2m+`, `$100–200b`. Otherwise the members are null: `$1B` has no direction, an arrow
 * means "touched at any time", `1-2` may be a score, years and percentages are words.
 */
export function readTerms(market: GammaMarket): MarketTerms {
  return {
    ...NO_TERMS,
    ...parseRange(market.groupItemTitle?.trim() ?? ''),
    settlementSource: findText(market.resolutionSource),
    answer: findText(market.groupItemTitle),
    series: findText(market.events?.[0]?.seriesSlug),
    contestKind: findText(market.sportsMarketType),
    startsAt: findVenueTime(market.gameStartTime),
  };
}

/** Reads a range of values from a market's label; an empty range when the label states none. */
export function parseRange(label: string): Range {
  const low = below.exec(label);
  if (low !== null) return { ...NO_RANGE, direction: 'below', strike: parseAmount(low[2], low[3]) };

  const high = above.exec(label);
  if (high !== null) {
    return { ...NO_RANGE, direction: 'above', strike: parseAmount(high[2] ?? high[5], high[3] ?? high[6]) };
  }
  const range = between.exec(label);
  if (range === null) return NO_RANGE;
  const [, dollarLow = '', from = '', unitLow = '', dollarHigh = '', to = '', unitHigh = ''] = range;
  // Without a currency or a magnitude, `1-2` may be a score or a date.
  if (`${dollarLow}${unitLow}${dollarHigh}${unitHigh}` === '') return NO_RANGE;
  const strike = parseAmount(from, unitLow === '' ? unitHigh : unitLow);
  const strikeHigh = parseAmount(to, unitHigh);
  return strike < strikeHigh ? { direction: 'between', strike, strikeHigh } : NO_RANGE;
}

/** Reads an amount: `1.25` and `m` give 1,250,000. */
function parseAmount(digits = '', unit = ''): number {
  const magnitude = MAGNITUDES[unit.toLowerCase()] ?? 1;
  return Number((Number(digits.replaceAll(',', '')) * magnitude).toPrecision(15));
}
