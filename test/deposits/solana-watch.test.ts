import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import type { Chain } from '../../src/billing/deposits/chains/chain.ts';
import { createNodeClient } from '../../src/billing/deposits/chains/node-client.ts';
import { SolanaNode } from '../../src/billing/deposits/families/solana/solana-node.ts';
import { SolanaReader } from '../../src/billing/deposits/families/solana/solana-reader.ts';
import { describeChainReader } from '../contract/chain-reader.ts';
import { auditFindings } from '../support/chain-stand.ts';
import type { Asked } from '../support/json-server.ts';
import { watchChain } from '../support/watched-chain.ts';

const FIXTURE = new URL(
  '../../src/billing/deposits/families/solana/fixtures/transaction.described.json',
  import.meta.url,
);
const TRANSACTION = JSON.parse(readFileSync(FIXTURE, 'utf8'));
const [SIGNATURE] = TRANSACTION.transaction.signatures;
const TREASURY = 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg';
const ACCOUNT = '9jrTvdU2Am3UmgSAX8EKS9wwrSufkWRbZzEukDogqpQg';
const SENDER = 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9';
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const START = 1_763_700_000_000;
const FIRST_SLOT = 300_000_000;

/** A node of Solana as far as it is asked. Transactions newest first. */
interface World {
  slot: number;
  decimals: number;
  listed: { signature: string; slot: number; err: unknown }[];
  transactions: Map<string, typeof TRANSACTION | null>;
  /** Signatures of a page, regardless of what is asked for. */
  cap: number;
}

/** A signature of a number, as long as real ones. */
const signature = (n: number) => `${'1'.repeat(80)}${n.toString().replaceAll('0', 'z').padStart(8, 'z')}`;

function world(): World {
  return { slot: FIRST_SLOT, decimals: 6, listed: [], transactions: new Map(), cap: 1_000 };
}

function deposit(node: World, over: object = {}, id = SIGNATURE) {
  node.slot += 10;
  node.listed.unshift({ signature: id, slot: node.slot, err: null });
  node.transactions.set(id, { ...structuredClone(TRANSACTION), slot: node.slot, ...over });
}

function buildAnswer(node: World, { body }: Asked): unknown {
  const result = (() => {
    const [first, options] = body.params;
    switch (body.method) {
      case 'getSlot':
        return node.slot;
      case 'getTokenSupply':
        return { context: { slot: node.slot }, value: { amount: '1', decimals: node.decimals } };
      case 'getTransaction':
        return node.transactions.get(first) ?? null;
      default: {
        const from =
          options.before === undefined
            ? 0
            : node.listed.findIndex((one) => one.signature === options.before) + 1;
        const until = node.listed.findIndex((one) => one.signature === options.until);
        return node.listed
          .slice(from, until === -1 ? undefined : until)
          .slice(0, Math.min(options.limit, node.cap));
      }
    }
  })();
  return { jsonrpc: '2.0', id: 1, result };
}

const ACCESS = { userAgent: 'test', headers: {}, requestsPer10S: 100_000, random: () => 0 };

function buildChain(rpcUrls: readonly string[]): Chain {
  return {
    name: 'solana',
    family: 'solana',
    scope: 'chain:solana',
    rpcUrls,
    tokens: [{ symbol: 'USDC', address: USDC, decimals: 6 }],
    treasury: TREASURY,
    pollMs: 100,
  };
}

const watch = (t: TestContext, answers: ((asked: Asked) => unknown)[]) =>
  watchChain(t, {
    answers,
    startMs: START,
    wallet: { family: 'solana', address: SENDER },
    createReader: ({ rpcUrls, ...given }) => {
      const chain = buildChain(rpcUrls);
      const nodes = rpcUrls.map((url) => new SolanaNode(createNodeClient(chain, url, ACCESS)));
      return new SolanaReader({ chain, nodes, ...given });
    },
  });

async function start(t: TestContext, worlds: World[]) {
  const watched = await watch(
    t,
    worlds.map((node) => (asked: Asked) => buildAnswer(node, asked)),
  );
  assert.equal(await watched.poll(), null);
  return watched;
}

describeChainReader('solana', async (t, { nodes, hasWrongDecimals }) => {
  const worlds = Array.from({ length: nodes }, () => ({ ...world(), decimals: hasWrongDecimals ? 9 : 6 }));
  const mends: (() => void)[] = [];
  let stopped = -1;
  let paid = 0;
  const less = structuredClone(TRANSACTION);
  less.meta.postTokenBalances[1].uiTokenAmount.amount = '2000000';
  const watched = await watch(
    t,
    worlds.map((node) => (asked: Asked) => buildAnswer(node, asked)),
  );
  return {
    ...watched,
    firstPosition: FIRST_SLOT,
    pay: async ({ hiddenFrom = [], alteredAt = [] } = {}) => {
      const [id, slot] = [signature(++paid), FIRST_SLOT + paid * 1_000];
      for (const [i, node] of worlds.entries()) {
        const show = () => {
          node.listed.push({ signature: id, slot, err: null });
          node.listed.sort((a, b) => b.slot - a.slot);
        };
        if (hiddenFrom.includes(i)) mends.push(show);
        else show();
        node.transactions.set(id, { ...(alteredAt.includes(i) ? less : TRANSACTION), slot });
        mends.push(() => node.transactions.set(id, { ...TRANSACTION, slot }));
        if (i !== stopped) node.slot = slot;
      }
    },
    stop: async (node) => {
      stopped = node;
    },
    mend: async () => {
      stopped = -1;
      for (const mend of mends.splice(0)) mend();
      for (const node of worlds) node.slot = FIRST_SLOT + paid * 1_000;
    },
  };
});

test('what the token account of the treasury gains is credited once to the wallet that lost it', async (t) => {
  const node = world();
  const { poll, balance, deposits, servers, stores } = await start(t, [node]);
  deposit(node);
  assert.equal(await poll(), null);
  assert.equal(await balance(), 25);
  const [found, ...others] = await deposits();
  assert.deepEqual(others, []);
  assert.deepEqual(
    [found?.state, found?.chain, found?.token, found?.from, found?.txHash, found?.logIndex],
    ['credited', 'solana', 'USDC', SENDER, SIGNATURE, null],
  );
  const page = await stores.ledger.readEntries('ann', { limit: 1 });
  assert.equal(page?.entries[0]?.ref, `solana:${SIGNATURE}:${ACCOUNT}`);
  await poll();
  assert.equal(await balance(), 25);
  assert.deepEqual(await auditFindings(stores), []);
  const asked = servers[0]?.asked.map(({ body }) => [body.method, body.params]) ?? [];
  assert.deepEqual(asked.at(-1), [
    'getSignaturesForAddress',
    [ACCOUNT, { commitment: 'finalized', limit: 1_000, until: SIGNATURE }],
  ]);
  assert.ok(
    asked.some(
      ([method, [, options]]) =>
        method === 'getTransaction' &&
        options.commitment === 'finalized' &&
        options.maxSupportedTransactionVersion === 0 &&
        options.encoding === 'jsonParsed',
    ),
  );
});

test('what looks like a deposit and is none', async (t) => {
  const { meta } = TRANSACTION;
  const [sent, ours] = meta.postTokenBalances;
  const buildBalance = (amount: string) => ({ ...ours, uiTokenAmount: { ...ours.uiTokenAmount, amount } });
  const rows: [what: string, over: object][] = [
    ['a failed transaction', { meta: { ...meta, err: { InstructionError: [0, 'Custom'] } } }],
    ['a transaction without its outcome', { meta: null }],
    [
      'another mint',
      { meta: { ...meta, preTokenBalances: [], postTokenBalances: [{ ...ours, mint: SENDER }] } },
    ],
    ['nothing gained', { meta: { ...meta, postTokenBalances: [sent, buildBalance('1000000')] } }],
    ['money that leaves', { meta: { ...meta, postTokenBalances: [sent, buildBalance('0')] } }],
    [
      'another account',
      {
        transaction: { message: { accountKeys: [{ pubkey: SENDER }, { pubkey: SENDER }, { pubkey: USDC }] } },
      },
    ],
  ];
  for (const [what, over] of rows) {
    const node = world();
    const { poll, deposits, balance } = await start(t, [node]);
    deposit(node, over);
    assert.equal(await poll(), null, what);
    assert.deepEqual([await deposits(), await balance()], [[], 0], what);
  }
});

test('a listed failure is not even requested', async (t) => {
  const node = world();
  const { poll, servers, deposits } = await start(t, [node]);
  deposit(node);
  (node.listed[0] as { err: unknown }).err = { InstructionError: [0, 'Custom'] };
  await poll();
  assert.deepEqual(await deposits(), []);
  assert.ok(!servers[0]?.asked.some(({ body }) => body.method === 'getTransaction'));
});

test('without exactly one payer the deposit waits', async (t) => {
  const { meta } = TRANSACTION;
  const [before] = meta.preTokenBalances;
  const second = { ...before, accountIndex: 5, owner: TREASURY };
  const rows: object[] = [
    { ...meta, preTokenBalances: [...meta.preTokenBalances, second] },
    { ...meta, preTokenBalances: [meta.preTokenBalances[1]] },
  ];
  for (const one of rows) {
    const node = world();
    const { poll, deposits } = await start(t, [node]);
    deposit(node, { meta: one });
    await poll();
    assert.deepEqual(
      (await deposits()).map(({ state, reason, from, amount }) => [state, reason, from, amount]),
      [['unattributed', 'unknown_sender', null, '25']],
    );
  }
});

test('the first transfer into a new account is a deposit too', async (t) => {
  const { meta } = TRANSACTION;
  const node = world();
  const { poll, balance } = await start(t, [node]);
  deposit(node, { meta: { ...meta, preTokenBalances: [meta.preTokenBalances[0]] } });
  await poll();
  assert.equal(await balance(), 26);
});

test('more than a page of transactions is walked back and read from the oldest on', async (t) => {
  const node = world();
  const { poll, balance, stores, reader } = await start(t, [node]);
  deposit(node);
  for (let i = 0; i < 1_500; i++) {
    node.listed.unshift({ signature: signature(i), slot: ++node.slot, err: 'failed' });
  }
  assert.equal(await poll(), null);
  assert.equal(await balance(), 25);
  const newest = node.listed[0];
  assert.deepEqual(await stores.store.findPosition(reader.chain, ACCOUNT), {
    position: newest?.slot,
    mark: newest?.signature,
  });
});

test('a transaction that one node lists and does not have yet is waited for', async (t) => {
  const [first, second] = [world(), world()];
  const { poll, message, balance } = await start(t, [first, second]);
  deposit(first);
  deposit(second);
  second.transactions.set(SIGNATURE, null);
  await poll();
  assert.match(await message(), /does not have transaction/);
  assert.equal(await balance(), 0);
  second.transactions.set(SIGNATURE, TRANSACTION);
  assert.equal(await poll(), null);
  assert.equal(await balance(), 25);
});

for (const cap of [1, 20, 50, 199]) {
  test(`a node that answers with ${cap} signatures a page loses no deposit`, async (t) => {
    const node = { ...world(), cap };
    const { poll, balance, stores } = await start(t, [node]);
    for (let i = 0; i < 230; i++) deposit(node, {}, signature(i));
    assert.equal(await poll(), null);
    assert.equal(await balance(), 230 * 25);
    assert.equal(await poll(), null);
    assert.deepEqual(await auditFindings(stores), []);
  });
}

test('a node that ignores where a page begins or ends passes nothing twice and loses nothing', async (t) => {
  const node = { ...world(), cap: 20 };
  const deaf = { until: false, before: false };
  const watched = await watch(t, [
    (asked) => {
      const [account, options] = asked.body.params;
      if (asked.body.method !== 'getSignaturesForAddress') return buildAnswer(node, asked);
      const { until, before, ...others } = options;
      const passed = { ...others, ...(deaf.until ? {} : { until }), ...(deaf.before ? {} : { before }) };
      return buildAnswer(node, { ...asked, body: { ...asked.body, params: [account, passed] } });
    },
  ]);
  await watched.poll();
  for (let i = 0; i < 10; i++) deposit(node, {}, signature(i));
  await watched.poll();
  deaf.until = true;
  for (let i = 10; i < 50; i++) deposit(node, {}, signature(i));
  assert.equal(await watched.poll(), null);
  assert.equal(await watched.balance(), 50 * 25);
  deaf.before = true;
  for (let i = 50; i < 100; i++) deposit(node, {}, signature(i));
  await watched.poll();
  assert.match(await watched.message(), /repeats a page of signatures/);
  assert.equal(await watched.balance(), 50 * 25);
});
