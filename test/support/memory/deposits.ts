import type {
  DepositQueries,
  DepositRow,
  DepositRows,
  ReversalRow,
  UncountedReversalRow,
} from '../../../src/billing/deposits/rows.ts';
import { MemoryTable, type UndoLog } from './memory-database.ts';

export interface MemoryDeposits {
  readonly rows: DepositRows;
  readonly queries: DepositQueries;
  /** Oldest first. */
  list(): readonly DepositRow[];
  listReversals(): readonly ReversalRow[];
}

/** Rows of deposits in memory. @param undo Of the database that they are a part of. */
export function createMemoryDeposits(undo: UndoLog): MemoryDeposits {
  const deposits = new MemoryTable<DepositRow>(undo);
  const reversals = new MemoryTable<ReversalRow>(undo);
  const uncounted = new MemoryTable<UncountedReversalRow>(undo);
  const find = (fits: (row: DepositRow) => boolean) => deposits.list().find(fits) ?? null;
  const reversalKey = ({ scope, effect, objectId, eventId }: ReversalRow) => [
    scope,
    effect,
    objectId,
    eventId,
  ];
  const listReversals = (fits: (row: ReversalRow) => boolean) =>
    reversals
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
    update: ({ id, state, owner, microUsd, takenBack, resolvedAt }) => {
      const row = deposits.find(id);
      if (row !== null) deposits.put([id], { ...row, state, owner, microUsd, takenBack, resolvedAt });
    },
    listReversals: (scope, effect, objectId) =>
      listReversals((row) => row.scope === scope && row.effect === effect && row.objectId === objectId),
    listPendingReversals: (scope, paymentId) =>
      listReversals((row) => row.scope === scope && row.paymentId === paymentId && row.moved === null),
    listRelatedReversals: ({ scope, id, paymentId }) =>
      listReversals(
        (row) =>
          row.scope === scope &&
          (row.deposit === id || (paymentId !== null && row.paymentId === paymentId && row.moved === null)),
      ),
    insertReversal: (row) => reversals.insert(reversalKey(row), row),
    updateReversal: (row) => reversals.put(reversalKey(row), row),
    findUncountedReversal: (scope, effect, objectId) => uncounted.find(scope, effect, objectId),
    listUncountedReversals: (scope, paymentId) =>
      uncounted.list().filter((row) => row.scope === scope && row.paymentId === paymentId),
    putUncountedReversal: (row) => uncounted.put([row.scope, row.effect, row.objectId], row),
  };
  const queries: DepositQueries = {
    find: async (id) => rows.find(id),
    list: async ({ state, owner, before, limit }) =>
      deposits
        .list()
        .filter((row) => row.seq < before)
        .filter((row) => (state === null || row.state === state) && (owner === null || row.owner === owner))
        .reverse()
        .slice(0, limit),
    count: async (state) => deposits.list().filter((row) => row.state === state).length,
    findFirstAt: async (scope) => {
      const times = deposits.list().flatMap((row) => (row.scope === scope ? [row.createdAt] : []));
      return times.length === 0 ? null : Math.min(...times);
    },
  };
  return { rows, queries, list: () => deposits.list(), listReversals: () => reversals.list() };
}
