import { storeRestorePositions } from '../../billing/deposits/chains/operations/addresses.ts';
import { skipTransaction } from '../../billing/deposits/chains/operations/reading.ts';
import { type Rewind, rewind } from '../../billing/deposits/chains/operations/rewind.ts';
import { removeWallet } from '../../billing/deposits/chains/operations/wallets.ts';
import type { ChainRows } from '../../billing/deposits/chains/rows.ts';
import type { WalletRemoval } from '../../billing/deposits/chains/wallets.ts';
import type { DepositReleaseOutcome, ReturnOutcome } from '../../billing/deposits/deposit-page.ts';
import { applyItem } from '../../billing/deposits/operations/apply-item.ts';
import type { MoneyRows } from '../../billing/deposits/operations/record.ts';
import { type ReverseOutcome, reverseDeposit } from '../../billing/deposits/operations/reverse-deposit.ts';
import { releaseDeposit, returnDeposit } from '../../billing/deposits/operations/review.ts';
import type { DepositRelease } from '../../billing/deposits/review-decision.ts';
import type { PastKind } from '../../billing/ledger/audit/past-decision.ts';
import type { Debit, DebitOutcome, WriteOff, WriteOffOutcome } from '../../billing/ledger/ledger.ts';
import { debit, writeOff } from '../../billing/ledger/operations/debts.ts';
import { postTransfer } from '../../billing/ledger/operations/post-transfer.ts';
import type { Posting, PostOutcome } from '../../billing/ledger/posting.ts';
import type { ApplyOutcome, ApplyRequest } from '../../billing/review/operations/apply-step.ts';
import { type DismissOutcome, dismissItem } from '../../billing/review/operations/dismiss-item.ts';
import { rebaseSource } from '../../billing/sources/operations/compare.ts';
import type { SourceRows } from '../../billing/sources/rows.ts';
import {
  cancelVouchers,
  type IssueVouchers,
  insertVouchers,
  type VoucherMoneyRows,
} from '../../billing/vouchers/operations/vouchers.ts';
import type { CancelOutcome, VoucherSelection } from '../../billing/vouchers/voucher.ts';
import { operation } from '../../storage/operation.ts';
import type { AdminAction } from '../admin-actions.ts';
import type { ChainSkip, Rescan } from '../operator-request.ts';
import type { AccountRows } from '../rows.ts';
import { importAddressFile } from './import-addresses.ts';

/** Rows that the operator's changes need, including the record of who made them. */
export interface OperatorRows extends MoneyRows, VoucherMoneyRows {
  readonly chains: ChainRows;
  readonly accounts: AccountRows;
  readonly sources: SourceRows;
}

/** An operator's change with the record of who made it and when. */
interface WorkRecord {
  readonly by: AdminAction;
}

/** Stores the record of an action, with the outcome appended to its detail. */
function recordOutcome({ accounts }: OperatorRows, by: AdminAction, outcome: string): void {
  accounts.insertAdminAction({ ...by, detail: `${by.detail ?? ''} ${outcome}`.trim() });
}

export const creditOwner = operation(
  'operator.credit',
  (rows: OperatorRows, { posting, by }: WorkRecord & { posting: Posting }): PostOutcome => {
    const outcome = postTransfer(rows.ledger, posting, by.at);
    recordOutcome(rows, by, outcome.status);
    return outcome;
  },
);

export const writeDebtOff = operation(
  'operator.writeOff',
  (rows: OperatorRows, { request, by }: WorkRecord & { request: WriteOff }): WriteOffOutcome => {
    const outcome = writeOff(rows.ledger, request, by.at);
    recordOutcome(rows, by, outcome.status);
    return outcome;
  },
);

export const debitOwner = operation(
  'operator.debit',
  (rows: OperatorRows, { request, by }: WorkRecord & { request: Debit }): DebitOutcome => {
    const outcome = debit(rows.ledger, request, by.at);
    recordOutcome(rows, by, outcome.status);
    return outcome;
  },
);

export const cancelAsOperator = operation(
  'operator.cancelVouchers',
  (rows: OperatorRows, { selection, by }: WorkRecord & { selection: VoucherSelection }): CancelOutcome => {
    const outcome = cancelVouchers(rows, selection, by.at);
    const done = outcome.status === 'cancelled' ? `cancelled ${outcome.cancelled}` : outcome.status;
    recordOutcome(rows, by, done);
    return outcome;
  },
);

export const reverseAsOperator = operation(
  'operator.reverseDeposit',
  (rows: OperatorRows, { id, by }: WorkRecord & { id: string }): ReverseOutcome => {
    const outcome = reverseDeposit(rows, id, by.at);
    recordOutcome(rows, by, outcome.status);
    return outcome;
  },
);

export const releaseFromReview = operation(
  'operator.releaseDeposit',
  (rows: OperatorRows, { release, by }: WorkRecord & { release: DepositRelease }): DepositReleaseOutcome => {
    const outcome = releaseDeposit(rows, release, by.at);
    recordOutcome(rows, by, outcome.status);
    return outcome;
  },
);

export const returnFromReview = operation(
  'operator.returnDeposit',
  (rows: OperatorRows, { id, by }: WorkRecord & { id: string }): ReturnOutcome => {
    const outcome = returnDeposit(rows, id, by.at);
    recordOutcome(rows, { ...by, detail: null }, outcome.status);
    return outcome;
  },
);

export const dismissReviewItem = operation(
  'operator.dismissItem',
  (rows: OperatorRows, { id, reason, by }: WorkRecord & { id: string; reason: string }): DismissOutcome => {
    const outcome = dismissItem(rows.review, id, reason, by.at);
    if (outcome.status === 'dismissed') rebaseSource(rows.sources, outcome.item);
    recordOutcome(rows, by, outcome.status);
    return outcome;
  },
);

export const applyReviewItem = operation(
  'operator.applyItem',
  (rows: OperatorRows, { request, by }: WorkRecord & { request: ApplyRequest }): ApplyOutcome => {
    const outcome = applyItem(rows, request, by.at);
    recordOutcome(rows, by, outcome.status);
    return outcome;
  },
);

/** A ledger that a person accepted although it contradicts an earlier audit. */
export interface AcceptedPast {
  readonly kind: PastKind;
  /** Sentence that describes the mark and the ledger. */
  readonly message: string;
  /** Id of the last transfer of the accepted ledger. */
  readonly lastTransfer: number;
  /** Hash of that transfer, hex. */
  readonly lastHash: string;
}

/** Opens a ledger that contradicts an earlier audit, because a person or a restore accepted it. */
export const acceptPast = operation(
  'operator.acceptPast',
  (
    { ledger, review, accounts, chains }: OperatorRows,
    { past: { kind, message, lastTransfer, lastHash }, by }: WorkRecord & { past: AcceptedPast },
  ): null => {
    ledger.endClosure(by.at);
    storeRestorePositions(chains, by.at);
    review.put({
      kind: 'ledger_restored',
      subject: `${by.at}:${lastTransfer}:${lastHash}`,
      since: by.at,
      owner: null,
      currency: null,
      amount: null,
      microUsd: null,
      known: { accepted: kind, lastTransfer, lastHash, difference: message },
    });
    accounts.insertAdminAction(by);
    return null;
  },
);

export const rescanChain = operation(
  'operator.rescan',
  (
    rows: OperatorRows,
    { rescan: { scope, streams, from }, by }: WorkRecord & { rescan: Rescan },
  ): 'rescanned' | 'not_read' => {
    const target: Rewind = { scope, streams, position: from - 1 };
    const outcome = rewind(rows.chains, target, by.at) > 0 ? 'rescanned' : 'not_read';
    recordOutcome(rows, { ...by, detail: `from ${from}:` }, outcome);
    return outcome;
  },
);

export const skipOfChain = operation(
  'operator.skip',
  (
    rows: OperatorRows,
    { skip: { scope, chain, transaction }, by }: WorkRecord & { skip: ChainSkip },
  ): 'skipped' | 'known' => {
    const skip = { scope, chain, tx: transaction, reason: 'the operator went past it', now: by.at };
    const outcome = skipTransaction(rows, skip) ? 'skipped' : 'known';
    recordOutcome(rows, by, outcome);
    return outcome;
  },
);

export const removeAsOperator = operation(
  'operator.removeWallet',
  (rows: OperatorRows, { removal, by }: WorkRecord & { removal: WalletRemoval }): boolean => {
    const isRemoved = removeWallet(rows.chains, { ...removal, now: by.at });
    recordOutcome(rows, by, isRemoved ? 'removed' : 'not_registered');
    return isRemoved;
  },
);

export const issueAsOperator = operation(
  'operator.issueVouchers',
  (rows: OperatorRows, { issue, by }: WorkRecord & { issue: IssueVouchers }): null => {
    insertVouchers(rows, issue);
    rows.accounts.insertAdminAction(by);
    return null;
  },
);

export const setFlags = operation(
  'operator.setFlags',
  (
    { accounts }: OperatorRows,
    {
      flags,
      by,
    }: WorkRecord & { readonly flags: readonly { readonly name: string; readonly value: boolean }[] },
  ): null => {
    for (const { name, value } of flags) accounts.putFlag({ name, value, changedAt: by.at });
    accounts.insertAdminAction(by);
    return null;
  },
);

/** Stores an operator's action that is not part of another transaction. */
export const recordAction = operation(
  'admin.action',
  ({ accounts }: OperatorRows, action: AdminAction): null => {
    accounts.insertAdminAction(action);
    return null;
  },
);

export const OPERATOR_OPERATIONS = [
  creditOwner,
  writeDebtOff,
  debitOwner,
  cancelAsOperator,
  reverseAsOperator,
  releaseFromReview,
  returnFromReview,
  dismissReviewItem,
  applyReviewItem,
  acceptPast,
  rescanChain,
  skipOfChain,
  removeAsOperator,
  importAddressFile,
  issueAsOperator,
  setFlags,
  recordAction,
] as const;
