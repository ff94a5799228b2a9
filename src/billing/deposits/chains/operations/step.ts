import type { MicroUsd } from '../../../../domain/index.ts';
import { operation } from '../../../../storage/operation.ts';
import { assetAccount } from '../../../chart.ts';
import type { LedgerRows } from '../../../rows.ts';
import { type Arrival, CHAIN_SOURCE, type DepositLimits } from '../../deposit.ts';
import { recordDeposit } from '../../operations/record.ts';
import type { DepositRow, DepositRows } from '../../rows.ts';
import { attributeToSender } from '../attribution.ts';
import type { ChainFamily } from '../chain.ts';
import type { ChainPosition, StepOutcome } from '../chain-store.ts';
import type { ChainRows } from '../rows.ts';
import type { SeenTransfer } from '../seen-transfer.ts';

/** A part of a range that was read. */
export interface Step {
  readonly scope: string;
  readonly stream: string;
  /** The position that the step was read from; null: the first. A step from another than the stored one does nothing. */
  readonly from: ChainPosition | null;
  /** null: more parts of the same range follow. */
  readonly to: ChainPosition | null;
  readonly transfers: readonly JudgedTransfer[];
  readonly chain: string;
  readonly family: ChainFamily;
  readonly treasury: string;
  readonly limits: DepositLimits;
  readonly firstDepositCap: MicroUsd;
  readonly now: number;
}

export interface JudgedTransfer extends SeenTransfer {
  /** A list of the operator names its sender. */
  readonly isSanctioned: boolean;
}

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
  const known = new Set(transfers.map(({ idem }) => idem));
  let recorded = 0;
  for (const transfer of transfers) {
    const owner = findOwner(chains, step, transfer);
    if (owner === null) continue;
    const recordedBefore = rows.deposits.listOfTransaction(scope, transfer.txHash);
    if (isMovedDeposit(transfer, recordedBefore, known)) continue;
    const { isNew } = recordDeposit(rows, buildArrival(step, transfer, owner), step.limits, now);
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

/** Name under which the first position of a stream is kept. */
export function firstStream(stream: string): string {
  return `${stream}#first`;
}

/** Finds the owner of a transfer; null: it is not a deposit. */
function findOwner(
  chains: ChainRows,
  { scope, family, treasury }: Step,
  { from, to, minedAfter }: SeenTransfer,
): Arrival['owner'] | null {
  if (to !== treasury) return chains.findAddressOwner(scope, to);
  return attributeToSender({
    minedAfter,
    isSweep: from !== null && (from === treasury || chains.hasAddress(from)),
    wallet: from === null ? null : chains.findWallet(family, from),
  });
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
  recorded: readonly DepositRow[],
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
    account: assetAccount(`chain:${chain}:${symbol}`),
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
