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

/** Members of a leg, or of a whole order, that a result changes. */
export type LegChange = Pick<OrderLeg, 'state' | 'reason' | 'message' | 'venueOrderId' | 'isSettling'>;

/** New state of an order. `legs` is null for an order with at most one leg, which has the order's state. */
export interface OrderDecision {
  readonly change: LegChange;
  readonly legs: readonly OrderLeg[] | null;
}

export interface ResultFacts {
  /** Index of the leg; 0 for an order that was never signed. */
  readonly leg: number;
  readonly result: OrderResult;
  /** Indexes of the legs that have a fill after the result; withdrawn fills do not count. */
  readonly filledLegs: ReadonlySet<number>;
  /** Indexes of the legs that have a fill without a known fee after the result. */
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
 * Explains a refusal. An order that lost its opening part to a restriction only tries a close. If the account has
 * nothing to close, the restriction is given as the reason.
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
  // A late result may add fills, but an order that has ended keeps its reason.
  const { reason, message } =
    isFinal(before.state) && state === before.state ? before : explainRefusal(before, explainResult(result));
  const venueOrderId = findVenueOrderId(result) ?? before.venueOrderId;
  const isSettling = decideSettling(before, result, { now, isFeeUnknown: legsWithoutFee.has(leg) });
  return { state, reason, message, venueOrderId, isSettling };
}

/**
 * Returns the order with the state and the fills of one leg only. An order that was never signed has no legs and is
 * returned unchanged.
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
 * - `keep`: the result names no fills.
 * - `withdraw`: the trades failed on chain, and nothing replaces them.
 * - `replace`: some trades failed; the fills of the result replace all stored ones.
 * - `correct`: provisional fills are stored, and the result states their trades with prices.
 * - `take_over_fee`: a sum is stored and stays; the result states its single trades, from which the fee is taken.
 * - `add`: fills that are not stored yet are added.
 */
export type FillDecision =
  | { readonly action: 'keep' | 'withdraw' }
  | {
      readonly action: 'replace' | 'correct' | 'take_over_fee' | 'add';
      readonly fills: readonly VenueFill[];
    };

/** Decides the effect of a result on stored fills. Pure. @param leg The order with the leg of the result only. */
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

/** Whether a settling leg's only fill is stated again with another fee, because the earlier one was rounded. */
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
