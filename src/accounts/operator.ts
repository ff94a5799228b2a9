import type { AddressLine } from '../billing/deposits/address-file.ts';
import type { WalletRemoval } from '../billing/deposits/chains/wallets.ts';
import type { DepositReleaseOutcome, ReturnOutcome } from '../billing/deposits/deposit-page.ts';
import type { ReverseOutcome } from '../billing/deposits/operations/reverse-deposit.ts';
import type { DepositRelease } from '../billing/deposits/review-decision.ts';
import { ADJUST_ADMIN, toOwnerAccount } from '../billing/ledger/chart.ts';
import type { Debit, DebitOutcome, WriteOff, WriteOffOutcome } from '../billing/ledger/ledger.ts';
import type { Posting, PostOutcome } from '../billing/ledger/posting.ts';
import { SCOPES } from '../billing/ledger/scopes.ts';
import type { ApplyOutcome, ApplyRequest } from '../billing/review/operations/apply-step.ts';
import type { DismissOutcome } from '../billing/review/operations/dismiss-item.ts';
import type { CancelOutcome, VoucherRequest, VoucherSelection } from '../billing/vouchers/voucher.ts';
import type { Vouchers } from '../billing/vouchers/vouchers.ts';
import { type Clock, cutPage, decodeCursor, encodeCursor } from '../domain/index.ts';
import type { ServiceDatabase } from '../storage/service-database.ts';
import type { AdminAction } from './admin-actions.ts';
import { type AddressImport, importAddressFile } from './operations/import-addresses.ts';
import {
  applyReviewItem,
  cancelAsOperator,
  creditOwner,
  debitOwner,
  dismissReviewItem,
  issueAsOperator,
  recordAction,
  releaseFromReview,
  removeAsOperator,
  rescanChain,
  returnFromReview,
  reverseAsOperator,
  setFlags,
  skipOfChain,
  writeDebtOff,
} from './operations/operator.ts';
import {
  type ActionPage,
  type ChainSkip,
  type Credit,
  GLOBAL_HALT_OPENING,
  GLOBAL_KILL,
  type Rescan,
} from './operator-request.ts';
import type { AccountQueries } from './rows.ts';

const FROM_NEWEST = [Number.MAX_SAFE_INTEGER] as const;

/** Number of addresses that are imported in one transaction. */
const ADDRESSES_AT_ONCE = 100;

export interface OperatorOptions {
  readonly database: ServiceDatabase;
  readonly queries: Pick<AccountQueries, 'findFlag' | 'listActions'>;
  /** Service database wrapped by the ledger: it refuses operations while the ledger is not accepting writes. */
  readonly ledgerDatabase: ServiceDatabase;
  readonly vouchers: Pick<Vouchers, 'prepare'>;
  readonly clock: Clock;
}

/**
 * Changes of money and switches that only the operator makes. Each is stored in one transaction with the record of who
 * made it.
 */
export class Operator {
  readonly #options: OperatorOptions;

  constructor(options: OperatorOptions) {
    this.#options = options;
  }

  credit({ owner, amount, ref }: Credit, by: Omit<AdminAction, 'at'>): Promise<PostOutcome> {
    const { ledgerDatabase, clock } = this.#options;
    const posting: Posting = {
      scope: SCOPES.adminCredit,
      idem: ref,
      type: 'admin_credit',
      src: ADJUST_ADMIN,
      dst: toOwnerAccount(owner),
      amount,
      ref,
    };
    return ledgerDatabase.transact(creditOwner, { posting, by: { ...by, at: clock() } });
  }

  /** Writes off a debt, or a part of it. */
  writeOff(request: WriteOff, by: Omit<AdminAction, 'at'>): Promise<WriteOffOutcome> {
    const { ledgerDatabase, clock } = this.#options;
    return ledgerDatabase.transact(writeDebtOff, { request, by: { ...by, at: clock() } });
  }

  /** Debits an owner. */
  debit(request: Debit, by: Omit<AdminAction, 'at'>): Promise<DebitOutcome> {
    const { ledgerDatabase, clock } = this.#options;
    return ledgerDatabase.transact(debitOwner, { request, by: { ...by, at: clock() } });
  }

  /** Cancels the open vouchers of a selection. */
  cancelVouchers(selection: VoucherSelection, by: Omit<AdminAction, 'at'>): Promise<CancelOutcome> {
    const { ledgerDatabase, clock } = this.#options;
    return ledgerDatabase.transact(cancelAsOperator, { selection, by: { ...by, at: clock() } });
  }

  /** Takes a paid-out deposit back from its owner, like a refund. */
  reverseDeposit(id: string, by: Omit<AdminAction, 'at'>): Promise<ReverseOutcome> {
    const { ledgerDatabase, clock } = this.#options;
    return ledgerDatabase.transact(reverseAsOperator, { id, by: { ...by, at: clock() } });
  }

  /** Releases a deposit in review to its owner. */
  releaseDeposit(release: DepositRelease, by: Omit<AdminAction, 'at'>): Promise<DepositReleaseOutcome> {
    const { ledgerDatabase, clock } = this.#options;
    return ledgerDatabase.transact(releaseFromReview, { release, by: { ...by, at: clock() } });
  }

  /** Removes a deposit from the review because its money goes back to the payer. */
  returnDeposit(id: string, by: Omit<AdminAction, 'at'>): Promise<ReturnOutcome> {
    const { ledgerDatabase, clock } = this.#options;
    return ledgerDatabase.transact(returnFromReview, { id, by: { ...by, at: clock() } });
  }

  /** Ends a review item without moving money. */
  dismissItem(id: string, reason: string, by: Omit<AdminAction, 'at'>): Promise<DismissOutcome> {
    const { ledgerDatabase, clock } = this.#options;
    return ledgerDatabase.transact(dismissReviewItem, { id, reason, by: { ...by, at: clock() } });
  }

  /** Applies the operator's decision about a review item, and ends the item. */
  applyItem(request: ApplyRequest, by: Omit<AdminAction, 'at'>): Promise<ApplyOutcome> {
    const { ledgerDatabase, clock } = this.#options;
    return ledgerDatabase.transact(applyReviewItem, { request, by: { ...by, at: clock() } });
  }

  /** Makes the watcher read a chain again from a block, slot or time. No transfer is credited twice. */
  rescan(rescan: Rescan, by: Omit<AdminAction, 'at'>): Promise<'rescanned' | 'not_read'> {
    const { ledgerDatabase, clock } = this.#options;
    return ledgerDatabase.transact(rescanChain, { rescan, by: { ...by, at: clock() } });
  }

  /** Skips a transaction of a chain. It waits for a person and is retried daily. */
  skip(skip: ChainSkip, by: Omit<AdminAction, 'at'>): Promise<'skipped' | 'known'> {
    const { ledgerDatabase, clock } = this.#options;
    return ledgerDatabase.transact(skipOfChain, { skip, by: { ...by, at: clock() } });
  }

  /** Removes a wallet from its owner. @returns false: the owner no longer has the wallet. */
  removeWallet(removal: WalletRemoval, by: Omit<AdminAction, 'at'>): Promise<boolean> {
    const { ledgerDatabase, clock } = this.#options;
    return ledgerDatabase.transact(removeAsOperator, { removal, by: { ...by, at: clock() } });
  }

  /**
   * Imports addresses that owners were told and that the database does not contain. @param by Who imports; absent: the
   * service at its start.
   */
  async importAddresses(lines: readonly AddressLine[], by?: Omit<AdminAction, 'at'>): Promise<AddressImport> {
    const { database, clock } = this.#options;
    const found = { added: 0, known: 0, refused: [] as string[] };
    for (let i = 0; i < lines.length; i += ADDRESSES_AT_ONCE) {
      const part = lines.slice(i, i + ADDRESSES_AT_ONCE);
      const imported = await database.transact(importAddressFile, { lines: part, now: clock() });
      found.added += imported.added;
      found.known += imported.known;
      found.refused.push(...imported.refused);
    }
    if (by !== undefined) await this.note({ ...by, detail: `${found.added} added, ${found.known} known` });
    return found;
  }

  /** Issues vouchers. @returns The codes, which are shown once. */
  async issueVouchers(request: VoucherRequest, by: Omit<AdminAction, 'at'>): Promise<readonly string[]> {
    const { ledgerDatabase, vouchers, clock } = this.#options;
    const { codes, issue } = vouchers.prepare(request);
    await ledgerDatabase.transact(issueAsOperator, { issue, by: { ...by, at: clock() } });
    return codes;
  }

  /** Stores an operator's action that is not part of another transaction. */
  async note(by: Omit<AdminAction, 'at'>): Promise<void> {
    const { database, clock } = this.#options;
    await database.transact(recordAction, { ...by, at: clock() });
  }

  /** Lists the operator's actions, newest first; null: the cursor is not valid for this list. */
  async listActions({
    limit,
    cursor,
  }: {
    readonly limit: number;
    readonly cursor?: string | undefined;
  }): Promise<ActionPage | null> {
    const from = cursor === undefined ? FROM_NEWEST : decodeCursor('action', ['count'], cursor);
    if (from === null) return null;
    const rows = await this.#options.queries.listActions(from[0], limit + 1);
    const { shown, nextCursor } = cutPage(rows, limit, ({ id }) => encodeCursor('action', [id]));
    return { actions: shown, nextCursor };
  }

  /** Reads which trading of all bots is halted. */
  async readGlobalHalt(): Promise<'none' | 'opening' | 'all'> {
    const { queries } = this.#options;
    const [kill, opening] = await Promise.all([GLOBAL_KILL, GLOBAL_HALT_OPENING].map(queries.findFlag));
    if (kill?.value === true) return 'all';
    return opening?.value === true ? 'opening' : 'none';
  }

  async setGlobalHalt(halt: 'none' | 'opening' | 'all', by: Omit<AdminAction, 'at'>): Promise<void> {
    const { database, clock } = this.#options;
    const flags = [
      { name: GLOBAL_KILL, value: halt === 'all' },
      { name: GLOBAL_HALT_OPENING, value: halt === 'opening' },
    ];
    await database.transact(setFlags, { flags, by: { ...by, at: clock() } });
  }
}
