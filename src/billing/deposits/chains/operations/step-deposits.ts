import type { Arrival } from '../../deposit.ts';
import { findDay } from '../../operations/record.ts';
import type { ArrivalRows, DepositRows, NewDeposit, Payment } from '../../rows.ts';
import type { JudgedTransfer, Step } from './step-request.ts';

/** Reads that recording the deposits of a step needs. Each deposit sees those before it. */
export interface StepDeposits extends ArrivalRows {
  /** Deposits whose key begins with the hash of a transaction of the step. */
  listOfTransaction(txHash: string): readonly NewDeposit[];
}

/**
 * Reads at once what all arrivals of a step need to know of earlier deposits, because a server is waited for at each read, and
 * keeps it up to date while they are recorded.
 */
export function loadStepDeposits(
  rows: DepositRows,
  { scope, now }: Step,
  arrivals: readonly { readonly transfer: JudgedTransfer; readonly arrival: Arrival }[],
): StepDeposits {
  const byTransaction = new Map<string, NewDeposit[]>();
  for (const { transfer } of arrivals) byTransaction.set(transfer.txHash, []);
  const hashes = [...byTransaction.keys()];
  const byKey = new Map<string, NewDeposit>();
  const add = (row: NewDeposit) => {
    byKey.set(row.idem, row);
    byTransaction.get(row.txHash ?? '')?.push(row);
  };
  if (hashes.length > 0) rows.listOfTransactions(scope, hashes).forEach(add);

  const credited = new Map<string, number>();
  for (const { arrival } of arrivals) if (typeof arrival.owner === 'string') credited.set(arrival.owner, 0);
  if (credited.size > 0) {
    for (const { owner, total } of rows.listCredited([...credited.keys()], ...findDay(now))) {
      credited.set(owner, total);
    }
  }

  const payments = listFirstPayments(arrivals.map(({ arrival }) => arrival));
  const paid = new Set(payments.length === 0 ? [] : rows.listPaid(payments).map(toText));

  return {
    listOfTransaction: (txHash) => byTransaction.get(txHash) ?? [],
    findByKey: ({ idem }) => byKey.get(idem) ?? null,
    // Transfers of a chain are told apart by their keys alone.
    findByObject: () => null,
    sumCredited: (owner) => credited.get(owner) ?? 0,
    hasPaid: (sender, owner) => paid.has(toText({ sender, owner })),
    insert: (row) => {
      rows.insert(row);
      add(row);
      const { state, owner, from: sender, microUsd } = row;
      if (state !== 'credited' || owner === null) return;
      credited.set(owner, (credited.get(owner) ?? 0) + (microUsd ?? 0));
      if (sender !== null) paid.add(toText({ sender, owner }));
    },
  };
}

/** Senders and owners of arrivals that have a limit for the first deposit, each pair once. */
function listFirstPayments(arrivals: readonly Arrival[]): readonly Payment[] {
  const payments = new Map<string, Payment>();
  for (const { owner, sender, firstDepositCap } of arrivals) {
    if (typeof owner !== 'string' || sender === undefined || firstDepositCap === undefined) continue;
    payments.set(toText({ sender, owner }), { sender, owner });
  }
  return [...payments.values()];
}

function toText({ sender, owner }: Payment): string {
  return JSON.stringify([sender, owner]);
}
