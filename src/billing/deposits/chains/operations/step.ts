import { operation } from '../../../../storage/operation.ts';
import { type AccountId, assetAccount } from '../../../chart.ts';
import type { LedgerRows } from '../../../rows.ts';
import { type Arrival, CHAIN_SOURCE } from '../../deposit.ts';
import { recordDeposit } from '../../operations/record.ts';
import type { DepositRows, NewDeposit } from '../../rows.ts';
import type { ChainPosition, StepOutcome } from '../chain-store.ts';
import type { ChainRows } from '../rows.ts';
import type { SeenTransfer } from '../seen-transfer.ts';
import { loadStepDeposits } from './step-deposits.ts';
import { findOwners } from './step-owners.ts';
import type { JudgedTransfer, Step } from './step-request.ts';

interface StepRows {
  readonly ledger: LedgerRows;
  readonly deposits: DepositRows;
  readonly chains: ChainRows;
}

/** Records the deposits of a range and how far it reached: all of it, or nothing. */
export const takeStep = operation('chains.step', (rows: StepRows, step: Step): StepOutcome => {
  const { chains } = rows;
  const { scope, stream, from, to, transfers, now } = step;
  const current = chains.findCursor(scope, stream);
  if (!isSamePosition(current, from)) return { isCurrent: false, recorded: 0 };
  const arrivals = findOwners(chains, step).map(({ transfer, owner }) => ({
    transfer,
    arrival: buildArrival(step, transfer, owner),
  }));
  const deposits = loadStepDeposits(rows.deposits, step, arrivals);
  const known = new Set(transfers.map(({ idem }) => idem));
  let recorded = 0;
  for (const { transfer, arrival } of arrivals) {
    if (isMovedDeposit(transfer, deposits.listOfTransaction(transfer.txHash), known)) continue;
    const { isNew } = recordDeposit({ ledger: rows.ledger, deposits }, arrival, step.limits, now);
    if (isNew) recorded++;
  }
  if (to !== null) {
    chains.putCursor({ ...to, scope, stream, updatedAt: now });
    if (from === null) chains.putCursor({ ...to, scope, stream: firstStream(stream), updatedAt: now });
  }
  return { isCurrent: true, recorded };
});

function isSamePosition(a: ChainPosition | null, b: ChainPosition | null): boolean {
  return a?.position === b?.position && (a?.mark ?? null) === (b?.mark ?? null);
}

/** The account that deposits of a token arrive in. @param chain Its name. */
export function tokenAccount(chain: string, symbol: string): AccountId {
  return assetAccount(`chain:${chain}:${symbol}`);
}

/** Name under which the first position of a stream is kept. */
export function firstStream(stream: string): string {
  return `${stream}#first`;
}

/**
 * Whether the transfer was recorded under another log number of its transaction: the chain was reorganised beyond what
 * counted as final, and the transaction was included again.
 *
 * @param recorded Deposits of its transaction.
 * @param known Keys of all transfers of the step.
 */
function isMovedDeposit(
  { idem, symbol, from, amount }: SeenTransfer,
  recorded: readonly NewDeposit[],
  known: ReadonlySet<string>,
): boolean {
  if (recorded.some((deposit) => deposit.idem === idem)) return false;
  return recorded.some(
    (deposit) =>
      !known.has(deposit.idem) &&
      deposit.token === symbol &&
      deposit.from === from &&
      deposit.amount === amount,
  );
}

function buildArrival(
  { scope, chain, treasury, firstDepositCap }: Step,
  transfer: JudgedTransfer,
  owner: Arrival['owner'],
): Arrival {
  const { idem, symbol, from, to, amount, microUsd, txHash, logIndex, isSanctioned } = transfer;
  return {
    key: { scope, idem },
    source: CHAIN_SOURCE,
    account: tokenAccount(chain, symbol),
    ref: `${chain}:${idem}`,
    owner,
    currency: symbol,
    amount,
    microUsd,
    isSanctioned,
    // A transfer to an owner's address is certain; a wallet is, until it turns out to be someone else's.
    ...(to === treasury ? { firstDepositCap } : {}),
    chain,
    token: symbol,
    txHash,
    ...(from === null ? {} : { sender: from }),
    ...(logIndex === null ? {} : { logIndex }),
  };
}
