import Big from 'big.js';
import {
  type EpochMs,
  findStoredAsset,
  KIND_TRAITS,
  microUsd,
  NO_MONEY,
  saturateMicroUsd,
} from '../../../domain/index.ts';
import type { OrderSide } from '../../execution/index.ts';
import { bookAccountFill, readPosition } from '../../orders/operations/bookings.ts';
import type { AccountFillKind } from '../../orders/order.ts';
import type { OrderRow, OrderRows, PositionRow } from '../../orders/rows.ts';

/** A fill that no order of the bot made. */
export interface AccountFill {
  readonly kind: AccountFillKind;
  /** Id of the fill within bot and kind. Storing a second fill with the same id changes nothing. */
  readonly id: string;
  readonly t: EpochMs;
  readonly side: OrderSide;
  /** Size as decimal text above 0. */
  readonly size: string;
  /** Price as decimal text, in Yes terms; null: not known, so the record's average price is used instead. */
  readonly price: string | null;
  readonly venueFeeMicroUsd: number | null;
}

/** The market of a bot whose record changes. */
export type RecordedMarket = Pick<PositionRow, 'botId' | 'mode' | 'venue' | 'storeKey' | 'asset'> & {
  readonly owner: string;
};

/** Builds the client id of the record of a fill. It contains a slash, which ids of callers cannot. */
const toClientOrderId = ({ kind, id }: AccountFill) => `${kind}/${id}`;

/** Stores a fill that no order made, with a record of its own in the list of orders. @returns Whether it was new. */
export function storeAccountFill(rows: OrderRows, holder: RecordedMarket, fill: AccountFill): boolean {
  const clientOrderId = toClientOrderId(fill);
  const { botId, mode, venue, storeKey, asset } = holder;
  if (rows.findOrderOfBot(botId, clientOrderId) !== null) return false;
  const before = readPosition(rows, { botId, mode, venue, storeKey });
  const average =
    Number(before.size) === 0
      ? '0'
      : new Big(before.costMicroUsd).div(1e6).div(new Big(before.size).abs()).toFixed(6);
  const price = fill.price ?? average;
  const orderId = `acc_${botId}_${clientOrderId}`;
  const { t, side, size, kind, venueFeeMicroUsd } = fill;
  rows.insertOrder(toRecord(holder, fill, { orderId, clientOrderId, price }));
  const notionalMicroUsd = saturateMicroUsd(Number(new Big(price).times(size).times(1e6).round(0)));
  const money = splitAccountMoney(holder, { side, size, price }, before.size);
  rows.insertFill({
    orderId,
    fillId: '0',
    botId,
    mode,
    t,
    price,
    size,
    notionalMicroUsd,
    venueFeeMicroUsd,
    ...money,
    leg: 0,
    basis: fill.price === null ? 'provisional' : 'stated',
    kind,
  });
  bookAccountFill(
    rows,
    { botId, mode, venue, storeKey, asset },
    { side, size, notionalMicroUsd, kind, t, venueFeeMicroUsd },
  );
  return true;
}

/** Converts a fill that no order made to its record in the list of orders. */
function toRecord(
  { botId, mode, owner, venue, storeKey, asset }: RecordedMarket,
  { t, side, size }: AccountFill,
  { orderId, clientOrderId, price }: Pick<OrderRow, 'orderId' | 'clientOrderId'> & { readonly price: string },
): OrderRow {
  return {
    orderId,
    botId,
    owner,
    mode,
    clientOrderId,
    source: 'account',
    venue,
    asset,
    storeKey,
    venueAsset: asset,
    side,
    sizeUsd: 0,
    sizeShares: Number(size),
    isClose: false,
    markPrice: Number(price),
    feeMicroUsd: NO_MONEY,
    chargedMicroUsd: NO_MONEY,
    state: 'filled',
    reason: null,
    message: null,
    prepared: null,
    legs: null,
    venueOrderId: null,
    createdAt: t,
    submittedAt: t,
    updatedAt: t,
    isSettling: false,
    cancelRequestedAt: null,
    opensMicroUsd: NO_MONEY,
    restriction: null,
    exit: null,
    paper: null,
  };
}

/**
 * Splits the money of a fill: the closed size brings money and the opened size costs money, where shares of No count at
 * one minus the price.
 */
function splitAccountMoney(
  { venue, storeKey }: Pick<RecordedMarket, 'venue' | 'storeKey'>,
  { side, size, price }: { readonly side: OrderSide; readonly size: string; readonly price: string },
  open: string,
) {
  const ref = findStoredAsset(venue, storeKey);
  const isBinary = ref !== null && KIND_TRAITS[ref.kind].unit === 'probability';
  const against = side === 'sell' ? new Big(open) : new Big(open).times(-1);
  const whole = new Big(size);
  const closed = against.lte(0) ? new Big(0) : against.lt(whole) ? against : whole;
  const other = new Big(1).minus(price);
  const closingPrice = isBinary && side === 'buy' ? other : new Big(price);
  const openingPrice = isBinary && side === 'sell' ? other : new Big(price);
  const toMicro = (usd: Big) => microUsd(Math.max(0, saturateMicroUsd(Number(usd.times(1e6).round(0)))));
  return {
    costMicroUsd: toMicro(whole.minus(closed).times(openingPrice)),
    proceedsMicroUsd: toMicro(closed.times(closingPrice)),
  };
}
