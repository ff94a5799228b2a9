import Big from 'big.js';
import { REJECT_REASONS } from '../../../bot/execution/index.ts';
import { type BotOrder, EXECUTION_MODES, ORDER_STATES } from '../../../bot/orders/order.ts';
import { microToUsd, microUsd } from '../../../domain/index.ts';
import {
  array,
  assetIdField,
  bool,
  choice,
  epochMsField,
  named,
  nullable,
  num,
  object,
  text,
  venueField,
} from '../../schemas/schema.ts';

/** An order as its owner sees it. @param isHalted Trading of its bot is halted just now. */
export function showOrder(order: BotOrder, isHalted: boolean) {
  const filledMicro = order.fills.reduce((sum, { usdMicro }) => sum + usdMicro, 0);
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
    prepared,
    state,
  } = order;
  return {
    orderId,
    clientOrderId,
    venue,
    asset,
    venueAsset,
    side,
    leg: prepared?.leg ?? null,
    sizeUsd,
    sizeShares,
    close: isClose,
    markPrice,
    limitPrice: prepared?.limitPrice == null ? null : Number(prepared.limitPrice),
    filledUsd: microToUsd(microUsd(filledMicro)),
    filledSize: filledSize.toNumber(),
    avgPrice: filledSize.eq(0) ? null : paid.div(filledSize).toNumber(),
    venueOrderId: order.venueOrderId,
    state,
    settling: order.isSettling,
    cancelling: isHalted && order.mode === 'live' && (state === 'resting' || state === 'submitted'),
    reason: order.reason,
    message: order.message,
    execMode: order.mode,
    source: order.source,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    fills: order.fills.map(({ t, price, size, usdMicro, venueFeeMicroUsd }) => ({
      t,
      price: Number(price),
      size: Number(size),
      usd: microToUsd(usdMicro),
      venueFeeUsd: venueFeeMicroUsd === null ? null : microToUsd(microUsd(venueFeeMicroUsd)),
    })),
  };
}

export const orderStateField = () => named('OrderState', choice('Where it is in its life.', ORDER_STATES));

export const orderSchema = () =>
  named(
    'BotOrder',
    object('One order.', {
      orderId: text('Ours.', 'ord_8Zk1'),
      clientOrderId: text("The bot's own id.", 'my-order-1'),
      venue: venueField('Where.'),
      asset: assetIdField(),
      venueAsset: text("The venue's own name of it.", 'BTC'),
      side: choice('Of Yes for binaries.', ['buy', 'sell']),
      leg: nullable(
        choice('Which side of a binary was traded.', ['yes', 'no']),
        'the asset is a perpetual, or the order was not signed yet',
      ),
      sizeUsd: nullable(num('The most money that it may move.', 12), 'it is sized in shares, or is a close'),
      sizeShares: nullable(num('Shares, or units of the coin.', 25), 'it is sized in dollars, or is a close'),
      close: bool('It trades away what the bot has open.', false),
      markPrice: num('The price it was measured by.', 87_250.5),
      limitPrice: nullable(
        num('The worst price it took.', 88_100),
        'the order was not signed yet, or trades at its mark',
      ),
      filledUsd: num('What was traded.', 12),
      filledSize: num('The same in coins or shares.', 0.00013),
      avgPrice: nullable(num('Of the fills, weighted by their sizes.', 87_250.5), 'there is no fill'),
      venueOrderId: nullable(text("The venue's id.", '7712'), 'the venue gave none'),
      state: orderStateField(),
      settling: bool(
        'Its fills can still change: their chain has not confirmed them, or only their sum is known.',
        false,
      ),
      cancelling: bool(
        'Trading is halted: the venue is asked to cancel what rests until it says that nothing does.',
        false,
      ),
      reason: nullable(
        choice('Why it was refused, or unconfirmed.', REJECT_REASONS),
        'the order was neither refused nor is it unconfirmed',
      ),
      message: nullable(text("The venue's words.", 'Insufficient margin.'), 'the venue said nothing'),
      execMode: choice('Where it went.', EXECUTION_MODES),
      source: choice('Who asked for it.', ['trade', 'engine']),
      createdAt: epochMsField('When it was remembered.'),
      updatedAt: epochMsField('When it changed last.'),
      fills: array(
        'What was traded, in the order in which it became known.',
        object('One fill, in Yes terms for binaries.', {
          t: epochMsField("The venue's clock."),
          price: num('Price.', 87_250.5),
          size: num('Coins or shares.', 0.00013),
          usd: num('Price times size.', 12),
          venueFeeUsd: nullable(num("The venue's own fee.", 0.005), 'the venue did not say'),
        }),
      ),
    }),
  );
