import { ownerAccount, REVENUE_TRADE_FEE, receivableAccount } from '../../../billing/chart.ts';
import type { IdempotencyKey } from '../../../billing/ledger.ts';
import { readAccount } from '../../../billing/sqlite/accounts.ts';
import { captureHold, extendHold, letGo, placeHold } from '../../../billing/sqlite/holds.ts';
import { type EpochMs, microUsd, type VenueId } from '../../../domain/index.ts';
import { procedure, procedureModule, type Transaction } from '../../../storage/sqlite/procedure.ts';
import type { PreparedOrder, VenueFill } from '../../execution/index.ts';
import { type BotOrder, type ExecutionMode, isFinal, type OrderFill, type OrderState } from '../order.ts';
import type { OrderRequest, OrderResult, ReserveOutcome, SettledOrder } from '../order-store.ts';
import { bookSettlement, bookTrade, countActivity } from './results.ts';
import { readFills, readOrder, readOrderOfBot } from './rows.ts';

/** The fee of an order is set aside under its id. */
export const holdOf = (orderId: string): IdempotencyKey => ({ scope: 'trade.hold', idem: orderId });

interface Reserve {
  readonly request: OrderRequest;
  readonly now: EpochMs;
  readonly holdExpiresAt: EpochMs;
}

export const reserveProcedure = procedure(
  'bot.reserve',
  (tx, { request, now, holdExpiresAt }: Reserve): ReserveOutcome => {
    const earlier = readOrderOfBot(tx, request.botId, request.clientOrderId);
    if (earlier !== null) return { status: 'duplicate', order: earlier };
    if (isKilled(tx, request.botId)) return { status: 'killed' };
    if (request.feeMicroUsd > 0) {
      const { owner, feeMicroUsd: amount, orderId } = request;
      if (readAccount(tx, receivableAccount(owner)).balance !== 0) {
        const { balance, held } = readAccount(tx, ownerAccount(owner));
        return { status: 'insufficient', balance: microUsd(balance), available: microUsd(balance - held) };
      }
      const held = placeHold(tx, { ...holdOf(orderId), owner, amount, expiresAt: holdExpiresAt }, now);
      if (held.status === 'insufficient') return held;
      if (held.status !== 'held') throw new Error(`hold of ${orderId} was ${held.status}`);
    }
    tx.get(
      `INSERT INTO bot_order (order_id, bot_id, owner, mode, client_order_id, source, venue, asset, store_key, venue_asset,
         side, size_usd, mark_price, fee, state, created_at, updated_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, 'reserved', ?15, ?15)`,
    ).run(
      ...[request.orderId, request.botId, request.owner, request.mode, request.clientOrderId, request.source],
      ...[request.venue, request.asset, request.storeKey, request.venueAsset, request.side],
      ...[request.sizeUsd, request.markPrice, request.feeMicroUsd, now],
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
    const newFills = 'fills' in result ? insertFills(tx, before, result.fills) : [];
    for (const fill of newFills) {
      bookTrade(tx, before, { side: before.side, ...fill });
    }
    const hasFill = before.fills.length + newFills.length > 0;
    const state = stateAfter(before.state, result, hasFill);
    const chargedMicroUsd = resolveFee(tx, before, { hasFill, isOver: isFinal(state), now });
    // Only the venue's own word keeps a fee set aside: one that nobody can ask for shows up as stuck.
    if (result.status === 'resting' && !isFinal(state)) extendHold(tx, holdOf(orderId), holdExpiresAt);
    countActivity(tx, before, {
      orders: 0,
      filled: before.fills.length === 0 && newFills.length > 0 ? 1 : 0,
      fees: chargedMicroUsd - before.chargedMicroUsd,
    });
    // What comes after the end adds fills at most; why it ended stays.
    const { reason, message } = isFinal(before.state) && state === before.state ? before : wordsOf(result);
    tx.get(
      `UPDATE bot_order SET state = ?2, reason = ?3, message = ?4, venue_order_id = COALESCE(?5, venue_order_id),
       charged = ?6, updated_at = ?7 WHERE order_id = ?1`,
    ).run(orderId, state, reason, message, venueOrderIdOf(result), chargedMicroUsd, now);
    return { order: requireOrder(tx, orderId), newFills };
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

/** @returns The fills that were not known before, in the order given. */
function insertFills(tx: Transaction, order: BotOrder, fills: readonly VenueFill[]): OrderFill[] {
  const insert = tx.get(
    `INSERT INTO bot_fill (order_id, fill_id, bot_id, mode, t, price, size, usd, venue_fee)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (order_id, fill_id) DO NOTHING`,
  );
  const known = new Set(order.fills.map(({ fillId }) => fillId));
  for (const fill of fills) {
    const { fillId, t, price, size, usdMicro, venueFeeMicroUsd } = fill;
    insert.run(order.orderId, fillId, order.botId, order.mode, t, price, size, usdMicro, venueFeeMicroUsd);
  }
  return readFills(tx, order.orderId).filter(({ fillId }) => !known.has(fillId));
}

/** A final state stays; a result that came late or twice changes nothing but adds fills that were missing. */
function stateAfter(before: OrderState, result: OrderResult, hasFill: boolean): OrderState {
  if (isFinal(before)) return hasFill ? 'filled' : before;
  switch (result.status) {
    case 'filled':
      return 'filled';
    case 'resting':
      return 'resting';
    case 'cancelled':
      return hasFill ? 'filled' : 'cancelled';
    case 'rejected':
    case 'not_sent':
      return hasFill ? 'filled' : 'rejected';
    case 'unknown':
      return before;
  }
}

/** The fee is captured at the first fill, once; what was set aside is let go when nothing can fill any more. */
function resolveFee(
  tx: Transaction,
  { orderId, feeMicroUsd, chargedMicroUsd }: BotOrder,
  { hasFill, isOver, now }: { readonly hasFill: boolean; readonly isOver: boolean; readonly now: EpochMs },
): number {
  if (feeMicroUsd === 0 || chargedMicroUsd > 0) return chargedMicroUsd;
  if (hasFill) {
    const capture = captureHold(
      tx,
      {
        hold: holdOf(orderId),
        amount: feeMicroUsd,
        type: 'trade_fee',
        dst: REVENUE_TRADE_FEE,
        scope: 'trade.capture',
        idem: orderId,
        ref: orderId,
      },
      now,
    );
    // A fill that is learnt after the hold was let go is on the house: nobody is charged for what was given back.
    return capture.status === 'captured' ? feeMicroUsd : 0;
  }
  if (isOver) letGo(tx, holdOf(orderId), 'released', now);
  return 0;
}

function wordsOf(result: OrderResult): Pick<BotOrder, 'reason' | 'message'> {
  switch (result.status) {
    case 'rejected':
    case 'not_sent':
      return { reason: result.reason, message: result.message };
    case 'unknown':
      return { reason: 'unconfirmed', message: result.message };
    default:
      return { reason: null, message: null };
  }
}

function venueOrderIdOf(result: OrderResult): string | null {
  return 'venueOrderId' in result ? result.venueOrderId : null;
}
