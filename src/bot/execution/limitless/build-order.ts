import type { OrderTicket, VenueRejection } from '../execution-venue.ts';
import { type Decimal, floorTo, roundUpTo, toDecimal, toUnits } from '../live/decimal.ts';
import { type LegPlan, planLegs, type SellableShares } from '../live/leg.ts';
import { computeBinaryLimit } from '../live/price-bounds.ts';

/** How a market takes the fee of takers, which decides the signed rate. */
export type MarketFee =
  /** The rate of the profile is signed. */
  | { readonly kind: 'profile' }
  /** 0 is signed. */
  | { readonly kind: 'none' }
  /** 0 is signed, and `module` takes USDC, for which it needs an approval. */
  | { readonly kind: 'collateral'; readonly module: string }
  /** A module that is not known: nothing is signed. `name` is the venue's word. */
  | { readonly kind: 'unknown'; readonly name: string };

/** Facts about a market that an order needs. */
export interface LimitlessMarket {
  readonly slug: string;
  readonly isOpen: boolean;
  /** Whether the market is a pool, which has no order book and is not traded here. */
  readonly isPool: boolean;
  readonly yesToken: string;
  readonly noToken: string;
  /** The contract that orders of this market are signed for. */
  readonly exchange: string;
  readonly fee: MarketFee;
}

/** One leg of an order in the venue's terms, before it is signed. */
export interface LimitlessLeg {
  readonly leg: 'yes' | 'no';
  readonly tokenId: string;
  /** Side of the order: 0 buy, 1 sell: of the leg's shares. */
  readonly side: 0 | 1;
  /** Amount that the maker gives, in millionths. */
  readonly makerAmount: number;
  readonly takerAmount: number;
  /** Price of the leg's shares. */
  readonly price: number;
  readonly shares: Decimal;
}

export interface LimitlessOrder {
  readonly status: 'built';
  /** Limit price in Yes terms. */
  readonly limitPrice: Decimal;
  readonly legs: readonly LimitlessLeg[];
}

const TICK = toDecimal('0.001');
const LOT = toDecimal('0.001');
const UNIT = toDecimal('0.000001');

/**
 * Sizes and prices an order that fills at once and drops the rest.
 *
 * @param held Free shares of both legs.
 */
export function buildOrder(
  ticket: OrderTicket,
  market: LimitlessMarket,
  held: SellableShares,
): LimitlessOrder | VenueRejection {
  const limitPrice = computeBinaryLimit(ticket, () => TICK);
  const plans = planLegs(ticket, limitPrice, held, { lot: LOT, findProblem: () => null });
  if ('status' in plans) return plans;
  const legs = plans.filter((plan) => plan !== undefined).map((plan) => toLeg(plan, market));
  return { status: 'built', limitPrice, legs };
}

function toLeg({ leg, action, price, shares }: LegPlan, market: LimitlessMarket): LimitlessLeg {
  const exact = shares.times(price);
  const isBuy = action === 'buy';
  // Rounded in the venue's favour, as it demands.
  const dollars = isBuy ? roundUpTo(exact, UNIT) : floorTo(exact, UNIT);
  return {
    leg,
    tokenId: leg === 'yes' ? market.yesToken : market.noToken,
    side: isBuy ? 0 : 1,
    makerAmount: Number(toUnits(isBuy ? dollars : shares)),
    takerAmount: Number(toUnits(isBuy ? shares : dollars)),
    price: price.toNumber(),
    shares,
  };
}
