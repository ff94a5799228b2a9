import type { OrderSide, OrderTicket, PreparedOrder, VenueRejection } from '../execution-venue.ts';
import { type Decimal, floorTo, max, min, toDecimal, toDecimalText } from './decimal.ts';
import { reject } from './order-sender.ts';

/** Free shares of an account in a market. */
export interface HeldShares {
  readonly yes: Decimal;
  readonly no: Decimal;
}

/** One order of shares at a venue, of an order that is stated in Yes terms. */
export interface LegPlan {
  readonly leg: 'yes' | 'no';
  /** Whether shares of that leg are bought or sold. */
  readonly action: OrderSide;
  /** The worst price at which they trade. */
  readonly price: Decimal;
  /** Cut down to the lot. */
  readonly shares: Decimal;
  /** The most that a buy may spend, or a sell may bring at the mark. Shares times either price are not above it. */
  readonly usd: Decimal;
}

export interface LegRules {
  /** The smallest step of a size, in shares. */
  readonly lot: Decimal;
  /** Why the venue would refuse a leg for its size; null: it takes it. */
  readonly findProblem: (leg: LegPlan) => string | null;
}

/**
 * Splits an order into a closing part, held shares that are sold, and an opening part.
 *
 * Only held shares can be sold, so a `sell` first sells all held Yes shares,
 * and the rest of the order buys No at one minus the price; a `buy` sells No first. The closing part brings
 * at most `sizeUsd` at the mark, and the opening part costs at most the rest at the limit price. A part that the venue
 * would refuse as too small is left out.
 *
 * @param limit The worst price, in Yes terms.
 */
export function planLegs(
  ticket: OrderTicket,
  limit: Decimal,
  held: HeldShares,
  { lot, findProblem }: LegRules,
): readonly [LegPlan, second?: LegPlan] | VenueRejection {
  const { side, isClose = false } = ticket;
  const mark = toDecimal(ticket.markPrice);
  const [back, bought] = side === 'sell' ? (['yes', 'no'] as const) : (['no', 'yes'] as const);
  const size = readSize(ticket);
  const backMark = toLegPrice(back, mark);
  const wanted = 'shares' in size ? size.shares : size.usd.div(backMark);
  const givenBack = floorTo(min(max(held[back], toDecimal(0)), wanted), lot);
  if (isClose && givenBack.lte(0)) return rejectNothingOpen(ticket);

  const giving: LegPlan = {
    leg: back,
    action: 'sell',
    price: toLegPrice(back, limit),
    shares: givenBack,
    usd: givenBack.times(backMark),
  };
  const givingProblem = givenBack.gt(0) ? findProblem(giving) : 'nothing is held';
  if (isClose) return givingProblem === null ? [giving] : reject('below_minimum', givingProblem);

  const isGiving = givingProblem === null;
  const buying = planBuy(bought, size, isGiving ? giving : null, { mark, limit, lot });
  const buyingProblem = buying.shares.gt(0) ? findProblem(buying) : TOO_SMALL;
  if (isGiving) return buyingProblem === null ? [giving, buying] : [giving];
  return buyingProblem === null ? [buying] : reject('below_minimum', buyingProblem);
}

const TOO_SMALL = 'the size is smaller than the smallest step of the market';

/** The rest of an order after held shares were sold. */
function planBuy(
  leg: 'yes' | 'no',
  size: Size,
  giving: LegPlan | null,
  { mark, limit, lot }: { readonly mark: Decimal; readonly limit: Decimal; readonly lot: Decimal },
): LegPlan {
  const price = toLegPrice(leg, limit);
  if ('usd' in size) {
    const usd = giving === null ? size.usd : size.usd.minus(giving.usd);
    return { leg, action: 'buy', price, shares: floorTo(usd.div(price), lot), usd };
  }
  const shares = floorTo(giving === null ? size.shares : size.shares.minus(giving.shares), lot);
  return { leg, action: 'buy', price, shares, usd: shares.times(min(price, toLegPrice(leg, mark))) };
}

type Size = { readonly usd: Decimal } | { readonly shares: Decimal };

/** Dollars, or shares and units of the coin. */
export function readSize({ sizeUsd, sizeShares }: OrderTicket): Size {
  return sizeUsd === null ? { shares: toDecimal(sizeShares ?? 0) } : { usd: toDecimal(sizeUsd) };
}

/** Why a close trades nothing. */
export function rejectNothingOpen({ ref, sizeShares }: OrderTicket): VenueRejection {
  const open = toDecimalText(toDecimal(sizeShares ?? 0));
  const why =
    open === '0' ? 'the bot has nothing open' : `of the ${open} that are open the account holds none`;
  return reject('no_position', `${why} in ${ref.asset}`);
}

/** A price of Yes as a price of the leg, and back. */
export function toLegPrice(leg: 'yes' | 'no', yesPrice: Decimal): Decimal {
  return leg === 'yes' ? yesPrice : toDecimal(1).minus(yesPrice);
}

/** Signs each leg by its index. */
export function signLegs<Leg>(
  legs: readonly Leg[],
  sign: (leg: Leg, part: number) => PreparedOrder,
): readonly [PreparedOrder, second?: PreparedOrder] {
  const [first, second] = legs.map(sign);
  if (first === undefined) throw new Error('an order has one leg or two');
  return second === undefined ? [first] : [first, second];
}
