import type { Clock } from '../../../src/domain/index.ts';
import { joinOrderStores, type OpenOrderStores, type OrderStores } from '../order-stores.ts';
import { createMemoryAccounts } from './accounts.ts';
import { createMemoryControls } from './controls.ts';
import { createMemoryLedger } from './ledger.ts';
import { MemoryDatabase, type UndoLog } from './memory-database.ts';
import { createMemoryOrders } from './orders.ts';

/** Orders over rows in memory, with the money and the switches that they read. */
export function openMemoryOrderStores(clock: Clock): OrderStores {
  const undo: UndoLog = [];
  const orders = createMemoryOrders(undo);
  const ledger = createMemoryLedger(undo);
  const control = createMemoryControls(undo);
  const accounts = createMemoryAccounts(undo);
  // Operations of the ledger and of the settings work on their rows alone.
  const parts = { orders: orders.rows, ledger: ledger.rows, control: control.rows, accounts: accounts.rows };
  const database = new MemoryDatabase({ ...ledger.rows, ...control.rows, ...parts }, undo);
  return joinOrderStores(
    {
      database,
      ledger: ledger.open(database, clock),
      queries: orders.queries,
      controlQueries: control.queries,
      listActions: async () =>
        accounts.listActions().map(({ action, target, detail }) => ({ action, target, detail })),
    },
    clock,
  );
}

export const openMemoryStores: OpenOrderStores = async (_t, clock) => {
  const stores = openMemoryOrderStores(clock);
  return { stores, reopen: async () => stores };
};
