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

const watch = (t: TestContext, answers: ((asked: Asked) => unknown)[], minDepositUsd = 0) =>
  watchChain(t, {
    minDepositUsd,
    answers,
    startMs: START,
    wallet: { family: 'solana', address: SENDER },
    createReader: ({ rpcUrls, ...given }) => {
      const chain = buildChain(rpcUrls);
      const nodes = rpcUrls.map((url) => new SolanaNode(createNodeClient(chain, url, ACCESS)));
      return new SolanaReader({ chain, nodes, ...given });
    },
  });

async function start(t: TestContext, worlds: World[], minDepositUsd = 0) {
  const watched = await watch(
    t,
    worlds.map((node) => (asked: Asked) => buildAnswer(node, asked)),
    minDepositUsd,
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
        options.maxSupportedTransactionVersion === 255 &&
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

/** A node refuses a transaction of a version above the one that it is asked for. */
const isRefusedVersion = (version: number, { body }: Asked) =>
  body.method === 'getTransaction' && body.params[1].maxSupportedTransactionVersion < version;
const REFUSAL = {
  code: -32_015,
  message: 'Transaction version (1) is not supported by the requesting client',
};

for (const version of [1, 2, 200]) {
  test(`a transaction of version ${version} between others stops nothing`, async (t) => {
    const node = world();
    const { poll, balance } = await watch(t, [
      (asked) =>
        isRefusedVersion(version, asked)
          ? { jsonrpc: '2.0', id: 1, error: REFUSAL }
          : buildAnswer(node, asked),
    ]);
    await poll();
    for (let i = 0; i < 3; i++) deposit(node, { version }, signature(i));
    assert.equal(await poll(), null);
    assert.equal(await balance(), 75);
  });
}

/** Transactions of these signatures are refused by each node. */
async function startRefusing(t: TestContext, refused: ReadonlySet<string>, nodes = 1) {
  const worlds = Array.from({ length: nodes }, world);
  const down = { isDown: false };
  const watched = await watch(
    t,
    worlds.map((node, i) => (asked: Asked) => {
      if (down.isDown) return { jsonrpc: '2.0', id: 1, error: { code: -32_603, message: 'down' } };
      const isRefused = asked.body.method === 'getTransaction' && refused.has(`${i}:${asked.body.params[0]}`);
      return isRefused ? { jsonrpc: '2.0', id: 1, error: REFUSAL } : buildAnswer(node, asked);
    }),
  );
  await watched.poll();
  const open = async () =>
    (await watched.stores.review.list({ kind: 'skipped_transaction', limit: 10 }))?.items;
  return {
    ...watched,
    worlds,
    down,
    open,
    pay: (id: string) => worlds.forEach((node) => void deposit(node, {}, id)),
  };
}

test('what the operator skips waits, what comes after is credited, and a day later it is read again', async (t) => {
  const refused = new Set([`0:${signature(1)}`]);
  const { pay, poll, message, balance, open, stores, reader, pass } = await startRefusing(t, refused);
  for (const i of [0, 1, 2]) pay(signature(i));
  await poll();
  assert.match(await message(), /-32015.*crosstape deposits skip solana 1+zzzzzzz1 goes past it/);
  assert.equal(await balance(), 25, 'what came before');
  const by = { address: 'test', action: 'deposits.skip', target: 'solana', detail: null };
  const skip = { scope: reader.chain.scope, chain: 'solana', transaction: signature(1) };
  assert.equal(await stores.operator.skip(skip, by), 'skipped');
  assert.equal(await stores.operator.skip(skip, by), 'known');
  assert.equal(await poll(), null);
  assert.equal(await balance(), 50);
  assert.deepEqual(
    (await open())?.map(({ known }) => known.transaction),
    [signature(1)],
  );
  refused.clear();
  await poll();
  assert.equal(await balance(), 50, 'read again daily');
  pass(86_400_000);
  await poll();
  assert.equal(await balance(), 75);
  assert.deepEqual(await open(), []);
  await stores.rescan(reader.chain, FIRST_SLOT, reader.streams);
  await poll();
  assert.equal(await balance(), 75);
  assert.deepEqual(await auditFindings(stores), []);
});

test('by itself a reader skips after half an hour of tries, while the node answers everything else', async (t) => {
  const refused = new Set([`0:${signature(0)}`]);
  const { pay, poll, balance, open, pass, down } = await startRefusing(t, refused);
  for (const i of [0, 1]) pay(signature(i));
  const tryFor = async (minutes: number) => {
    for (let i = 0; i < minutes; i++) {
      await poll();
      pass(60_000);
    }
  };
  await tryFor(29);
  assert.deepEqual([await balance(), await open()], [0, []]);
  // An unreachable node begins the time anew.
  down.isDown = true;
  await tryFor(1);
  down.isDown = false;
  await tryFor(29);
  assert.deepEqual([await balance(), await open()], [0, []]);
  await tryFor(2);
  assert.equal(await balance(), 25);
  assert.equal((await open())?.length, 1);
});

test('a transaction that one of two nodes reads is never skipped by itself', async (t) => {
  const refused = new Set([`0:${signature(0)}`]);
  const { pay, poll, message, balance, open, pass } = await startRefusing(t, refused, 2);
  pay(signature(0));
  for (let i = 0; i < 60; i++) {
    await poll();
    pass(60_000);
  }
  assert.match(await message(), /reads it/);
  assert.deepEqual([await balance(), await open()], [0, []]);
  refused.clear();
  await poll();
  assert.equal(await balance(), 25);
});

test('few tries far apart, and refusals of a busy node, skip nothing', async (t) => {
  const node = world();
  let error = REFUSAL;
  const { poll, pass, stores } = await watch(t, [
    (asked) =>
      asked.body.method === 'getTransaction' ? { jsonrpc: '2.0', id: 1, error } : buildAnswer(node, asked),
  ]);
  await poll();
  deposit(node);
  for (let i = 0; i < 12; i++) {
    await poll();
    pass(600_000);
  }
  error = { code: -32_005, message: 'Too many requests' };
  for (let i = 0; i < 60; i++) {
    await poll();
    pass(60_000);
  }
  assert.equal((await stores.review.summarize()).skipped_transaction.count, 0);
});

test('a line of the list in another form is read as far as it can be', async (t) => {
  const node = world();
  const { poll, balance, message, stores, reader } = await start(t, [node]);
  deposit(node, {}, signature(0));
  deposit(node, {}, signature(1));
  (node.listed as object[])[1] = { signature: signature(0), slot: 'new form' };
  deposit(node, {}, signature(2));
  assert.equal(await poll(), null);
  assert.equal(await balance(), 75);
  deposit(node, {}, signature(3));
  (node.listed as object[]).unshift({ hash: 'renamed' });
  deposit(node, {}, signature(4));
  await poll();
  assert.equal(await balance(), 100);
  const [, item = ''] = /skip solana (line-\w+) goes past it/.exec(await message()) ?? [];
  const by = { address: 'test', action: 'deposits.skip', target: 'solana', detail: null };
  await stores.operator.skip({ scope: reader.chain.scope, chain: 'solana', transaction: item }, by);
  assert.equal(await poll(), null);
  assert.equal(await balance(), 125);
});

test('a person credits what was skipped, once', async (t) => {
  const refused = new Set([`0:${signature(0)}`]);
  const { pay, poll, balance, open, stores, reader, pass } = await startRefusing(t, refused);
  pay(signature(0));
  const by = { address: 'test', action: 'test', target: null, detail: null };
  await stores.operator.skip({ scope: reader.chain.scope, chain: 'solana', transaction: signature(0) }, by);
  const [item] = (await open()) ?? [];
  const id = item?.id ?? '';
  const apply = (request: object) =>
    stores.operator.applyItem({ id, owner: null, amount: null, ...request }, by);
  assert.equal((await apply({})).status, 'refused');
  assert.equal((await apply({ owner: 'ann' })).status, 'refused');
  assert.equal((await apply({ owner: 'ann', amount: 25_000_000 })).status, 'applied');
  assert.equal((await apply({ owner: 'ann', amount: 25_000_000 })).status, 'ended');
  refused.clear();
  pass(2 * 86_400_000);
  await poll();
  await stores.rescan(reader.chain, FIRST_SLOT, reader.streams);
  await poll();
  assert.equal(await balance(), 25);
  assert.deepEqual(await auditFindings(stores), []);
});

test('small amounts of strangers are one deposit a day; those of registered wallets are credited', async (t) => {
  const node = world();
  const { poll, balance, deposits, stores, pass } = await start(t, [node], 1);
  const { meta } = TRANSACTION;
  const buildSmall = (owner: string, units: number) => {
    const [sent, ours] = structuredClone(meta.postTokenBalances);
    const [before, oursBefore] = structuredClone(meta.preTokenBalances);
    before.owner = owner;
    ours.uiTokenAmount.amount = String(Number(oursBefore.uiTokenAmount.amount) + units);
    return { meta: { ...meta, preTokenBalances: [before, oursBefore], postTokenBalances: [sent, ours] } };
  };
  for (let i = 0; i < 40; i++) deposit(node, buildSmall(TREASURY.replace('v', 'w'), 1), signature(i));
  deposit(node, buildSmall(SENDER, 500_000), signature(40));
  assert.equal(await poll(), null);
  assert.equal(await balance(), 0.5);
  const list = async () =>
    (await deposits()).map(({ state, amount, microUsd, from }) => [state, amount, microUsd, from]);
  assert.deepEqual(await list(), [
    ['unattributed', '0.00004', 40, null],
    ['credited', '0.5', 500_000, SENDER],
  ]);
  deposit(node, buildSmall(TREASURY.replace('v', 'w'), 999_999), signature(41));
  await poll();
  pass(86_400_000);
  deposit(node, buildSmall(TREASURY.replace('v', 'w'), 5), signature(42));
  await poll();
  assert.deepEqual((await list()).slice(0, 2), [
    ['unattributed', '0.000005', 5, null],
    ['unattributed', '1.000039', 1_000_039, null],
  ]);
  const counts = (await stores.review.summarize()).unattributed;
  assert.deepEqual([counts.count, counts.microUsd], [2, 1_000_044]);
  assert.deepEqual(await auditFindings(stores), []);
});
