import type { AddressLine } from '../billing/deposits/address-file.ts';
import type { WalletRemoval } from '../billing/deposits/chains/wallets.ts';
import type { DepositReleaseOutcome, ReturnOutcome } from '../billing/deposits/deposit-store.ts';
import type { ReverseOutcome } from '../billing/deposits/operations/reverse-deposit.ts';
import type { DepositRelease } from '../billing/deposits/review-decision.ts';
import type {
  Debit,
  DebitOutcome,
  PostOutcome,
  WriteOff,
  WriteOffOutcome,
} from '../billing/ledger/ledger.ts';
import type { ApplyOutcome, ApplyRequest } from '../billing/review/operations/apply-step.ts';
import type { DismissOutcome } from '../billing/review/operations/dismiss-item.ts';
import type { CancelOutcome, VoucherRequest, VoucherSelection } from '../billing/vouchers/vouchers.ts';
import type { MicroUsd } from '../domain/index.ts';
import type { AdminAction, StoredAction } from './admin-actions.ts';
import type { AddressImport } from './operations/import-addresses.ts';

export interface Credit {
  readonly owner: string;
  readonly amount: MicroUsd;
  /** Names the credit forever, over all owners. */
  readonly ref: string;
}

/** A chain that is read again. */
export interface Rescan {
  /** Scope of the chain's deposits: `chain:8453`. */
  readonly scope: string;
  /** The stream that is read again. */
  readonly streams: readonly string[];
  /** A block, a slot or epoch ms; the first that is read again. */
  readonly from: number;
}

/** A transaction that cannot be read and is passed over. */
export interface ChainSkip {
  /** Scope of the chain's deposits. */
  readonly scope: string;
  /** Name of the chain. */
  readonly chain: string;
  /** Its hash or signature, or the name that the message of the chain gives to it. */
  readonly transaction: string;
}

/** The flag that halts all trading. */
export const GLOBAL_KILL = 'global_kill';
/** The flag that halts openings of all bots; their closes go on. */
export const GLOBAL_HALT_OPENING = 'global_halt_opening';

export interface ActionPage {
  readonly actions: readonly StoredAction[];
  /** Leads to older ones; null: there are none. */
  readonly nextCursor: string | null;
}

/** Changes of money and switches that only the operator makes. Each is stored together with a record of who made it. */
export interface Operator {
  credit(credit: Credit, by: Omit<AdminAction, 'at'>): Promise<PostOutcome>;
  /** Takes money from an owner. */
  debit(debit: Debit, by: Omit<AdminAction, 'at'>): Promise<DebitOutcome>;
  /** Ends the vouchers of a selection that can still be redeemed. */
  cancelVouchers(selection: VoucherSelection, by: Omit<AdminAction, 'at'>): Promise<CancelOutcome>;
  /** Takes a deposit back that was paid out, like a refund of it. */
  reverseDeposit(id: string, by: Omit<AdminAction, 'at'>): Promise<ReverseOutcome>;
  /** Gives up a debt, or a part of it. */
  writeOff(writeOff: WriteOff, by: Omit<AdminAction, 'at'>): Promise<WriteOffOutcome>;
  /** Pays a deposit out that waited for a review. */
  releaseDeposit(release: DepositRelease, by: Omit<AdminAction, 'at'>): Promise<DepositReleaseOutcome>;
  /** Takes a deposit that waits out of the review: its money went back outside. */
  returnDeposit(id: string, by: Omit<AdminAction, 'at'>): Promise<ReturnOutcome>;
  /** Ends an item of the review without any movement of money. */
  dismissItem(id: string, reason: string, by: Omit<AdminAction, 'at'>): Promise<DismissOutcome>;
  /** Does what the operator decided about an item of the review, and ends it. */
  applyItem(request: ApplyRequest, by: Omit<AdminAction, 'at'>): Promise<ApplyOutcome>;
  /** Has a chain read again from a block, slot or time; nothing is credited twice. */
  rescan(rescan: Rescan, by: Omit<AdminAction, 'at'>): Promise<'rescanned' | 'not_read'>;
  /** Goes past a transaction of a chain; it waits for a person and is read again daily. */
  skip(skip: ChainSkip, by: Omit<AdminAction, 'at'>): Promise<'skipped' | 'known'>;
  /** Takes a wallet from its owner. @returns false: the owner does not have it any more. */
  removeWallet(removal: WalletRemoval, by: Omit<AdminAction, 'at'>): Promise<boolean>;
  /** Watches addresses that owners were told and the database does not know. @param by Absent: a start does so. */
  importAddresses(lines: readonly AddressLine[], by?: Omit<AdminAction, 'at'>): Promise<AddressImport>;
  /** @returns The codes; they are shown once. */
  issueVouchers(request: VoucherRequest, by: Omit<AdminAction, 'at'>): Promise<readonly string[]>;
  /** Stores an action that no transaction of the accounts contains. */
  note(by: Omit<AdminAction, 'at'>): Promise<void>;
  /** Actions of the operator, newest first. null: the cursor is not valid for this list. */
  listActions(page: {
    readonly limit: number;
    readonly cursor?: string | undefined;
  }): Promise<ActionPage | null>;
  /** What is halted for all bots. */
  readGlobalHalt(): Promise<'none' | 'opening' | 'all'>;
  setGlobalHalt(halt: 'none' | 'opening' | 'all', by: Omit<AdminAction, 'at'>): Promise<void>;
}
