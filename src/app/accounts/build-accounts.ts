import type { KeyRing } from '../../accounts/keys/key-ring.ts';
import { DailyMoney } from '../../billing/figures/daily-money.ts';
import { LastComparison } from '../../billing/figures/money-figures.ts';
import { prepareDailyMoneyQueries } from '../../billing/figures/sql/daily-money.ts';
import { cryptoRandom, MINUTE_MS } from '../../domain/index.ts';
import { LedgerCashier } from '../../http/access/ledger-cashier.ts';
import { Refusals } from '../../http/responses/refusals.ts';
import type { AccountRouteOptions } from '../../http/routes/account/account-options.ts';
import type { Accounts, AccountsOptions } from './accounts.ts';
import { buildGates } from './gates.ts';
import { buildKeys } from './keys.ts';
import { createLocalLimits, type Limits } from './limits.ts';
import { buildMoney, type Money } from './money.ts';
import { readPrices } from './prices.ts';

/** Builds accounts and billing on the service database. Starts nothing. */
export function buildAccounts(options: AccountsOptions): Accounts {
  const { database, clock, now, limits = createLocalLimits({ database, clock, now }) } = options;
  const money = buildMoney(options);
  const keys = buildKeys(options, (owner) => money.chains.told.findUid(owner));
  const cashier = new LedgerCashier(money.ledger, options.random ?? cryptoRandom, now);
  return {
    ...money,
    keys,
    ...buildGates(options, { keys, limits, cashier }),
    routes: buildRouteOptions(options, { keys, limits, money }),
    comparison: new LastComparison(),
    refusals: new Refusals(),
    flush: async () => {
      const failures: unknown[] = [];
      // The writes run one after the other: on a nearly full disk a revocation may still fit when counts do not.
      for (const write of [() => keys.flush(), () => limits.usage.flush(), () => cashier.refundOwed()]) {
        await write().catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}

/**
 * Time limits of a comparison. A request must be answered before its caller gives up, and a command may take longer.
 */
const COMPARE_WITHIN_MS = { request: 20_000, command: 30 * MINUTE_MS };

interface AccountParts {
  readonly keys: KeyRing;
  readonly limits: Limits;
  readonly money: Money;
}

function buildRouteOptions(
  { config, database, clock, isCommand = false }: AccountsOptions,
  { keys, limits, money }: AccountParts,
): AccountRouteOptions {
  const { accounts } = config;
  const { ledger, vouchers, operator, deposits, review, chains, comparer } = money;
  const inTenMinutes = (name: string, limit: number) =>
    limits.createThrottle(name, { limit, windowMs: 10 * MINUTE_MS });
  return {
    keys,
    usage: limits.usage,
    tiers: accounts.tiers,
    ledger,
    dailyMoney: new DailyMoney(database.buildQueries(prepareDailyMoneyQueries), clock),
    vouchers,
    operator,
    deposits,
    review,
    comparer,
    compareWithinMs: isCommand ? COMPARE_WITHIN_MS.command : COMPARE_WITHIN_MS.request,
    wallets: chains.wallets,
    watchedChains: chains.watched,
    walletAttempts: inTenMinutes('wallet', config.deposits.walletAttemptsPerOwner),
    prices: readPrices(config),
    prepaidBilling: accounts.prepaidBilling,
    redeemFailures: {
      byOwner: inTenMinutes('redeem:owner', accounts.redeemFailuresPerOwner),
      byAddress: inTenMinutes('redeem:address', accounts.redeemFailuresPerAddress),
    },
    clock,
  };
}
