import type { DepositRow, ReportRow } from '../../../src/billing/deposits/rows.ts';
import type { Clock } from '../../../src/domain/index.ts';
import type { CommitFaults } from '../../../src/storage/call-result.ts';
import { joinStores, type MoneyRules, type MoneyStores, type OpenMoney } from '../money-stores.ts';
import { createMemoryAccounts } from './accounts.ts';
import { createMemoryChains } from './chains.ts';
import { createMemoryDeposits } from './deposits.ts';
import { createMemoryLedger } from './ledger.ts';
import { MemoryDatabase, type UndoLog } from './memory-database.ts';
import { createMemoryReview } from './review.ts';
import { createMemorySources } from './sources.ts';
import { createMemoryVouchers } from './vouchers.ts';
import { createMemoryEvents } from './webhook-events.ts';

export interface MemoryMoney {
  readonly stores: MoneyStores;
  /** Lists the deposits, oldest first. */
  listDeposits(): readonly DepositRow[];
  listReports(): readonly ReportRow[];
}

/** Opens everything that moves money over rows in memory, without any engine. */
export function openMemoryMoney(
  clock: Clock,
  rules?: Partial<MoneyRules>,
  faults?: CommitFaults,
): MemoryMoney {
  const undo: UndoLog = [];
  const ledger = createMemoryLedger(undo);
  const accounts = createMemoryAccounts(undo);
  const vouchers = createMemoryVouchers(undo);
  const deposits = createMemoryDeposits(undo);
  const review = createMemoryReview(undo);
  const sources = createMemorySources(undo);
  const chains = createMemoryChains(undo, deposits, review);
  // Operations of the ledger work on its rows alone.
  const rows = {
    ...ledger.rows,
    ledger: ledger.rows,
    accounts: accounts.rows,
    vouchers: vouchers.rows,
    deposits: deposits.rows,
    review: review.rows,
    chains: chains.rows,
    sources: sources.rows,
    events: createMemoryEvents(undo),
  };
  const database = new MemoryDatabase(rows, undo, faults);
  const queries = {
    accounts: accounts.queries,
    vouchers: vouchers.queries,
    deposits: deposits.queries,
    review: review.queries,
    chains: chains.queries,
    sources: sources.queries,
  };
  return {
    stores: joinStores(
      {
        database,
        ledger: ledger.open(database, clock),
        listActions: async () => accounts.listActions(),
        queries,
      },
      clock,
      rules,
    ),
    listDeposits: () => deposits.list(),
    listReports: () => deposits.listReports(),
  };
}

/** Opens stores in memory, for which a restart is the same stores again. */
export const openMemoryStores: OpenMoney = async (_t, clock, rules) => {
  const { stores } = openMemoryMoney(clock, rules);
  return { stores, reopen: async () => stores };
};
