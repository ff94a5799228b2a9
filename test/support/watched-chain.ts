import type { TestContext } from 'node:test';
import type { FamilyAddress } from '../../src/billing/deposits/chains/chain.ts';
import type { ChainReader } from '../../src/billing/deposits/chains/chain-reader.ts';
import type { ChainStore } from '../../src/billing/deposits/chains/chain-store.ts';
import { ChainWatcher } from '../../src/billing/deposits/chains/chain-watcher.ts';
import type { Deposit } from '../../src/billing/deposits/deposit.ts';
import { type ChainStores, openChainStores, USD } from './chain-stand.ts';
import { type Asked, JsonServer } from './json-server.ts';

/** A watcher of one chain that polls when a test says so. */
export interface WatchedReader {
  readonly stores: ChainStores;
  readonly reader: ChainReader;
  /** Polls once. */
  poll(): Promise<ReturnType<ChainWatcher['stalled']>>;
  /** Returns the message after another minute; empty when all is well. */
  message(): Promise<string>;
  /** Reads the balance of the owner `ann`, whose wallet is registered, in US dollars. */
  balance(): Promise<number>;
  deposits(): Promise<readonly Deposit[]>;
  /** Moves both clocks. */
  pass(ms: number): void;
}

export interface WatchOptions {
  /** Time at which the wallet is registered, in epoch ms. */
  readonly startMs: number;
  readonly wallet: FamilyAddress;
  /** Default: nothing is summed up. */
  readonly minDepositUsd?: number;
  /** Makes the reader of the chain. */
  readonly createReader: (given: {
    readonly rpcUrls: readonly string[];
    readonly store: ChainStore;
    readonly now: () => number;
  }) => ChainReader;
}

export interface WatchedChain extends WatchedReader {
  readonly servers: readonly JsonServer[];
}

/**
 * Watches one chain over nodes on loopback.
 *
 * @param options.answers What each node answers.
 */
export async function watchChain(
  t: TestContext,
  options: WatchOptions & { readonly answers: readonly ((asked: Asked) => unknown)[] },
): Promise<WatchedChain> {
  const servers = await Promise.all(options.answers.map((answer) => JsonServer.start(answer)));
  t.after(() => Promise.all(servers.map((server) => server.stop())));
  const urls = servers.map(({ url }) => url);
  return { servers, ...(await watchNodes(t, urls, options)) };
}

/** Watches one chain over nodes that are there. */
export async function watchNodes(
  t: TestContext,
  rpcUrls: readonly string[],
  { startMs, wallet, createReader, minDepositUsd = 0 }: WatchOptions,
): Promise<WatchedReader> {
  let passed = 0;
  const stores = await openChainStores({ clock: () => startMs + passed, minDepositUsd });
  t.after(() => stores.database.close());
  await stores.addresses.register(wallet, 'ann');
  let elapsed = 0;
  const now = () => elapsed;
  const reader = createReader({ rpcUrls, store: stores.store, now });
  const watcher = new ChainWatcher({ reader, now, onProblem: () => undefined });
  const poll = async () => {
    await watcher.pollOnce();
    return watcher.stalled();
  };
  const message = async () => {
    elapsed += 61_000;
    return (await poll())?.message ?? '';
  };
  const balance = async () => (await stores.ledger.readBalance('ann')).microUsd / USD;
  const deposits = async () => (await stores.deposits.list({ limit: 1_000 }))?.deposits ?? [];
  const pass = (ms: number) => {
    passed += ms;
    elapsed += ms;
  };
  return { stores, reader, poll, message, balance, deposits, pass };
}
