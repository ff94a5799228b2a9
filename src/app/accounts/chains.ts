import type { Operator } from '../../accounts/operator.ts';
import { AddressFile } from '../../billing/deposits/address-file.ts';
import { isOnList } from '../../billing/deposits/address-list.ts';
import { type Chain, toApiKeyName, type WatchedChain } from '../../billing/deposits/chains/chain.ts';
import { ChainStore } from '../../billing/deposits/chains/chain-store.ts';
import { ChainWatcher } from '../../billing/deposits/chains/chain-watcher.ts';
import { DepositAddresses } from '../../billing/deposits/chains/deposit-addresses.ts';
import type { OpenChain } from '../../billing/deposits/chains/family.ts';
import { createNodeClient, type NodeClient } from '../../billing/deposits/chains/node-client.ts';
import { prepareChainQueries } from '../../billing/deposits/chains/sql/chain-rows.ts';
import { TreasurySource } from '../../billing/deposits/chains/treasury-source.ts';
import type { DepositLimits } from '../../billing/deposits/deposit.ts';
import { getFamily } from '../../billing/deposits/families.ts';
import { WalletService } from '../../billing/deposits/wallet-service.ts';
import type { MoneySource } from '../../billing/sources/source.ts';
import type { Config } from '../../config/config.ts';
import type { Secrets } from '../../config/secrets.ts';
import { type Clock, cryptoRandom, MICRO_PER_USD, microUsd } from '../../domain/index.ts';
import type { StalledChain } from '../../health/anomalies/money-anomalies.ts';
import type { Log } from '../../log.ts';
import type { OpenServiceDatabase, ServiceDatabase } from '../../storage/service-database.ts';
import { USER_AGENT } from '../../version.ts';
import { ADDRESSES_FILE } from '../backups/files.ts';
import { ChainChecks } from './chain-checks.ts';
import type { ChainSettings } from './chain-settings.ts';

/** Parts from which the chain watchers are built. */
export interface ChainParts {
  readonly settings: ChainSettings;
  readonly config: Config;
  readonly secrets: Secrets;
  readonly database: OpenServiceDatabase;
  readonly ledger: ServiceDatabase;
  readonly limits: DepositLimits;
  readonly clock: Clock;
  /** Monotonic clock, in ms. */
  readonly now: () => number;
  readonly log?: Log | undefined;
  readonly importAddresses: Operator['importAddresses'];
  /** File that stores the addresses given to owners. Absent: they are kept in memory. */
  readonly addressFile?: string;
}

/** Deposits from chains: the nodes, the watchers and their positions. */
export interface Chains {
  readonly chains: readonly Chain[];
  /** Watched chains by name, with the streams that are read separately. */
  readonly watched: ReadonlyMap<string, WatchedChain>;
  readonly wallets: WalletService;
  /** Addresses that were given to owners, in a file beside the database. */
  readonly told: AddressFile;
  readonly store: ChainStore;
  readonly watchers: readonly ChainWatcher[];
  /** Lists the tokens of every treasury whose income can be compared with the recorded deposits. */
  listSources(): Promise<readonly MoneySource[]>;
  stalled(): readonly StalledChain[];
  /** Starts to poll, also after a stop. Reading continues where the last run ended. */
  start(): void;
  stop(): Promise<void>;
}

/** Builds the watchers and addresses of chain deposits. Starts none of them. */
export function buildChains(parts: ChainParts): Chains {
  const { settings, config, database, ledger, limits, clock, now, log } = parts;
  const { chains, shared, sanctioned } = settings;
  const told = new AddressFile(parts.addressFile ?? null);
  const queries = database.buildQueries(prepareChainQueries);
  const addresses = new DepositAddresses({ ledgerDatabase: ledger, queries, clock });
  const store = new ChainStore({
    ledgerDatabase: ledger,
    queries,
    limits,
    firstDepositCap: microUsd(config.deposits.firstCapUsd * MICRO_PER_USD),
    minDeposit: microUsd(config.deposits.minUsd * MICRO_PER_USD),
    chains,
    isSanctioned: (family, address) => isOnList(sanctioned, { family, address }),
    clock,
    onStillUnread: ({ name }, tx, error) =>
      log?.warn(
        { chain: name, tx, err: error },
        'a skipped transaction still cannot be read; it waits in the review and is read again a day later',
      ),
  });
  const opened = chains.map((chain) => {
    const clients = chain.rpcUrls.map((url) => openNodeClient(chain, url, parts.secrets));
    return { chain, ...getFamily(chain.family).open(chain, clients, { store, now }) };
  });
  const watchers = opened.map(
    ({ reader }) =>
      new ChainWatcher({
        reader,
        now,
        onProblem: ({ name }, error, isCritical) =>
          log?.[isCritical ? 'error' : 'warn'](
            { chain: name, err: error },
            'deposits of a chain could not be read; nothing is lost, the next poll continues',
          ),
      }),
  );
  const checks = new ChainChecks(opened, { clock, log });
  let isStarted = false;
  return {
    chains,
    watched: new Map(
      opened.map(({ chain, reader }) => [
        chain.name,
        {
          scope: chain.scope,
          // The streams of former treasuries are known only after the chain's state was read.
          get streams() {
            return reader.streams;
          },
        },
      ]),
    ),
    wallets: new WalletService({
      chains: opened,
      addresses,
      isListed: (address) => isOnList(shared, address) || isOnList(sanctioned, address),
      publicUrl: config.server.publicUrl,
      told,
      clock,
      random: cryptoRandom,
    }),
    told,
    store,
    watchers,
    listSources: () => listSources(opened, store),
    stalled: () =>
      watchers
        .map((watcher) => watcher.stalled())
        .filter((found) => found !== null)
        .map(({ chain, message, isCritical }) => ({ message: `${chain}: ${message}`, isCritical }))
        .concat(checks.listFound()),
    start: () => {
      isStarted = true;
      void importAddresses(told, parts).finally(() => {
        if (!isStarted) return;
        for (const watcher of watchers) watcher.start();
        checks.start();
      });
      void nameFormerTreasuries(store, log);
    },
    stop: async () => {
      isStarted = false;
      await Promise.all([checks.stop(), ...watchers.map((watcher) => watcher.stop())]);
    },
  };
}

/** Lists the sources of money that can be compared with the ledger: each token of each treasury. */
async function listSources(
  opened: readonly (Pick<OpenChain, 'holdings'> & { readonly chain: Chain })[],
  store: ChainStore,
): Promise<TreasurySource[]> {
  const lists = await Promise.all(
    opened.map(async ({ chain, holdings }) =>
      holdings === undefined
        ? []
        : (await store.listTreasuries(chain)).flatMap((treasury) =>
            chain.tokens.map((token) => new TreasurySource({ chain, treasury, token, holdings, store })),
          ),
    ),
  );
  return lists.flat();
}

/**
 * Adds addresses from the file that a restored database does not know, before the first poll. They are watched from the
 * position that the database had reached.
 */
async function importAddresses(told: AddressFile, parts: ChainParts): Promise<void> {
  const { log } = parts;
  try {
    const { added, refused } = await parts.importAddresses(told.list());
    if (added > 0) log?.warn({ added }, 'addresses that the database did not know are watched again');
    if (refused.length > 0)
      log?.error({ refused }, 'addresses of the file belong to other owners in the database');
    if (told.wrong.length > 0) log?.error({ lines: told.wrong }, `lines of ${ADDRESSES_FILE} cannot be read`);
  } catch (error) {
    log?.error({ err: error }, `${ADDRESSES_FILE} could not be read into the database`);
  }
}

/** Logs treasuries that the file of chains no longer has, because customers may still send to them. */
async function nameFormerTreasuries(store: ChainStore, log: Log | undefined): Promise<void> {
  try {
    for (const { isWatched, ...former } of await store.listFormerTreasuries()) {
      if (isWatched)
        log?.warn(former, 'the file of chains has another treasury; this one is watched further');
      else log?.error(former, 'no chain of the file watches this treasury; what arrives there is not seen');
    }
  } catch (error) {
    log?.warn({ err: error }, 'former treasuries could not be listed');
  }
}

/** Opens a client for one node of a chain, with the chain's limits and key. */
export function openNodeClient(
  chain: Chain,
  url: string,
  { chainApiKeys }: Pick<Secrets, 'chainApiKeys'>,
): NodeClient {
  const apiKey = chainApiKeys.get(toApiKeyName(chain));
  return createNodeClient(chain, url, {
    userAgent: USER_AGENT,
    headers: apiKey === undefined ? {} : getFamily(chain.family).keyHeaders(apiKey),
  });
}
