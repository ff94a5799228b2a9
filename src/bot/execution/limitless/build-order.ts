import type { OrderTicket, VenueRejection } from '../execution-venue.ts';
import { type BigDecimal, floorTo, roundUpTo, toDecimal, toUnits } from '../live/decimal.ts';
import { type LegPlan, planLegs, type SellableShares } from '../live/leg.ts';
import { computeBinaryLimit } from '../live/price-bounds.ts';

/** Fee rule of a market for takers; the fee rate in the signature depends on it. */
export type MarketFee =
  /** The profile's fee rate is signed, and the fee is taken by it. */
  | { readonly kind: 'profile' }
  /** No fee is taken: a rate of 0 is signed. */
  | { readonly kind: 'none' }
  /** A rate of 0 is signed, and the contract `module` takes the fee in USDC, for which it needs an approval. */
  | { readonly kind: 'collateral'; readonly module: string }
  /** The fee module is not known, so nothing is signed. `name` is the venue's word for it. */
  | { readonly kind: 'unknown'; readonly name: string };

/** Facts about a market that an order needs. */
export interface LimitlessMarket {
  readonly slug: string;
  readonly isOpen: boolean;
  /** Whether the market is a pool: a pool has no order book, and no order is sent to it. */
  readonly isPool: boolean;
  readonly yesToken: string;
  readonly noToken: string;
  /** Address of the contract for which orders of this market are signed. */
  readonly exchange: string;
  readonly fee: MarketFee;
}

/** One unsigned leg of an order in the venue's terms. */
export interface LimitlessLeg {
  readonly leg: 'yes' | 'no';
  readonly tokenId: string;
  /** Side of the order in the leg's shares: 0 buy, 1 sell. */
  readonly side: 0 | 1;
  /** Amount that the maker gives, in millionths. */
  readonly makerAmount: number;
  readonly takerAmount: number;
  /** Price of the leg's shares. */
  readonly price: number;
  readonly shares: BigDecimal;
}

export interface LimitlessOrder {
  readonly status: 'built';
  /** Limit price in Yes terms. */
  readonly limitPrice: BigDecimal;
  readonly legs: readonly LimitlessLeg[];
}

const TICK = toDecimal('0.001');
const LOT = toDecimal('0.001');
const UNIT = toDecimal('0.000001');

/**
 * Computes the size and price of an order that fills at once and cancels the rest.
 *
 * @param held Free shares of both sides.
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
  // The venue requires that dollars are rounded in its favour.
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
