import type { VoucherSelection } from '../../../src/billing/vouchers/voucher.ts';
import type { VoucherQueries, VoucherRow, VoucherRows } from '../../../src/billing/vouchers/voucher-rows.ts';
import { Vouchers } from '../../../src/billing/vouchers/vouchers.ts';
import { type Clock, cryptoRandom, epochMs } from '../../../src/domain/index.ts';
import type { VoucherParts } from '../../contract/vouchers.ts';
import { createMemoryLedger } from './ledger.ts';
import { MemoryDatabase, MemoryTable, type UndoLog } from './memory-database.ts';

export interface MemoryVouchers {
  readonly rows: VoucherRows;
  readonly queries: VoucherQueries;
}

const isOpen = ({ redeemedAt, cancelledAt }: VoucherRow) => redeemedAt === null && cancelledAt === null;

function isSelected(row: VoucherRow, selection: VoucherSelection): boolean {
  if (selection.kind === 'hash') return row.hash === selection.hash;
  if (selection.kind === 'label') return row.label === selection.label;
  return row.createdAt >= selection.fromMs && row.createdAt <= selection.toMs;
}

/** Rows of vouchers in memory. @param undo Of the database that they are a part of. */
export function createMemoryVouchers(undo: UndoLog): MemoryVouchers {
  const table = new MemoryTable<VoucherRow>(undo);
  const rows: VoucherRows = {
    find: (hash) => table.find(hash),
    insert: (row) => table.insert([row.hash], row),
    count: (selection) => {
      const found = table.list().filter((row) => isSelected(row, selection));
      const open = found.filter(isOpen);
      return {
        known: found.length,
        redeemed: found.filter(({ redeemedAt }) => redeemedAt !== null).length,
        open: open.length,
        microUsd: open.reduce((sum, { microUsd }) => sum + microUsd, 0),
      };
    },
    cancel: (selection, at) => {
      for (const row of table.list().filter((one) => isOpen(one) && isSelected(one, selection))) {
        table.put([row.hash], { ...row, cancelledAt: epochMs(at) });
      }
    },
    update: (row) => table.put([row.hash], row),
  };
  const queries: VoucherQueries = {
    list: async (limit) =>
      table
        .list()
        .map(({ transferId: _transferId, ...voucher }) => voucher)
        .sort((a, b) => b.createdAt - a.createdAt || (a.hash < b.hash ? 1 : -1))
        .slice(0, limit),
  };
  return { rows, queries };
}

/** Vouchers and their ledger over rows in memory. */
export function openMemoryVouchers(clock: Clock): VoucherParts {
  const undo: UndoLog = [];
  const ledgerRows = createMemoryLedger(undo);
  const { rows, queries } = createMemoryVouchers(undo);
  // Operations of the ledger work on its rows alone.
  const database = new MemoryDatabase({ ...ledgerRows.rows, ledger: ledgerRows.rows, vouchers: rows }, undo);
  const ledger = ledgerRows.open(database, clock);
  return {
    ledger,
    vouchers: new Vouchers({
      ledgerDatabase: ledger,
      queries,
      prefix: 'TAPE',
      clock,
      random: cryptoRandom,
    }),
  };
}
