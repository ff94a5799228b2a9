import type { TestContext } from 'node:test';
import type { FamilyAddress } from '../../src/billing/deposits/chains/chain.ts';
import type { ChainReader } from '../../src/billing/deposits/chains/chain-reader.ts';
import type { ChainStore } from '../../src/billing/deposits/chains/chain-store.ts';
import { ChainWatcher } from '../../src/billing/deposits/chains/chain-watcher.ts';
import type { Deposit } from '../../src/billing/deposits/deposit.ts';
import { type ChainStores, openChainStores, USD } from './chain-stand.ts';
import { type Asked, JsonServer } from './json-server.ts';

/** What a watcher of one chain is given, and what it did with it. */
export interface WatchedChain {
  readonly stores: ChainStores;
  readonly servers: readonly JsonServer[];
  /** Polls once. */
  poll(): Promise<ReturnType<ChainWatcher['stalled']>>;
  /** What is said after another minute; empty when all is well. */
  message(): Promise<string>;
  /** Of the owner `ann`, whose wallet is registered. In US dollars. */
  balance(): Promise<number>;
  deposits(): Promise<readonly Deposit[]>;
}

/**
 * Watches one chain over nodes on loopback, polled by the test.
 *
 * @param answers What each node answers.
 * @param createReader Makes the reader of the chain, once the nodes have their addresses.
 */
export async function watchChain(
  t: TestContext,
  options: {
    readonly answers: readonly ((asked: Asked) => unknown)[];
    readonly startMs: number;
    readonly wallet: FamilyAddress;
    readonly createReader: (given: {
      readonly rpcUrls: readonly string[];
      readonly store: ChainStore;
      readonly now: () => number;
    }) => ChainReader;
  },
): Promise<WatchedChain> {
  const { answers, startMs, wallet, createReader } = options;
  const servers = await Promise.all(answers.map((answer) => JsonServer.start(answer)));
  t.after(() => Promise.all(servers.map((server) => server.stop())));
  const stores = await openChainStores({ clock: () => startMs });
  t.after(() => stores.database.close());
  await stores.addresses.register(wallet, 'ann');
  let elapsed = 0;
  const now = () => elapsed;
  const reader = createReader({ rpcUrls: servers.map(({ url }) => url), store: stores.store, now });
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
  return { stores, servers, poll, message, balance, deposits };
}
