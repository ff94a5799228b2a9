import type { OrderTicket, VenueRejection } from '../execution-venue.ts';
import { type BigDecimal, floorTo, min, toDecimal, toDecimalText } from '../live/decimal.ts';
import {
  type LegPlan,
  planLegs,
  readSize,
  rejectNothingOpen,
  type SellableShares,
  toLegPrice,
} from '../live/leg.ts';
import { reject } from '../live/order-sender.ts';
import { computeBinaryLimit, computePerpLimit } from '../live/price-bounds.ts';
import {
  getLot,
  getPerpTick,
  type HyperliquidMarket,
  OUTCOME_TICK,
  toOutcomeAssetId,
  toOutcomeCoin,
} from './markets.ts';

/**
 * Value of the smallest order in dollars. For perpetuals a margin is added: it is not confirmed by which price the
 * venue computes the value.
 */
const MIN_VALUE_USD = 10;
const MIN_PERP_VALUE_USD = toDecimal(MIN_VALUE_USD).times('1.01');

/** One unsigned leg of an order in the venue's terms. */
export interface HyperliquidLeg {
  readonly assetId: number;
  readonly coin: string;
  readonly isBuy: boolean;
  /** Whether the order may only close: the venue then closes no more than the position. */
  readonly isReduceOnly: boolean;
  readonly leg: 'yes' | 'no' | null;
  /** Price of the leg's shares, or of the coin. */
  readonly price: string;
  readonly size: string;
}

export interface HyperliquidOrder {
  readonly status: 'built';
  /** Limit price in Yes terms. */
  readonly limitPrice: string;
  readonly legs: readonly HyperliquidLeg[];
}

/** Holdings of the account in the order's market: coins (negative when short) or outcome shares. */
export interface Holding extends SellableShares {
  readonly coins: BigDecimal;
}

/**
 * Computes the size and price of an order. Sizes are rounded down to the lot, and prices stay within the limit.
 *
 * @param held Holding of the account: shares for outcomes, coins to close a perpetual.
 */
export function buildOrder(
  ticket: OrderTicket,
  market: HyperliquidMarket,
  held: Holding,
): HyperliquidOrder | VenueRejection {
  return market.kind === 'perp' ? buildPerp(ticket, market, held.coins) : buildOutcome(ticket, market, held);
}

function buildPerp(
  ticket: OrderTicket,
  market: Extract<HyperliquidMarket, { kind: 'perp' }>,
  coins: BigDecimal,
): HyperliquidOrder | VenueRejection {
  const { side, isClose = false } = ticket;
  const mark = toDecimal(ticket.markPrice);
  const size = readSize(ticket);
  const wanted = 'usd' in size ? size.usd.div(mark) : size.shares;
  const open = side === 'sell' ? coins : coins.neg();
  const traded = floorTo(isClose ? min(wanted, open.gt(0) ? open : toDecimal(0)) : wanted, getLot(market));
  if (isClose && traded.lte(0)) return rejectNothingOpen(ticket);
  const limit = computePerpLimit(ticket, (price) => getPerpTick(price, market.szDecimals));
  if (limit.lte(0)) return reject('price_moved', 'the limit price would be zero');
  // It is not confirmed whether the venue exempts reducing orders from its minimum, so it decides about them itself.
  if (!isClose && traded.times(min(limit, mark)).lt(MIN_PERP_VALUE_USD))
    return reject('below_minimum', BELOW_MINIMUM);
  const leg: HyperliquidLeg = {
    assetId: market.assetId,
    coin: market.coin,
    isBuy: side === 'buy',
    isReduceOnly: isClose,
    leg: null,
    price: toDecimalText(limit),
    size: toDecimalText(traded),
  };
  return { status: 'built', limitPrice: toDecimalText(limit), legs: [leg] };
}

function buildOutcome(
  ticket: OrderTicket,
  market: Extract<HyperliquidMarket, { kind: 'outcome' }>,
  held: SellableShares,
): HyperliquidOrder | VenueRejection {
  const limit = computeBinaryLimit(ticket, () => OUTCOME_TICK);
  const mark = toDecimal(ticket.markPrice);
  const plans = planLegs(ticket, limit, held, {
    lot: getLot(market),
    // The value is computed by the lower of limit and mark: a bid above the market may reach the minimum at its limit
    // price, and miss it at the price that the venue uses.
    findProblem: ({ leg, shares, price }) =>
      shares.times(min(price, toLegPrice(leg, mark))).lt(MIN_VALUE_USD) ? BELOW_MINIMUM : null,
  });
  if ('status' in plans) return plans;
  const legs = plans.filter((plan) => plan !== undefined).map((plan) => toLeg(plan, market));
  return { status: 'built', limitPrice: toDecimalText(limit), legs };
}

function toLeg(
  { leg, action, price, shares }: LegPlan,
  market: Extract<HyperliquidMarket, { kind: 'outcome' }>,
): HyperliquidLeg {
  return {
    assetId: toOutcomeAssetId(market, leg),
    coin: toOutcomeCoin(market, leg),
    isBuy: action === 'buy',
    isReduceOnly: false,
    leg,
    price: toDecimalText(price),
    size: toDecimalText(shares),
  };
}

const BELOW_MINIMUM = `orders must be worth ${MIN_VALUE_USD} USD or more`;
