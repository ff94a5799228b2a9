import type { TestContext } from 'node:test';
import { createNodeClient } from '../../src/billing/deposits/chains/node-client.ts';
import { EvmNode as NodeOfReader } from '../../src/billing/deposits/families/evm/evm-node.ts';
import { EvmReader } from '../../src/billing/deposits/families/evm/evm-reader.ts';
import { PAYMENT_USD, type ReaderStand, type ReaderStandOptions } from '../contract/chain-reader.ts';
import { evmChain, USD } from './chain-stand.ts';
import type { EvmNode } from './evm-node.ts';
import { NodeProxy, type Tamper } from './node-proxy.ts';
import { watchNodes } from './watched-chain.ts';

/** Lies of one node: its differences from the chain. */
interface Shown {
  /** Hashes of transactions. */
  readonly hidden: Set<string>;
  readonly altered: Set<string>;
  /** The number of the final block that it stays at; null: it follows the chain. */
  stoppedAt: string | null;
}

/** Opens a reader of a local chain, through nodes that show what a test wants; each has a token of its own. */
export async function openEvmStand(
  t: TestContext,
  node: EvmNode,
  { nodes, hasWrongDecimals }: ReaderStandOptions,
): Promise<ReaderStand> {
  const [payer, treasury] = (await node.accounts()).map((address) => address.toLowerCase()) as [
    string,
    string,
  ];
  const usdc = await node.deploy(payer, 'TestToken', ['USDC', 6]);
  await usdc.send(payer, 'mint', payer, 1_000_000 * USD);
  await node.mine(2);
  const firstPosition = await node.height();

  const shown = Array.from({ length: nodes }, (): Shown => {
    return { hidden: new Set(), altered: new Set(), stoppedAt: null };
  });
  const proxies = await Promise.all(
    shown.map(async (one) => {
      const proxy = await NodeProxy.start(node.url);
      proxy.tamper = buildTamper(node, one);
      return proxy;
    }),
  );
  t.after(() => Promise.all(proxies.map((proxy) => proxy.stop())));
  const tokens = [
    { symbol: 'USDC', address: usdc.address.toLowerCase(), decimals: hasWrongDecimals ? 18 : 6 },
  ];
  const watched = await watchNodes(
    t,
    proxies.map(({ url }) => url),
    {
      startMs: Date.now() - 3_600_000,
      wallet: { family: 'evm', address: payer },
      createReader: ({ rpcUrls, ...given }) => {
        const chain = evmChain({ rpcUrls, tokens, treasury, startBlock: null });
        const access = { userAgent: 'test', headers: {}, requestsPer10S: 100_000, random: () => 0 };
        return new EvmReader({
          chain,
          nodes: rpcUrls.map((url) => new NodeOfReader(createNodeClient(chain, url, access))),
          ...given,
        });
      },
    },
  );
  return {
    ...watched,
    firstPosition,
    pay: async ({ hiddenFrom = [], alteredAt = [] } = {}) => {
      const { transactionHash } = await usdc.send(payer, 'transfer', treasury, PAYMENT_USD * USD);
      for (const i of hiddenFrom) shown[i]?.hidden.add(transactionHash);
      for (const i of alteredAt) shown[i]?.altered.add(transactionHash);
      await node.mine(2);
    },
    stop: async (i) => {
      const { number } = await node.rpc('eth_getBlockByNumber', ['finalized', false]);
      shown[i]!.stoppedAt = number;
    },
    mend: async () => {
      for (const one of shown) {
        one.hidden.clear();
        one.altered.clear();
        one.stoppedAt = null;
      }
    },
  };
}

function buildTamper(node: EvmNode, shown: Shown): Tamper {
  return async (method, params, honest) => {
    if (method === 'eth_getBlockByNumber' && params[0] === 'finalized' && shown.stoppedAt !== null)
      return { result: await node.rpc(method, [shown.stoppedAt, false]) };
    if (method !== 'eth_getLogs') return undefined;
    const { result } = (await honest()) as { result: { transactionHash: string; data: string }[] };
    return {
      result: result
        .filter(({ transactionHash }) => !shown.hidden.has(transactionHash))
        .map((log) =>
          shown.altered.has(log.transactionHash) ? { ...log, data: `0x${'f'.padStart(64, '0')}` } : log,
        ),
    };
  };
}
