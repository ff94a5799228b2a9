import type { OrderTicket, VenueRejection } from '../execution-venue.ts';
import { type BigDecimal, floorTo, min, toDecimal, toDecimalText } from '../live/decimal.ts';
import { type LegPlan, planLegs, readSize, rejectNothingOpen } from '../live/leg.ts';
import { reject } from '../live/order-sender.ts';
import { computeBinaryLimit } from '../live/price-bounds.ts';
import type { MockTerms } from './terms.ts';

const CENT = toDecimal('0.01');

/** One leg of a mock order. `leg` is null for a perpetual. */
export interface MockPlan {
  readonly leg: 'yes' | 'no' | null;
  readonly shares: BigDecimal;
  /** Dollars that a purchase spends at most, decimal text in whole cents; null: a sale. */
  readonly spendUsd: string | null;
}

export interface MockRules extends Pick<MockTerms, 'minUsd' | 'minShares'> {
  readonly lot: BigDecimal;
  /**
   * Whether the venue's minimum applies to the size in whole lots at the limit price, instead of the requested dollars.
   */
  readonly isOfLots: boolean;
  /** Whether held shares may be sold below the minimum, because the minimum is about spent dollars only. */
  readonly sellsAnyWorth: boolean;
}

/** Plans an order of a binary by the rules of its venue, with the bot's own open position as the holding. */
export function planBinary(
  ticket: OrderTicket,
  limit: BigDecimal,
  { lot, minUsd, minShares = 0, isOfLots, sellsAnyWorth }: MockRules,
): readonly MockPlan[] | VenueRejection {
  const position = toDecimal(ticket.position ?? 0);
  const held = { yes: position, no: position.neg() };
  const findProblem = ({ action, usd, shares, price }: LegPlan) => {
    const least = action === 'sell' && sellsAnyWorth ? 0 : minUsd;
    if ((isOfLots ? shares.times(price) : usd).lt(least)) return belowMinimum(least);
    return shares.lt(minShares) ? `orders must be for ${minShares} shares or more` : null;
  };
  const plans = planLegs(ticket, limit, held, { lot, findProblem });
  if ('status' in plans) return plans;
  return plans
    .filter((plan) => plan !== undefined)
    .map(({ leg, shares, action, usd }) => {
      return { leg, shares, spendUsd: action === 'buy' ? toDecimalText(floorTo(usd, CENT)) : null };
    });
}

/** Plans an order of a perpetual, which is always one leg. */
export function planPerp(
  ticket: OrderTicket,
  limit: BigDecimal,
  { lot, minUsd, isOfLots }: MockRules,
): readonly MockPlan[] | VenueRejection {
  const mark = toDecimal(ticket.markPrice);
  const size = readSize(ticket);
  const shares = floorTo('usd' in size ? size.usd.div(mark) : size.shares, lot);
  if (ticket.isClose === true && shares.lte(0)) return rejectNothingOpen(ticket);
  const asked = 'usd' in size ? size.usd : size.shares.times(mark);
  const worth = isOfLots ? shares.times(min(limit, mark)) : asked;
  if (ticket.isClose !== true && worth.lt(minUsd)) return reject('below_minimum', belowMinimum(minUsd));
  return [{ leg: null, shares, spendUsd: null }];
}

const belowMinimum = (minUsd: number) => `orders must be worth ${minUsd} USD or more`;

/** Computes the worst price at which an order may trade, in Yes terms for binaries. */
export function computeMockLimit(ticket: OrderTicket, isBinary: boolean, tick: BigDecimal): BigDecimal {
  if (isBinary) return computeBinaryLimit(ticket, () => tick);
  const mark = toDecimal(ticket.markPrice);
  const distance = mark.times(ticket.maxSlippageBps).div(10_000);
  return ticket.side === 'buy' ? mark.plus(distance) : mark.minus(distance);
}
