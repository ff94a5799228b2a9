import type { EpochMs } from '../../domain/index.ts';
import type { VenueFill } from '../execution/index.ts';
import { explainRestriction } from '../limits/opening-decision.ts';
import { type BotOrder, isFinal, type OrderLeg } from './order.ts';
import {
  combineReasons,
  combineStates,
  decideSettling,
  decideState,
  explainResult,
  findVenueOrderId,
  hasFinalFills,
} from './order-state.ts';
import type { OrderResult } from './order-store.ts';

/** Members that a result changes, of a leg or of a whole order. */
export type LegChange = Pick<OrderLeg, 'state' | 'reason' | 'message' | 'venueOrderId' | 'isSettling'>;

/** New state of an order. `legs` is null for an order with at most one leg, whose state is the order's. */
export interface OrderDecision {
  readonly change: LegChange;
  readonly legs: readonly OrderLeg[] | null;
}

export interface ResultFacts {
  /** Index of the leg; 0 for an order that was never signed. */
  readonly leg: number;
  readonly result: OrderResult;
  /** Legs with a fill after the result; withdrawn fills do not count. */
  readonly filledLegs: ReadonlySet<number>;
  /** Legs with a fill whose fee is not known after the result. */
  readonly legsWithoutFee: ReadonlySet<number>;
  readonly now: EpochMs;
}

/**
 * Decides the state of an order after the result of one of its legs. Pure.
 *
 * @throws {Error} when the order has no such leg.
 */
export function decideOrder(order: BotOrder, facts: ResultFacts): OrderDecision {
  const { leg, filledLegs } = facts;
  const changed = decideLeg(scopeToLeg(order, leg), facts);
  if (order.legs.length <= 1) return { change: changed, legs: null };
  const legs = order.legs.map((one, index) => (index === leg ? { ...one, ...changed } : one));
  const state = combineStates(
    legs.map((one) => one.state),
    filledLegs.size > 0,
  );
  return {
    change: {
      state,
      ...combineReasons(legs, state),
      venueOrderId: legs.find((one) => one.venueOrderId !== null)?.venueOrderId ?? null,
      isSettling: legs.some((one) => one.isSettling),
    },
    legs,
  };
}

/**
 * Explains a refusal. An order without its opening part tries a close only: where the account has nothing to close, the
 * explanation is the restriction that removed the opening part.
 */
function explainRefusal(
  { restriction }: Pick<BotOrder, 'restriction'>,
  told: Pick<BotOrder, 'reason' | 'message'>,
): Pick<BotOrder, 'reason' | 'message'> {
  if (restriction === null || told.reason !== 'no_position') return told;
  return { reason: restriction.reason, message: explainRestriction(restriction) };
}

function decideLeg(
  before: BotOrder,
  { leg, result, filledLegs, legsWithoutFee, now }: ResultFacts,
): LegChange {
  const state = decideState(before.state, result, filledLegs.has(leg));
  // A late result may add fills, and the reason of the end stays.
  const { reason, message } =
    isFinal(before.state) && state === before.state ? before : explainRefusal(before, explainResult(result));
  const venueOrderId = findVenueOrderId(result) ?? before.venueOrderId;
  const isSettling = decideSettling(before, result, { now, isFeeUnknown: legsWithoutFee.has(leg) });
  return { state, reason, message, venueOrderId, isSettling };
}

/**
 * The order with one of its legs and the fills of that leg. An order that was never signed has no legs and is returned
 * unchanged.
 *
 * @throws {Error} when the order has no such leg.
 */
export function scopeToLeg(order: BotOrder, index: number): BotOrder {
  const leg = order.legs[index];
  if (leg === undefined && (index > 0 || order.legs.length > 0)) {
    throw new Error(`order ${order.orderId} has no leg ${index}`);
  }
  if (leg === undefined) return order;
  const { prepared: _, ...state } = leg;
  return { ...order, ...state, fills: order.fills.filter((fill) => fill.leg === index) };
}

/**
 * Effect of a result on the stored fills of its leg.
 *
 * - `keep`: it names no fills.
 * - `withdraw`: the trades failed on chain, and nothing replaces them.
 * - `replace`: some of them failed; the fills of the result replace the failed ones.
 * - `correct`: the fills are the trades of stored provisional ones, with the prices that the venue states.
 * - `take_over_fee`: the fills are the single trades of a stored sum, which stays; only their fees are new.
 * - `add`: fills that are not stored yet are added.
 */
export type FillDecision =
  | { readonly action: 'keep' | 'withdraw' }
  | {
      readonly action: 'replace' | 'correct' | 'take_over_fee' | 'add';
      readonly fills: readonly VenueFill[];
    };

/** Decides the effect of a result on stored fills. Pure. @param leg The order with the leg of the result alone. */
export function decideFills(
  leg: Pick<BotOrder, 'isSettling' | 'fills'>,
  result: OrderResult,
  wasSigned: boolean,
): FillDecision {
  const hasFailed = leg.isSettling && hasFinalFills(result);
  if (!('fills' in result) || !wasSigned) return { action: hasFailed ? 'withdraw' : 'keep' };
  const { fills } = result;
  const isStated = fills.length > 0 && fills.every(({ isProvisional }) => isProvisional !== true);
  if (isStated && leg.fills.some(({ basis }) => basis === 'provisional')) return { action: 'correct', fills };
  if (areSameAsSum(leg, fills) || statesOtherFee(leg, fills)) return { action: 'take_over_fee', fills };
  return { action: hasFailed ? 'replace' : 'add', fills };
}

/** Whether the only fill of a settling leg is stated again, alike but for its fee, which was rounded before. */
function statesOtherFee(
  { isSettling, fills: stored }: Pick<BotOrder, 'isSettling' | 'fills'>,
  fills: readonly VenueFill[],
): boolean {
  const [before, now] = [stored[0], fills[0]];
  if (!isSettling || before === undefined || now === undefined || stored.length + fills.length > 2)
    return false;
  const isSame = before.fillId === now.fillId && before.size === now.size;
  return isSame && now.venueFeeMicroUsd !== null && now.venueFeeMicroUsd !== before.venueFeeMicroUsd;
}

/** Whether the fills are the single trades of a sum that is already stored. */
function areSameAsSum(
  { isSettling, fills: stored }: Pick<BotOrder, 'isSettling' | 'fills'>,
  fills: readonly Pick<VenueFill, 'fillId'>[],
): boolean {
  const [sum, ...others] = stored;
  if (!isSettling || sum === undefined || others.length > 0 || fills.length === 0) return false;
  return !fills.some(({ fillId }) => fillId === sum.fillId);
}
