import Big from 'big.js';
import { REJECT_REASONS } from '../../bot/execution/index.ts';
import {
  type BotOrder,
  EXECUTION_MODES,
  type ExecutionMode,
  isFinal,
  ORDER_STATES,
  type OrderLeg,
} from '../../bot/orders/order.ts';
import { toStatus } from '../../bot/orders/outcome.ts';
import { microToUsd, microUsd, saturateMicroUsd } from '../../domain/index.ts';
import { microUsdField } from '../schemas/money-fields.ts';
import * as s from '../schemas/schema.ts';

/** Facts that decide how an order is shown. */
export interface OrderView {
  /** Trading of its bot is halted just now. */
  readonly isHalted: boolean;
  /** Execution mode of the service. */
  readonly mode: ExecutionMode;
}

/** An order as its owner sees it. */
export function showOrder(order: BotOrder, { isHalted, mode }: OrderView) {
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
    leg: showLeg(legs),
    legs: legs.map((leg, place) => showOrderLeg(order, leg, place)),
    sizeUsd,
    sizeShares,
    close: isClose,
    markPrice,
    nearMarket: findNearMarket(legs),
    limitPrice: readPrice(legs[0]?.prepared.limitPrice),
    filledUsd: microToUsd(saturateMicroUsd(costMicro + proceedsMicro)),
    costUsd: microToUsd(saturateMicroUsd(costMicro)),
    proceedsUsd: microToUsd(saturateMicroUsd(proceedsMicro)),
    filledSize: filledSize.toNumber(),
    avgPrice: filledSize.eq(0) ? null : paid.div(filledSize).toNumber(),
    venueOrderId: order.venueOrderId,
    state,
    settling: order.isSettling,
    cancelling: isCancelling(order, isHalted),
    reason: order.reason,
    message: findMessage(order, mode),
    execMode: order.mode,
    source: order.source,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    fills: order.fills.map(({ t, price, size, costMicroUsd, proceedsMicroUsd, venueFeeMicroUsd }) => ({
      t,
      price: Number(price),
      size: Number(size),
      usd: microToUsd(saturateMicroUsd(costMicroUsd + proceedsMicroUsd)),
      venueFeeUsd: venueFeeMicroUsd === null ? null : microToUsd(microUsd(venueFeeMicroUsd)),
    })),
  };
}

/** Whether an order without a final state is to be cancelled, by its bot or by a halt. */
function isCancelling({ cancelRequestedAt, mode, state }: BotOrder, isHalted: boolean): boolean {
  if (isFinal(state)) return false;
  return cancelRequestedAt !== null || (isHalted && mode === 'live' && state !== 'reserved');
}

function showLeg(legs: readonly OrderLeg[]): 'yes' | 'no' | 'both' | null {
  const [first, second] = legs;
  return second === undefined ? (first?.prepared.leg ?? null) : 'both';
}

/** Orders from before there were ceilings may have more digits than a number can hold. */
function readSize(text: string): number {
  return Math.min(Number(text), Number.MAX_VALUE);
}

function showOrderLeg({ fills }: BotOrder, leg: OrderLeg, place: number) {
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

export const orderStateField = () => s.named('OrderState', s.choice('Lifecycle state.', ORDER_STATES));

const legSchema = () =>
  s.named(
    'BotOrderLeg',
    s.object('One order at the venue.', {
      leg: s.nullable(s.choice('Which shares change hands.', ['yes', 'no']), 'the asset is a perpetual'),
      venueAsset: s.text("The venue's own name of the instrument.", 'BTC'),
      size: s.num('Coins or shares.', 0.00013),
      filledSize: s.num('Quantity traded.', 0.00013),
      venueOrderId: s.nullable(s.text("The venue's id.", '7712'), 'the venue gave none'),
      state: orderStateField(),
      reason: s.nullable(
        s.choice('Why the order was refused or is unconfirmed.', REJECT_REASONS),
        'it was neither refused nor is it unconfirmed',
      ),
      message: s.nullable(s.text('Message of the venue.', 'Insufficient margin.'), 'the venue said nothing'),
    }),
  );

export const orderSchema = () =>
  s.named(
    'BotOrder',
    s.object('One order.', {
      t: s.epochMsField('When the order was stored.'),
      status: s.choice('Result of the order: filled when any quantity was traded.', [
        'filled',
        'resting',
        'rejected',
      ]),
      feeAccessMicroUsd: microUsdField('Access fee charged for the order.', 10_000),
      orderId: s.text('Ours.', 'ord_8Zk1'),
      clientOrderId: s.text("The bot's own id.", 'my-order-1'),
      venue: s.venueField('Where.'),
      asset: s.assetIdField(),
      venueAsset: s.text("The venue's own name of the asset.", 'BTC'),
      side: s.choice('Of Yes for binaries.', ['buy', 'sell']),
      leg: s.nullable(
        s.choice(
          'Which shares of a binary change hands; `both`: some are given back before others are bought.',
          ['yes', 'no', 'both'],
        ),
        'the asset is a perpetual, or the order was not signed yet',
      ),
      legs: s.array(
        'The orders at the venue, in the order in which they are sent; empty before they were signed.',
        legSchema(),
      ),
      sizeUsd: s.nullable(
        s.num('Maximum amount of the order in US dollars.', 12),
        'it is sized in shares, or is a close',
      ),
      sizeShares: s.nullable(
        s.num('Size in shares, or in units of the coin.', 25),
        'it is sized in dollars, or is a close',
      ),
      close: s.bool('The order closes the open position of the bot.', false),
      markPrice: s.num('Reference price of the order.', 87_250.5),
      limitPrice: s.nullable(
        s.num('Limit price that was sent.', 88_100),
        'the order was not signed yet, or trades at its mark',
      ),
      nearMarket: s.nullable(
        s.bool(
          'Whether markPrice lay near the newest price known here: within CROSSTAPE_BOT_MAX_SLIPPAGE_BPS, for binaries within 0.02. A mock order that fills at its mark trades at any price that its caller names.',
          true,
        ),
        'no price was known, or the order did not fill at its mark',
      ),
      filledUsd: s.num('Money moved by the fills: costUsd plus proceedsUsd.', 12),
      costUsd: s.num(
        'Money that left the account, without venue fees; for perpetuals, the notional that opened or added.',
        12,
      ),
      proceedsUsd: s.num(
        'Money that came in, without venue fees; for perpetuals, the notional that closed.',
        0,
      ),
      filledSize: s.num('Quantity filled, in coins or shares.', 0.00013),
      avgPrice: s.nullable(
        s.num('Average price of the fills, weighted by size.', 87_250.5),
        'there is no fill',
      ),
      venueOrderId: s.nullable(s.text("The venue's id.", '7712'), 'the venue gave none'),
      state: orderStateField(),
      settling: s.bool(
        'The fills can still change: the chain has not confirmed them, or only their sum is known.',
        false,
      ),
      cancelling: s.bool(
        'The order was cancelled or trading is halted: the venue is asked to cancel what rests until it says that nothing does.',
        false,
      ),
      reason: s.nullable(
        s.choice('Why the order was refused or is unconfirmed.', REJECT_REASONS),
        'the order was neither refused nor is it unconfirmed',
      ),
      message: s.nullable(s.text('Message of the venue.', 'Insufficient margin.'), 'the venue said nothing'),
      execMode: s.choice('Venue of the order.', EXECUTION_MODES),
      source: s.choice('What placed the order: a call of the API, or the engine.', ['trade', 'engine']),
      createdAt: s.epochMsField('When the order was stored.'),
      updatedAt: s.epochMsField('When the order last changed.'),
      fills: s.array(
        'Fills, in the order in which they became known.',
        s.object('One fill, in Yes terms for binaries.', {
          t: s.epochMsField("The venue's clock."),
          price: s.num('Price.', 87_250.5),
          size: s.num('Coins or shares.', 0.00013),
          usd: s.num('The money moved: shares of Yes at the price, shares of No at one minus the price.', 12),
          venueFeeUsd: s.nullable(s.num("The venue's own fee.", 0.005), 'the venue did not say'),
        }),
      ),
    }),
  );
