import { hash } from 'node:crypto';
import { isOperationAmount, type MicroUsd, microUsd } from '../../domain/index.ts';
import { type AccountState, getAvailable } from './account-state.ts';
import { mayGoNegative } from './chart.ts';
import type { ChainedRow } from './hash-chain.ts';
import type { Posting } from './posting.ts';

/** The largest sum of all positive balances that is counted exactly. */
const MAX_TOTAL_MICRO_USD = Number.MAX_SAFE_INTEGER;

/** Earlier use of an idempotency key; `earlier` is the transfer that has it. */
export type KeyUse<Earlier = ChainedRow> =
  | { readonly use: 'none' }
  | { readonly use: 'same_request' | 'other_request'; readonly earlier: Earlier };

export interface PostingFacts<Earlier = ChainedRow> {
  readonly keyUse: KeyUse<Earlier>;
  readonly src: AccountState;
  readonly dst: AccountState;
  /** Money that ever entered and has not left: the sum of all positive balances, micro-USD. */
  readonly inCirculation: number;
}

export type PostingDecision<Earlier = ChainedRow> =
  | { readonly status: 'duplicate'; readonly earlier: Earlier }
  | { readonly status: 'conflict'; readonly earlier: Earlier }
  | { readonly status: 'ceiling' }
  | { readonly status: 'insufficient'; readonly balance: MicroUsd; readonly available: MicroUsd }
  | { readonly status: 'post'; readonly src: AccountState; readonly dst: AccountState };

/**
 * Decides what a posting does to both accounts. Writes nothing: the caller reads the facts and stores the
 * decision within one transaction, otherwise two postings could spend the same dollar.
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
    // Money enters the ledger only here; other postings move money that is already counted.
    if (exceedsTotal(inCirculation, amount)) return { status: 'ceiling' };
  } else if (getAvailable(src) < amount) {
    return toInsufficient(src);
  }
  return {
    status: 'post',
    src: { ...src, balance: src.balance - amount, seq: src.seq + 1 },
    dst: { ...dst, balance: dst.balance + amount, seq: dst.seq + 1 },
  };
}

/** The refusal of a posting or hold for which too little is available. */
export function toInsufficient(account: AccountState) {
  return {
    status: 'insufficient' as const,
    balance: microUsd(account.balance),
    available: getAvailable(account),
  };
}

/** Whether the sum of all balances would exceed the range of exact integers. */
export function exceedsTotal(inCirculation: number, amount: number): boolean {
  return inCirculation + amount > MAX_TOTAL_MICRO_USD;
}

/**
 * Compares a posting with the transfer that has its idempotency key.
 *
 * @param earlier That transfer; null: the key is new.
 */
export function compareRequest<Earlier extends Pick<ChainedRow, 'reqHash'>>(
  earlier: Earlier | null,
  posting: Posting,
): KeyUse<Earlier> {
  if (earlier === null) return { use: 'none' };
  const isSame = earlier.reqHash === computeRequestHash(posting);
  return { use: isSame ? 'same_request' : 'other_request', earlier };
}

/** SHA-256 (hex) over the members that must be equal when an idempotency key is used again. */
export function computeRequestHash({ type, src, dst, amount, request }: Posting): string {
  return hash('sha256', JSON.stringify(request ?? [type, src, dst, amount]), 'hex');
}
