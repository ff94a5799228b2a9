import type { MicroUsd } from '../../../../domain/index.ts';
import { operation } from '../../../../storage/operation.ts';
import { assetAccount } from '../../../chart.ts';
import type { LedgerRows } from '../../../rows.ts';
import { type Arrival, CHAIN_SOURCE, type DepositLimits } from '../../deposit.ts';
import { recordDeposit } from '../../operations/record.ts';
import type { DepositRows } from '../../rows.ts';
import { attributeToSender } from '../attribution.ts';
import type { ChainFamily } from '../chain.ts';
import type { ChainPosition, StepOutcome } from '../chain-store.ts';
import type { ChainRows } from '../rows.ts';
import type { SeenTransfer } from '../seen-transfer.ts';

/** A part of a range that was read. */
export interface Step {
  readonly scope: string;
  readonly stream: string;
  /** What the step was read from; null: nothing was read yet. Another one is stored: the step does nothing. */
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
  if (current?.position !== from?.position || (current?.mark ?? null) !== (from?.mark ?? null)) {
    return { isCurrent: false, recorded: 0 };
  }
  const known = new Set(transfers.map(({ idem }) => idem));
  let recorded = 0;
  for (const transfer of transfers) {
    const owner = findOwner(chains, step, transfer);
    if (owner === null || isMovedDeposit(rows.deposits, scope, transfer, known)) continue;
    const { isNew } = recordDeposit(rows, buildArrival(step, transfer, owner), step.limits, now);
    if (isNew) recorded++;
  }
  if (to !== null) {
    chains.putCursor({ ...to, scope, stream, updatedAt: now });
    if (from === null) chains.putCursor({ ...to, scope, stream: firstStream(stream), updatedAt: now });
  }
  return { isCurrent: true, recorded };
});

/** Where the first start of a stream began is kept beside its position. */
export function firstStream(stream: string): string {
  return `${stream}#first`;
}

/** Finds whose a transfer is; null: not a deposit. */
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
 * Whether the transfer was recorded at another place of its transaction: the chain was reorganised beyond what counted
 * as final, the transaction was included again, and its logs have other numbers.
 */
function isMovedDeposit(
  deposits: DepositRows,
  scope: string,
  { idem, txHash, symbol, from, amount }: SeenTransfer,
  known: ReadonlySet<string>,
): boolean {
  const recorded = deposits.listOfTransaction(scope, txHash);
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
    // The address of an owner says whose it is; a wallet only says so until somebody else turns out to hold it.
    ...(to === treasury ? { firstDepositCap } : {}),
    chain,
    token: symbol,
    txHash,
    ...(from === null ? {} : { sender: from }),
    ...(logIndex === null ? {} : { logIndex }),
  };
}
