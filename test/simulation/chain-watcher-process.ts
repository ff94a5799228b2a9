/**
 * Reads a chain into the service database of a data directory, or of a server, until it is killed: one line for every range that was stored, and `done` when
 * everything final was read.
 *
 * Usage: node chain-watcher-process.ts DATA_DIR|DATABASE_URL CHAIN_AS_JSON
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createNodeClient } from '../../src/billing/deposits/chains/node-client.ts';
import type { EvmChain } from '../../src/billing/deposits/families/evm/evm-chain.ts';
import { EvmNode } from '../../src/billing/deposits/families/evm/evm-node.ts';
import { EvmReader } from '../../src/billing/deposits/families/evm/evm-reader.ts';
import { joinChainStores } from '../support/chain-stand.ts';
import { openKilledDatabase } from './killed-database.ts';

const [, , place, text] = process.argv as [string, string, string, string];
const chain: EvmChain = JSON.parse(text);
const { store } = joinChainStores(await openKilledDatabase(place), { perDayUsd: 1_000_000 });
const access = { userAgent: 'test', headers: {}, requestsPer10S: 100_000 };
const nodes = chain.rpcUrls.map((url) => new EvmNode(createNodeClient(chain, url, access)));
const reader = new EvmReader({ chain, nodes, store, now: () => performance.now() });
await reader.poll(AbortSignal.timeout(60_000), () => process.stdout.write('stored\n'));
process.stdout.write('done\n');
// The parent decides when it ends.
await sleep(60_000);
