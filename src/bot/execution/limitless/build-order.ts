import { ceilTo, type Decimal, decimal, floorTo, toUnits } from '../common/decimal.ts';
import { chooseLeg, legPrice } from '../common/leg.ts';
import { reject } from '../common/order-desk.ts';
import { binaryLimit } from '../common/price-bounds.ts';
import type { OrderTicket, VenueRejection } from '../execution-venue.ts';

/** What an order needs to know of a market. */
export interface LimitlessMarket {
  readonly slug: string;
  readonly isOpen: boolean;
  /** Pools have no order book: they are not traded here. */
  readonly isPool: boolean;
  readonly yesToken: string;
  readonly noToken: string;
  /** The contract that orders of this market are signed for. */
  readonly exchange: string;
}

/** An order in the venue's terms, before it is signed. */
export interface LimitlessOrder {
  readonly status: 'built';
  readonly leg: 'yes' | 'no';
  readonly tokenId: string;
  /** 0 buy, 1 sell: of the leg's shares. */
  readonly side: 0 | 1;
  /** In millionths. */
  readonly makerAmount: number;
  readonly takerAmount: number;
  /** Of the leg. */
  readonly price: number;
  /** In Yes terms. */
  readonly limitPrice: Decimal;
  readonly shares: Decimal;
}

const TICK = decimal('0.001');
const LOT = decimal('0.001');
const UNIT = decimal('0.000001');

/**
 * Sizes and prices an order that fills what it can and drops the rest. A buy of Yes is sized at its limit
 * price, which is what it may cost; everything else at the mark.
 *
 * @param held Free shares of both legs.
 */
export function buildOrder(
  ticket: OrderTicket,
  market: LimitlessMarket,
  held: { readonly yes: Decimal; readonly no: Decimal },
): LimitlessOrder | VenueRejection {
  const limit = binaryLimit(ticket, () => TICK);
  const sizeUsd = decimal(ticket.sizeUsd);
  const atMark = floorTo(sizeUsd.div(decimal(ticket.markPrice)), LOT);
  const { leg, action } = chooseLeg(ticket.side, atMark, held);
  const shares = ticket.side === 'buy' ? floorTo(sizeUsd.div(limit), LOT) : atMark;
  if (shares.lte(0)) return reject('below_minimum', 'orders must be for 0.001 shares or more');
  const price = legPrice(leg, limit);
  const exact = shares.times(price);
  const isBuy = action === 'buy';
  // Rounded in the venue's favour, as it demands.
  const dollars = isBuy ? ceilTo(exact, UNIT) : floorTo(exact, UNIT);
  return {
    status: 'built',
    leg,
    tokenId: leg === 'yes' ? market.yesToken : market.noToken,
    side: isBuy ? 0 : 1,
    makerAmount: Number(toUnits(isBuy ? dollars : shares)),
    takerAmount: Number(toUnits(isBuy ? shares : dollars)),
    price: price.toNumber(),
    limitPrice: limit,
    shares,
  };
}
