import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { AdminAction } from '../../src/accounts/admin-actions.ts';
import type { Ledger } from '../../src/billing/ledger/ledger.ts';
import { openLedger } from '../../src/billing/ledger/sql/ledger.ts';
import { ControlStore } from '../../src/bot/control/control-store.ts';
import type { ControlQueries } from '../../src/bot/control/rows.ts';
import { prepareControlQueries } from '../../src/bot/control/sql/controls.ts';
import type { PreparedOrder, VenueFill } from '../../src/bot/execution/index.ts';
import { ExitStore } from '../../src/bot/exits/exit-store.ts';
import { prepareExitQueries } from '../../src/bot/exits/sql/exits.ts';
import { HoldingStore } from '../../src/bot/holdings/holding-store.ts';
import { prepareHoldingQueries } from '../../src/bot/holdings/sql/holdings.ts';
import type { JournalQueries } from '../../src/bot/journal/rows.ts';
import { prepareJournalQueries } from '../../src/bot/journal/sql/journal.ts';
import { NO_CEILINGS } from '../../src/bot/limits/limits.ts';
import type { BotOrder } from '../../src/bot/orders/order.ts';
import { OrderReview } from '../../src/bot/orders/order-review.ts';
import type { NewOrder, OrderStore } from '../../src/bot/orders/order-store.ts';
import type { OrderQueries } from '../../src/bot/orders/rows.ts';
import { prepareOrderQueries } from '../../src/bot/orders/sql/order-queries.ts';
import { StoredOrders } from '../../src/bot/orders/stored-orders.ts';
import { type Clock, epochMs, microUsd } from '../../src/domain/index.ts';
import type { ServiceDatabase } from '../../src/storage/service-database.ts';
import type { Statements } from '../../src/storage/statements.ts';
import { giveCredit } from './credit.ts';
import { dayQueries } from './recounted-days.ts';
import type { TestEngine } from './service-engine.ts';

/** Stored members of an action of the operator, beside person and time. */
export type StoredAction = Pick<AdminAction, 'action' | 'target' | 'detail'>;

/** Orders of one service database, with the money and the switches that they read. */
export interface OrderStores {
  readonly orders: OrderStore;
  readonly review: OrderReview;
  readonly ledger: Ledger & ServiceDatabase;
  readonly controls: ControlStore;
  /** Lists the actions, oldest first. */
  listActions(): Promise<readonly StoredAction[]>;
  /** null: rows in memory have no pages of orders. */
  readonly journalQueries: JournalQueries | null;
  readonly days: ReturnType<typeof dayQueries> | null;
  readonly holdings: HoldingStore | null;
  readonly exitStore: ExitStore | null;
}

export interface OrderStoresBench {
  readonly stores: OrderStores;
  /** Opens the same stores again, as a restart does. */
  reopen(): Promise<OrderStores>;
}

export type OpenOrderStores = (t: TestContext, clock: Clock) => Promise<OrderStoresBench>;

export interface OrderStoresEngine {
  readonly database: ServiceDatabase;
  readonly ledger: Ledger & ServiceDatabase;
  readonly queries: OrderQueries;
  readonly controlQueries: ControlQueries;
  readonly journalQueries?: JournalQueries | null;
  readonly days?: OrderStores['days'];
  readonly holdings?: HoldingStore | null;
  readonly exitStore?: ExitStore | null;
  readonly listActions: () => Promise<readonly StoredAction[]>;
}

/** Joins the stores over the queries of an engine. */
export function joinOrderStores(
  {
    database,
    ledger,
    queries,
    controlQueries,
    journalQueries = null,
    days = null,
    holdings = null,
    exitStore = null,
    listActions,
  }: OrderStoresEngine,
  clock: Clock,
): OrderStores {
  const controls = new ControlStore(database, controlQueries, clock);
  return {
    orders: new StoredOrders({ database, ledger, controls, ceilings: NO_CEILINGS, queries, clock }),
    review: new OrderReview({ ledger, queries, clock }),
    ledger,
    controls,
    listActions,
    journalQueries,
    days,
    holdings,
    exitStore,
  };
}

/** Actions of the operator by SQL. */
export const actionQueries = (statements: Statements) => ({
  list: async () =>
    statements
      .get('SELECT action, target, detail FROM admin_action ORDER BY id')
      .all()
      .map((row) => ({ ...row }) as unknown as StoredAction),
});

export const openOrderStoresOn =
  (engine: TestEngine): OpenOrderStores =>
  async (t, clock) => {
    const { part: stores, reopen } = await engine.open(t, (database) =>
      joinOrderStores(
        {
          database,
          ledger: openLedger(database, clock),
          queries: database.buildQueries(prepareOrderQueries),
          controlQueries: database.buildQueries(prepareControlQueries),
          journalQueries: database.buildQueries(prepareJournalQueries),
          days: database.buildQueries(dayQueries),
          holdings: new HoldingStore(database, database.buildQueries(prepareHoldingQueries)),
          exitStore: new ExitStore(database, database.buildQueries(prepareExitQueries)),
          listActions: database.buildQueries(actionQueries).list,
        },
        clock,
      ),
    );
    return { stores, reopen };
  };

export const NOW = epochMs(1_763_700_000_000);
export const FEE = microUsd(10_000);
export const BOT = 'bot_1';
export const OWNER = 'owner_1';

/** Prepared order with the signature of {@link requestOrder}. */
export const PREPARED: PreparedOrder = {
  format: 1,
  venue: 'polymarket',
  account: '0xa',
  storeKey: 'm',
  venueAsset: 'm',
  side: 'buy',
  leg: 'yes',
  limitPrice: '0.52',
  size: '20',
  venueClientId: '0xhash',
  body: '{}',
  details: {},
  preparedAt: NOW,
  expiresAt: null,
};

/** Builds an order of 10 USD. Its id is the bot's own too. */
export const requestOrder = (orderId: string, changes: Partial<NewOrder> = {}): NewOrder => ({
  orderId,
  botId: BOT,
  owner: OWNER,
  mode: 'live',
  clientOrderId: orderId,
  source: 'trade',
  venue: 'polymarket',
  asset: 'pm-m',
  storeKey: 'm',
  venueAsset: 'm',
  side: 'buy',
  sizeUsd: 10,
  sizeShares: null,
  isClose: false,
  markPrice: 0.5,
  feeMicroUsd: FEE,
  exit: null,
  mostOpenedMicroUsd: microUsd(10_000_000),
  opensMicroUsd: microUsd(10_000_000),
  nets: false,
  splits: true,
  ...changes,
});

/** Builds a fill of the given shares at a price, with a venue fee of a cent. */
export const buildFill = (shares: number, fillId = 'sum', price = 0.5): VenueFill => ({
  fillId,
  t: NOW,
  price: String(price),
  size: String(shares),
  notionalMicroUsd: Math.round(shares * price * 1e6),
  venueFeeMicroUsd: 10_000,
});

/** Stores and helpers that a check of orders works with. */
export interface OrderCheck extends OrderStores {
  pass(ms: number): void;
  reopen(): Promise<OrderStores>;
  /** Reserves and signs an order. */
  submit(orderId: string, changes?: Partial<NewOrder>): Promise<BotOrder>;
  /** Asserts how many fees of a hundred were taken and are set aside, and that an audit finds nothing. */
  assertMoney(taken: number, held?: number): Promise<void>;
}

/** Registers checks against an engine, each over stores of its own whose owner can pay a hundred fees. */
export function checksOver(engine: string, open: OpenOrderStores) {
  return (name: string, body: (check: OrderCheck) => Promise<void>): void => {
    test(`${engine}: ${name}`, async (t) => {
      let now = NOW;
      const { stores, reopen } = await open(t, () => now);
      const { ledger, orders } = stores;
      await giveCredit(ledger, OWNER, 100 * FEE);
      await body({
        ...stores,
        reopen,
        pass: (ms) => {
          now = epochMs(now + ms);
        },
        submit: async (orderId, changes = {}) => {
          const { status } = await orders.reserve(requestOrder(orderId, changes));
          assert.equal(status, 'reserved');
          const { side = 'buy' } = changes;
          const submitted = await orders.submit(orderId, [{ ...PREPARED, side }]);
          assert.ok(submitted.status === 'submitted');
          return submitted.order;
        },
        assertMoney: async (taken, held = 0) => {
          const balance = { microUsd: (100 - taken) * FEE, heldMicroUsd: held * FEE };
          assert.deepEqual(await ledger.readBalance(OWNER), balance);
          assert.deepEqual((await ledger.audit({ whole: true })).findings, []);
        },
      });
    });
  };
}
