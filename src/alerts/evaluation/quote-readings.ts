import { findAssetRef, isPerpKind } from '../../domain/index.ts';
import type { Condition, ConditionOf } from '../rule.ts';
import type { Quote } from './followed-quotes.ts';
import type { PriceWindow } from './price-window.ts';
import type { Reading } from './reading.ts';

/** Types whose inputs are the newest figures of one asset. */
const QUOTE_TYPES = ['cross', 'move', 'spread', 'basis', 'funding'] as const;
export type QuoteCondition = ConditionOf<(typeof QUOTE_TYPES)[number]>;

export function isQuoteCondition(when: Condition): when is QuoteCondition {
  return (QUOTE_TYPES as readonly string[]).includes(when.type);
}

/** Fraction of the threshold by which a perpetual's price must return before a crossing is over. */
const PERP_HYSTERESIS_FRAC = 0.001;
/** The same for a probability, as a difference. */
const BINARY_HYSTERESIS = 0.002;
/** The same for a funding rate, percent of the notional an hour. */
const FUNDING_HYSTERESIS_PCT = 0.0001;

export interface QuoteFacts {
  /** Canonical id of the asset. */
  readonly asset: string;
  /** Name of the market for people. */
  readonly name: string;
  readonly quote: Quote;
  /** Oracle price of a perpetual; null: none. */
  readonly oraclePx: number | null;
  /** Funding of the running hour as a fraction of the notional; null: none. */
  readonly fundingHourly: number | null;
  /** Prices of the window of a `move`; null for other types. */
  readonly window: PriceWindow | null;
}

/** Reads a condition about the newest figures of an asset; null: an input is missing, so nothing changes. */
export function readQuoteCondition(when: QuoteCondition, facts: QuoteFacts): Reading | null {
  const isPerp = isPerpKind(findAssetRef(when.asset)!.kind);
  const { asset, name, quote, oraclePx, fundingHourly, window } = facts;
  if (quote.price === null) return null;
  const reading = (value: number, threshold: number, text: string): Reading => ({
    subject: '',
    asset,
    holds: value >= threshold,
    clears: value < threshold,
    value,
    threshold,
    text: `${name} (${asset}) ${text}`,
  });
  switch (when.type) {
    case 'cross':
      return {
        ...reading(quote.price, 0, ''),
        ...readCrossing(when, quote.price, isPerp, `${name} (${asset})`),
      };
    case 'move': {
      const from = window?.findFarthest(quote.price) ?? null;
      if (from === null || from <= 0) return null;
      const moved = Math.abs(quote.price - from) * (isPerp ? 100 / from : 100);
      const unit = isPerp ? '%' : ' points';
      return reading(
        moved,
        when.percent ?? when.points ?? 0,
        `moved ${format(moved)}${unit} from ${format(from)} to ${format(quote.price)}`,
      );
    }
    case 'spread': {
      const { bid, ask } = quote;
      if (bid === null || ask === null || bid + ask <= 0) return null;
      const spread = isPerp ? ((ask - bid) / ((ask + bid) / 2)) * 10_000 : (ask - bid) * 100;
      return reading(
        spread,
        when.above,
        `has a spread of ${format(spread)} ${isPerp ? 'basis points' : 'points'}`,
      );
    }
    case 'basis': {
      if (oraclePx === null || oraclePx <= 0) return null;
      const basis = Math.abs(quote.price / oraclePx - 1) * 10_000;
      return reading(basis, when.above, `is ${format(basis)} basis points from its oracle price`);
    }
    case 'funding': {
      if (fundingHourly === null) return null;
      // Without the error of the product: 0.000002 is 0.0002 %.
      const percent = Number((fundingHourly * 100).toPrecision(12));
      return {
        ...reading(percent, 0, ''),
        ...readFunding(when, percent, `${name} (${asset})`),
      };
    }
  }
}

function readCrossing(
  { above, below }: ConditionOf<'cross'>,
  price: number,
  isPerp: boolean,
  name: string,
): Pick<Reading, 'holds' | 'clears' | 'threshold' | 'text'> {
  const threshold = above ?? below ?? 0;
  const margin = isPerp ? threshold * PERP_HYSTERESIS_FRAC : BINARY_HYSTERESIS;
  const isAbove = above !== undefined;
  return {
    holds: isAbove ? price >= threshold : price <= threshold,
    // A threshold closer to 0 or 1 than the margin is cleared by the last price that exists.
    clears: isAbove
      ? price <= Math.max(0, threshold - margin) && price < threshold
      : price >= (isPerp ? threshold + margin : Math.min(1, threshold + margin)) && price > threshold,
    threshold,
    text: `${name} is at ${format(price)}, ${sideText(isAbove ? price >= threshold : price <= threshold, isAbove)} ${format(threshold)}`,
  };
}

/** Reads the funding of a rule. A rate at the threshold itself is on neither side: at zero nobody pays. */
function readFunding(
  { above, below }: ConditionOf<'funding'>,
  percent: number,
  name: string,
): Pick<Reading, 'holds' | 'clears' | 'threshold' | 'text'> {
  const threshold = above ?? below ?? 0;
  const isAbove = above !== undefined;
  const beyond = isAbove ? percent - threshold : threshold - percent;
  const payer = percent === 0 ? 'nobody pays' : percent > 0 ? 'longs pay shorts' : 'shorts pay longs';
  return {
    holds: beyond > 0,
    clears: beyond <= -FUNDING_HYSTERESIS_PCT,
    threshold,
    text: `${name} has funding of ${format(percent)} % an hour, ${sideText(beyond > 0, isAbove)} ${format(threshold)}: ${payer}`,
  };
}

/** Describes on which side of the threshold a figure is, also once the condition is over. */
function sideText(holds: boolean, isAbove: boolean): string {
  return `${holds ? '' : 'no longer '}${isAbove ? 'above' : 'below'}`;
}

/** Formats a number with six digits. */
function format(value: number): string {
  return String(Number(value.toPrecision(6)));
}
