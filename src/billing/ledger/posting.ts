import type { EpochMs, MicroUsd } from '../../domain/index.ts';
import type { AccountId } from './chart.ts';

/** Purpose of a transfer, as customers see it. `held`, `return` and `writeoff` never touch a customer's balance. */
export const ENTRY_TYPES = [
  'deposit',
  'admin_credit',
  'voucher',
  'trade_fee',
  'stream_fee',
  'refund',
  'release',
  'held',
  'return',
  'writeoff',
  'admin_debit',
] as const;
export type EntryType = (typeof ENTRY_TYPES)[number];

/** Idempotency key of an operation, valid forever: the same key is the same operation, from any sender. */
export interface IdempotencyKey {
  /** The kind of operation, listed in `scopes.ts`: `admin.credit`, `wh:stripe`, `chain:8453`. */
  readonly scope: string;
  /** Key of the posting, unique within the scope: a reference, an event id, an order id. */
  readonly idem: string;
}

/** One amount from one account to another: balanced by construction. */
export interface Posting extends IdempotencyKey {
  readonly type: EntryType;
  readonly src: AccountId;
  readonly dst: AccountId;
  readonly amount: MicroUsd;
  /** Reference that the customer sees beside the entry; null: nothing is shown. */
  readonly ref: string | null;
  /** Members that are kept with the transfer and never shown. No secrets. */
  readonly meta?: Readonly<Record<string, string | number | null>>;
  /**
   * Facts that must be equal when the key is repeated. Default: type, accounts and amount. A deposit whose accounts
   * depend on the limits of the day names owner, amount and currency instead.
   */
  readonly request?: readonly (string | number | null)[];
}

/** A posting as it was stored. */
export interface Transfer extends Posting {
  /** Ascends with every transfer. */
  readonly id: number;
  /** Time of the transfer; never before the transfer before it. */
  readonly ts: EpochMs;
}

/**
 * Reasons to refuse an operation, in order of precedence: when several apply, the first is returned. A known key comes
 * first where an operation has a key of its own, so that a repeated request gets the same answer later; an amount above
 * the limit of operations comes before the balance. The order of a trade has its refusals in `ReserveOutcome`.
 */
export const REFUSAL_ORDER = {
  post: ['duplicate', 'conflict', 'ceiling', 'insufficient'],
  hold: ['duplicate', 'conflict', 'ceiling', 'insufficient'],
  capture: ['unknown_hold', 'already_resolved', 'above_hold', 'conflict'],
  release: ['unknown_hold', 'already_resolved'],
  clawBack: ['duplicate', 'conflict', 'ceiling'],
  debit: ['duplicate', 'conflict', 'ceiling', 'insufficient'],
  writeOff: ['duplicate', 'conflict', 'above_debt'],
  redeem: ['invalid_code', 'expired', 'ceiling'],
} as const;

/** Outcomes of a posting in the order of {@link REFUSAL_ORDER}. */
export type PostOutcome =
  /** The key was used for the same request: nothing moved. Balances are those of now. */
  | { readonly status: 'duplicate'; readonly transfer: Transfer; readonly balances: Balances }
  /** The key was used for another request: nothing moved. */
  | { readonly status: 'conflict'; readonly transfer: Transfer }
  /** The amount, or the sum of all balances after it, is beyond the range of exact integers. */
  | { readonly status: 'ceiling' }
  /** The source holds too little that is free: nothing moved. */
  | { readonly status: 'insufficient'; readonly balance: MicroUsd; readonly available: MicroUsd }
  | {
      readonly status: 'posted';
      readonly transfer: Transfer;
      readonly balances: Balances;
      /** Debt that the receiving owner still has; 0: none, or no owner received it. */
      readonly owed: MicroUsd;
    };

/** Balances of the accounts of a transfer, after it and its repayments. */
export interface Balances {
  readonly src: MicroUsd;
  readonly dst: MicroUsd;
}
