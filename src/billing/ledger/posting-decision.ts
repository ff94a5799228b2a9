import { hash } from 'node:crypto';
import { isOperationAmount, type MicroUsd, microUsd } from '../../domain/index.ts';
import { type AccountState, getAvailable } from './account-state.ts';
import { mayGoNegative } from './chart.ts';
import type { ChainedRow } from './hash-chain.ts';
import type { Posting } from './posting.ts';

/** Largest sum of all positive balances that can be counted exactly. */
const MAX_TOTAL_MICRO_USD = Number.MAX_SAFE_INTEGER;

/** Earlier use of an idempotency key; `earlier` is the transfer that has it. */
export type KeyUse<Earlier = ChainedRow> =
  | { readonly use: 'none' }
  | { readonly use: 'same_request' | 'other_request'; readonly earlier: Earlier };

export interface PostingFacts<Earlier = ChainedRow> {
  readonly keyUse: KeyUse<Earlier>;
  readonly src: AccountState;
  readonly dst: AccountState;
  /** Money that has entered the ledger and not left it: the sum of all positive balances. */
  readonly inCirculation: MicroUsd;
}

export type PostingDecision<Earlier = ChainedRow> =
  | { readonly status: 'duplicate'; readonly earlier: Earlier }
  | { readonly status: 'conflict'; readonly earlier: Earlier }
  | { readonly status: 'ceiling' }
  | { readonly status: 'insufficient'; readonly balance: MicroUsd; readonly available: MicroUsd }
  | { readonly status: 'post'; readonly src: AccountState; readonly dst: AccountState };

/**
 * Decides how a posting changes both accounts. Writes nothing. The caller reads the facts and stores the decision
 * within one transaction; otherwise two postings could spend the same dollar.
 */
export function decidePosting<Earlier>(
  posting: Posting,
  facts: PostingFacts<Earlier>,
): PostingDecision<Earlier> {
  const { src, dst, keyUse, inCirculation } = facts;
  const { amount } = posting;
  if (keyUse.use === 'same_request') return { status: 'duplicate', earlier: keyUse.earlier };
  if (keyUse.use === 'other_request') return { status: 'conflict', earlier: keyUse.earlier };
  if (!isOperationAmount(amount)) return { status: 'ceiling' };
  if (mayGoNegative(src.kind)) {
    // Only money that enters the ledger raises the sum; other postings move money that is already counted.
    if (exceedsTotal(inCirculation, amount)) return { status: 'ceiling' };
  } else if (getAvailable(src) < amount) {
    return toInsufficient(src);
  }
  return {
    status: 'post',
    src: { ...src, balance: microUsd(src.balance - amount), seq: src.seq + 1 },
    dst: { ...dst, balance: microUsd(dst.balance + amount), seq: dst.seq + 1 },
  };
}

/** Creates the refusal of a posting or hold that exceeds the available balance. */
export function toInsufficient(account: AccountState) {
  return {
    status: 'insufficient' as const,
    balance: account.balance,
    available: getAvailable(account),
  };
}

/** Whether the sum of all balances would exceed the range of exact integers. */
export function exceedsTotal(inCirculation: MicroUsd, amount: MicroUsd): boolean {
  return inCirculation + amount > MAX_TOTAL_MICRO_USD;
}

/**
 * Compares a posting with the transfer that has its idempotency key.
 *
 * @param earlier The transfer with that key; null: the key is new.
 */
export function compareRequest<Earlier extends Pick<ChainedRow, 'reqHash'>>(
  earlier: Earlier | null,
  posting: Posting,
): KeyUse<Earlier> {
  if (earlier === null) return { use: 'none' };
  const isSame = earlier.reqHash === computeRequestHash(posting);
  return { use: isSame ? 'same_request' : 'other_request', earlier };
}

/** Computes a SHA-256 (hex) over the facts that must be equal when an idempotency key is repeated. */
export function computeRequestHash({ type, src, dst, amount, request }: Posting): string {
  return hash('sha256', JSON.stringify(request ?? [type, src, dst, amount]), 'hex');
}
