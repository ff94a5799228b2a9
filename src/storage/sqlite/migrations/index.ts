import { baseline } from './0024-baseline.ts';
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
import { usageDays } from './0041-usage-days.ts';
import { alerts } from './0042-alerts.ts';
import { getVersion, type Migration } from './migration.ts';

/** Migrations in the order in which they run. A released one is never changed or moved. */
export const MIGRATIONS: readonly Migration[] = [
  baseline,
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
  usageDays,
  alerts,
];

/** Oldest schema version that can be migrated, which is that of 1.1.0. */
export const OLDEST_SCHEMA = getVersion(baseline);

/** Schema version of this release. */
export const SCHEMA_VERSION = getVersion(MIGRATIONS.at(-1)!);
