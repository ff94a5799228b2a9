import type { EpochMs } from '../../../../domain/index.ts';
import type { Arrival } from '../../deposit.ts';
import { findDay } from '../../operations/record.ts';
import type { ArrivalRows, DepositRows, NewDeposit, Payment } from '../../rows.ts';
import type { OwnedTransfer } from '../step-decision.ts';
import type { Step } from '../step-request.ts';

/** Lists deposits that are already recorded for the transactions of a step. */
export function listRecorded(
  rows: DepositRows,
  { scope }: Step,
  owned: readonly OwnedTransfer[],
): readonly NewDeposit[] {
  const hashes = [...new Set(owned.map(({ transfer }) => transfer.txHash))];
  return hashes.length === 0 ? [] : rows.listOfTransactions(scope, hashes);
}

/**
 * Loads the earlier deposits for all arrivals of a step at once, because each read is a round trip to a server. The
 * result is updated while arrivals are recorded, so that each deposit sees the deposits before it.
 *
 * @param recorded Earlier deposits of the transactions of the step.
 * @param now Epoch ms.
 */
export function loadStepDeposits(
  rows: DepositRows,
  recorded: readonly NewDeposit[],
  arrivals: readonly Arrival[],
  now: EpochMs,
): ArrivalRows {
  const byKey = new Map(recorded.map((row) => [row.idem, row]));

  const credited = new Map<string, number>();
  for (const { attribution } of arrivals) {
    if (attribution.kind === 'owner') credited.set(attribution.owner, 0);
  }
  if (credited.size > 0) {
    for (const { owner, total } of rows.listCredited([...credited.keys()], ...findDay(now))) {
      credited.set(owner, total);
    }
  }

  const payments = listFirstPayments(arrivals);
  const paid = new Set(payments.length === 0 ? [] : rows.listPaid(payments).map(toText));

  return {
    findByKey: ({ idem }) => byKey.get(idem) ?? null,
    // Transfers on a chain are distinguished by their keys only.
    findByObject: () => null,
    sumCredited: (owner) => credited.get(owner) ?? 0,
    hasPaid: (sender, owner) => paid.has(toText({ sender, owner })),
    insert: (row) => {
      rows.insert(row);
      byKey.set(row.idem, row);
      const { state, owner, from: sender, microUsd } = row;
      if (state !== 'credited' || owner === null) return;
      credited.set(owner, (credited.get(owner) ?? 0) + (microUsd ?? 0));
      if (sender !== null) paid.add(toText({ sender, owner }));
    },
  };
}

/** Lists sender and owner of the arrivals with a limit for the first deposit, each pair once. */
function listFirstPayments(arrivals: readonly Arrival[]): readonly Payment[] {
  const payments = new Map<string, Payment>();
  for (const { attribution, sender, firstDepositCap } of arrivals) {
    if (attribution.kind !== 'owner' || sender === undefined || firstDepositCap === undefined) continue;
    const { owner } = attribution;
    payments.set(toText({ sender, owner }), { sender, owner });
  }
  return [...payments.values()];
}

function toText({ sender, owner }: Payment): string {
  return JSON.stringify([sender, owner]);
}
