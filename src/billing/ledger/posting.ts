import type { EpochMs, MicroUsd } from '../../domain/index.ts';
import type { AccountId } from './chart.ts';

/**
 * Purpose of a transfer, as customers see it. Transfers of type `held`, `return` and `writeoff` never change a
 * customer's balance.
 */
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

/** Idempotency key of an operation. It never expires: a repeated key names the same operation, whoever sends it. */
export interface IdempotencyKey {
  /** Kind of operation, as listed in `scopes.ts`: `admin.credit`, `wh:stripe`, `chain:8453`. */
  readonly scope: string;
  /** Key of the posting, unique within the scope: a reference, an event id, an order id. */
  readonly idem: string;
}

/** One amount that moves from one account to another, so every posting is balanced. */
export interface Posting extends IdempotencyKey {
  readonly type: EntryType;
  readonly src: AccountId;
  readonly dst: AccountId;
  readonly amount: MicroUsd;
  /** Reference that the customer sees in the entry; null: none is shown. */
  readonly ref: string | null;
  /** Facts that are stored with the transfer and never shown to customers. No secrets. */
  readonly meta?: Readonly<Record<string, string | number | null>>;
  /**
   * Facts that must be equal when the key is repeated. Default: type, accounts and amount. A deposit passes owner,
   * amount and currency instead, because its accounts depend on the limits of the day.
   */
  readonly request?: readonly (string | number | null)[];
}

/** A posting as it is stored. */
export interface Transfer extends Posting {
  /** Id of the transfer; a later transfer has a higher id. */
  readonly id: number;
  /** Time of the transfer; never before that of the previous transfer. */
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
  /** The key was used for the same request; no money moved. Balances are the current ones. */
  | { readonly status: 'duplicate'; readonly transfer: Transfer; readonly balances: Balances }
  /** The key was used for another request; no money moved. */
  | { readonly status: 'conflict'; readonly transfer: Transfer }
  /** The amount, or the sum of all balances after it, exceeds the range of exact integers. */
  | { readonly status: 'ceiling' }
  /** The available balance of the source is too low; no money moved. */
  | { readonly status: 'insufficient'; readonly balance: MicroUsd; readonly available: MicroUsd }
  | {
      readonly status: 'posted';
      readonly transfer: Transfer;
      readonly balances: Balances;
      /** Remaining debt of the owner who received the money; 0: none, or the receiver is not an owner. */
      readonly owed: MicroUsd;
    };

/** Balances of the accounts of a transfer, after the transfer and the repayments that it caused. */
export interface Balances {
  readonly src: MicroUsd;
  readonly dst: MicroUsd;
}
