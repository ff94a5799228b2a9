import { staleReportTable } from './0001-stale-reports.ts';
import { ledgerTables } from './0002-ledger.ts';
import { accountTables } from './0003-accounts.ts';
import { flagTable } from './0004-flags.ts';
import { vaultTables } from './0005-vault.ts';
import { botTables } from './0006-bot.ts';
import { botActivity } from './0007-bot-activity.ts';
import { depositTables } from './0008-deposits.ts';
import { botTape } from './0009-bot-tape.ts';
import { chainTables } from './0010-chains.ts';
import { linkDisputes } from './0011-link-disputes.ts';
import { orderSettlement } from './0012-order-settlement.ts';
import { credentialChecks } from './0013-credential-checks.ts';
import { orderSizes } from './0014-order-sizes.ts';
import { keySuccessors } from './0015-key-successors.ts';
import { orderLegs } from './0016-order-legs.ts';
import { openVouchers } from './0017-open-vouchers.ts';
import { botSums } from './0018-bot-sums.ts';
import { ledgerClosures } from './0019-ledger-closures.ts';
import { botEnabled } from './0020-bot-enabled.ts';
import { orderCancels } from './0021-order-cancels.ts';
import { orderWords } from './0022-order-words.ts';
import { moneyWords } from './0023-money-words.ts';
import { uncountedReversals } from './0024-uncounted-reversals.ts';
import { walletSpans } from './0025-wallet-spans.ts';
import { reviewItems } from './0026-review-items.ts';
import { fillBasis } from './0027-fill-basis.ts';
import { chainReading } from './0028-chain-reading.ts';
import { formerAddresses } from './0029-former-addresses.ts';
import { reversalReports } from './0030-reversal-reports.ts';
import { cancelledVouchers } from './0031-cancelled-vouchers.ts';
import { reopenedMarkets } from './0032-reopened-markets.ts';
import { orderLimits } from './0033-order-limits.ts';
import { botHalts } from './0034-bot-halts.ts';
import { botExits } from './0035-bot-exits.ts';
import { sourceBalances } from './0036-source-balances.ts';
import { accountHoldings } from './0037-account-holdings.ts';
import { paperOrders } from './0038-paper-orders.ts';
import { botJournal } from './0039-bot-journal.ts';
import { botDays } from './0040-bot-days.ts';
import type { Migration } from './migration.ts';

/** In the order in which they run. A released one is never changed and never moved. */
export const MIGRATIONS: readonly Migration[] = [
  staleReportTable,
  ledgerTables,
  accountTables,
  flagTable,
  vaultTables,
  botTables,
  botActivity,
  depositTables,
  botTape,
  chainTables,
  linkDisputes,
  orderSettlement,
  credentialChecks,
  orderSizes,
  keySuccessors,
  orderLegs,
  openVouchers,
  botSums,
  ledgerClosures,
  botEnabled,
  orderCancels,
  orderWords,
  moneyWords,
  uncountedReversals,
  walletSpans,
  reviewItems,
  fillBasis,
  chainReading,
  formerAddresses,
  reversalReports,
  cancelledVouchers,
  reopenedMarkets,
  orderLimits,
  botHalts,
  botExits,
  sourceBalances,
  accountHoldings,
  paperOrders,
  botJournal,
  botDays,
];
