/**
 * A range of 1,000 blocks with 10,000 transfers: asked of nodes over HTTP, checked, compared, recorded and committed to
 * disk with `synchronous=FULL` by the writing thread, as the service does it. The bar is 2 s.
 *
 * Usage: node bin/with-node24 bench/deposits/chain.ts [rounds]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createNodeClient } from '../../src/billing/deposits/chains/node-client.ts';
import { EvmNode, TRANSFER_TOPIC } from '../../src/billing/deposits/families/evm/evm-node.ts';
import { EvmReader } from '../../src/billing/deposits/families/evm/evm-reader.ts';
import { auditFindings, evmChain, giveAddress, openChainStores } from '../../test/support/chain-stand.ts';
import { median } from '../m2m/statistics.ts';

const ROUNDS = Number(process.argv[2] ?? 3);
const BLOCKS = 1_000;
const LOGS = 10_000;
const OWNERS = 1_000;
const TOKEN = `0x${'b'.repeat(40)}`;
const FINAL = BLOCKS - 1;

const hex = (n: number, digits: number) => `0x${n.toString(16).padStart(digits, '0')}`;
const forwarder = (i: number) => hex(0xf000000 + i, 40);

/** Recipients of the logs by name of the mix: the number of owners and the recipient of the log at each position. */
const MIXES: Readonly<Record<string, { readonly owners: number; readonly to: (i: number) => string }>> = {
  'all to addresses of 1,000 owners': { owners: OWNERS, to: (i) => forwarder(i % OWNERS) },
  'all to the treasury, from strangers': { owners: 1, to: () => evmChain(nothing()).treasury },
  '25,000 owners: all transfers read, 1 of 100 ours': {
    owners: 25_000,
    to: (i) => (i % 100 === 0 ? forwarder(i) : hex(0xee000000 + i, 40)),
  },
};

function nothing() {
  return { rpcUrls: [], tokens: [] };
}

console.log(
  `Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores; medians of ${ROUNDS} rounds.\n`,
);
console.log('| 10,000 transfers in 1,000 blocks | Nodes | ms | Deposits |');
console.log('|---|---:|---:|---:|');
for (const [name, mix] of Object.entries(MIXES)) {
  for (const nodes of [1, 2]) {
    const results: { ms: number; deposits: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) results.push(await measure(nodes, mix));
    const ms = Math.round(median(results.map((result) => result.ms)));
    console.log(`| ${name} | ${nodes} | ${ms} | ${results[0]?.deposits.toLocaleString('en')} |`);
  }
}

async function measure(nodes: number, { owners, to }: { owners: number; to: (i: number) => string }) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-chain-bench-'));
  const stores = await openChainStores({ dataDir, perDayUsd: 1_000_000, thread: true });
  const server = await startNode(to);
  try {
    for (let i = 0; i < owners; i += 1_000) {
      const part = Array.from({ length: Math.min(1_000, owners - i) }, (_, j) => i + j);
      await Promise.all(part.map((n) => giveAddress(stores, 'chain:31337', `owner-${n}`, forwarder(n))));
    }
    const { port } = server.address() as AddressInfo;
    const rpcUrls = Array.from({ length: nodes }, () => `http://127.0.0.1:${port}`);
    const tokens = [{ symbol: 'USDC', address: TOKEN, decimals: 6 }];
    const chain = evmChain({ rpcUrls, tokens, maxSpan: BLOCKS });
    const access = { userAgent: 'bench', headers: {}, requestsPer10S: 100_000 };
    const reader = new EvmReader({
      chain,
      nodes: rpcUrls.map((url) => new EvmNode(createNodeClient(chain, url, access))),
      store: stores.store,
      now: () => performance.now(),
    });
    const began = performance.now();
    const { waitsFor } = await reader.poll(AbortSignal.timeout(60_000), () => undefined);
    const ms = performance.now() - began;
    const deposits = await stores.database.readRows('SELECT id FROM deposit');
    if (waitsFor !== null || (await auditFindings(stores)).length > 0)
      throw new Error('the range was not read in order');
    return { ms, deposits: deposits.length };
  } finally {
    server.closeAllConnections();
    server.close();
    await stores.database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Starts a node that has everything ready and filters by recipient, as real ones do. */
async function startNode(to: (i: number) => string): Promise<Server> {
  const logs = Array.from({ length: LOGS }, (_, i) => {
    const block = Math.floor((i * BLOCKS) / LOGS);
    const recipient = `0x${to(i).slice(2).padStart(64, '0')}`;
    const log = {
      address: TOKEN,
      topics: [TRANSFER_TOPIC, hex(0xca000 + (i % 500), 64), recipient],
      data: hex(1_000_000 + i, 64),
      blockNumber: hex(block, 1),
      blockHash: hex(block + 1, 64),
      transactionHash: hex(0xabc00000 + i, 64),
      logIndex: hex(i % 10, 1),
      removed: false,
    };
    return { recipient, text: JSON.stringify(log) };
  });
  // biome-ignore lint/suspicious/noExplicitAny: one case for each method that is asked.
  const buildResult = (method: string, params: any[]): string => {
    switch (method) {
      case 'eth_chainId':
        return '"0x7a69"';
      case 'eth_call':
        return `"${hex(6, 64)}"`;
      case 'eth_getBlockByNumber': {
        const number = params[0] === 'finalized' ? FINAL : Number(params[0]);
        const timestamp = hex(1_763_700_000 + number, 1);
        return JSON.stringify({ number: hex(number, 1), hash: hex(number + 1, 64), timestamp });
      }
      default: {
        const wanted = params[0].topics[2] === undefined ? null : new Set<string>(params[0].topics[2]);
        const found = wanted === null ? logs : logs.filter(({ recipient }) => wanted.has(recipient));
        return `[${found.map((log) => log.text).join()}]`;
      }
    }
  };
  const server = createServer(async (request, response) => {
    const { method, params } = JSON.parse(await text(request));
    response.setHeader('content-type', 'application/json');
    response.end(`{"jsonrpc":"2.0","id":1,"result":${buildResult(method, params)}}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
