import type { ChainFamilyName } from '../../billing/deposits/chains/chain.ts';
import { prepareMoneyQueries } from '../../billing/figures/sql/money-figures.ts';
import { StoredMoneyFigures } from '../../billing/figures/stored-money-figures.ts';
import type { Config } from '../../config/config.ts';
import { MetricsReader } from '../../http/access/metrics-reader.ts';
import type { MoneyMetricsOptions } from '../../http/metrics/money-metrics.ts';
import type { FlagFacts } from '../../http/routes/admin/shapes/flags.ts';
import type { Accounts, AccountsOptions } from './accounts.ts';
import type { Chains } from './chains.ts';
import { readPrices } from './prices.ts';

/** Builds the money figures of `/metrics`, with the check of who may read them. */
export function buildMoneyMetrics({
  accounts,
  config,
  secrets,
  database,
  clock,
}: Pick<AccountsOptions, 'config' | 'secrets' | 'database' | 'clock'> & {
  readonly accounts: Pick<Accounts, 'ledger' | 'keys' | 'review' | 'refusals' | 'comparison'>;
}): MoneyMetricsOptions & { readonly reader: MetricsReader } {
  const figures = new StoredMoneyFigures(database.buildQueries(prepareMoneyQueries), clock);
  return {
    read: () => figures.read(),
    summarizeReview: () => accounts.review.summarize(),
    refusals: accounts.refusals,
    findClosedBecause: () => accounts.ledger.findClosure(),
    comparison: () => accounts.comparison.value,
    unwrittenKeys: () => accounts.keys.unwritten.length,
    clock,
    reader: new MetricsReader({ token: secrets.metricsToken, production: config.production }),
  };
}

/** Collects the settings that `GET /api/admin/flags` reports. */
export function collectFlagFacts(
  config: Config,
  {
    vaultEnabled,
    engineLoop,
    chains,
  }: Pick<FlagFacts, 'vaultEnabled' | 'engineLoop'> & { readonly chains: Pick<Chains, 'chains'> },
): FlagFacts {
  const isWatched = (family: ChainFamilyName) => chains.chains.some((chain) => chain.family === family);
  return {
    execMode: config.bot.execMode,
    engineLoop,
    vaultEnabled,
    tradeFeeMicroUsd: readPrices(config).trade,
    paidGating: config.accounts.paidGating,
    prepaidBilling: config.accounts.prepaidBilling,
    deposits: { evm: isWatched('evm'), solana: isWatched('solana') },
    trustProxy: config.server.trustedProxies.length > 0,
    venues: config.feed.venues,
    nodeEnv: config.production ? 'production' : 'development',
  };
}
