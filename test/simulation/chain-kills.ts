import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { auditFindings, evmChain, giveAddress, joinChainStores, USD } from '../support/chain-stand.ts';
import { EvmNode } from '../support/evm-node.ts';
import { createPlace, type KilledServer, NO_SERVER, openKilledDatabase } from './killed-database.ts';
import type { Random } from './ledger-world.ts';

const WATCHER = path.join(import.meta.dirname, 'chain-watcher-process.ts');
const FORWARDER = '0x00000000000000000000000000000000000000f1';

export interface ChainKillReport {
  /** Number of kills of the process while it read. */
  readonly kills: number;
  readonly deposits: number;
  /** Dollars. */
  readonly balance: number;
  readonly findings: readonly unknown[];
}

export interface ChainKillOptions {
  readonly maxSpan?: number;
  /** Address of the server on which the database is made; absent: the server of this run. */
  readonly url?: string;
  readonly killed?: KilledServer;
}

/**
 * Pays into an address on a local chain and kills the process that reads it, again and again, until one has come to
 * the end. Every deposit of a dollar has to be there once.
 *
 * @param maxSpan Blocks that are stored at once, each with a deposit.
 * @param killed The server of the database, which may end beside the process.
 */
export async function runChainKills(
  blocks: number,
  random: Random,
  { maxSpan = 1, url, killed = NO_SERVER }: ChainKillOptions = {},
): Promise<ChainKillReport> {
  const { dataDir, url: database, remove } = await createPlace(url);
  const place = database ?? dataDir;
  const node = await EvmNode.start();
  try {
    const [payer] = (await node.accounts()) as [string];
    const usdc = await node.deploy(payer, 'TestToken', ['USDC', 6]);
    await usdc.send(payer, 'mint', payer, blocks * USD);
    for (let i = 0; i < blocks; i++) await usdc.send(payer, 'transfer', FORWARDER, USD);
    await node.mine(2);
    const chain = evmChain({
      rpcUrls: [node.url],
      tokens: [{ symbol: 'USDC', address: usdc.address.toLowerCase(), decimals: 6 }],
      maxSpan,
    });
    const before = await openKilledDatabase(place);
    await giveAddress(joinChainStores(before), 'chain:31337', 'ann', FORWARDER);
    await before.close();

    let kills = 0;
    const readOn = () =>
      readUntil(place, JSON.stringify(chain), 1 + Math.floor(random() * 12), () => killed.kill(kills));
    for (;;) {
      const { isDone, isServerDead } = await readOn();
      if (isServerDead) await killed.restart();
      if (isDone) break;
      kills++;
      // Each stores a range at least: one that dies at its start would be started for ever.
      if (kills > blocks) throw new Error(`not at the end after ${kills} kills`);
    }
    const opened = await openKilledDatabase(place);
    const stores = joinChainStores(opened);
    try {
      const { deposits = [] } = (await stores.deposits.list({ limit: 1_000 })) ?? {};
      const balance = (await stores.ledger.readBalance('ann')).microUsd / USD;
      return { kills, deposits: deposits.length, balance, findings: await auditFindings(stores) };
    } finally {
      await opened.close();
    }
  } finally {
    await node.stop();
    await remove();
  }
}

/**
 * Kills the process, and its server perhaps, after this many stored ranges and while the next one is read.
 *
 * @returns Whether it had come to the end before.
 */
async function readUntil(
  place: string,
  chain: string,
  ranges: number,
  killServer: () => boolean,
): Promise<{ readonly isDone: boolean; readonly isServerDead: boolean }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', WATCHER, place, chain], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let stored = 0;
  let isDone = false;
  for await (const line of createInterface({ input: child.stdout })) {
    isDone = line === 'done';
    if (isDone || ++stored >= ranges) break;
  }
  const isServerDead = killServer();
  child.kill('SIGKILL');
  await ended;
  return { isDone, isServerDead };
}
