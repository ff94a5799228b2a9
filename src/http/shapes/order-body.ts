import Big from 'big.js';
import { type KillState, mustEnd } from '../../bot/control/kill-switch.ts';
import { type BotOrder, type ExecutionMode, isFinal, type OrderLeg } from '../../bot/orders/order.ts';
import { findFeeState, toStatus } from '../../bot/orders/order-state.ts';
import { microUsd, saturateMicroUsd, toUsd } from '../../domain/index.ts';
import { toPaperBody } from './order-paper.ts';

/** Facts that affect how an order is shown. */
export interface OrderView {
  /** Current halt that applies to the order's bot. */
  readonly halt: KillState;
  /** Execution mode of the service. */
  readonly mode: ExecutionMode;
}

/** Converts an order to the form that its owner sees. */
export function toOrderBody(order: BotOrder, { halt, mode }: OrderView) {
  const costMicro = order.fills.reduce((sum, { costMicroUsd }) => sum + costMicroUsd, 0);
  const proceedsMicro = order.fills.reduce((sum, { proceedsMicroUsd }) => sum + proceedsMicroUsd, 0);
  const filledSize = order.fills.reduce((sum, { size }) => sum.plus(size), new Big(0));
  const paid = order.fills.reduce((sum, { price, size }) => sum.plus(new Big(price).times(size)), new Big(0));
  const {
    orderId,
    clientOrderId,
    venue,
    asset,
    venueAsset,
    side,
    sizeUsd,
    sizeShares,
    isClose,
    markPrice,
    legs,
    state,
  } = order;
  return {
    t: order.createdAt,
    status: toStatus(order),
    feeAccessMicroUsd: order.chargedMicroUsd,
    orderId,
    clientOrderId,
    venue,
    asset,
    venueAsset,
    side,
    leg: nameLeg(legs),
    legs: legs.map((leg, place) => toLegBody(order, leg, place)),
    sizeUsd,
    sizeShares,
    close: isClose,
    markPrice,
    nearMarket: findNearMarket(legs),
    limitPrice: readPrice(legs[0]?.prepared.limitPrice),
    filledUsd: toUsd(saturateMicroUsd(costMicro + proceedsMicro)),
    costUsd: toUsd(saturateMicroUsd(costMicro)),
    proceedsUsd: toUsd(saturateMicroUsd(proceedsMicro)),
    filledSize: filledSize.toNumber(),
    avgPrice: filledSize.eq(0) ? null : paid.div(filledSize).toNumber(),
    venueOrderId: order.venueOrderId,
    state,
    settling: order.isSettling,
    feeState: findFeeState(order),
    cancelling: isCancelling(order, halt),
    reason: order.reason,
    message: findMessage(order, mode),
    partial: order.restriction?.isPartial ?? false,
    limit: order.restriction?.limit ?? null,
    exit: toExitBody(order, { paid, filledSize }),
    paper: toPaperBody(order, { paid, filledSize }),
    execMode: order.mode,
    source: order.source,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    fills: order.fills.map(
      ({ t, price, size, costMicroUsd, proceedsMicroUsd, venueFeeMicroUsd, basis, kind }) => ({
        t,
        price: Number(price),
        size: Number(size),
        usd: toUsd(saturateMicroUsd(costMicroUsd + proceedsMicroUsd)),
        venueFeeUsd: venueFeeMicroUsd === null ? null : toUsd(microUsd(venueFeeMicroUsd)),
        basis,
        kind: kind ?? ('trade' as const),
      }),
    ),
  };
}

/** Builds the rule of an exit order, and what its fills cost compared with the price of the rule. */
function toExitBody({ exit, side }: BotOrder, { paid, filledSize }: { paid: Big; filledSize: Big }) {
  if (exit === null) return null;
  const { rule, triggerPrice, exitPrice } = exit;
  const isKnown = triggerPrice !== null && filledSize.gt(0);
  const named = isKnown ? new Big(triggerPrice).times(filledSize) : null;
  const beyond = named === null ? null : side === 'sell' ? named.minus(paid) : paid.minus(named);
  return { rule, triggerPrice, exitPrice, beyondUsd: beyond === null ? null : beyond.round(6).toNumber() };
}

/** Whether an order without a final state is being cancelled, on request of its bot or because of a halt. */
function isCancelling({ cancelRequestedAt, mode, state, opensMicroUsd }: BotOrder, halt: KillState): boolean {
  if (isFinal(state)) return false;
  const isHalted = mustEnd(halt, opensMicroUsd > 0);
  return cancelRequestedAt !== null || (isHalted && mode === 'live' && state !== 'reserved');
}

function nameLeg(legs: readonly OrderLeg[]): 'yes' | 'no' | 'both' | null {
  const [first, second] = legs;
  return second === undefined ? (first?.prepared.leg ?? null) : 'both';
}

/**
 * Parses a size, at most the largest finite number. Orders that were stored before sizes had a maximum may have more
 * digits.
 */
function readSize(text: string): number {
  return Math.min(Number(text), Number.MAX_VALUE);
}

function toLegBody({ fills }: BotOrder, leg: OrderLeg, place: number) {
  const { prepared, state, venueOrderId, reason, message } = leg;
  const filled = fills.filter((fill) => fill.leg === place);
  return {
    leg: prepared.leg,
    venueAsset: prepared.venueAsset,
    size: readSize(prepared.size),
    filledSize: filled.reduce((sum, { size }) => sum.plus(size), new Big(0)).toNumber(),
    venueOrderId,
    state,
    reason,
    message,
  };
}

/** Matches a message that earlier versions stored for an order of another mode. */
const MODE_WORDS = /^the service is in (mock|live) mode now$/;

/**
 * Finds the venue's message, or a note that the order belongs to another mode. Stored notes about a mode are dropped.
 */
function findMessage({ mode: ofOrder, state, message }: BotOrder, mode: ExecutionMode): string | null {
  if (ofOrder !== mode && !isFinal(state)) return `the service is in ${mode} mode now`;
  return message !== null && MODE_WORDS.test(message) ? null : message;
}

const readPrice = (price: string | null | undefined) => (price == null ? null : Number(price));

function findNearMarket(legs: readonly OrderLeg[]): boolean | null {
  const isNear = legs[0]?.prepared.details.nearMarket;
  return typeof isNear === 'boolean' ? isNear : null;
}
