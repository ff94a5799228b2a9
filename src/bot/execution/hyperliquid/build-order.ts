import { type Decimal, decimal, decimalText, floorTo, min } from '../common/decimal.ts';
import { chooseLeg, legPrice } from '../common/leg.ts';
import { reject } from '../common/order-desk.ts';
import { binaryLimit, perpLimit } from '../common/price-bounds.ts';
import type { OrderTicket, VenueRejection } from '../execution-venue.ts';
import {
  getLot,
  type HyperliquidMarket,
  OUTCOME_TICK,
  outcomeAssetId,
  outcomeCoin,
  perpTickAt,
} from './markets.ts';

/** The smallest order in dollars, and what is kept above it: which price the venue multiplies by is unconfirmed. */
const MIN_VALUE_USD = 10;
const MIN_PERP_VALUE_USD = decimal(MIN_VALUE_USD).times('1.01');

/** An order in the venue's terms, before it is signed. */
export interface HyperliquidOrder {
  readonly status: 'built';
  readonly assetId: number;
  readonly coin: string;
  readonly isBuy: boolean;
  readonly leg: 'yes' | 'no' | null;
  /** Of the leg. */
  readonly price: string;
  readonly size: string;
  /** In Yes terms. */
  readonly limitPrice: string;
}

/** Free outcome shares of an account. */
export interface HeldShares {
  readonly yes: Decimal;
  readonly no: Decimal;
}

/**
 * Sizes and prices an order. Sizes are cut down to the lot, prices stay inside the bound.
 *
 * @param held Needed for outcomes only.
 */
export function buildOrder(
  ticket: OrderTicket,
  market: HyperliquidMarket,
  held: HeldShares,
): HyperliquidOrder | VenueRejection {
  const shares = decimal(ticket.sizeUsd).div(decimal(ticket.markPrice));
  const size = floorTo(shares, getLot(market));
  if (market.kind === 'perp') {
    const limit = perpLimit(ticket, (price) => perpTickAt(price, market.szDecimals));
    if (limit.lte(0)) return reject('price_moved', 'the limit price would be zero');
    const value = size.times(min(limit, decimal(ticket.markPrice)));
    if (value.lt(MIN_PERP_VALUE_USD)) return belowMinimum();
    return {
      status: 'built',
      assetId: market.assetId,
      coin: market.coin,
      isBuy: ticket.side === 'buy',
      leg: null,
      price: decimalText(limit),
      size: decimalText(size),
      limitPrice: decimalText(limit),
    };
  }
  const limit = binaryLimit(ticket, () => OUTCOME_TICK);
  const { leg, action } = chooseLeg(ticket.side, size, held);
  const price = legPrice(leg, limit);
  if (size.lte(0) || size.times(price).lt(MIN_VALUE_USD)) return belowMinimum();
  return {
    status: 'built',
    assetId: outcomeAssetId(market.outcome, leg),
    coin: outcomeCoin(market.outcome, leg),
    isBuy: action === 'buy',
    leg,
    price: decimalText(price),
    size: decimalText(size),
    limitPrice: decimalText(limit),
  };
}

function belowMinimum(): VenueRejection {
  return reject('below_minimum', `orders must be worth ${MIN_VALUE_USD} USD or more`);
}
