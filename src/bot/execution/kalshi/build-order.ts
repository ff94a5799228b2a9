import type { OrderTicket, VenueRejection } from '../execution-venue.ts';
import { type Decimal, toDecimal, toDecimalText } from '../live/decimal.ts';
import { planLegs, type SellableShares } from '../live/leg.ts';
import { computeBinaryLimit } from '../live/price-bounds.ts';

/** Facts about a market that an order needs. */
export interface KalshiMarket {
  readonly ticker: string;
  readonly isOpen: boolean;
  /** The grid of prices; parts of the scale may have a finer step. */
  readonly ranges: readonly { readonly start: Decimal; readonly end: Decimal; readonly step: Decimal }[];
  /** Whether hundredths of a contract are traded. */
  readonly isFractional: boolean;
}

/** An order in the venue's terms, before it is signed: everything is quoted on the Yes book. */
export interface KalshiOrderTerms {
  readonly status: 'built';
  readonly side: 'bid' | 'ask';
  /** Shares that the order buys, or else the shares that it sells. */
  readonly leg: 'yes' | 'no';
  /** Dollars of Yes with four decimals. */
  readonly price: string;
  /** Contracts with two decimals. */
  readonly count: string;
  /** Whether nothing is bought: the venue closes no more than there is. */
  readonly isReduceOnly: boolean;
  readonly limitPrice: string;
}

const CENT = toDecimal('0.01');

/**
 * Sizes and prices an order. The venue nets Yes against No on its own, so the closing and the opening part are
 * one order; each part is bounded as if it were one of its own.
 *
 * @param held Contracts of the account in the market.
 */
export function buildOrder(
  ticket: OrderTicket,
  market: KalshiMarket,
  held: SellableShares,
): KalshiOrderTerms | VenueRejection {
  const limit = computeBinaryLimit(ticket, (price) => stepAt(market, price));
  const plans = planLegs(ticket, limit, held, {
    lot: market.isFractional ? CENT : toDecimal(1),
    findProblem: () => null,
  });
  if ('status' in plans) return plans;
  const [first, second] = plans;
  const last = second ?? first;
  const count = second === undefined ? first.shares : first.shares.plus(second.shares);
  return {
    status: 'built',
    side: ticket.side === 'buy' ? 'bid' : 'ask',
    leg: last.leg,
    price: limit.toFixed(4),
    count: count.toFixed(2),
    isReduceOnly: last.action === 'sell',
    limitPrice: toDecimalText(limit),
  };
}

function stepAt({ ranges }: KalshiMarket, price: Decimal): Decimal {
  return ranges.find(({ start, end }) => price.gte(start) && price.lte(end))?.step ?? CENT;
}
