import Big from 'big.js';
import { ownerAccount, receivableAccount } from '../../../billing/chart.ts';
import { readAccount } from '../../../billing/sqlite/accounts.ts';
import { extendHold, placeHold } from '../../../billing/sqlite/holds.ts';
import { type EpochMs, microUsd, type VenueId } from '../../../domain/index.ts';
import { procedure, procedureModule, type Transaction } from '../../../storage/sqlite/procedure.ts';
import type { PreparedOrder, VenueFill } from '../../execution/index.ts';
import { splitMoney } from '../money-moved.ts';
import { type BotOrder, type ExecutionMode, isFinal, type OrderFill, type OrderLeg } from '../order.ts';
import type {
  OrderRequest,
  OrderResult,
  PlacedLegs,
  PlaceOutcome,
  ReserveOutcome,
  ReserveRefusal,
  SettledOrder,
} from '../order-store.ts';
import {
  combineReasons,
  combineStates,
  decideState,
  explainResult,
  findVenueOrderId,
  hasFailedTrades,
  isSettlingAfter,
} from '../outcome.ts';
import { resolveFee, toHoldKey } from './fee.ts';
import { areSameAsSum, insertFills, type NewFill, takeOverFee, withdrawFills } from './fills.ts';
import {
  bookAnew,
  bookFee,
  bookSettlement,
  bookTrade,
  countActivity,
  type Holding,
  readPosition,
} from './results.ts';
import { readFills, readOrder, readOrderOfBot } from './rows.ts';

interface Reserve {
  readonly request: OrderRequest;
  readonly now: EpochMs;
  readonly holdExpiresAt: EpochMs;
}

/** What is in the way of an order right now; reads alone. */
export function findRefusal(tx: Transaction, request: OrderRequest): ReserveRefusal | null {
  const { botId, clientOrderId, owner, feeMicroUsd } = request;
  const earlier = readOrderOfBot(tx, botId, clientOrderId);
  if (earlier !== null) return { status: 'duplicate', order: earlier };
  if (isKilled(tx, botId)) return { status: 'killed' };
  if (feeMicroUsd === 0) return null;
  const { balance, held } = readAccount(tx, ownerAccount(owner));
  const owed = microUsd(0 - readAccount(tx, receivableAccount(owner)).balance);
  if (owed === 0 && balance - held >= feeMicroUsd) return null;
  return { status: 'insufficient', balance: microUsd(balance), available: microUsd(balance - held), owed };
}

export const reserveProcedure = procedure(
  'bot.reserve',
  (tx, { request, now, holdExpiresAt }: Reserve): ReserveOutcome => {
    const refusal = findRefusal(tx, request);
    if (refusal !== null) return refusal;
    if (request.feeMicroUsd > 0) {
      const { owner, feeMicroUsd: amount, orderId } = request;
      const held = placeHold(tx, { ...toHoldKey(orderId), owner, amount, expiresAt: holdExpiresAt }, now);
      if (held.status !== 'held') throw new Error(`hold of ${orderId} was ${held.status}`);
    }
    tx.get(
      `INSERT INTO bot_order (order_id, bot_id, owner, mode, client_order_id, source, venue, asset, store_key, venue_asset,
         side, size_usd, size_shares, is_close, mark_price, fee, state, created_at, updated_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, 'reserved', ?17, ?17)`,
    ).run(
      ...[request.orderId, request.botId, request.owner, request.mode, request.clientOrderId, request.source],
      ...[request.venue, request.asset, request.storeKey, request.venueAsset, request.side],
      ...[request.sizeUsd ?? 0, request.sizeShares, Number(request.isClose)],
      ...[request.markPrice, request.feeMicroUsd, now],
    );
    countActivity(tx, request, { orders: 1, filled: 0, fees: 0 });
    return { status: 'reserved', order: requireOrder(tx, request.orderId) };
  },
);

interface Submit {
  readonly orderId: string;
  readonly legs: readonly PreparedOrder[];
  readonly now: EpochMs;
}

export const submitProcedure = procedure('bot.submit', (tx, { orderId, legs, now }: Submit): BotOrder => {
  const [first] = legs;
  if (first === undefined) throw new Error(`order ${orderId} has nothing to send`);
  const { changes } = tx
    .get(
      `UPDATE bot_order SET state = 'submitted', prepared = ?2, legs = ?4, submitted_at = ?3, updated_at = ?3
       WHERE order_id = ?1 AND state = 'reserved'`,
    )
    .run(orderId, JSON.stringify(first), now, legs.length === 1 ? null : JSON.stringify(newLegs(legs, now)));
  if (changes !== 1) throw new Error(`order ${orderId} cannot be submitted a second time`);
  return requireOrder(tx, orderId);
});

/** The first is about to leave; the others wait for its end. */
function newLegs(legs: readonly PreparedOrder[], now: EpochMs): OrderLeg[] {
  return legs.map((prepared, place) => ({
    prepared,
    state: place === 0 ? 'submitted' : 'reserved',
    reason: null,
    message: null,
    venueOrderId: null,
    submittedAt: place === 0 ? now : null,
    isSettling: false,
  }));
}

interface SubmitLeg {
  readonly orderId: string;
  readonly leg: number;
  readonly now: EpochMs;
}

export const submitLegProcedure = procedure(
  'bot.submitLeg',
  (tx, { orderId, leg, now }: SubmitLeg): BotOrder => {
    const { legs } = requireOrder(tx, orderId);
    const next = legs[leg];
    const mayLeave = legs.slice(0, leg).every(({ state }) => isFinal(state));
    if (next?.state !== 'reserved' || !mayLeave) {
      throw new Error(`leg ${leg} of order ${orderId} cannot be submitted`);
    }
    const changed = legs.with(leg, { ...next, state: 'submitted', submittedAt: now });
    tx.get('UPDATE bot_order SET legs = ?2, updated_at = ?3 WHERE order_id = ?1').run(
      ...[orderId, JSON.stringify(changed), now],
    );
    return requireOrder(tx, orderId);
  },
);

interface Settle {
  readonly orderId: string;
  readonly leg: number;
  readonly result: OrderResult;
  readonly now: EpochMs;
  /** Until when the fee of an order that rests stays set aside. */
  readonly holdExpiresAt: EpochMs;
}

export const settleProcedure = procedure(
  'bot.settle',
  (tx, { orderId, leg, result, now, holdExpiresAt }: Settle): SettledOrder => {
    const before = requireOrder(tx, orderId);
    const legBefore = scopeToLeg(before, leg);
    const newFills = storeFills(tx, legBefore, leg, result, now);
    const fills = readFills(tx, orderId);
    const hasFill = fills.length > 0;
    const legAfter = settleLeg(
      legBefore,
      result,
      fills.some((fill) => fill.leg === leg),
      now,
    );
    const legs = before.legs.map((one, place) => (place === leg ? { ...one, ...legAfter } : one));
    const isSingle = legs.length <= 1;
    const state = isSingle
      ? legAfter.state
      : combineStates(
          legs.map((one) => one.state),
          hasFill,
        );
    const { reason, message } = isSingle ? legAfter : combineReasons(legs, state);
    const chargedMicroUsd = resolveFee(tx, before, { hasFill, isOver: isFinal(state), now });
    // Only the venue's own word keeps a fee set aside: one that nobody can ask for shows up as stuck.
    if (result.status === 'resting' && !isFinal(state)) extendHold(tx, toHoldKey(orderId), holdExpiresAt);
    countActivity(tx, before, {
      orders: 0,
      filled: Number(hasFill) - Number(before.fills.length > 0),
      fees: chargedMicroUsd - before.chargedMicroUsd,
    });
    const venueOrderId =
      (isSingle ? [legAfter] : legs).find((one) => one.venueOrderId !== null)?.venueOrderId ?? null;
    const isSettling = isSingle ? legAfter.isSettling : legs.some((one) => one.isSettling);
    tx.get(
      `UPDATE bot_order SET state = ?2, reason = ?3, message = ?4, venue_order_id = ?5,
       charged = ?6, updated_at = ?7, is_settling = ?8, legs = ?9 WHERE order_id = ?1`,
    ).run(
      ...[orderId, state, reason, message, venueOrderId, chargedMicroUsd, now, isSettling ? 1 : 0],
      isSingle ? null : JSON.stringify(legs),
    );
    return { order: requireOrder(tx, orderId), newFills };
  },
);

/** An order as if this leg were all of it. One that was never signed has no leg, and is as it stands. */
function scopeToLeg(order: BotOrder, place: number): BotOrder {
  const leg = order.legs[place];
  if (leg === undefined && (place > 0 || order.legs.length > 0)) {
    throw new Error(`order ${order.orderId} has no leg ${place}`);
  }
  if (leg === undefined) return order;
  const { prepared: _, ...standing } = leg;
  return { ...order, ...standing, fills: order.fills.filter((fill) => fill.leg === place) };
}

function settleLeg(
  before: BotOrder,
  result: OrderResult,
  hasFill: boolean,
  now: EpochMs,
): Pick<OrderLeg, 'state' | 'reason' | 'message' | 'venueOrderId' | 'isSettling'> {
  const state = decideState(before.state, result, hasFill);
  // What comes after the end adds fills at most; why it ended stays.
  const { reason, message } =
    isFinal(before.state) && state === before.state ? before : explainResult(result);
  const venueOrderId = findVenueOrderId(result) ?? before.venueOrderId;
  return { state, reason, message, venueOrderId, isSettling: isSettlingAfter(before, result, now) };
}

interface Place extends Reserve {
  readonly placed: PlacedLegs;
}

/** The steps of an order whose outcome is known, in one commit. */
export const placeProcedure = procedure(
  'bot.place',
  (tx, { request, placed, now, holdExpiresAt }: Place): PlaceOutcome => {
    if ('sizedBy' in placed && placed.sizedBy !== null) {
      const refusal = findRefusal(tx, request);
      if (refusal !== null) return refusal;
      if (hasMoved(tx, request, placed.sizedBy)) return { status: 'position_moved' };
    }
    const reserved = reserveProcedure.run(tx, { request, now, holdExpiresAt });
    if (reserved.status !== 'reserved') return reserved;
    const { orderId } = request;
    if ('result' in placed) {
      const { result } = placed;
      return {
        status: 'placed',
        ...settleProcedure.run(tx, { orderId, leg: 0, result, now, holdExpiresAt }),
      };
    }
    submitProcedure.run(tx, { orderId, legs: placed.legs.map(({ prepared }) => prepared), now });
    const newFills: OrderFill[] = [];
    let order = reserved.order;
    for (const [leg, { result }] of placed.legs.entries()) {
      if (leg > 0) submitLegProcedure.run(tx, { orderId, leg, now });
      const settled = settleProcedure.run(tx, { orderId, leg, result, now, holdExpiresAt });
      newFills.push(...settled.newFills);
      order = settled.order;
    }
    return { status: 'placed', order, newFills };
  },
);

/** Whether an order that gives back what is open could give back another amount now. */
function hasMoved(tx: Transaction, request: OrderRequest, sizedBy: string): boolean {
  const isAgainst = (open: Big) => (request.side === 'sell' ? open.gt(0) : open.lt(0));
  const [before, now] = [new Big(sizedBy), new Big(readPosition(tx, request).size)];
  if (!isAgainst(before) && !isAgainst(now)) return false;
  return !before.eq(now);
}

interface Close {
  readonly venue: VenueId;
  readonly storeKey: string;
  /** null: everybody got back what they had paid. */
  readonly value: number | null;
  /** Whose position alone is closed; null: everybody's. */
  readonly holder: Holder | null;
  readonly now: EpochMs;
}

/** Who has a position. */
export type Holder = Pick<Holding, 'botId' | 'mode'>;

/** Closes every position in a market that was resolved. Safe to repeat: a closed position is none. */
export const closeProcedure = procedure(
  'bot.close',
  (tx, { venue, storeKey, value, holder, now }: Close): number => {
    const rows = tx
      .get('SELECT bot_id AS botId, mode, asset FROM bot_position WHERE venue = ? AND store_key = ?')
      .all(venue, storeKey) as unknown as { botId: string; mode: ExecutionMode; asset: string }[];
    const closed = rows.filter(
      ({ botId, mode }) => holder === null || (botId === holder.botId && mode === holder.mode),
    );
    for (const row of closed) bookSettlement(tx, { ...row, venue, storeKey }, value, now);
    return closed.length;
  },
);

export const procedures = procedureModule(import.meta.url, [
  reserveProcedure,
  submitProcedure,
  submitLegProcedure,
  settleProcedure,
  placeProcedure,
  closeProcedure,
]);

function requireOrder(tx: Transaction, orderId: string): BotOrder {
  const order = readOrder(tx, orderId);
  if (order === null) throw new Error(`there is no order ${orderId}`);
  return order;
}

/** The flag of the bot and the global one. */
function isKilled(tx: Transaction, botId: string): boolean {
  return (
    tx
      .get(
        `SELECT 1 FROM bot_control WHERE bot_id = ? AND killed = 1
         UNION ALL SELECT 1 FROM flag WHERE name = 'global_kill' AND value = 1`,
      )
      .get(botId) !== undefined
  );
}

/** Stores what a result says was traded, and all that follows from it. @returns The fills that were not known. */
function storeFills(
  tx: Transaction,
  before: BotOrder,
  leg: number,
  result: OrderResult,
  now: EpochMs,
): readonly OrderFill[] {
  const prepared = before.legs[leg]?.prepared;
  if (!('fills' in result) || prepared === undefined) {
    if (before.isSettling && hasFailedTrades(result)) withdraw(tx, before, leg, [], now);
    return [];
  }
  const given = withMoney(tx, before, prepared, result.fills);
  if (areSameAsSum(before, given)) {
    bookFee(tx, before, takeOverFee(tx, before, given));
    return [];
  }
  if (before.isSettling && hasFailedTrades(result)) withdraw(tx, before, leg, given, now);
  const newFills = insertFills(tx, before, leg, given);
  const isFar = prepared.details.nearMarket === false;
  for (const fill of newFills) bookTrade(tx, before, { side: before.side, ...fill }, isFar);
  return newFills;
}

/** Says of each fill what it cost and brought; they are counted against the position one after another. */
function withMoney(
  tx: Transaction,
  order: BotOrder,
  prepared: PreparedOrder,
  fills: readonly VenueFill[],
): readonly NewFill[] {
  const known = new Set(order.fills.map(({ fillId }) => fillId));
  let open = new Big(prepared.leg === null ? readPosition(tx, order).size : 0);
  return fills.map((fill) => {
    const money = splitMoney(prepared, fill, open.toFixed());
    if (!known.has(fill.fillId)) open = order.side === 'buy' ? open.plus(fill.size) : open.minus(fill.size);
    return { ...fill, ...money };
  });
}

/** Takes back what failed on chain, from the fills and from everything that follows from them. */
function withdraw(
  tx: Transaction,
  order: BotOrder,
  leg: number,
  standing: readonly NewFill[],
  now: EpochMs,
): void {
  const withdrawn = withdrawFills(tx, order, leg, standing, now);
  if (withdrawn.length === 0) return;
  const stored = readFills(tx, order.orderId).filter((fill) => fill.leg === leg);
  bookAnew(tx, order, { withdrawn, stored });
}
