import Big from 'big.js';
import { type KillState, mustEnd } from '../../bot/control/kill-switch.ts';
import { REJECT_REASONS } from '../../bot/execution/index.ts';
import { LIMIT_NAMES } from '../../bot/limits/limits.ts';
import {
  ACCOUNT_FILL_KINDS,
  type BotOrder,
  EXECUTION_MODES,
  EXIT_RULES,
  type ExecutionMode,
  FILL_BASES,
  isFinal,
  ORDER_SOURCES,
  ORDER_STATES,
  type OrderLeg,
} from '../../bot/orders/order.ts';
import { FEE_STATES, findFeeState, toStatus } from '../../bot/orders/order-state.ts';
import { microUsd, saturateMicroUsd, toUsd } from '../../domain/index.ts';
import * as s from '../schemas/schema.ts';
import { microUsdField } from './money-fields.ts';
import { paperSchema, toPaperBody } from './order-paper.ts';

/** Facts that decide how an order is shown. */
export interface OrderView {
  /** Halt of its bot just now. */
  readonly halt: KillState;
  /** Execution mode of the service. */
  readonly mode: ExecutionMode;
}

/** An order as its owner sees it. */
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

/** The rule of an exit, and what the fills cost beyond the price that it names. */
function toExitBody({ exit, side }: BotOrder, { paid, filledSize }: { paid: Big; filledSize: Big }) {
  if (exit === null) return null;
  const { rule, triggerPrice, exitPrice } = exit;
  const isKnown = triggerPrice !== null && filledSize.gt(0);
  const named = isKnown ? new Big(triggerPrice).times(filledSize) : null;
  const beyond = named === null ? null : side === 'sell' ? named.minus(paid) : paid.minus(named);
  return { rule, triggerPrice, exitPrice, beyondUsd: beyond === null ? null : beyond.round(6).toNumber() };
}

/** Whether an order without a final state is to be cancelled, by its bot or by a halt. */
function isCancelling({ cancelRequestedAt, mode, state, opensMicroUsd }: BotOrder, halt: KillState): boolean {
  if (isFinal(state)) return false;
  const isHalted = mustEnd(halt, opensMicroUsd > 0);
  return cancelRequestedAt !== null || (isHalted && mode === 'live' && state !== 'reserved');
}

function nameLeg(legs: readonly OrderLeg[]): 'yes' | 'no' | 'both' | null {
  const [first, second] = legs;
  return second === undefined ? (first?.prepared.leg ?? null) : 'both';
}

/** Orders from before there were ceilings may have more digits than a number can hold. */
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

/** Message that earlier versions stored for an order that could not be read in the mode of the service. */
const MODE_WORDS = /^the service is in (mock|live) mode now$/;

/** The venue's message, or a note that the order is not read in the current mode. Stored notes on a mode are dropped. */
function findMessage({ mode: ofOrder, state, message }: BotOrder, mode: ExecutionMode): string | null {
  if (ofOrder !== mode && !isFinal(state)) return `the service is in ${mode} mode now`;
  return message !== null && MODE_WORDS.test(message) ? null : message;
}

const readPrice = (price: string | null | undefined) => (price == null ? null : Number(price));

function findNearMarket(legs: readonly OrderLeg[]): boolean | null {
  const isNear = legs[0]?.prepared.details.nearMarket;
  return typeof isNear === 'boolean' ? isNear : null;
}

export const orderStateField = () =>
  s.named('OrderState', s.choice('Lifecycle state of the order.', ORDER_STATES));

/** Source of a fill's price. */
export const fillBasisField = () =>
  s.choice(
    'Source of the price. `stated`: the venue; `provisional`: the worst that the order allowed, until the venue states it; `corrected`: the venue, in place of a provisional fill.',
    FILL_BASES,
  );

/** Reason why an order was rejected or is unconfirmed. */
export const rejectReasonField = () =>
  s.named('RejectReason', s.choice('Reason why the order was rejected or is unconfirmed.', REJECT_REASONS));

const rejectReasonOrNullField = () =>
  s.named('RejectReasonOrNull', s.nullable(rejectReasonField(), 'it is neither'));

/** Execution mode of the service or of an order. */
export const execModeField = () =>
  s.named(
    'ExecMode',
    s.choice('Execution mode: `mock` simulates fills, `live` trades at the venue.', EXECUTION_MODES),
  );

const legSchema = () =>
  s.named(
    'BotOrderLeg',
    s.object('One of the orders that were sent to the venue.', {
      leg: s.nullable(
        s.choice('Outcome whose shares are traded.', ['yes', 'no']),
        'the asset is a perpetual',
      ),
      venueAsset: s.text("Venue's name of the instrument.", 'BTC'),
      size: s.num('Ordered quantity, in coins or shares.', 0.00013),
      filledSize: s.num('Filled quantity, in coins or shares.', 0.00013),
      venueOrderId: s.nullable(s.text("Venue's id of the order.", '7712'), 'the venue has not given one'),
      state: orderStateField(),
      reason: rejectReasonOrNullField(),
      message: s.nullable(
        s.text('Message from the venue about the order.', 'Insufficient margin.'),
        'the venue gave no message',
      ),
    }),
  );

const exitSchema = () =>
  s.named(
    'BotOrderExit',
    s.object('Why the desk closes a position with the order. Prices are USD, or probabilities of Yes.', {
      rule: s.choice('Setting of the bot, or the closing of everything.', EXIT_RULES),
      triggerPrice: s.nullable(s.num('Price that the rule names.', 78_400), 'the rule names no price'),
      exitPrice: s.num('Price at which the position could be closed when the desk decided.', 78_310),
      beyondUsd: s.nullable(
        s.num(
          'What the fills cost beyond the price that the rule names, in US dollars: a gap, or a thin book. Below 0: they were better.',
          0.014,
        ),
        'the rule names no price, or nothing was filled',
      ),
    }),
  );

export const orderSchema = () =>
  s.named(
    'BotOrder',
    s.object('One order of a bot.', {
      t: s.epochMsField('When the order was stored.'),
      status: s.choice('Result of the order; `filled` also when only a part was traded.', [
        'filled',
        'resting',
        'rejected',
      ]),
      feeAccessMicroUsd: microUsdField('Access fee charged for the order.', 10_000),
      orderId: s.text('Order id of this service.', 'ord_8Zk1'),
      clientOrderId: s.text('Order id that the caller chose, or that was generated.', 'my-order-1'),
      venue: s.venueField('Venue of the order.'),
      asset: s.assetIdField(),
      venueAsset: s.text("Venue's name of the asset.", 'BTC'),
      side: s.choice('Side of the order; for binaries, of Yes.', ['buy', 'sell']),
      leg: s.nullable(
        s.choice(
          'Outcome whose shares are traded, for binaries. `both`: shares of one outcome are given back before shares of the other are bought.',
          ['yes', 'no', 'both'],
        ),
        'the asset is a perpetual or the order was not signed yet',
      ),
      legs: s.array(
        'Orders at the venue that this order consists of, in the sequence in which they are sent; empty before they are signed.',
        legSchema(),
      ),
      sizeUsd: s.nullable(
        s.num('Maximum amount of the order in US dollars.', 12),
        'the order is sized in shares or closes a position',
      ),
      sizeShares: s.nullable(
        s.num('Size in shares of a binary or coins of a perpetual.', 25),
        'the order is sized in dollars or closes a position',
      ),
      close: s.bool('Whether the order closes the open position of the bot.', false),
      markPrice: s.num('Reference price that the caller gave for the order.', 87_250.5),
      limitPrice: s.nullable(
        s.num('Limit price of the order at the venue.', 88_100),
        'the order was not signed yet or fills at markPrice',
      ),
      nearMarket: s.nullable(
        s.bool(
          'Whether markPrice was near the newest known price: within CROSSTAPE_BOT_MAX_SLIPPAGE_BPS, or 0.02 for binaries. An order that fills at markPrice does so either way.',
          true,
        ),
        'no price was known, or the order does not fill at markPrice',
      ),
      filledUsd: s.num('Amount moved by the fills in US dollars: costUsd plus proceedsUsd.', 12),
      costUsd: s.num(
        'Amount spent in US dollars, without venue fees; for perpetuals, the notional that opened or increased a position.',
        12,
      ),
      proceedsUsd: s.num(
        'Amount received in US dollars, without venue fees; for perpetuals, the notional that closed or reduced a position.',
        0,
      ),
      filledSize: s.num('Quantity filled, in coins or shares.', 0.00013),
      avgPrice: s.nullable(
        s.num('Average price of the fills, weighted by size.', 87_250.5),
        'nothing was filled',
      ),
      venueOrderId: s.nullable(s.text("Venue's id of the order.", '7712'), 'the venue has not given one'),
      state: orderStateField(),
      settling: s.bool(
        'Whether the fills can still change: the chain has not confirmed them, or the venue has not stated their prices or fees yet.',
        false,
      ),
      feeState: s.nullable(
        s.choice('Venue fees of the fills; `unknown`: not stated in 30 days.', FEE_STATES),
        'nothing was filled',
      ),
      cancelling: s.bool(
        'Whether the order is being cancelled, by its bot or by a halt of trading, until the venue confirms that nothing rests.',
        false,
      ),
      reason: rejectReasonOrNullField(),
      message: s.nullable(
        s.text('Message from the venue about the order.', 'Insufficient margin.'),
        'the venue gave no message',
      ),
      partial: s.bool('Whether a part that would have opened something was left out.', false),
      limit: s.nullable(
        s.choice('The limit that kept the order, or a part of it, from opening.', LIMIT_NAMES),
        'no limit did',
      ),
      exit: s.nullable(exitSchema(), 'the desk did not place it'),
      paper: s.nullable(paperSchema(), 'it is no live order, was not sent, or no book was there in time'),
      execMode: execModeField(),
      source: s.choice(
        'Origin of the order: a call of the API (`trade`), the engine, or `account`: without an order.',
        ORDER_SOURCES,
      ),
      createdAt: s.epochMsField('When the order was stored.'),
      updatedAt: s.epochMsField('Time of the last change to the order.'),
      fills: s.array(
        'Fills, in the sequence in which they became known.',
        s.object('One fill; for binaries, in terms of Yes.', {
          t: s.epochMsField("Time of the fill by the venue's clock."),
          price: s.num('Price of the fill: USD, or probability of Yes.', 87_250.5),
          size: s.num('Filled quantity, in coins or shares.', 0.00013),
          usd: s.num(
            'Amount in US dollars. Shares of Yes count at the price, shares of No at 1 minus the price.',
            12,
          ),
          venueFeeUsd: s.nullable(
            s.num('Fee that the venue charged, in US dollars.', 0.005),
            'the venue did not state it',
          ),
          basis: fillBasisField(),
          kind: s.choice(
            '`trade`: by the order; the others by the venue, or by its owner (`adopted`, `reconciled`).',
            ['trade', ...ACCOUNT_FILL_KINDS],
          ),
        }),
      ),
    }),
  );
