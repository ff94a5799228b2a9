import type { KeyRing } from '../../accounts/keys/key-ring.ts';
import type { KeyRecord } from '../../accounts/keys/keys.ts';
import type { FailureThrottle } from '../../accounts/limits/failure-throttle.ts';
import type { Operator } from '../../accounts/operator.ts';
import type { DepositStore } from '../../billing/deposits/deposit-store.ts';
import type { LastComparison } from '../../billing/figures/money-figures.ts';
import type { Ledger } from '../../billing/ledger/ledger.ts';
import type { Review } from '../../billing/review/review.ts';
import type { SourceComparer } from '../../billing/sources/source-comparer.ts';
import type { Vouchers } from '../../billing/vouchers/vouchers.ts';
import type { WebhookReceiver } from '../../billing/webhooks/receiver.ts';
import type { Config } from '../../config/config.ts';
import type { Secrets } from '../../config/secrets.ts';
import type { Clock, RandomBytes } from '../../domain/index.ts';
import type { AccountGate } from '../../http/access/account-gate.ts';
import type { Call } from '../../http/access/gate.ts';
import type { Refusals } from '../../http/responses/refusals.ts';
import type { AccountRouteOptions } from '../../http/routes/account/account-options.ts';
import type { Log } from '../../log.ts';
import type { OpenServiceDatabase, ServiceDatabase } from '../../storage/service-database.ts';
import type { ChainSettings } from './chain-settings.ts';
import type { Chains } from './chains.ts';
import type { Limits } from './limits.ts';

export interface AccountsOptions {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly database: OpenServiceDatabase;
  readonly clock: Clock;
  /** Monotonic clock, in ms. */
  readonly now: () => number;
  readonly random?: RandomBytes;
  readonly log?: Log;
  /**
   * Whether the process ends after one call. A count that cannot be stored is then refused, because no later call could
   * store it.
   */
  readonly isCommand?: boolean;
  /** Chains and address lists. Absent: they are read from the files that the settings name. */
  readonly chainSettings?: ChainSettings;
  /** File beside the database that stores the deposit addresses given to owners. Absent: they are kept in memory. */
  readonly addressFile?: string;
  /** Limits of requests. Absent: this process counts alone. */
  readonly limits?: Limits;
}

/** Accounts of callers: keys, money and the checks in front of the routes. */
export interface Accounts {
  readonly ledger: Ledger & ServiceDatabase;
  readonly keys: KeyRing;
  readonly operator: Operator;
  readonly vouchers: Vouchers;
  readonly deposits: DepositStore;
  readonly review: Review;
  readonly chains: Chains;
  readonly webhooks: WebhookReceiver;
  /** Compares the income of the sources of money with the recorded income. */
  readonly comparer: SourceComparer;
  readonly gate: AccountGate;
  /**
   * Gate of the bot API. Its calls have a rate of their own, so that a busy reader can always reach the kill switch.
   */
  readonly botGate: AccountGate;
  /** Counts invalid snapshot tokens by IP address. */
  readonly snapshotThrottle: FailureThrottle;
  /** Finds the key of a request; null when the request has none. */
  readonly findKey: (call: Pick<Call, 'headers' | 'ip'>) => Promise<KeyRecord | null>;
  readonly routes: AccountRouteOptions;
  /** The last comparison of deposits with the payment provider's own list. */
  readonly comparison: LastComparison;
  /** Counts refused requests of both APIs. */
  readonly refusals: Refusals;
  /** Stores the counters that are in memory. */
  flush(): Promise<void>;
}
