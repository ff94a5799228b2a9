import type { OrderTicket, PreparedOrder, VenueRejection } from '../execution-venue.ts';
import type { OrderSide } from '../order-side.ts';
import { type BigDecimal, floorTo, max, min, toDecimal, toDecimalText } from './decimal.ts';
import { reject } from './order-sender.ts';

/** Shares in a market that an account may sell, by side. */
export interface SellableShares {
  readonly yes: BigDecimal;
  readonly no: BigDecimal;
  /**
   * Shares that the account owns but cannot sell now, because other orders lock them. Absent: the venue does not state
   * them.
   */
  readonly locked?: { readonly yes: BigDecimal; readonly no: BigDecimal };
}

/** One order in shares of one leg, planned from an order in Yes terms. */
export interface LegPlan {
  readonly leg: 'yes' | 'no';
  /** Whether shares of the leg are bought or sold. */
  readonly action: OrderSide;
  /** Worst price at which the shares trade. */
  readonly price: BigDecimal;
  /** Shares of the leg, rounded down to the lot. */
  readonly shares: BigDecimal;
  /**
   * Maximum amount in dollars that a buy may spend, or a sell may bring at the mark. Shares times the limit price, and
   * times the mark, do not exceed it.
   */
  readonly usd: BigDecimal;
}

export interface LegRules {
  /** The smallest step of a size, in shares. */
  readonly lot: BigDecimal;
  /** Finds why the venue would refuse a leg because of its size; null: it would not. */
  readonly findProblem: (leg: LegPlan) => string | null;
}

/**
 * Splits an order into a closing part, which sells held shares, and an opening part. Only held shares can be sold, so a
 * `sell` first sells held Yes shares, and the rest of the order buys No at one minus the price; a `buy` sells No first.
 *
 * The closing part brings at most `sizeUsd` at the mark. The opening part is the size less all held shares in whole
 * lots. Shares count as held even when they cannot be sold now, because other orders lock them or the venue would
 * refuse them as too few: otherwise an order that cannot sell would buy the opposite side of the holding. A part that
 * the venue would refuse as too small is left out; no minimum of ours refuses a close.
 *
 * @param limit Worst price, in Yes terms.
 */
export function planLegs(
  ticket: OrderTicket,
  limit: BigDecimal,
  held: SellableShares,
  { lot, findProblem }: LegRules,
): readonly [LegPlan, second?: LegPlan] | VenueRejection {
  const { side, isClose = false } = ticket;
  const mark = toDecimal(ticket.markPrice);
  const [back, bought] = side === 'sell' ? (['yes', 'no'] as const) : (['no', 'yes'] as const);
  const size = readSize(ticket);
  const backMark = toLegPrice(back, mark);
  const wanted = 'shares' in size ? size.shares : size.usd.div(backMark);
  const free = max(held[back], NONE);
  const givenBack = floorTo(min(free, wanted), lot);
  if (isClose && givenBack.lte(0)) return rejectNothingOpen(ticket);

  const giving: LegPlan = {
    leg: back,
    action: 'sell',
    price: toLegPrice(back, limit),
    shares: givenBack,
    usd: givenBack.times(backMark),
  };
  if (isClose) return [giving];

  const all = free.plus(held.locked?.[back] ?? NONE);
  // A holding below one lot comes from fees and rounding: it does not count as open and does not reduce a purchase.
  const owned = all.lt(wanted) ? floorTo(all, lot) : wanted;
  const rest =
    'shares' in size ? { shares: size.shares.minus(owned) } : { usd: size.usd.minus(owned.times(backMark)) };
  const buying = planBuy(bought, rest, { mark, limit, lot });
  const givingProblem = givenBack.gt(0) ? findProblem(giving) : null;
  const isGiving = givenBack.gt(0) && givingProblem === null;
  const buyingProblem = buying.shares.gt(0) ? findProblem(buying) : TOO_SMALL;
  if (isGiving) return buyingProblem === null ? [giving, buying] : [giving];
  if (buyingProblem === null) return [buying];
  return reject('below_minimum', givingProblem ?? (owned.gt(free) ? LOCKED : buyingProblem));
}

const NONE = toDecimal(0);
const TOO_SMALL = 'the size is smaller than the smallest step of the market';
const LOCKED = 'other orders hold the shares that would be sold';

/** Plans the purchase of an order. @param size Size of the order less all held shares. */
function planBuy(
  leg: 'yes' | 'no',
  size: Size,
  { mark, limit, lot }: { readonly mark: BigDecimal; readonly limit: BigDecimal; readonly lot: BigDecimal },
): LegPlan {
  const price = toLegPrice(leg, limit);
  if ('usd' in size) {
    const usd = max(size.usd, NONE);
    return { leg, action: 'buy', price, shares: floorTo(usd.div(price), lot), usd };
  }
  const shares = floorTo(max(size.shares, NONE), lot);
  return { leg, action: 'buy', price, shares, usd: shares.times(min(price, toLegPrice(leg, mark))) };
}

type Size = { readonly usd: BigDecimal } | { readonly shares: BigDecimal };

/** Reads the size of an order: dollars, or else shares or units of the coin. */
export function readSize({ sizeUsd, sizeShares }: OrderTicket): Size {
  return sizeUsd === null ? { shares: toDecimal(sizeShares ?? 0) } : { usd: toDecimal(sizeUsd) };
}

/** Rejects a close for which nothing is open. */
export function rejectNothingOpen({ ref, sizeShares }: OrderTicket): VenueRejection {
  const open = toDecimalText(toDecimal(sizeShares ?? 0));
  const why =
    open === '0' ? 'the bot has nothing open' : `of the ${open} that are open the account holds none`;
  return reject('no_position', `${why} in ${ref.asset}`);
}

/** Converts a price of Yes to the price of a leg, or a leg's price to that of Yes. */
export function toLegPrice(leg: 'yes' | 'no', yesPrice: BigDecimal): BigDecimal {
  return leg === 'yes' ? yesPrice : toDecimal(1).minus(yesPrice);
}

/** Signs each leg by its index. */
export function signLegs<Leg>(
  legs: readonly Leg[],
  sign: (leg: Leg, part: number) => PreparedOrder,
): readonly [PreparedOrder, second?: PreparedOrder] {
  const [first, second] = legs.map(sign);
  if (first === undefined) throw new Error('an order must have one leg or two, and this one has none');
  return second === undefined ? [first] : [first, second];
}
