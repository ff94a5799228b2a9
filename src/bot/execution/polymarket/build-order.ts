import type { OrderTicket, VenueRejection } from '../execution-venue.ts';
import { type BigDecimal, floorTo, toDecimal, toUnits } from '../live/decimal.ts';
import { type LegPlan, planLegs, type SellableShares } from '../live/leg.ts';
import { computeBinaryLimit } from '../live/price-bounds.ts';
import type { PolymarketMarket } from './markets.ts';

/** One unsigned leg of an order in the venue's terms. */
export interface PolymarketLeg {
  readonly leg: 'yes' | 'no';
  readonly tokenId: string;
  /** Side of the order in the leg's shares: 0 buy, 1 sell. */
  readonly side: 0 | 1;
  /** Amount that is given, in millionths. `takerAmount` is the least amount that is received for it. */
  readonly makerAmount: string;
  readonly takerAmount: string;
  readonly shares: BigDecimal;
}

export interface PolymarketOrder {
  readonly status: 'built';
  /** Limit price in Yes terms. */
  readonly limitPrice: BigDecimal;
  readonly legs: readonly PolymarketLeg[];
}

const CENT = toDecimal('0.01');
/**
 * Finest step of amounts. The venue refuses finer amounts of immediate orders, even those that its own library builds.
 */
const FINE = toDecimal('0.0001');
const MIN_BUY_USD = 1;

/**
 * Computes the size and price of an order that fills at once and cancels the rest. A buy is stated in dollars with two
 * decimals, a sell in shares with two; the other amount has at most four.
 *
 * @param held Free shares of both sides.
 */
export function buildOrder(
  ticket: OrderTicket,
  market: PolymarketMarket,
  held: SellableShares,
): PolymarketOrder | VenueRejection {
  const limitPrice = computeBinaryLimit(ticket, () => toDecimal(market.tick));
  const plans = planLegs(ticket, limitPrice, held, {
    lot: CENT,
    findProblem: (plan) => findProblem(plan, market),
  });
  if ('status' in plans) return plans;
  const legs = plans.filter((plan) => plan !== undefined).map((plan) => toLeg(plan, market));
  return { status: 'built', limitPrice, legs };
}

function toLeg(plan: LegPlan, market: PolymarketMarket): PolymarketLeg {
  const { leg, action, price } = plan;
  const common = { leg, tokenId: leg === 'yes' ? market.yesToken : market.noToken } as const;
  if (action === 'sell') {
    const { shares } = plan;
    const dollars = floorTo(shares.times(price), FINE);
    return { ...common, side: 1, makerAmount: toUnits(shares), takerAmount: toUnits(dollars), shares };
  }
  const { dollars, shares } = sizeBuy(plan);
  return { ...common, side: 0, makerAmount: toUnits(dollars), takerAmount: toUnits(shares), shares };
}

/** Computes the amounts of a buy. It spends its dollars, so a better price brings more shares. */
function sizeBuy({ usd, price }: LegPlan) {
  const dollars = floorTo(usd, CENT);
  return { dollars, shares: floorTo(dollars.div(price), FINE) };
}

function findProblem(plan: LegPlan, { minShares }: PolymarketMarket): string | null {
  const { dollars, shares } = plan.action === 'buy' ? sizeBuy(plan) : { dollars: null, shares: plan.shares };
  if (dollars?.lt(MIN_BUY_USD)) return `buys must be worth ${MIN_BUY_USD} USD or more`;
  return shares.lt(minShares) ? `orders must be for ${minShares} shares or more` : null;
}
