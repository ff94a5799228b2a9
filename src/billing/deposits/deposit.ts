import type { EpochMs, MicroUsd } from '../../domain/index.ts';
import type { AccountId } from '../ledger/chart.ts';
import type { IdempotencyKey } from '../ledger/posting.ts';

/** Id of a payment provider, equal to the name of its folder. */
export type ProviderId = string;

/** Source of a deposit: a payment provider, or {@link CHAIN_SOURCE}. */
export type DepositSource = string;
export const CHAIN_SOURCE = 'chain';

/**
 * States of a deposit. `credited`: its money was credited to the owner at once. `held`: a limit or a sanctions list
 * stopped it. `unattributed`: its owner is not known. A held or unattributed deposit is released by the operator
 * (`released`), or its money goes back to the payer (`returned`). `reversed`: the operator took a paid-out deposit back
 * from its owner.
 */
export const DEPOSIT_STATES = [
  'credited',
  'held',
  'unattributed',
  'released',
  'returned',
  'reversed',
] as const;
export type DepositState = (typeof DEPOSIT_STATES)[number];
/** State as it is stored. A reversed deposit keeps the state in which it was paid out. */
export type StoredState = Exclude<DepositState, 'reversed'>;

/** Reasons why a deposit is held, in order of precedence. */
export const HELD_REASONS = [
  'amount_out_of_range',
  'sanctioned',
  'first_deposit',
  'deposit_cap',
  'day_cap',
] as const;
export type HeldReason = (typeof HELD_REASONS)[number];

/** Reasons why the owner of a deposit is not known. */
export const UNATTRIBUTED_REASONS = [
  'currency',
  'no_owner',
  'unknown_sender',
  'before_registration',
] as const;
export type UnattributedReason = (typeof UNATTRIBUTED_REASONS)[number];

export type ReviewReason = HeldReason | UnattributedReason;

/** Owner of arrived money, or the reason why none is known. */
export type Attribution =
  | { readonly kind: 'owner'; readonly owner: string }
  | { readonly kind: 'unknown'; readonly reason: Exclude<UnattributedReason, 'currency'> };

/** Money that arrived, before its deposit is decided. */
export interface Arrival {
  /**
   * Key of the deposit: `wh:stripe` and the event id, or `chain:8453` and `<tx>:<log index>`. A repeated key changes
   * nothing.
   */
  readonly key: IdempotencyKey;
  readonly source: DepositSource;
  /** Account in which the deposit arrived: `asset:stripe`, `asset:chain:base:USDC`. */
  readonly account: AccountId;
  /** Reference that the owner sees in the entry: the event id, or `<chain>:<tx>:<log index>`. */
  readonly ref: string;
  readonly attribution: Attribution;
  /** Currency as the source states it. Only {@link CREDITED_CURRENCIES} are credited. */
  readonly currency: string;
  /** Exact amount as decimal text in units of the currency, of any size: `25.00`. */
  readonly amount: string;
  /**
   * Amount rounded down to micro-USD; null: the currency is not credited, or the amount is above the limit of one
   * operation.
   */
  readonly microUsd: MicroUsd | null;
  /** Whether the operator's list of sanctioned addresses contains the sender. */
  readonly isSanctioned?: boolean;
  /** Limit for the first deposit of a sender to this owner, micro-USD. Absent: no such limit. */
  readonly firstDepositCap?: MicroUsd;
  readonly eventId?: string;
  /** Id of the paid object, if the source reports the object in several events. Unique within the scope. */
  readonly objectId?: string;
  /** Id of the payment, by which refunds name it. */
  readonly paymentId?: string;
  readonly chain?: string;
  readonly token?: string;
  /** Address that sent the money. */
  readonly sender?: string;
  readonly txHash?: string;
  readonly logIndex?: number;
}

/** Limits that apply to every deposit, whatever its source. */
export interface DepositLimits {
  /** Largest amount that is credited without a review. */
  readonly perDeposit: MicroUsd;
  /** Largest sum that deposits credit to one owner in a day (UTC). */
  readonly perDay: MicroUsd;
}

/** A recorded deposit as callers see it; {@link DepositRow} is its stored form. */
export interface Deposit {
  readonly id: string;
  readonly state: DepositState;
  /** Reason why the deposit waits or waited; null: credited at once. */
  readonly reason: ReviewReason | null;
  readonly source: DepositSource;
  readonly owner: string | null;
  readonly currency: string;
  readonly amount: string;
  /** Remainder after refunds while the deposit waits; null: the deposit cannot be credited, only returned. */
  readonly microUsd: MicroUsd | null;
  /** Amount that left the deposit while it waited: refunds, disputes, and a return by the operator. */
  readonly refundedMicroUsd: MicroUsd;
  /** Amount that the operator can release or return now; 0: the deposit does not wait, or its value is not known. */
  readonly returnableMicroUsd: MicroUsd;
  readonly eventId: string | null;
  readonly chain: string | null;
  readonly token: string | null;
  readonly from: string | null;
  readonly txHash: string | null;
  readonly logIndex: number | null;
  readonly createdAt: EpochMs;
  readonly resolvedAt: EpochMs | null;
}

/** A deposit after its arrival was recorded, or as it was recorded before. */
export interface RecordedDeposit {
  /** Whether the deposit is new; false: it was recorded before, and nothing changed. */
  readonly isNew: boolean;
  readonly deposit: Deposit;
  /** Balance of the owner afterwards; null: the deposit has no owner. */
  readonly balance: MicroUsd | null;
}

/** Currencies that are counted as US dollars, one to one. */
export const CREDITED_CURRENCIES: readonly string[] = ['USD', 'USDC', 'USDT'];
