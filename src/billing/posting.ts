import { hash } from 'node:crypto';
import { isOperationAmount, type MicroUsd, microUsd } from '../domain/index.ts';
import { type AccountKind, mayGoNegative, parseAccountKind } from './chart.ts';
import type { Capture, Hold, HoldRequest, Posting, WriteOffOutcome } from './ledger.ts';

/** An account as it stands within the transaction. */
export interface AccountState {
  readonly kind: AccountKind;
  readonly balance: number;
  /** Set aside by pending holds; owners only. */
  readonly held: number;
  /** How many transfers it took part in. */
  readonly seq: number;
}

/** The largest sum of all positive balances that is counted exactly. */
const MAX_TOTAL_MICRO_USD = Number.MAX_SAFE_INTEGER;

export interface PostingFacts {
  /** The request hash of the transfer that has the key; null: none. */
  readonly earlierRequest: string | null;
  readonly src: AccountState;
  readonly dst: AccountState;
  /** All money that ever entered and has not left: the sum of all positive balances. */
  readonly inCirculation: number;
}

export type PostingDecision =
  | { readonly status: 'duplicate' }
  | { readonly status: 'conflict' }
  | { readonly status: 'insufficient'; readonly balance: MicroUsd; readonly available: MicroUsd }
  | { readonly status: 'ceiling' }
  | { readonly status: 'post'; readonly src: AccountState; readonly dst: AccountState };

/**
 * Decides what a posting does to both accounts. Writes nothing: the caller reads the facts and stores the
 * decision within one transaction, otherwise two postings could spend the same dollar.
 */
export function decidePosting(posting: Posting, facts: PostingFacts): PostingDecision {
  const { src, dst, earlierRequest, inCirculation } = facts;
  if (earlierRequest !== null) {
    return { status: earlierRequest === requestHash(posting) ? 'duplicate' : 'conflict' };
  }
  const { amount } = posting;
  if (!isOperationAmount(amount)) return { status: 'ceiling' };
  if (mayGoNegative(src.kind)) {
    // Only here money enters. Everything else moves what is counted already.
    if (inCirculation + amount > MAX_TOTAL_MICRO_USD) return { status: 'ceiling' };
  } else if (src.balance - src.held < amount) {
    return insufficient(src);
  }
  return {
    status: 'post',
    src: { ...src, balance: src.balance - amount, seq: src.seq + 1 },
    dst: { ...dst, balance: dst.balance + amount, seq: dst.seq + 1 },
  };
}

export type HoldDecision =
  | { readonly status: 'duplicate' }
  | { readonly status: 'conflict' }
  | { readonly status: 'insufficient'; readonly balance: MicroUsd; readonly available: MicroUsd }
  | { readonly status: 'ceiling' }
  | { readonly status: 'hold'; readonly account: AccountState };

/** Decides whether money can be set aside. `earlier` has the same key. */
export function decideHold(request: HoldRequest, earlier: Hold | null, account: AccountState): HoldDecision {
  if (earlier !== null) {
    const isReplay = earlier.owner === request.owner && earlier.amount === request.amount;
    return { status: isReplay ? 'duplicate' : 'conflict' };
  }
  if (!isOperationAmount(request.amount)) return { status: 'ceiling' };
  if (account.balance - account.held < request.amount) return insufficient(account);
  return { status: 'hold', account: { ...account, held: account.held + request.amount } };
}

export type ResolveDecision =
  | { readonly status: 'already_resolved'; readonly hold: Hold }
  | { readonly status: 'resolve'; readonly hold: Hold; readonly account: AccountState };

/** Decides whether a hold can still end. The money is free again in the account that comes back. */
export function decideResolve(hold: Hold, account: AccountState): ResolveDecision {
  if (hold.state !== 'pending') return { status: 'already_resolved', hold };
  return { status: 'resolve', hold, account: { ...account, held: account.held - hold.amount } };
}

/** Whether a capture fits its hold. */
export function isWithinHold({ amount }: Capture, hold: Hold): boolean {
  return isOperationAmount(amount) && amount <= hold.amount;
}

export interface ClawBackDecision {
  /** From the balance. */
  readonly taken: MicroUsd;
  /** Beyond it. */
  readonly owed: MicroUsd;
}

/** Splits what a provider took back into what the balance has free and what the owner owes from then on. */
export function decideClawBack(amount: MicroUsd, { balance, held }: AccountState): ClawBackDecision {
  const taken = Math.min(amount, balance - held);
  return { taken: microUsd(taken), owed: microUsd(amount - taken) };
}

/** A debt that is not wholly repaid. */
export interface Debt {
  /** Id of the transfer that made it. */
  readonly transfer: number;
  /** The event that caused it. */
  readonly ref: string | null;
  readonly open: number;
}

/** Repays the oldest debts first, with at most what is free. */
export function decideRepayments(
  debts: readonly Debt[],
  { balance, held }: AccountState,
): { readonly debt: Debt; readonly amount: MicroUsd }[] {
  let free = balance - held;
  const repayments: { debt: Debt; amount: MicroUsd }[] = [];
  for (const debt of debts) {
    const amount = Math.min(debt.open, free);
    if (amount <= 0) break;
    repayments.push({ debt, amount: microUsd(amount) });
    free -= amount;
  }
  return repayments;
}

/**
 * Decides whether a debt, or a part of it, can be given up.
 *
 * @param isReplay Whether the reference was used for the same request; null: it is new.
 */
export function decideWriteOff(amount: MicroUsd, owed: number, isReplay: boolean | null): WriteOffOutcome {
  if (isReplay === false) return { status: 'conflict' };
  if (isReplay === true) return { status: 'duplicate', owed: microUsd(owed) };
  if (amount > owed) return { status: 'above_debt', owed: microUsd(owed) };
  return { status: 'posted', owed: microUsd(owed - amount) };
}

function insufficient({ balance, held }: AccountState) {
  return {
    status: 'insufficient' as const,
    balance: microUsd(balance),
    available: microUsd(balance - held),
  };
}

export function emptyAccount(id: string): AccountState {
  return { kind: parseAccountKind(id), balance: 0, held: 0, seq: 0 };
}

/** SHA-256 (hex) over what must be equal when an idempotency key is used again. */
export function requestHash({ type, src, dst, amount, request }: Posting): string {
  return hash('sha256', JSON.stringify(request ?? [type, src, dst, amount]), 'hex');
}

/** What the chain of hashes covers: every column of a transfer but the hashes themselves. */
export interface ChainedRow {
  readonly id: number;
  readonly ts: number;
  readonly type: string;
  readonly scope: string;
  readonly idem: string;
  readonly reqHash: string;
  readonly src: string;
  readonly dst: string;
  readonly amount: number;
  readonly srcSeq: number;
  readonly srcAfter: number;
  readonly dstSeq: number;
  readonly dstAfter: number;
  readonly ref: string | null;
  readonly meta: string | null;
}

/** A transfer as it is stored. */
export interface TransferRow extends ChainedRow {
  /** Of the transfer before it. */
  readonly prevHash: Uint8Array;
  readonly hash: Uint8Array;
}

/** Before the first transfer. */
export const CHAIN_START = new Uint8Array(32);

/** The columns of a transfer that its hash covers, in the order of the table. */
export function chainedColumns(row: ChainedRow): (number | string | null)[] {
  return [
    row.id,
    row.ts,
    row.type,
    row.scope,
    row.idem,
    row.reqHash,
    row.src,
    row.dst,
    row.amount,
    row.srcSeq,
    row.srcAfter,
    row.dstSeq,
    row.dstAfter,
    row.ref,
    row.meta,
  ];
}

/**
 * The hash of a transfer: SHA-256 of the hash before it and the UTF-8 of a JSON array of the row's columns in
 * the order of the table. `docs/billing.md` says the same, so that others can check it.
 */
export function chainHash(before: Uint8Array, row: ChainedRow): Uint8Array {
  return hash('sha256', Buffer.concat([before, Buffer.from(JSON.stringify(chainedColumns(row)))]), 'buffer');
}
