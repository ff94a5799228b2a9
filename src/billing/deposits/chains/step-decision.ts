import { type AccountId, toAssetAccount } from '../../ledger/chart.ts';
import { type Arrival, type Attribution, CHAIN_SOURCE, CREDITED_CURRENCIES } from '../deposit.ts';
import type { NewDeposit } from '../rows.ts';
import type { ChainPosition } from './chain-step.ts';
import type { SeenTransfer } from './seen-transfer.ts';
import type { JudgedTransfer, Step } from './step-request.ts';

/** A transfer that is a deposit, with its owner. */
export interface OwnedTransfer {
  readonly transfer: JudgedTransfer;
  readonly attribution: Attribution;
  /** Whether the key of the sending wallet has signed for its owner. */
  readonly isProved?: boolean;
}

/** Position of a stream after a step. */
export interface StepPosition extends ChainPosition {
  readonly stream: string;
}

export interface StepDecision {
  /**
   * Deposits to record, in the order of the transfers. A deposit that is already recorded under its key is included and
   * changes nothing.
   */
  readonly arrivals: readonly Arrival[];
  /** Small amounts of unknown senders that have not been summed up yet. */
  readonly small: readonly OwnedTransfer[];
  readonly positions: readonly StepPosition[];
}

/** Whether a step was read from the stored position of its stream. @param stored Stored position; null: none. */
export function isCurrentStep({ from }: Pick<Step, 'from'>, stored: ChainPosition | null): boolean {
  return from?.position === stored?.position && (from?.mark ?? null) === (stored?.mark ?? null);
}

/**
 * Decides which transfers of a current step are recorded, and how far its stream was read. Writes nothing.
 *
 * @param owned Transfers of the step that are deposits.
 * @param recorded Earlier deposits of the step's transactions.
 * @param summed Transactions whose small amounts have been summed up already.
 */
export function decideStep(
  step: Step,
  owned: readonly OwnedTransfer[],
  recorded: readonly NewDeposit[],
  summed: readonly string[] = [],
): StepDecision {
  const byTransaction = Map.groupBy(recorded, ({ txHash }) => txHash);
  const known = new Set(step.transfers.map(({ idem }) => idem));
  const isMoved = ({ transfer }: OwnedTransfer) =>
    isMovedDeposit(transfer, byTransaction.get(transfer.txHash) ?? [], known);
  const { stream, from, to } = step;
  const first = from === null ? [{ stream: toFirstStream(stream) }] : [];
  const fresh = owned.filter((one) => !isMoved(one));
  const isRecorded = ({ transfer: { txHash, idem } }: OwnedTransfer) =>
    byTransaction.get(txHash)?.some((deposit) => deposit.idem === idem) === true;
  const isSummed = (one: OwnedTransfer) => isSmall(step, one) && !isRecorded(one);
  return {
    arrivals: fresh.filter((one) => !isSummed(one)).map((one) => buildArrival(step, one)),
    small: fresh.filter((one) => isSummed(one) && !summed.includes(one.transfer.txHash)),
    positions: to === null ? [] : [{ stream }, ...first].map((one) => ({ ...to, ...one })),
  };
}

/** Lists the transactions with small amounts of unknown senders. */
export function listSmallTransactions(step: Step, owned: readonly OwnedTransfer[]): readonly string[] {
  return [...new Set(owned.filter((one) => isSmall(step, one)).map(({ transfer }) => transfer.txHash))];
}

/**
 * Whether a transfer is summed up with the others of its day. The operator would otherwise have to decide about each.
 */
function isSmall({ minDeposit }: Step, { transfer, attribution }: OwnedTransfer): boolean {
  const { microUsd, isSanctioned, symbol } = transfer;
  return (
    attribution.kind === 'unknown' &&
    attribution.reason === 'unknown_sender' &&
    microUsd !== null &&
    microUsd < minDeposit &&
    !isSanctioned &&
    CREDITED_CURRENCIES.includes(symbol)
  );
}

/** Returns the asset account of a token on a chain. @param chain Name of the chain. */
export function toTokenAccount(chain: string, symbol: string): AccountId {
  return toAssetAccount(`chain:${chain}:${symbol}`);
}

/** Names the stream under which the first position of a stream is stored. */
export function toFirstStream(stream: string): string {
  return `${stream}#first`;
}

/**
 * Whether a transfer was recorded under another log index of its transaction: a reorganization went deeper than the
 * blocks that counted as final, and the transaction was included again.
 *
 * @param recorded Earlier deposits of the transaction.
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
  { scope, chain, treasuries, firstDepositCap }: Step,
  { transfer, attribution, isProved = false }: OwnedTransfer,
): Arrival {
  const { idem, symbol, from, to, amount, microUsd, txHash, logIndex, isSanctioned } = transfer;
  return {
    key: { scope, idem },
    source: CHAIN_SOURCE,
    account: toTokenAccount(chain, symbol),
    ref: `${chain}:${idem}`,
    attribution,
    currency: symbol,
    amount,
    microUsd,
    isSanctioned,
    // The limit applies to unproved wallets only: their transfers may turn out to be someone else's. An owner's own
    // address and a proved wallet are certain.
    ...(treasuries.includes(to) && !isProved ? { firstDepositCap } : {}),
    chain,
    token: symbol,
    txHash,
    ...(from === null ? {} : { sender: from }),
    ...(logIndex === null ? {} : { logIndex }),
  };
}
