import type { AdminAction } from '../../../accounts/admin-actions.ts';
import { recordAdminAction } from '../../../accounts/sqlite/procedures.ts';
import { findHoldRow } from '../../../billing/sqlite/holds.ts';
import type { SqliteLedger } from '../../../billing/sqlite/sqlite-ledger.ts';
import { type Clock, DAY_MS, type EpochMs, epochMs, microUsd } from '../../../domain/index.ts';
import { procedure, procedureModule, type Transaction } from '../../../storage/sqlite/procedure.ts';
import type { SqliteServiceDatabase } from '../../../storage/sqlite/sqlite-service-database.ts';
import { type BotOrder, isFinal } from '../order.ts';
import type { CloseOutcome, OrderClosing, OrderReview, WaitingOrder, WaitingPlace } from '../order-review.ts';
import { toHoldKey } from './fee.ts';
import { settleProcedure } from './procedures.ts';
import { readOrder, readOrders } from './rows.ts';

/** For this long only the venue ends an order: most orders without an answer have one after a minute. */
const MIN_UNANSWERED_MS = DAY_MS;

interface Close extends OrderClosing {
  readonly by: AdminAction;
}

const closeProcedure = procedure('bot.closeOrder', (tx, { orderId, note, by }: Close): CloseOutcome => {
  const outcome = closeOrder(tx, orderId, note, by.at);
  recordAdminAction(tx, { ...by, detail: `${note} ${outcome.status}` });
  return outcome;
});

export const procedures = procedureModule(import.meta.url, [closeProcedure]);

/** The orders of the service database. */
export class SqliteOrderReview implements OrderReview {
  readonly #database: SqliteServiceDatabase;
  readonly #ledger: SqliteLedger;
  readonly #clock: Clock;

  constructor(options: {
    readonly database: SqliteServiceDatabase;
    readonly ledger: SqliteLedger;
    readonly clock: Clock;
  }) {
    this.#database = options.database;
    this.#ledger = options.ledger;
    this.#clock = options.clock;
  }

  async list(limit: number, after?: WaitingPlace): Promise<readonly WaitingOrder[]> {
    const { reads } = this.#database;
    // The first condition is the one of the index.
    const open = `WHERE (state IN ('reserved', 'submitted', 'resting') OR is_settling = 1)
        AND state IN ('reserved', 'submitted', 'resting') AND (created_at, order_id) > (?, ?)
      ORDER BY created_at, order_id LIMIT ?`;
    const orders = readOrders(reads, open, after?.createdAt ?? -1, after?.orderId ?? '', limit);
    return orders.map((order) => describeWaiting(reads, order));
  }

  close(closing: OrderClosing, by: Omit<AdminAction, 'at'>): Promise<CloseOutcome> {
    return this.#ledger.transact(closeProcedure, { ...closing, by: { ...by, at: this.#clock() } });
  }
}

function closeOrder(tx: Transaction, orderId: string, note: string, now: EpochMs): CloseOutcome {
  const order = readOrder(tx, orderId);
  if (order === null || isFinal(order.state)) return { status: 'order_not_found' };
  const closableFrom = findClosableFrom(tx, order);
  if (closableFrom === null || now < closableFrom) return { status: 'too_soon', closableFrom };
  const releasedMicroUsd = readHeld(tx, order);
  const result = { status: 'closed', message: `closed by the operator: ${note}` } as const;
  let closed = order;
  const open = order.legs.flatMap(({ state }, leg) => (isFinal(state) ? [] : [leg]));
  for (const leg of open) {
    closed = settleProcedure.run(tx, { orderId, leg, result, now, holdExpiresAt: now }).order;
  }
  return { status: 'closed', order: closed, releasedMicroUsd };
}

function describeWaiting(tx: Transaction, order: BotOrder): WaitingOrder {
  // Legs are sent one after another, so the first that has not ended is the one that nobody can ask for.
  const prepared = order.legs.find(({ state }) => !isFinal(state))?.prepared ?? order.legs[0]?.prepared;
  return {
    orderId: order.orderId,
    botId: order.botId,
    owner: order.owner,
    venue: order.venue,
    asset: order.asset,
    state: order.state,
    message: order.message,
    venueOrderId: order.venueOrderId,
    createdAt: order.createdAt,
    account: prepared?.account ?? null,
    venueClientId: prepared?.venueClientId ?? null,
    heldMicroUsd: readHeld(tx, order),
    closableFrom: findClosableFrom(tx, order),
  };
}

/** A day after it was sent, and a day after its venue last said that it rests. */
function findClosableFrom(tx: Transaction, order: BotOrder): EpochMs | null {
  const { orderId, state, reason, submittedAt, updatedAt } = order;
  if (submittedAt === null) return null;
  const hold = findHoldRow(tx, toHoldKey(orderId));
  // Each time the venue says that it rests, what is set aside is kept for another day; without a fee nothing is.
  const lastWordAt =
    hold === null && state === 'resting' && reason !== 'unconfirmed' ? updatedAt : submittedAt;
  return epochMs(Math.max(lastWordAt + MIN_UNANSWERED_MS, hold?.expiresAt ?? 0));
}

function readHeld(tx: Transaction, { orderId }: BotOrder) {
  const hold = findHoldRow(tx, toHoldKey(orderId));
  return microUsd(hold?.state === 'pending' ? hold.amount : 0);
}
