import { type AccountId, toAssetAccount } from '../../chart.ts';
import { type Arrival, type Attribution, CHAIN_SOURCE } from '../deposit.ts';
import type { NewDeposit } from '../rows.ts';
import type { ChainPosition } from './chain-store.ts';
import type { SeenTransfer } from './seen-transfer.ts';
import type { JudgedTransfer, Step } from './step-request.ts';

/** A transfer that is a deposit, and whose it is. */
export interface OwnedTransfer {
  readonly transfer: JudgedTransfer;
  readonly attribution: Attribution;
  /** The key of the sending wallet has signed for its owner. */
  readonly isProved?: boolean;
}

/** Position of a stream after a step. */
export interface StepPosition extends ChainPosition {
  readonly stream: string;
}

export interface StepDecision {
  /** In the order of the transfers. One that is recorded under its own key is among them, and changes nothing again. */
  readonly arrivals: readonly Arrival[];
  readonly positions: readonly StepPosition[];
}

/** Whether a step was read from the stored position of its stream. @param stored null: none is stored. */
export function isCurrentStep({ from }: Pick<Step, 'from'>, stored: ChainPosition | null): boolean {
  return from?.position === stored?.position && (from?.mark ?? null) === (stored?.mark ?? null);
}

/**
 * Decides which transfers of a current step are recorded, and how far its stream was read. Writes nothing.
 *
 * @param owned The deposits among its transfers.
 * @param recorded Earlier deposits of their transactions.
 */
export function decideStep(
  step: Step,
  owned: readonly OwnedTransfer[],
  recorded: readonly NewDeposit[],
): StepDecision {
  const byTransaction = Map.groupBy(recorded, ({ txHash }) => txHash);
  const known = new Set(step.transfers.map(({ idem }) => idem));
  const isMoved = ({ transfer }: OwnedTransfer) =>
    isMovedDeposit(transfer, byTransaction.get(transfer.txHash) ?? [], known);
  const { stream, from, to } = step;
  const first = from === null ? [{ stream: toFirstStream(stream) }] : [];
  return {
    arrivals: owned.filter((one) => !isMoved(one)).map((one) => buildArrival(step, one)),
    positions: to === null ? [] : [{ stream }, ...first].map((one) => ({ ...to, ...one })),
  };
}

/** The account that deposits of a token arrive in. @param chain Its name. */
export function toTokenAccount(chain: string, symbol: string): AccountId {
  return toAssetAccount(`chain:${chain}:${symbol}`);
}

/** Name under which the first position of a stream is kept. */
export function toFirstStream(stream: string): string {
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
    // A transfer to an owner's address is certain, and so is a proved wallet; others may turn out to be someone else's.
    ...(to === treasury && !isProved ? { firstDepositCap } : {}),
    chain,
    token: symbol,
    txHash,
    ...(from === null ? {} : { sender: from }),
    ...(logIndex === null ? {} : { logIndex }),
  };
}
