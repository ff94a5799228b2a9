import { Operator } from '../../accounts/operator.ts';
import { prepareAccountQueries } from '../../accounts/sql/accounts.ts';
import { DepositStore } from '../../billing/deposits/deposit-store.ts';
import { prepareDepositQueries } from '../../billing/deposits/sql/deposit-rows.ts';
import { openLedger } from '../../billing/ledger/sql/ledger.ts';
import { Review } from '../../billing/review/review.ts';
import { prepareReviewQueries } from '../../billing/review/sql/review-rows.ts';
import { prepareVoucherQueries } from '../../billing/vouchers/sql/voucher-rows.ts';
import { Vouchers } from '../../billing/vouchers/vouchers.ts';
import { WebhookReceiver } from '../../billing/webhooks/receiver.ts';
import { WebhookEvents } from '../../billing/webhooks/webhook-events.ts';
import { cryptoRandom, MICRO_PER_USD, type MicroUsd, microUsd } from '../../domain/index.ts';
import { parseSignedJson } from '../../http/server/bodies.ts';
import type { Accounts, AccountsOptions } from './accounts.ts';
import { readChainSettings } from './chain-settings.ts';
import { buildChains } from './chains.ts';
import { buildComparer } from './sources.ts';

/** The parts of accounts that write the ledger. */
export type Money = Pick<
  Accounts,
  'ledger' | 'vouchers' | 'operator' | 'deposits' | 'review' | 'chains' | 'webhooks' | 'comparer'
>;

/** Builds the ledger and all parts that credit or correct a balance. Starts nothing. */
export function buildMoney(options: AccountsOptions): Money {
  const { config, secrets, database, clock, random = cryptoRandom } = options;
  const ledger = openLedger(database, clock);
  const vouchers = new Vouchers({
    ledgerDatabase: ledger,
    queries: database.buildQueries(prepareVoucherQueries),
    prefix: config.accounts.voucherPrefix,
    clock,
    random,
  });
  const queries = database.buildQueries(prepareAccountQueries);
  const limits = { perDeposit: usd(config.deposits.capUsd), perDay: usd(config.deposits.dayCapUsd) };
  const operator = new Operator({ database, queries, ledgerDatabase: ledger, vouchers, clock });
  const chains = buildChains({
    ...options,
    settings: options.chainSettings ?? readChainSettings(config),
    ledger,
    limits,
    importAddresses: (lines) => operator.importAddresses(lines),
  });
  return {
    ledger,
    vouchers,
    operator,
    deposits: new DepositStore({
      ledgerDatabase: ledger,
      queries: database.buildQueries(prepareDepositQueries),
      limits,
      clock,
    }),
    review: new Review(database.buildQueries(prepareReviewQueries), clock),
    chains,
    comparer: buildComparer({ chains, secrets, database, clock, log: options.log }),
    webhooks: new WebhookReceiver({
      events: new WebhookEvents({ ledgerDatabase: ledger, limits, clock }),
      secrets: secrets.webhooks,
      modes: { stripe: config.deposits.stripeMode },
      clock,
      parseJson: parseSignedJson,
      onAltered: (provider, eventId) =>
        options.log?.warn(
          { provider, eventId },
          'an event came again with another body; the first one counts',
        ),
    }),
  };
}

function usd(dollars: number): MicroUsd {
  return microUsd(dollars * MICRO_PER_USD);
}
