import type { EpochMs, MicroUsd } from '../../domain/index.ts';
import type { AccountId } from '../ledger/chart.ts';
import type { IdempotencyKey } from '../ledger/posting.ts';

/** A payment provider, by the name of its folder. */
export type ProviderId = string;

/** Source of a deposit: a payment provider, or {@link CHAIN_SOURCE}. */
export type DepositSource = string;
export const CHAIN_SOURCE = 'chain';

/**
 * `credited`: the owner has it. `held`: a limit or a list stopped it. `unattributed`: its owner is not known yet. Of
 * the latter two, the operator releases (`released`), or the money goes back outside (`returned`). `reversed`: the
 * operator took it back from its owner.
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
/** Stored form of the state: a reversed deposit keeps that in which it was paid out. */
export type StoredState = Exclude<DepositState, 'reversed'>;

/** Why a deposit is held, in order of precedence. */
export const HELD_REASONS = [
  'amount_out_of_range',
  'sanctioned',
  'first_deposit',
  'deposit_cap',
  'day_cap',
] as const;
export type HeldReason = (typeof HELD_REASONS)[number];

/** Why the owner of a deposit is not known. */
export const UNATTRIBUTED_REASONS = [
  'currency',
  'no_owner',
  'unknown_sender',
  'before_registration',
] as const;
export type UnattributedReason = (typeof UNATTRIBUTED_REASONS)[number];

export type ReviewReason = HeldReason | UnattributedReason;

/** Owner of money that arrived, or why none is known. */
export type Attribution =
  | { readonly kind: 'owner'; readonly owner: string }
  | { readonly kind: 'unknown'; readonly reason: Exclude<UnattributedReason, 'currency'> };

/** Money that arrived, before anything is decided about it. */
export interface Arrival {
  /** Key of the transfer: `wh:stripe` and the event, `chain:8453` and `<tx>:<log index>`. A known key changes nothing. */
  readonly key: IdempotencyKey;
  readonly source: DepositSource;
  /** Account in which the deposit arrived: `asset:stripe`, `asset:chain:base:USDC`. */
  readonly account: AccountId;
  /** Reference that is shown to the owner beside the entry: the event, or `<chain>:<tx>:<log index>`. */
  readonly ref: string;
  readonly attribution: Attribution;
  /** Currency as the source gives it; only {@link CREDITED_CURRENCIES} are credited. */
  readonly currency: string;
  /** Exact decimal text in units of the currency, regardless of its size: `25.00`. */
  readonly amount: string;
  /** Amount rounded down to micro-USD; null: not of a credited currency, or above the limit of one operation. */
  readonly microUsd: MicroUsd | null;
  /** Whether a list of the operator names its sender. */
  readonly isSanctioned?: boolean;
  /** Limit for the first deposit of a sender that is credited to this owner. Absent: no such limit. */
  readonly firstDepositCap?: MicroUsd;
  readonly eventId?: string;
  /** The paid object, where the source reports it in several events. Unique within the scope. */
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

/** Limits on every deposit, regardless of its source. */
export interface DepositLimits {
  /** A larger one is held. */
  readonly perDeposit: MicroUsd;
  /** The most that deposits credit to one owner in a day (UTC). */
  readonly perDay: MicroUsd;
}

/** A deposit as it is kept. */
export interface Deposit {
  readonly id: string;
  readonly state: DepositState;
  /** Reason why the deposit waits or waited; null: credited at once. */
  readonly reason: ReviewReason | null;
  readonly source: DepositSource;
  readonly owner: string | null;
  readonly currency: string;
  readonly amount: string;
  /** Remainder after refunds while it waits. null: it cannot be credited, only returned. */
  readonly microUsd: MicroUsd | null;
  /** The part that went back while the deposit waited: refunds, disputes, and a return of the operator. */
  readonly refundedMicroUsd: MicroUsd;
  /** Amount that the operator can release or return now; 0: nothing waits, or its value is not counted. */
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

/** Result of an arrival. */
export interface RecordedDeposit {
  /** Whether the deposit is new; false: recorded before, and nothing changed. */
  readonly isNew: boolean;
  readonly deposit: Deposit;
  /** Balance of the owner afterwards; null without an owner. */
  readonly balance: MicroUsd | null;
}

/** Currencies that are counted as US dollars, one to one. */
export const CREDITED_CURRENCIES: readonly string[] = ['USD', 'USDC', 'USDT'];
