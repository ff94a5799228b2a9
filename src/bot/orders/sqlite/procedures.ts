import { ownerAccount, receivableAccount } from '../../../billing/chart.ts';
import { readAccount } from '../../../billing/sqlite/accounts.ts';
import { extendHold, placeHold } from '../../../billing/sqlite/holds.ts';
import { type EpochMs, microUsd, type VenueId } from '../../../domain/index.ts';
import { procedure, procedureModule, type Transaction } from '../../../storage/sqlite/procedure.ts';
import type { PreparedOrder } from '../../execution/index.ts';
import { type BotOrder, type ExecutionMode, isFinal, type OrderFill } from '../order.ts';
import type {
  OrderRequest,
  OrderResult,
  PlaceOutcome,
  ReserveOutcome,
  ReserveRefusal,
  SettledOrder,
} from '../order-store.ts';
import {
  decideState,
  explainResult,
  findVenueOrderId,
  hasFailedTrades,
  isSettlingAfter,
} from '../outcome.ts';
import { resolveFee, toHoldKey } from './fee.ts';
import { areSameAsSum, insertFills, takeOverFee, withdrawFills } from './fills.ts';
import { bookAnew, bookFee, bookSettlement, bookTrade, countActivity } from './results.ts';
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
  const isInDebt = readAccount(tx, receivableAccount(owner)).balance !== 0;
  if (!isInDebt && balance - held >= feeMicroUsd) return null;
  return { status: 'insufficient', balance: microUsd(balance), available: microUsd(balance - held) };
}

export const reserveProcedure = procedure(
  'bot.reserve',
  (tx, { request, now, holdExpiresAt }: Reserve): ReserveOutcome => {
    const refusal = findRefusal(tx, request);
    if (refusal !== null) return refusal;
    if (request.feeMicroUsd > 0) {
      const { owner, feeMicroUsd: amount, orderId } = request;
      const held = placeHold(tx, { ...toHoldKey(orderId), owner, amount, expiresAt: holdExpiresAt }, now);
      if (held.status === 'insufficient') return held;
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
  readonly prepared: PreparedOrder;
  readonly now: EpochMs;
}

export const submitProcedure = procedure('bot.submit', (tx, { orderId, prepared, now }: Submit): BotOrder => {
  const { changes } = tx
    .get(
      `UPDATE bot_order SET state = 'submitted', prepared = ?2, submitted_at = ?3, updated_at = ?3
       WHERE order_id = ?1 AND state = 'reserved'`,
    )
    .run(orderId, JSON.stringify(prepared), now);
  if (changes !== 1) throw new Error(`order ${orderId} cannot be submitted a second time`);
  return requireOrder(tx, orderId);
});

interface Settle {
  readonly orderId: string;
  readonly result: OrderResult;
  readonly now: EpochMs;
  /** Until when the fee of an order that rests stays set aside. */
  readonly holdExpiresAt: EpochMs;
}

export const settleProcedure = procedure(
  'bot.settle',
  (tx, { orderId, result, now, holdExpiresAt }: Settle): SettledOrder => {
    const before = requireOrder(tx, orderId);
    const newFills = storeFills(tx, before, result, now);
    const fills = readFills(tx, orderId);
    const hasFill = fills.length > 0;
    const state = decideState(before.state, result, hasFill);
    const chargedMicroUsd = resolveFee(tx, before, { hasFill, isOver: isFinal(state), now });
    // Only the venue's own word keeps a fee set aside: one that nobody can ask for shows up as stuck.
    if (result.status === 'resting' && !isFinal(state)) extendHold(tx, toHoldKey(orderId), holdExpiresAt);
    countActivity(tx, before, {
      orders: 0,
      filled: Number(hasFill) - Number(before.fills.length > 0),
      fees: chargedMicroUsd - before.chargedMicroUsd,
    });
    // What comes after the end adds fills at most; why it ended stays.
    const { reason, message } =
      isFinal(before.state) && state === before.state ? before : explainResult(result);
    tx.get(
      `UPDATE bot_order SET state = ?2, reason = ?3, message = ?4, venue_order_id = COALESCE(?5, venue_order_id),
       charged = ?6, updated_at = ?7, is_settling = ?8 WHERE order_id = ?1`,
    ).run(
      ...[orderId, state, reason, message, findVenueOrderId(result), chargedMicroUsd, now],
      isSettlingAfter(before, result, now) ? 1 : 0,
    );
    return { order: requireOrder(tx, orderId), newFills };
  },
);

interface Place extends Reserve {
  readonly prepared: PreparedOrder | null;
  readonly result: OrderResult;
}

/** The three steps of an order whose outcome is known, in one commit. */
export const placeProcedure = procedure(
  'bot.place',
  (tx, { request, prepared, result, now, holdExpiresAt }: Place): PlaceOutcome => {
    const reserved = reserveProcedure.run(tx, { request, now, holdExpiresAt });
    if (reserved.status !== 'reserved') return reserved;
    const { orderId } = request;
    if (prepared !== null) submitProcedure.run(tx, { orderId, prepared, now });
    return { status: 'placed', ...settleProcedure.run(tx, { orderId, result, now, holdExpiresAt }) };
  },
);

interface Close {
  readonly venue: VenueId;
  readonly storeKey: string;
  /** null: everybody got back what they had paid. */
  readonly value: number | null;
  readonly now: EpochMs;
}

/** Closes every position in a market that was resolved. Safe to repeat: a closed position is none. */
export const closeProcedure = procedure('bot.close', (tx, { venue, storeKey, value, now }: Close): number => {
  const rows = tx
    .get('SELECT bot_id AS botId, mode, asset FROM bot_position WHERE venue = ? AND store_key = ?')
    .all(venue, storeKey) as unknown as { botId: string; mode: ExecutionMode; asset: string }[];
  for (const row of rows) bookSettlement(tx, { ...row, venue, storeKey }, value, now);
  return rows.length;
});

export const procedures = procedureModule(import.meta.url, [
  reserveProcedure,
  submitProcedure,
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
  result: OrderResult,
  now: EpochMs,
): readonly OrderFill[] {
  if ('fills' in result && areSameAsSum(before, result.fills)) {
    bookFee(tx, before, takeOverFee(tx, before, result.fills));
    return [];
  }
  if (before.isSettling && hasFailedTrades(result)) withdraw(tx, before, result, now);
  const newFills = 'fills' in result ? insertFills(tx, before, result.fills) : [];
  for (const fill of newFills) bookTrade(tx, before, { side: before.side, ...fill });
  return newFills;
}

/** Takes back what failed on chain, from the fills and from everything that follows from them. */
function withdraw(
  tx: Transaction,
  order: BotOrder,
  result: Extract<OrderResult, { readonly status: 'filled' | 'rejected' }>,
  now: EpochMs,
): void {
  const withdrawn = withdrawFills(tx, order, 'fills' in result ? result.fills : [], now);
  if (withdrawn.length > 0) bookAnew(tx, order, { withdrawn, stored: readFills(tx, order.orderId) });
}
