import type { KeyRing } from '../../../accounts/keys/key-ring.ts';
import type { FailureThrottle } from '../../../accounts/limits/failure-throttle.ts';
import type { UsageMeter } from '../../../accounts/limits/usage-meter.ts';
import type { Operator } from '../../../accounts/operator.ts';
import type { Tier, TierLimits } from '../../../accounts/tiers.ts';
import type { WatchedChain } from '../../../billing/deposits/chains/chain.ts';
import type { DepositStore } from '../../../billing/deposits/deposit-store.ts';
import type { WalletService } from '../../../billing/deposits/wallet-service.ts';
import type { DailyMoney } from '../../../billing/figures/daily-money.ts';
import type { Ledger } from '../../../billing/ledger/ledger.ts';
import type { PriceList } from '../../../billing/prices.ts';
import type { Review } from '../../../billing/review/review.ts';
import type { SourceComparer } from '../../../billing/sources/source-comparer.ts';
import type { Vouchers } from '../../../billing/vouchers/vouchers.ts';
import type { Clock } from '../../../domain/index.ts';

/** Dependencies of the account endpoints. */
export interface AccountRouteOptions {
  readonly keys: KeyRing;
  readonly usage: UsageMeter;
  readonly tiers: Readonly<Record<Tier, TierLimits>>;
  readonly ledger: Ledger;
  readonly dailyMoney: DailyMoney;
  readonly vouchers: Vouchers;
  readonly operator: Operator;
  /** Price of each use; all 0 while prepaid billing is off. */
  readonly prices: PriceList;
  readonly prepaidBilling: boolean;
  readonly redeemFailures: { readonly byOwner: FailureThrottle; readonly byAddress: FailureThrottle };
  readonly clock: Clock;
  readonly wallets: WalletService;
  /** Chains whose deposits are watched, by name. */
  readonly watchedChains: ReadonlyMap<string, WatchedChain>;
  /** Throttle of wallet registrations, by owner. */
  readonly walletAttempts: FailureThrottle;
  readonly deposits: DepositStore;
  readonly review: Review;
  readonly comparer: SourceComparer;
  /** Maximum time of a comparison that a caller waits for, ms. */
  readonly compareWithinMs: number;
}
