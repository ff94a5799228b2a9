import type { StoredLedger } from '../../src/billing/ledger/stored-ledger.ts';
import { ControlStore } from '../../src/bot/control/control-store.ts';
import { prepareControlQueries } from '../../src/bot/control/sql/controls.ts';
import { NO_CEILINGS } from '../../src/bot/limits/limits.ts';
import { OrderReview } from '../../src/bot/orders/order-review.ts';
import { prepareOrderQueries } from '../../src/bot/orders/sql/order-queries.ts';
import { StoredOrders } from '../../src/bot/orders/stored-orders.ts';
import type { Clock } from '../../src/domain/index.ts';
import type { OpenServiceDatabase } from '../../src/storage/service-database.ts';

interface TestOrdersOptions {
  readonly database: OpenServiceDatabase;
  readonly ledger: StoredLedger;
  readonly clock: Clock;
}

/** Orders of a service database. */
export function openTestOrders({ database, ledger, clock }: TestOrdersOptions): StoredOrders {
  const controls = new ControlStore(database, database.buildQueries(prepareControlQueries), clock);
  return new StoredOrders({
    database,
    ledger,
    controls,
    ceilings: NO_CEILINGS,
    queries: database.buildQueries(prepareOrderQueries),
    clock,
  });
}

/** Opens the operator's review of orders. */
export function openTestOrderReview({ database, ledger, clock }: TestOrdersOptions): OrderReview {
  return new OrderReview({ ledger, queries: database.buildQueries(prepareOrderQueries), clock });
}
