import type { EpochMs, MicroUsd } from '../../domain/index.ts';
import { UnavailableError } from '../../storage/unavailable-error.ts';
import type { PastFinding } from './audit/past-decision.ts';
import type { AccountId } from './chart.ts';
import type {
  AccountBalance,
  AuditReport,
  Debtor,
  EntryPage,
  Float,
  OpenDebt,
  OwnerBalance,
} from './ledger-views.ts';
import type { EntryType, IdempotencyKey, Posting, PostOutcome, Transfer } from './posting.ts';

/**
 * A request to reserve money for a charge that may or may not happen. The money is unavailable from the moment the hold
 * is placed.
 */
export interface HoldRequest extends IdempotencyKey {
  readonly owner: string;
  readonly amount: MicroUsd;
  /**
   * Time after which the hold is reported as overdue, epoch ms. The hold stays pending until it is captured or
   * released.
   */
  readonly expiresAt: EpochMs;
}

export type HoldState = 'pending' | 'captured' | 'released';

export interface Hold extends HoldRequest {
  readonly id: number;
  readonly state: HoldState;
  readonly createdAt: EpochMs;
  readonly resolvedAt: EpochMs | null;
  /** Id of the transfer that captured the hold; null: none. */
  readonly transferId: number | null;
}

/** Outcomes of a hold in the order of {@link REFUSAL_ORDER}. */
export type HoldOutcome =
  | { readonly status: 'duplicate'; readonly hold: Hold }
  | { readonly status: 'conflict'; readonly hold: Hold }
  | { readonly status: 'ceiling' }
  | { readonly status: 'insufficient'; readonly balance: MicroUsd; readonly available: MicroUsd }
  | {
      readonly status: 'held';
      readonly hold: Hold;
      readonly balance: MicroUsd;
      readonly available: MicroUsd;
    };

/** A request to capture a pending hold. */
export interface Capture {
  readonly hold: IdempotencyKey;
  /** Amount of the charge, at most the held amount. The rest becomes available. */
  readonly amount: MicroUsd;
  readonly type: EntryType;
  readonly dst: AccountId;
  /** Scope of the transfer's key. */
  readonly scope: string;
  readonly idem: string;
  readonly ref: string | null;
}

/** Outcomes of a capture in the order of {@link REFUSAL_ORDER}. */
export type CaptureOutcome =
  | { readonly status: 'unknown_hold' }
  /** The hold was captured or released before; nothing changes. */
  | { readonly status: 'already_resolved'; readonly hold: Hold }
  | { readonly status: 'above_hold'; readonly hold: Hold }
  /** The key of the capture belongs to another transfer. */
  | { readonly status: 'conflict'; readonly transfer: Transfer }
  | {
      readonly status: 'captured';
      readonly hold: Hold;
      readonly transfer: Transfer;
      readonly balance: MicroUsd;
    };

/** Outcomes of a release in the order of {@link REFUSAL_ORDER}. */
export type HoldReleaseOutcome =
  | { readonly status: 'unknown_hold' }
  | { readonly status: 'already_resolved'; readonly hold: Hold }
  | { readonly status: 'released'; readonly hold: Hold; readonly available: MicroUsd };

/** A refund or dispute: money that the provider took back. */
export interface ClawBack extends IdempotencyKey {
  readonly owner: string;
  readonly amount: MicroUsd;
  /** Asset account of the provider, which receives the money. */
  readonly asset: AccountId;
  readonly ref: string | null;
  readonly meta?: Readonly<Record<string, string | number | null>>;
  /** Type of the transfer; absent: `refund`. */
  readonly type?: EntryType;
}

/** A debit by the operator: takes money from an owner, the counterpart of a credit. */
export interface Debit {
  readonly owner: string;
  readonly amount: MicroUsd;
  /** Permanent reference of the debit, unique over all owners. Credits have references of their own. */
  readonly ref: string;
  /** Reason for the debit, stored with the transfer. */
  readonly reason: string;
  /** Whether the part above the available balance becomes a debt; false: such a debit is refused. */
  readonly allowDebt: boolean;
}

/** Outcomes of a debit in the order of {@link REFUSAL_ORDER}. */
export type DebitOutcome =
  | ClawBackOutcome
  | { readonly status: 'insufficient'; readonly balance: MicroUsd; readonly available: MicroUsd };

/** Outcomes of a claw-back in the order of {@link REFUSAL_ORDER}. */
export type ClawBackOutcome =
  /** `taken`: amount debited from the balance by the first request. */
  | { readonly status: 'duplicate'; readonly taken: MicroUsd; readonly balance: MicroUsd }
  | { readonly status: 'conflict'; readonly transfer: Transfer }
  | { readonly status: 'ceiling' }
  /** `owed`: amount above the available balance, which later deposits repay first. */
  | {
      readonly status: 'posted';
      readonly taken: MicroUsd;
      readonly owed: MicroUsd;
      readonly balance: MicroUsd;
    };

/** Money of claw-backs that the provider gave back because the operator won the dispute. */
export interface Reinstatement extends IdempotencyKey {
  readonly owner: string;
  readonly amount: MicroUsd;
  /** Asset account of the provider, which pays the money. */
  readonly asset: AccountId;
  readonly ref: string | null;
  /** Keys of the claw-backs that the reinstatement undoes. */
  readonly clawBacks: readonly IdempotencyKey[];
  /** Keys of earlier reinstatements of the same claw-backs. */
  readonly earlier: readonly IdempotencyKey[];
}

export interface ReinstatementOutcome {
  /** Amount that covers written-off debt. */
  readonly recovered: MicroUsd;
  /** Amount that is credited to the owner. */
  readonly given: MicroUsd;
}

/** A request to write off a debt, or a part of it. */
export interface WriteOff {
  readonly owner: string;
  readonly amount: MicroUsd;
  /** Permanent reference of the write-off, unique over all owners. */
  readonly ref: string;
}

/** Outcomes of a write-off in the order of {@link REFUSAL_ORDER}. */
export type WriteOffOutcome =
  | { readonly status: 'duplicate'; readonly owed: MicroUsd }
  /** The reference was used for another owner or amount. */
  | { readonly status: 'conflict' }
  /** The amount exceeds the debt; nothing was written. */
  | { readonly status: 'above_debt'; readonly owed: MicroUsd }
  /** `owed`: the remaining debt. */
  | { readonly status: 'posted'; readonly owed: MicroUsd };

/**
 * Error: the ledger is not accepting writes because the disk failed or an audit closed it. Reads continue. Nothing was
 * stored, except when `isUnknown` says that the answer to the commit was lost.
 */
export class LedgerUnavailableError extends UnavailableError {
  override readonly name = 'LedgerUnavailableError';
}

/**
 * The ledger: append-only transfers between accounts, holds, and the hash chain that proves them. Every write resolves
 * after its commit and throws {@link LedgerUnavailableError} when nothing can be stored. Every entry that raises an
 * owner's balance, and every hold that ends, repays the owner's debts at once.
 *
 * Only a transfer without other rows is a method here. Orders, deposits, vouchers and the operator's calls store rows
 * of their own together with the money that they move. Their operations call the steps of `billing/ledger/operations/`
 * (holds, claw-backs, write-offs) inside their own transaction.
 */
export interface Ledger {
  /** Number of writes that this process has finished. While it is the same, this process has changed no balance. */
  readonly writes: number;
  post(posting: Posting): Promise<PostOutcome>;

  /** Lists overdue pending holds, oldest first. */
  listOverdueHolds(now: EpochMs, limit: number): Promise<readonly Hold[]>;
  findHold(hold: IdempotencyKey): Promise<Hold | null>;

  readBalance(owner: string): Promise<OwnerBalance>;
  /**
   * Reads the debt of an owner; 0: none. Money that becomes available repays the debt first, and paid features are
   * refused until it is repaid.
   */
  readOwed(owner: string): Promise<MicroUsd>;
  /** Lists the owners in debt, the largest debt first. */
  listDebtors(limit: number): Promise<readonly Debtor[]>;
  /** Lists the open debts of an owner, oldest first. */
  listDebts(owner: string): Promise<readonly OpenDebt[]>;
  /** Lists the pending holds of an owner, oldest first. */
  listHolds(owner: string): Promise<readonly Hold[]>;
  /** Lists every account that does not belong to an owner. Their balances and those of the owners add up to 0. */
  listAccounts(): Promise<readonly AccountBalance[]>;
  /**
   * Repays debts of owners with available money, which versions before 1.1 did not repay. @returns Number of owners who
   * repaid.
   */
  repayDebts(): Promise<number>;
  /** Reads the newest entries of an owner, or those before a cursor; null: the cursor is not valid for this list. */
  readEntries(owner: string, page: { limit: number; cursor?: string | undefined }): Promise<EntryPage | null>;
  readFloat(): Promise<Float>;
  /**
   * Checks all invariants. `whole: false` starts after the last clean audit. A finding closes the ledger, across
   * restarts, until a whole audit is clean.
   */
  audit(options: { readonly whole: boolean }): Promise<AuditReport>;
  /**
   * Audits the ledger at a start: the transfers since the last clean audit, and every account. The audit is whole when
   * the ledger is closed, when the last clean whole audit is more than a day old, or when the database is not the last
   * audited one.
   */
  auditAtStart(): Promise<AuditReport>;
  /** Finds a contradiction between the ledger and earlier audits; null: there is none. */
  findPast(): Promise<PastFinding | null>;
  /** Audits the whole ledger without comparing it with earlier audits. The result does not open or close the ledger. */
  auditAsItIs(): Promise<AuditReport>;
  /**
   * Stores the audit of a ledger that a person accepted. A copy of the contradicting mark is kept beside the new one.
   */
  replaceMark(report: AuditReport): Promise<void>;
  /** Finds the reason why the ledger is not accepting writes; null: it is. */
  findClosure(): Promise<string | null>;
}
