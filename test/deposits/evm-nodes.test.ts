import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { EvmChain } from '../../src/billing/deposits/families/evm/evm-chain.ts';
import { describeChainReader } from '../contract/chain-reader.ts';
import {
  type ChainStores,
  type EvmWatch,
  evmChain,
  giveAddress,
  openChainStores,
  USD,
  watchEvm,
} from '../support/chain-stand.ts';
import { type EvmContract, EvmNode, noEvmNode } from '../support/evm-node.ts';
import { openEvmStand } from '../support/evm-reader-stand.ts';
import { NodeProxy, type Tamper } from '../support/node-proxy.ts';

const SCOPE = 'chain:31337';
const FORWARDER = '0x00000000000000000000000000000000000000f1';
/** A watcher that got nowhere is reported at the latest after three polls and a minute. */
const REPORTED_AFTER_MS = 3 * 100 + 60_000;

describe('the reader of EVM chains', { skip: noEvmNode }, () => {
  let node: EvmNode;
  before(async () => {
    node = await EvmNode.start();
  });
  after(() => node?.stop());
  describeChainReader('evm', (t, options) => openEvmStand(t, node, options));
});

describe('nodes that cannot be trusted', { skip: noEvmNode }, () => {
  let node: EvmNode;
  let usdc: EvmContract;
  let payer: string;
  let snapshot: string;
  let honest: NodeProxy;
  let other: NodeProxy;
  let stores: ChainStores;
  let chain: EvmChain;
  let watch: EvmWatch;

  before(async () => {
    node = await EvmNode.start();
    [payer] = (await node.accounts()) as [string];
    usdc = await node.deploy(payer, 'TestToken', ['USDC', 6]);
    await usdc.send(payer, 'mint', payer, 1_000_000 * USD);
  });
  after(() => node?.stop());

  beforeEach(async () => {
    if (snapshot !== undefined) await node.rpc('evm_revert', [snapshot]);
    snapshot = await node.rpc('evm_snapshot');
    [honest, other] = [await NodeProxy.start(node.url), await NodeProxy.start(node.url)];
    stores = await openChainStores();
    const tokens = [{ symbol: 'USDC', address: usdc.address.toLowerCase(), decimals: 6 }];
    chain = evmChain({ rpcUrls: [honest.url, `${other.url}/v2/sentinel-key`], tokens });
    await giveAddress(stores, SCOPE, 'ann', FORWARDER);
    watch = watchEvm(stores, chain);
    await watch.watcher.pollOnce();
    assert.deepEqual(watch.problems, []);
    await usdc.send(payer, 'transfer', FORWARDER, 5 * USD);
    await node.mine(2);
  });
  afterEach(async () => {
    await Promise.all([honest.stop(), other.stop(), stores.database.close()]);
  });

  const balance = async () => (await stores.ledger.readBalance('ann')).microUsd / USD;
  const pollWith = async (tamper: Tamper | null) => {
    other.tamper = tamper;
    await watch.watcher.pollOnce();
  };
  /** Nothing is credited while it lasts, it is reported in time, and afterwards nothing is missing. */
  const credited = async (tamper: Tamper, expected: { critical: boolean; says: RegExp }) => {
    await pollWith(tamper);
    assert.equal(await balance(), 0);
    assert.equal(watch.watcher.stalled() !== null, expected.critical);
    watch.pass(REPORTED_AFTER_MS);
    await pollWith(tamper);
    const stalled = watch.watcher.stalled();
    assert.equal(stalled?.isCritical, expected.critical);
    assert.match(stalled?.message ?? '', expected.says);
    assert.doesNotMatch(stalled?.message ?? '', /sentinel/);
    await pollWith(null);
    assert.equal(watch.watcher.stalled(), null);
    assert.equal(await balance(), 5);
  };

  const only =
    (method: string, answer: (result: never, params: never[]) => unknown): Tamper =>
    async (asked, params, ask) => {
      if (asked !== method) return undefined;
      return answer((await ask()).result as never, params as never[]);
    };
  const refuses = (method: string, code: number, message: string) =>
    only(method, () => ({ error: { code, message } }));

  test('a node that invents a deposit credits nothing until the nodes agree', async () => {
    const invent = only('eth_getLogs', (logs: { logIndex: string; data: string }[]) => ({
      result: [...logs, ...logs.map((log) => ({ ...log, logIndex: '0x9' }))],
    }));
    await credited(invent, { critical: false, says: /disagree: 1 and 2/ });
  });

  test('events of another contract, of other blocks or to other addresses credit nothing and are reported', async () => {
    const changes: ((log: { topics: string[] }) => object)[] = [
      (log) => ({ ...log, address: FORWARDER }),
      (log) => ({ ...log, blockNumber: '0x0' }),
      (log) => ({ ...log, topics: [`0x${'1'.repeat(64)}`, ...log.topics.slice(1)] }),
      (log) => ({ ...log, topics: [...log.topics.slice(0, 2), `0x${'1'.repeat(64)}`] }),
    ];
    for (const change of changes) {
      await pollWith(only('eth_getLogs', (logs: never[]) => ({ result: logs.map(change) })));
      assert.equal(await balance(), 0);
      assert.match(watch.watcher.stalled()?.message ?? '', /was not requested/);
    }
  });

  test('a node that takes back an event of a final block credits nothing and is reported', async () => {
    const removes = only('eth_getLogs', (logs: object[]) => ({
      result: logs.map((log) => ({ ...log, removed: true })),
    }));
    await credited(removes, { critical: false, says: /takes back an event/ });
  });

  test('an event that a node reports twice is credited once', async () => {
    await pollWith(only('eth_getLogs', (logs: object[]) => ({ result: [...logs, ...logs] })));
    assert.equal(await balance(), 5);
  });

  test('a node that lags and answers missing blocks with nothing is waited for, and credits nothing', async () => {
    const height = await node.height();
    const lags: Tamper = async (method, params, ask) => {
      if (method === 'eth_getLogs') return { result: [] };
      if (params[0] !== 'finalized') return undefined;
      const block = (await ask()).result;
      return { result: { ...block, number: `0x${(height - 4).toString(16)}` } };
    };
    await credited(lags, { critical: false, says: /waits for http:\/\/127.0.0.1:\d+ to reach block/ });
  });

  test('a node on another chain credits nothing and is critical at once', async () => {
    const changed = only('eth_chainId', () => ({ result: '0x1' }));
    await credited(changed, { critical: true, says: /is on chain 1 and not 31337/ });
  });

  test('a node that changes its chain while a range is read credits nothing and is critical at once', async () => {
    let asked = 0;
    await pollWith(only('eth_chainId', (id: string) => ({ result: asked++ === 0 ? id : '0x1' })));
    assert.equal(watch.watcher.stalled()?.isCritical, true);
    assert.equal(await balance(), 0);
  });

  test('a node with another history credits nothing and is critical at once', async () => {
    const position = (await stores.store.findPosition(chain, ''))?.position;
    const forked: Tamper = async (method, params, ask) => {
      if (method !== 'eth_getBlockByNumber' || Number(params[0]) !== position) return undefined;
      return { result: { ...(await ask()).result, hash: `0x${'1'.repeat(64)}` } };
    };
    await credited(forked, { critical: true, says: /which was 0x[0-9a-f]+ when it was final/ });
  });

  test('an address without a token is reported', async () => {
    watch = watchEvm(stores, {
      ...chain,
      tokens: chain.tokens.map((token) => ({ ...token, address: FORWARDER })),
    });
    await watch.watcher.pollOnce();
    assert.match(watch.watcher.stalled()?.message ?? '', /has no number of decimals and not 6/);
  });

  test('a node that fails, refuses or answers with nonsense credits nothing, and is reported when it continues', async () => {
    const rows: Tamper[] = [
      () => ({ status: 403 }),
      () => ({ result: 'nonsense' }),
      () => ({ error: { code: -32_000, message: 'out of order' } }),
      () => ({}),
    ];
    for (const tamper of rows) {
      await pollWith(tamper);
      assert.equal(await balance(), 0);
      assert.equal(watch.watcher.stalled(), null);
    }
    await credited(rows[0]!, { critical: false, says: /HTTP 403/ });
  });

  test('fewer blocks are requested of a node that serves few at once', async () => {
    for (let i = 0; i < 30; i++) await usdc.send(payer, 'transfer', FORWARDER, USD);
    await node.mine(2);
    const spans: number[] = [];
    const limits: Tamper = (method, params) => {
      if (method !== 'eth_getLogs') return undefined;
      const span = Number(params[0].toBlock) - Number(params[0].fromBlock) + 1;
      spans.push(span);
      return span > 5
        ? { error: { code: -32_005, message: 'query returned more than 10000 results' } }
        : undefined;
    };
    await pollWith(limits);
    assert.equal(await balance(), 35);
    assert.ok(spans.filter((span) => span > 5).length <= 10, `${spans}`);
    assert.equal(watch.watcher.stalled(), null);
  });

  test('a node that refuses a single block too is reported', async () => {
    const nothing = refuses('eth_getLogs', -32_005, 'limit exceeded');
    await credited(nothing, { critical: false, says: /eth_getLogs was refused with -32005/ });
  });

  test('a node without the tag: nothing is credited, unless a depth replaces it', async () => {
    const unknownTag: Tamper = (method, params) =>
      method === 'eth_getBlockByNumber' && params[0] === 'finalized'
        ? { error: { code: -39_001, message: 'Unknown block' } }
        : undefined;
    honest.tamper = unknownTag;
    await pollWith(unknownTag);
    assert.equal(await balance(), 0);
    watch = watchEvm(stores, { ...chain, fallbackDepth: 3 });
    await watch.watcher.pollOnce();
    assert.equal(await balance(), 0);
    await node.mine(1);
    await watch.watcher.pollOnce();
    assert.equal(await balance(), 5);
  });

  test('a node that has no final block yet is waited for', async () => {
    const none: Tamper = (method, params) =>
      method === 'eth_getBlockByNumber' && params[0] === 'finalized' ? { result: null } : undefined;
    await credited(none, { critical: false, says: /has no finalized block/ });
  });

  test('what fails for half an hour is critical', async () => {
    await pollWith(() => ({ status: 403 }));
    watch.pass(31 * 60_000);
    assert.equal(watch.watcher.stalled()?.isCritical, true);
  });

  test('a chain on which nothing becomes final any more is reported', async () => {
    await pollWith(null);
    watch.pass(3_700_000);
    await pollWith(null);
    watch.pass(REPORTED_AFTER_MS);
    await pollWith(null);
    assert.match(watch.watcher.stalled()?.message ?? '', /waits for a block after \d+ to become final/);
  });

  test('many addresses are requested in lists that nodes accept', async () => {
    const owners = 1_203;
    for (let i = 0; i < owners; i++) {
      const address = `0x${(0xabc000 + i).toString(16).padStart(40, '0')}`;
      await giveAddress(stores, SCOPE, `owner-${i}`, address);
    }
    const last = `0x${(0xabc000 + owners - 1).toString(16).padStart(40, '0')}`;
    await usdc.send(payer, 'transfer', last, 9 * USD);
    await node.mine(2);
    other.asked.length = 0;
    await pollWith(null);
    assert.equal((await stores.ledger.readBalance(`owner-${owners - 1}`)).microUsd, 9 * USD);
    assert.equal(await balance(), 5);
    const lists = other.asked
      .filter(({ method }) => method === 'eth_getLogs')
      .map(({ params }) => (params as [{ topics: string[][] }])[0].topics[2]?.length);
    assert.deepEqual(lists, [500, 500, 205]);
  });
});
