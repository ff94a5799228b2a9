import { defineRoutes } from '../../routing/registration.ts';
import { registerActions } from '../admin/actions.ts';
import { registerRevenue } from '../admin/revenue.ts';
import { registerBalance } from './balance.ts';
import { registerCompare } from './compare.ts';
import { registerCredit } from './credit.ts';
import { registerDebit } from './debit.ts';
import { registerDepositAddress } from './deposit-address.ts';
import { registerDepositDecision } from './deposit-decision.ts';
import { registerDepositList } from './deposit-list.ts';
import { registerImportAddresses } from './import-addresses.ts';
import { registerKeyIssue } from './key-issue.ts';
import { registerKeyList } from './key-list.ts';
import { registerKeyRevoke } from './key-revoke.ts';
import { registerLedger } from './ledger.ts';
import { registerLedgerAccounts } from './ledger-accounts.ts';
import { registerRedeem } from './redeem.ts';
import { registerRescan } from './rescan.ts';
import { registerReviewDecision } from './review-decision.ts';
import { registerReviewList } from './review-list.ts';
import { registerRotate } from './rotate.ts';
import { registerSkip } from './skip.ts';
import { registerTreasury } from './treasury.ts';
import { registerUsage } from './usage.ts';
import { registerVoucherCancel } from './voucher-cancel.ts';
import { registerVoucherIssue } from './voucher-issue.ts';
import { registerVoucherList } from './voucher-list.ts';
import { registerWalletList } from './wallet-list.ts';
import { registerWalletRegistration } from './wallet-registration.ts';
import { registerWalletRemoval } from './wallet-removal.ts';
import { registerWebhooks } from './webhooks.ts';

/** Endpoints about accounts, for their owners and for the operator. */
export const accountRoutes = defineRoutes('json', [
  registerUsage,
  registerBalance,
  registerRedeem,
  registerRotate,
  registerKeyIssue,
  registerKeyList,
  registerKeyRevoke,
  registerCredit,
  registerDebit,
  registerVoucherIssue,
  registerVoucherCancel,
  registerVoucherList,
  registerTreasury,
  registerDepositList,
  registerDepositDecision,
  registerReviewList,
  registerReviewDecision,
  registerLedger,
  registerLedgerAccounts,
  registerCompare,
  registerRescan,
  registerSkip,
  registerImportAddresses,
  registerActions,
  registerRevenue,
  registerWalletList,
  registerWalletRegistration,
  registerWalletRemoval,
  registerDepositAddress,
]);

/** Webhooks of payment providers. Bodies are passed as raw bytes, because signatures cover the bytes. */
export const webhookRoutes = defineRoutes('raw', [registerWebhooks]);
