import { type Decimal, decimal, decimalText, floorTo } from '../common/decimal.ts';
import { reject } from '../common/order-desk.ts';
import { binaryLimit } from '../common/price-bounds.ts';
import type { OrderTicket, VenueRejection } from '../execution-venue.ts';

/** What an order needs to know of a market. */
export interface KalshiMarket {
  readonly ticker: string;
  readonly isOpen: boolean;
  /** The grid of prices; parts of the scale may have a finer step. */
  readonly ranges: readonly { readonly start: Decimal; readonly end: Decimal; readonly step: Decimal }[];
  /** Whether hundredths of a contract are traded. */
  readonly isFractional: boolean;
}

/** An order in the venue's terms: everything is quoted on the Yes book. */
export interface KalshiOrderTerms {
  readonly status: 'built';
  readonly side: 'bid' | 'ask';
  /** Dollars of Yes with four decimals. */
  readonly price: string;
  /** Contracts with two decimals. */
  readonly count: string;
  readonly limitPrice: string;
}

const CENT = decimal('0.01');

/**
 * Sizes and prices an order. A buy is sized at its limit price, which is what it may cost; a sell at the mark.
 * The venue nets Yes against No on its own, so an order is always stated as Yes.
 */
export function buildOrder(ticket: OrderTicket, market: KalshiMarket): KalshiOrderTerms | VenueRejection {
  const limit = binaryLimit(ticket, (price) => stepAt(market, price));
  const unitUsd = ticket.side === 'buy' ? limit : decimal(ticket.markPrice);
  const count = floorTo(decimal(ticket.sizeUsd).div(unitUsd), market.isFractional ? CENT : decimal(1));
  if (count.lte(0)) return reject('below_minimum', `one contract costs ${decimalText(unitUsd)} USD`);
  return {
    status: 'built',
    side: ticket.side === 'buy' ? 'bid' : 'ask',
    price: limit.toFixed(4),
    count: count.toFixed(2),
    limitPrice: decimalText(limit),
  };
}

function stepAt({ ranges }: KalshiMarket, price: Decimal): Decimal {
  return ranges.find(({ start, end }) => price.gte(start) && price.lte(end))?.step ?? CENT;
}
