import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { auditFindings, evmChain, giveAddress, openChainStores, USD } from '../support/chain-stand.ts';
import { EvmNode } from '../support/evm-node.ts';
import type { Random } from './ledger-world.ts';

const WATCHER = path.join(import.meta.dirname, 'chain-watcher-process.ts');
const FORWARDER = '0x00000000000000000000000000000000000000f1';

export interface ChainKillReport {
  /** How often the process was killed while it read. */
  readonly kills: number;
  readonly deposits: number;
  /** Dollars. */
  readonly balance: number;
  readonly findings: readonly unknown[];
}

/**
 * Pays into an address on a local chain and kills the process that reads it, again and again, until one has come to
 * the end. Every deposit of a dollar has to be there once.
 */
export async function runChainKills(blocks: number, random: Random): Promise<ChainKillReport> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-chain-kills-'));
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
      maxSpan: 1,
    });
    const before = await openChainStores({ dataDir });
    await giveAddress(before, 'chain:31337', 'ann', FORWARDER);
    await before.database.close();

    let kills = 0;
    while (!(await readUntil(dataDir, JSON.stringify(chain), 1 + Math.floor(random() * 12)))) kills++;
    const stores = await openChainStores({ dataDir });
    try {
      const { deposits = [] } = (await stores.deposits.list({ limit: 1_000 })) ?? {};
      const balance = (await stores.ledger.balance('ann')).microUsd / USD;
      return { kills, deposits: deposits.length, balance, findings: await auditFindings(stores) };
    } finally {
      await stores.database.close();
    }
  } finally {
    await node.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Kills the process after this many stored ranges. @returns Whether it had come to the end before. */
async function readUntil(dataDir: string, chain: string, ranges: number): Promise<boolean> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', WATCHER, dataDir, chain], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let stored = 0;
  let isDone = false;
  for await (const line of createInterface({ input: child.stdout })) {
    isDone = line === 'done';
    if (isDone || ++stored >= ranges) break;
  }
  child.kill('SIGKILL');
  await ended;
  return isDone;
}
