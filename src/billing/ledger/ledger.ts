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

/** A hold: money reserved for a charge that may or may not happen. It is not available from the moment it is placed. */
export interface HoldRequest extends IdempotencyKey {
  readonly owner: string;
  readonly amount: MicroUsd;
  /** Time after which the hold is overdue and reported, epoch ms; time alone does not end a hold. */
  readonly expiresAt: EpochMs;
}

export type HoldState = 'pending' | 'captured' | 'released';

export interface Hold extends HoldRequest {
  readonly id: number;
  readonly state: HoldState;
  readonly createdAt: EpochMs;
  readonly resolvedAt: EpochMs | null;
  /** Id of the transfer that captured the hold. */
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

/** How a pending hold is captured. */
export interface Capture {
  readonly hold: IdempotencyKey;
  /** Amount, at most the held one; the rest becomes free. */
  readonly amount: MicroUsd;
  readonly type: EntryType;
  readonly dst: AccountId;
  /** Key of the transfer. */
  readonly scope: string;
  readonly idem: string;
  readonly ref: string | null;
}

/** Outcomes of a capture in the order of {@link REFUSAL_ORDER}. */
export type CaptureOutcome =
  | { readonly status: 'unknown_hold' }
  /** The hold was captured or released before: no effect. */
  | { readonly status: 'already_resolved'; readonly hold: Hold }
  | { readonly status: 'above_hold'; readonly hold: Hold }
  /** The key of the transfer belongs to another transfer. */
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
  /** Account that the money goes to: the provider's asset account. */
  readonly asset: AccountId;
  readonly ref: string | null;
  readonly meta?: Readonly<Record<string, string | number | null>>;
  /** Type; absent: `refund`. */
  readonly type?: EntryType;
}

/** A debit, the other side of a credit: the operator takes money from an owner. */
export interface Debit {
  readonly owner: string;
  readonly amount: MicroUsd;
  /** Names the debit forever, over all owners; credits have references of their own. */
  readonly ref: string;
  /** Reason that is kept with the transfer. */
  readonly reason: string;
  /** The part above the balance becomes a debt; otherwise such a debit is refused. */
  readonly allowDebt: boolean;
}

/** Outcomes of a debit in the order of {@link REFUSAL_ORDER}. */
export type DebitOutcome =
  | ClawBackOutcome
  | { readonly status: 'insufficient'; readonly balance: MicroUsd; readonly available: MicroUsd };

/** Outcomes of a claw-back in the order of {@link REFUSAL_ORDER}. */
export type ClawBackOutcome =
  /** `taken`: amount debited from the balance. */
  | { readonly status: 'duplicate'; readonly taken: MicroUsd; readonly balance: MicroUsd }
  | { readonly status: 'conflict'; readonly transfer: Transfer }
  | { readonly status: 'ceiling' }
  /** `owed`: amount above the available balance; later deposits repay it first. */
  | {
      readonly status: 'posted';
      readonly taken: MicroUsd;
      readonly owed: MicroUsd;
      readonly balance: MicroUsd;
    };

/** Money of claw-backs that the provider returned: the dispute was decided for us. */
export interface Reinstatement extends IdempotencyKey {
  readonly owner: string;
  readonly amount: MicroUsd;
  /** Account that the money comes from: the provider's asset account. */
  readonly asset: AccountId;
  readonly ref: string | null;
  /** Claw-backs that the posting undoes. */
  readonly clawBacks: readonly IdempotencyKey[];
  /** Reinstatements of the same claw-backs before this one. */
  readonly earlier: readonly IdempotencyKey[];
}

export interface ReinstatementOutcome {
  /** Written-off debt that was made good. */
  readonly recovered: MicroUsd;
  /** The rest, credited to the owner. */
  readonly given: MicroUsd;
}

/** A debt that the operator writes off, or a part of it. */
export interface WriteOff {
  readonly owner: string;
  readonly amount: MicroUsd;
  /** Names the write-off forever, over all owners. */
  readonly ref: string;
}

/** Outcomes of a write-off in the order of {@link REFUSAL_ORDER}. */
export type WriteOffOutcome =
  | { readonly status: 'duplicate'; readonly owed: MicroUsd }
  /** The reference was used for another owner or amount. */
  | { readonly status: 'conflict' }
  /** More than is owed: nothing was written. */
  | { readonly status: 'above_debt'; readonly owed: MicroUsd }
  /** `owed`: the remaining debt. */
  | { readonly status: 'posted'; readonly owed: MicroUsd };

/**
 * The ledger is not accepting writes: its disk failed, or an audit closed it. Reads continue. Nothing was stored,
 * unless `isUnknown` says that the answer of the commit was lost.
 */
export class LedgerUnavailableError extends UnavailableError {
  override readonly name = 'LedgerUnavailableError';
}

/**
 * The ledger: append-only transfers between accounts, holds, and their proof. Every write resolves after its
 * commit; each throws {@link LedgerUnavailableError} when nothing can be stored. Every
 * entry that raises the balance of an owner, and every hold that ends, repays the owner's debts at once.
 *
 * Only a transfer without other rows is a method here. Orders, deposits, vouchers and the operator store rows of
 * their own with the money that they move, so their operations call the steps of `billing/ledger/operations/` (holds,
 * claw-backs, write-offs) inside their own transaction.
 */
export interface Ledger {
  /** How many writes of this process ended; one that has not changed says that no balance was changed here. */
  readonly writes: number;
  post(posting: Posting): Promise<PostOutcome>;

  /** Pending holds that are overdue, oldest first. */
  listOverdueHolds(now: EpochMs, limit: number): Promise<readonly Hold[]>;
  findHold(hold: IdempotencyKey): Promise<Hold | null>;

  readBalance(owner: string): Promise<OwnerBalance>;
  /**
   * The debt after a refund or dispute; 0: none. Everything that becomes free repays it first, and paid features are
   * refused until it is repaid.
   */
  readOwed(owner: string): Promise<MicroUsd>;
  /** Owners in debt, the largest debt first. */
  listDebtors(limit: number): Promise<readonly Debtor[]>;
  /** Open debts of an owner, oldest first. */
  listDebts(owner: string): Promise<readonly OpenDebt[]>;
  /** Pending holds of an owner, oldest first. */
  listHolds(owner: string): Promise<readonly Hold[]>;
  /** Every account that is no owner's; with the balances of the owners they add up to 0. */
  listAccounts(): Promise<readonly AccountBalance[]>;
  /** Repays debts beside which money is free: versions before 1.1 left such. @returns How many owners repaid. */
  repayDebts(): Promise<number>;
  /** The newest entries of an owner, or those before a cursor. null: the cursor is not valid for this list. */
  readEntries(owner: string, page: { limit: number; cursor?: string | undefined }): Promise<EntryPage | null>;
  readFloat(): Promise<Float>;
  /**
   * Checks all invariants. `whole: false` starts after the last clean audit. A finding closes the ledger, also over
   * restarts, until a whole audit is clean.
   */
  audit(options: { readonly whole: boolean }): Promise<AuditReport>;
  /**
   * The audit of a start: every account against its newest transfer; everything when the ledger is closed, when the
   * last clean whole audit is more than a day old, and when the file is not the last audited one.
   */
  auditAtStart(): Promise<AuditReport>;
  /** Finds how the ledger differs from earlier audits; null: the ledger fits its past. */
  findPast(): Promise<PastFinding | null>;
  /** The whole audit without the comparison with the past, and without any consequence. */
  auditAsItIs(): Promise<AuditReport>;
  /** Remembers an audit of a ledger that a person accepted: the mark that does not fit is kept beside the new one. */
  replaceMark(report: AuditReport): Promise<void>;
  /** Reason why the ledger is not accepting writes; null: open. */
  findClosure(): Promise<string | null>;
}
