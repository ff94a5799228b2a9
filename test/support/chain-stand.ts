import { Operator } from '../../src/accounts/operator.ts';
import { prepareAccountQueries } from '../../src/accounts/sql/accounts.ts';
import type { Chain } from '../../src/billing/deposits/chains/chain.ts';
import { ChainStore } from '../../src/billing/deposits/chains/chain-store.ts';
import { ChainWatcher } from '../../src/billing/deposits/chains/chain-watcher.ts';
import { DepositAddresses } from '../../src/billing/deposits/chains/deposit-addresses.ts';
import { createNodeClient } from '../../src/billing/deposits/chains/node-client.ts';
import { prepareChainQueries } from '../../src/billing/deposits/chains/sql/chain-rows.ts';
import { DepositStore } from '../../src/billing/deposits/deposit-store.ts';
import type { EvmChain } from '../../src/billing/deposits/families/evm/evm-chain.ts';
import { EvmNode as NodeOfReader } from '../../src/billing/deposits/families/evm/evm-node.ts';
import { EvmReader } from '../../src/billing/deposits/families/evm/evm-reader.ts';
import { prepareDepositQueries } from '../../src/billing/deposits/sql/deposit-rows.ts';
import { openLedger } from '../../src/billing/ledger/sql/ledger.ts';
import type { StoredLedger } from '../../src/billing/ledger/stored-ledger.ts';
import { Review } from '../../src/billing/review/review.ts';
import { prepareReviewQueries } from '../../src/billing/review/sql/review-rows.ts';
import { prepareVoucherQueries } from '../../src/billing/vouchers/sql/voucher-rows.ts';
import { Vouchers } from '../../src/billing/vouchers/vouchers.ts';
import { cryptoRandom, epochMs, microUsd } from '../../src/domain/index.ts';
import type { CommitFaults } from '../../src/storage/call-result.ts';
import type { OpenServiceDatabase } from '../../src/storage/service-database.ts';
import { openTestDatabase, type TestDatabase } from './service-database.ts';

export const USD = 1_000_000;

export interface ChainStores {
  readonly database: TestDatabase;
  readonly ledger: StoredLedger;
  readonly deposits: DepositStore;
  readonly addresses: DepositAddresses;
  readonly store: ChainStore;
  readonly review: Review;
  /** Opens the chain store of a process that starts again. */
  restart(): ChainStore;
  readonly operator: Operator;
  /** Has a chain read again, as the operator does. */
  rescan(chain: Chain, from: number, streams?: readonly string[]): Promise<'rescanned' | 'not_read'>;
}

interface ChainRules {
  readonly clock?: () => number;
  readonly sanctioned?: readonly string[];
  readonly perDayUsd?: number;
  readonly minDepositUsd?: number;
}

/** Opens ledger, deposits and chain store for a test, with the limits of a new installation. */
export async function openChainStores(
  options: ChainRules & {
    readonly dataDir?: string | null;
    readonly faults?: CommitFaults;
    /** Whether the stand writes in a thread of its own, as the service does. */
    readonly thread?: boolean;
  } = {},
): Promise<ChainStores> {
  const { dataDir = null, faults, thread = false } = options;
  const database = await openTestDatabase({
    dataDir,
    thread,
    role: 'api' as const,
    ...(faults === undefined ? {} : { faults }),
  });
  return { database, ...joinChainStores(database, options) };
}

/** Joins ledger, deposits and chain store over an open database. */
export function joinChainStores(
  database: OpenServiceDatabase,
  options: ChainRules = {},
): Omit<ChainStores, 'database'> {
  const { sanctioned = [], perDayUsd = 25_000, minDepositUsd = 0 } = options;
  const clock = () => epochMs((options.clock ?? Date.now)());
  const ledger = openLedger(database, clock);
  const vouchers = new Vouchers({
    ledgerDatabase: ledger,
    queries: database.buildQueries(prepareVoucherQueries),
    prefix: 'T',
    clock,
    random: cryptoRandom,
  });
  const operator = new Operator({
    database,
    queries: database.buildQueries(prepareAccountQueries),
    ledgerDatabase: ledger,
    vouchers,
    clock,
  });
  const limits = { perDeposit: microUsd(10_000 * USD), perDay: microUsd(perDayUsd * USD) };
  const queries = database.buildQueries(prepareChainQueries);
  const buildStore = () =>
    new ChainStore({
      ledgerDatabase: ledger,
      queries,
      limits,
      firstDepositCap: microUsd(1_000 * USD),
      minDeposit: microUsd(minDepositUsd * USD),
      isSanctioned: (_, address) => sanctioned.includes(address),
      clock,
    });
  return {
    ledger,
    operator,
    review: new Review(database.buildQueries(prepareReviewQueries), clock),
    deposits: new DepositStore({
      ledgerDatabase: ledger,
      queries: database.buildQueries(prepareDepositQueries),
      limits,
      clock,
    }),
    addresses: new DepositAddresses({ ledgerDatabase: ledger, queries, clock }),
    restart: buildStore,
    store: buildStore(),
    rescan: (chain, from, streams = ['']) =>
      operator.rescan(
        { scope: chain.scope, streams, from },
        { address: 'test', action: 'deposits.rescan', target: chain.name, detail: null },
      ),
  };
}

/** Gives an owner an address on a chain; any will do, because tokens can be sent anywhere. */
export async function giveAddress(
  stores: Pick<ChainStores, 'addresses'>,
  scope: string,
  owner: string,
  address: string,
) {
  await stores.addresses.assign(scope, {
    owner,
    address,
    salt: `0x${'0'.repeat(64)}`,
    factory: `0x${'2'.repeat(40)}`,
    implementation: `0x${'1'.repeat(40)}`,
  });
}

export interface EvmWatch {
  readonly watcher: ChainWatcher;
  readonly problems: string[];
  /** Moves the monotonic clock. */
  pass(ms: number): void;
}

/** Watches an EVM chain; the watcher polls when a test says so. */
export function watchEvm(stores: ChainStores, chain: EvmChain): EvmWatch {
  const problems: string[] = [];
  let now = 0;
  const access = { userAgent: 'test', headers: {}, requestsPer10S: 100_000, random: () => 0 };
  const reader = new EvmReader({
    chain,
    nodes: chain.rpcUrls.map((url) => new NodeOfReader(createNodeClient(chain, url, access))),
    store: stores.store,
    now: () => now,
  });
  const watcher = new ChainWatcher({
    reader,
    now: () => now,
    onProblem: (_, error) => problems.push(error.message),
  });
  return {
    watcher,
    problems,
    pass: (ms) => {
      now += ms;
    },
  };
}

export function evmChain(chain: Partial<EvmChain> & Pick<EvmChain, 'rpcUrls' | 'tokens'>): EvmChain {
  return {
    name: 'local',
    family: 'evm',
    scope: `chain:${chain.chainId ?? 31_337}`,
    chainId: 31_337,
    treasury: '0x00000000000000000000000000000000000000aa',
    forwarders: null,
    finality: 'finalized',
    fallbackDepth: null,
    startBlock: 0,
    pollMs: 100,
    maxSpan: 1_000,
    ...chain,
  };
}

/** Findings of a whole audit. */
export async function auditFindings({ ledger }: Pick<ChainStores, 'ledger'>): Promise<readonly unknown[]> {
  return (await ledger.audit({ whole: true })).findings;
}
