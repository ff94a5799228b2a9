import { describeOrderLimits } from '../../../../test/contract/order-limits.ts';
import { describeOrderReview } from '../../../../test/contract/order-review.ts';
import { describeSettlement } from '../../../../test/contract/order-settlement.ts';
import { describeOrders } from '../../../../test/contract/orders.ts';
import { describePaperOrders } from '../../../../test/contract/paper-orders.ts';
import { describeReopenedPositions } from '../../../../test/contract/reopened-positions.ts';
import { openMemoryStores } from '../../../../test/support/memory/order-stores.ts';
import { SQLITE_ENGINES } from '../../../../test/support/service-engine.ts';
import { STORE_SUITES } from '../../../../test/support/store-suites.ts';

for (const engine of SQLITE_ENGINES) STORE_SUITES.orders(engine);
// The suite of settlements is long, so it runs on one way of executing SQLite only: the thread changes nothing in it.
for (const engine of SQLITE_ENGINES.slice(0, 1)) STORE_SUITES.settlement(engine);

describeOrders('rows in memory', openMemoryStores);
describeSettlement('rows in memory', openMemoryStores);
describeReopenedPositions('rows in memory', openMemoryStores);
describeOrderLimits('rows in memory', openMemoryStores);
describePaperOrders('rows in memory', openMemoryStores);
describeOrderReview('rows in memory', openMemoryStores);
