import type { OrderTicket, VenueRejection } from '../execution-venue.ts';
import { type BigDecimal, toDecimal, toDecimalText } from '../live/decimal.ts';
import { planLegs, type SellableShares } from '../live/leg.ts';
import { computeBinaryLimit } from '../live/price-bounds.ts';

/** Facts about a market that an order needs. */
export interface KalshiMarket {
  readonly ticker: string;
  readonly isOpen: boolean;
  /** Grid of prices: ranges, each with its own price step. */
  readonly ranges: readonly {
    readonly start: BigDecimal;
    readonly end: BigDecimal;
    readonly step: BigDecimal;
  }[];
  /** Whether the market trades hundredths of a contract. */
  readonly isFractional: boolean;
}

/** An unsigned order in the venue's terms: everything is quoted on the Yes book. */
export interface KalshiOrderTerms {
  readonly status: 'built';
  readonly side: 'bid' | 'ask';
  /** Side whose shares the order buys; where it buys none, the side whose shares it sells. */
  readonly leg: 'yes' | 'no';
  /** Price of Yes in dollars with four decimals. */
  readonly price: string;
  /** Number of contracts with two decimals. */
  readonly count: string;
  /** Whether the order buys nothing: the venue then closes no more than the holding. */
  readonly isReduceOnly: boolean;
  readonly limitPrice: string;
}

const CENT = toDecimal('0.01');

/**
 * Computes the size and price of an order. The venue nets Yes against No by itself, so the closing and the opening part
 * are one order; each part is bounded as if it were an order by itself.
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

function stepAt({ ranges }: KalshiMarket, price: BigDecimal): BigDecimal {
  return ranges.find(({ start, end }) => price.gte(start) && price.lte(end))?.step ?? CENT;
}
