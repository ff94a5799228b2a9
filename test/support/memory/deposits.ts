import { toDeposit } from '../../../src/billing/deposits/deposit-row.ts';
import type {
  DepositQueries,
  DepositRow,
  DepositRows,
  ReportRow,
} from '../../../src/billing/deposits/rows.ts';
import { MemoryTable, type UndoLog } from './memory-database.ts';

export interface MemoryDeposits {
  readonly rows: DepositRows;
  readonly queries: DepositQueries;
  /** Lists the deposits, oldest first. */
  list(): readonly DepositRow[];
  listReports(): readonly ReportRow[];
}

/** Rows of deposits in memory. @param undo Of the database that they are a part of. */
export function createMemoryDeposits(undo: UndoLog): MemoryDeposits {
  const deposits = new MemoryTable<DepositRow>(undo);
  const reports = new MemoryTable<ReportRow>(undo);
  const find = (fits: (row: DepositRow) => boolean) => deposits.list().find(fits) ?? null;
  const reportKey = ({ scope, effect, objectId, eventId }: ReportRow) => [scope, objectId, effect, eventId];
  const listReports = (fits: (row: ReportRow) => boolean) =>
    reports
      .list()
      .filter(fits)
      .sort((a, b) => a.createdAt - b.createdAt || (a.eventId < b.eventId ? -1 : 1));
  const rows: DepositRows = {
    find: (id) => deposits.find(id),
    findByKey: ({ scope, idem }) => find((row) => row.scope === scope && row.idem === idem),
    findByObject: (scope, objectId) => find((row) => row.scope === scope && row.objectId === objectId),
    findByPayment: (scope, paymentId) => find((row) => row.scope === scope && row.paymentId === paymentId),
    listOfTransactions: (scope, txHashes) =>
      deposits
        .list()
        .filter((row) => row.scope === scope && txHashes.some((hash) => row.idem.startsWith(`${hash}:`))),
    listCredited: (owners, from, before) =>
      owners.map((owner) => ({ owner, total: rows.sumCredited(owner, from, before) })),
    listPaid: (payments) => payments.filter(({ sender, owner }) => rows.hasPaid(sender, owner)),
    sumCredited: (owner, from, before) =>
      deposits
        .list()
        .filter((row) => row.owner === owner && row.state === 'credited')
        .filter(({ createdAt }) => createdAt >= from && createdAt < before)
        .reduce((sum, { microUsd }) => sum + (microUsd ?? 0), 0),
    hasPaid: (sender, owner) =>
      deposits
        .list()
        .some(
          (row) =>
            row.from === sender &&
            row.owner === owner &&
            (row.state === 'credited' || row.state === 'released'),
        ),
    insert: (added) => {
      const { scope, objectId } = added;
      if (objectId !== null && rows.findByObject(scope, objectId) !== null) {
        throw new Error(`a deposit has the object ${objectId} already`);
      }
      deposits.insert([added.id], { ...added, seq: deposits.size + 1 });
    },
    grow: ({ id, amount, microUsd }) => {
      const row = deposits.find(id);
      if (row !== null) deposits.put([id], { ...row, amount, microUsd });
    },
    update: ({ id, state, owner, microUsd, takenBack, resolvedAt, reversedAt }) => {
      const row = deposits.find(id);
      if (row !== null)
        deposits.put([id], { ...row, state, owner, microUsd, takenBack, resolvedAt, reversedAt });
    },
    sumPaid: (owner) =>
      deposits
        .list()
        .filter((row) => row.owner === owner && (row.state === 'credited' || row.state === 'released'))
        .reduce((sum, { microUsd }) => sum + (microUsd ?? 0), 0),
    listObjectReports: (scope, objectId) =>
      listReports((row) => row.scope === scope && row.objectId === objectId),
    listReports: ({ scope, paymentId, deposit }) =>
      listReports(
        (row) =>
          (deposit !== null && row.deposit === deposit) ||
          (paymentId !== null && row.scope === scope && row.paymentId === paymentId),
      ),
    insertReport: (row) => reports.insert(reportKey(row), row),
    updateReport: (row) => reports.put(reportKey(row), row),
  };
  const queries: DepositQueries = {
    find: async (id) => rows.find(id),
    list: async ({ state, owner, before, limit }) =>
      deposits
        .list()
        .filter((row) => row.seq < before)
        .filter(
          (row) =>
            (state === null || toDeposit(row).state === state) && (owner === null || row.owner === owner),
        )
        .reverse()
        .slice(0, limit),
    findFirstAt: async (scope) => {
      const times = deposits.list().flatMap((row) => (row.scope === scope ? [row.createdAt] : []));
      return times.length === 0 ? null : Math.min(...times);
    },
  };
  return { rows, queries, list: () => deposits.list(), listReports: () => reports.list() };
}
