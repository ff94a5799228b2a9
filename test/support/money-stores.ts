import type { TestContext } from 'node:test';
import type { AdminAction } from '../../src/accounts/admin-actions.ts';
import { Operator } from '../../src/accounts/operator.ts';
import type { Rescan } from '../../src/accounts/operator-request.ts';
import type { AccountQueries } from '../../src/accounts/rows.ts';
import { prepareAccountQueries } from '../../src/accounts/sql/accounts.ts';
import { ChainStore } from '../../src/billing/deposits/chains/chain-store.ts';
import { DepositAddresses } from '../../src/billing/deposits/chains/deposit-addresses.ts';
import type { ChainQueries } from '../../src/billing/deposits/chains/rows.ts';
import { prepareChainQueries } from '../../src/billing/deposits/chains/sql/chain-rows.ts';
import type { DepositLimits } from '../../src/billing/deposits/deposit.ts';
import type { DepositReleaseOutcome, ReturnOutcome } from '../../src/billing/deposits/deposit-page.ts';
import { DepositStore } from '../../src/billing/deposits/deposit-store.ts';
import type { DepositRelease } from '../../src/billing/deposits/review-decision.ts';
import type { DepositQueries } from '../../src/billing/deposits/rows.ts';
import { prepareDepositQueries } from '../../src/billing/deposits/sql/deposit-rows.ts';
import { openLedger } from '../../src/billing/ledger/sql/ledger.ts';
import type { StoredLedger } from '../../src/billing/ledger/stored-ledger.ts';
import { Review } from '../../src/billing/review/review.ts';
import type { ReviewQueries } from '../../src/billing/review/rows.ts';
import { prepareReviewQueries } from '../../src/billing/review/sql/review-rows.ts';
import type { SourceQueries } from '../../src/billing/sources/rows.ts';
import { type ListedSources, SourceComparer } from '../../src/billing/sources/source-comparer.ts';
import { prepareSourceQueries } from '../../src/billing/sources/sql/source-rows.ts';
import { prepareVoucherQueries } from '../../src/billing/vouchers/sql/voucher-rows.ts';
import type { VoucherQueries } from '../../src/billing/vouchers/voucher-rows.ts';
import { Vouchers } from '../../src/billing/vouchers/vouchers.ts';
import { WebhookEvents } from '../../src/billing/webhooks/webhook-events.ts';
import { type Clock, cryptoRandom, type MicroUsd, microUsd } from '../../src/domain/index.ts';
import type { OpenServiceDatabase, ServiceDatabase } from '../../src/storage/service-database.ts';
import type { Statements } from '../../src/storage/statements.ts';
import type { TestEngine } from './service-engine.ts';

const USD = 1_000_000;
const BY = { address: 'test', action: 'test', target: null, detail: null };

/** Ledger, deposits, chains and provider events of one service database. */
export interface MoneyStores {
  readonly ledger: StoredLedger;
  readonly deposits: DepositStore;
  readonly addresses: DepositAddresses;
  readonly chains: ChainStore;
  readonly events: Pick<WebhookEvents, 'process'>;
  readonly vouchers: Vouchers;
  readonly operator: Operator;
  readonly review: Review;
  /** Lists the operator's actions, oldest first. */
  listActions(): Promise<readonly AdminAction[]>;
  release(request: DepositRelease): Promise<DepositReleaseOutcome>;
  returnDeposit(id: string): Promise<ReturnOutcome>;
  rescan(request: Rescan): Promise<'rescanned' | 'not_read'>;
  /** Compares sources with what was recorded. */
  openComparer(listSources: () => Promise<ListedSources>): SourceComparer;
}

export interface MoneyBench {
  readonly stores: MoneyStores;
  /** Opens the same stores again, as a restart does. */
  reopen(): Promise<MoneyStores>;
}

export interface MoneyRules {
  readonly limits: DepositLimits;
  readonly firstDepositCap: MicroUsd;
  readonly sanctioned: readonly string[];
  readonly minDeposit: MicroUsd;
}

export type OpenMoney = (t: TestContext, clock: Clock, rules?: Partial<MoneyRules>) => Promise<MoneyBench>;

/** Stores of money on one engine. */
export interface MoneyEngine {
  readonly database: ServiceDatabase;
  readonly ledger: StoredLedger;
  readonly listActions: () => Promise<readonly AdminAction[]>;
  readonly queries: {
    readonly accounts: AccountQueries;
    readonly vouchers: VoucherQueries;
    readonly deposits: DepositQueries;
    readonly review: ReviewQueries;
    readonly chains: ChainQueries;
    readonly sources: Pick<SourceQueries, 'find' | 'list'>;
  };
}

const RULES: MoneyRules = {
  limits: { perDeposit: microUsd(100 * USD), perDay: microUsd(250 * USD) },
  firstDepositCap: microUsd(10 * USD),
  sanctioned: [],
  minDeposit: microUsd(0),
};

/** Joins the stores over an engine. */
export function joinStores(
  { database, ledger, listActions, queries }: MoneyEngine,
  clock: Clock,
  rules: Partial<MoneyRules> = {},
): MoneyStores {
  const { limits, firstDepositCap, sanctioned, minDeposit } = { ...RULES, ...rules };
  const vouchers = new Vouchers({
    ledgerDatabase: ledger,
    queries: queries.vouchers,
    prefix: 'TAPE',
    clock,
    random: cryptoRandom,
  });
  const operator = new Operator({
    database,
    queries: queries.accounts,
    ledgerDatabase: ledger,
    vouchers,
    clock,
  });
  return {
    ledger,
    vouchers,
    operator,
    listActions,
    deposits: new DepositStore({ ledgerDatabase: ledger, queries: queries.deposits, limits, clock }),
    review: new Review(queries.review, clock),
    addresses: new DepositAddresses({ ledgerDatabase: ledger, queries: queries.chains, clock }),
    chains: new ChainStore({
      ledgerDatabase: ledger,
      queries: queries.chains,
      limits,
      firstDepositCap,
      minDeposit,
      isSanctioned: (_, address) => sanctioned.includes(address),
      clock,
    }),
    events: new WebhookEvents({ ledgerDatabase: ledger, limits, clock }),
    release: (request) => operator.releaseDeposit(request, BY),
    returnDeposit: (id) => operator.returnDeposit(id, BY),
    rescan: (request) => operator.rescan(request, BY),
    openComparer: (listSources) =>
      new SourceComparer({
        listSources,
        database,
        queries: queries.sources,
        clock,
        onProblem: () => undefined,
      }),
  };
}

const adminActionQueries = (statements: Statements) => ({
  list: async () =>
    statements
      .get('SELECT at, address, action, target, detail FROM admin_action ORDER BY id')
      .all()
      .map((row) => ({ ...row }) as unknown as AdminAction),
});

export function openStores(
  database: OpenServiceDatabase,
  clock: Clock,
  rules?: Partial<MoneyRules>,
): MoneyStores {
  const queries = {
    accounts: database.buildQueries(prepareAccountQueries),
    vouchers: database.buildQueries(prepareVoucherQueries),
    deposits: database.buildQueries(prepareDepositQueries),
    review: database.buildQueries(prepareReviewQueries),
    chains: database.buildQueries(prepareChainQueries),
    sources: database.buildQueries(prepareSourceQueries),
  };
  const listActions = database.buildQueries(adminActionQueries).list;
  return joinStores({ database, ledger: openLedger(database, clock), listActions, queries }, clock, rules);
}

export const openStoresOn =
  (engine: TestEngine): OpenMoney =>
  async (t, clock, rules) => {
    const { part: stores, reopen } = await engine.open(t, (database) => openStores(database, clock, rules));
    return { stores, reopen };
  };
