import { type Decimal, decimal, floorTo, toUnits } from '../common/decimal.ts';
import { chooseLeg, legPrice } from '../common/leg.ts';
import { reject } from '../common/order-desk.ts';
import { binaryLimit } from '../common/price-bounds.ts';
import type { OrderTicket, VenueRejection } from '../execution-venue.ts';
import type { PolymarketMarket } from './markets.ts';

/** An order in the venue's terms, before it is signed. */
export interface PolymarketOrder {
  readonly status: 'built';
  readonly leg: 'yes' | 'no';
  readonly tokenId: string;
  /** 0 buy, 1 sell: of the leg's shares. */
  readonly side: 0 | 1;
  /** In millionths: what is given, and what is wanted for it at least. */
  readonly makerAmount: string;
  readonly takerAmount: string;
  /** In Yes terms. */
  readonly limitPrice: Decimal;
  readonly shares: Decimal;
}

const CENT = decimal('0.01');
/** Wider amounts of immediate orders are refused, also those that the venue's own builder makes. */
const FINE = decimal('0.0001');
const MIN_BUY_USD = 1;

/**
 * Sizes and prices an order that fills what it can and drops the rest. A buy is stated in dollars with two
 * decimals, a sell in shares with two; the other amount has four at most.
 *
 * @param held Free shares of both legs.
 */
export function buildOrder(
  ticket: OrderTicket,
  market: PolymarketMarket,
  held: { readonly yes: Decimal; readonly no: Decimal },
): PolymarketOrder | VenueRejection {
  const limit = binaryLimit(ticket, () => decimal(market.tick));
  const wanted = decimal(ticket.sizeUsd).div(decimal(ticket.markPrice));
  const { leg, action } = chooseLeg(ticket.side, floorTo(wanted, CENT), held);
  const price = legPrice(leg, limit);
  const mark = legPrice(leg, decimal(ticket.markPrice));
  const common = {
    status: 'built',
    leg,
    tokenId: leg === 'yes' ? market.yesToken : market.noToken,
    limitPrice: limit,
  } as const;

  if (action === 'sell') {
    const shares = floorTo(wanted, CENT);
    if (shares.lt(market.minShares) || shares.lte(0)) return tooFewShares(market);
    const dollars = floorTo(shares.times(price), FINE);
    return { ...common, side: 1, makerAmount: toUnits(shares), takerAmount: toUnits(dollars), shares };
  }
  // For No shares the same number of shares is bought as of Yes would be sold.
  const dollars = floorTo(leg === 'yes' ? decimal(ticket.sizeUsd) : wanted.times(mark), CENT);
  if (dollars.lt(MIN_BUY_USD))
    return reject('below_minimum', `buys must be worth ${MIN_BUY_USD} USD or more`);
  const shares = floorTo(dollars.div(price), FINE);
  if (shares.lt(market.minShares)) return tooFewShares(market);
  return { ...common, side: 0, makerAmount: toUnits(dollars), takerAmount: toUnits(shares), shares };
}

function tooFewShares({ minShares }: PolymarketMarket): VenueRejection {
  return reject('below_minimum', `orders must be for ${minShares} shares or more`);
}
