import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { createNodeClient } from '../../src/billing/deposits/chains/node-client.ts';
import { family } from '../../src/billing/deposits/families/tron/family.ts';
import type { TronChain } from '../../src/billing/deposits/families/tron/tron-chain.ts';
import { TronNode } from '../../src/billing/deposits/families/tron/tron-node.ts';
import { TronReader } from '../../src/billing/deposits/families/tron/tron-reader.ts';
import { describeChainReader } from '../contract/chain-reader.ts';
import { auditFindings } from '../support/chain-stand.ts';
import type { Asked } from '../support/json-server.ts';
import { watchChain } from '../support/watched-chain.ts';

const FIXTURES = new URL('../../src/billing/deposits/families/tron/fixtures/', import.meta.url);
const fixture = (name: string) => JSON.parse(readFileSync(new URL(name, FIXTURES), 'utf8'));
const INFO = fixture('transaction-info.described.json');
const [LINE, AWAY] = fixture('trc20-page.described.json').data;

const SENDER = 'TBXSw8fM4jpQkGc6zZjsVABFpVN7UvXPdV';
const TREASURY = 'TD5gsCwxykWsLN9aPrq2TAfNjByuZKYp4E';
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const START = 1_763_700_000_000;

/** A node of Tron as far as it is asked. */
interface World {
  solid: number;
  lines: (typeof LINE)[];
  infos: Map<string, typeof INFO>;
  decimals: number;
  /** Lines of a page, regardless of what is asked for. */
  cap: number;
}

const world = (): World => ({
  solid: START + 60_000,
  lines: [LINE, AWAY],
  infos: new Map([[INFO.id, INFO]]),
  decimals: 6,
  cap: 200,
});

function buildAnswer(node: World, { path, body }: Asked): unknown {
  const url = new URL(path, 'http://node');
  switch (url.pathname) {
    case '/walletsolidity/getnowblock':
      return { blockID: '00', block_header: { raw_data: { number: 1, timestamp: node.solid } } };
    case '/walletsolidity/triggerconstantcontract':
      return { result: { result: true }, constant_result: [node.decimals.toString(16).padStart(64, '0')] };
    case '/walletsolidity/gettransactioninfobyid':
      return node.infos.get(body.value) ?? {};
    default: {
      const from = Number(url.searchParams.get('min_timestamp'));
      const offset = Number(url.searchParams.get('fingerprint') ?? 0);
      const lines = node.lines.filter(({ block_timestamp }) => block_timestamp >= from);
      const end = offset + node.cap;
      const data = lines.slice(offset, end);
      const next = end < lines.length ? { fingerprint: String(end) } : {};
      return { data, success: true, meta: { at: 0, page_size: data.length, ...next } };
    }
  }
}

const ACCESS = {
  userAgent: 'test',
  headers: family.keyHeaders('tron-key'),
  requestsPer10S: 100_000,
  random: () => 0,
};

const watch = (
  t: TestContext,
  answers: ((asked: Asked) => unknown)[],
  startMs: TronChain['startMs'] = 0,
  { minDepositUsd = 0, treasury = TREASURY } = {},
) =>
  watchChain(t, {
    minDepositUsd,
    answers,
    startMs: START - 1,
    wallet: { family: 'tron', address: SENDER },
    createReader: ({ rpcUrls, ...given }) => {
      const chain: TronChain = {
        name: 'tron',
        family: 'tron',
        scope: 'chain:tron',
        rpcUrls,
        tokens: [{ symbol: 'USDT', address: USDT, decimals: 6 }],
        treasury,
        startMs,
        pollMs: 100,
      };
      const nodes = rpcUrls.map((url) => new TronNode(createNodeClient(chain, url, ACCESS)));
      return new TronReader({ chain, nodes, ...given });
    },
  });

const start = (t: TestContext, worlds: World[], startMs: TronChain['startMs'] = 0) =>
  watch(
    t,
    worlds.map((node) => (asked: Asked) => buildAnswer(node, asked)),
    startMs,
  );

/** The same transaction with something else in it. */
const changed = (node: World, change: (info: typeof INFO) => typeof INFO): World => ({
  ...node,
  infos: new Map([[INFO.id, change(structuredClone(INFO))]]),
});

/** Changes the event of the transfer; `topics` by their place. */
function edit(info: typeof INFO, change: { topics?: Record<number, string>; data?: string }): typeof INFO {
  const [other, log] = info.log;
  const topics = Object.values({ ...log.topics, ...change.topics });
  return { ...info, log: [other, { ...log, ...change, topics }] };
}

describeChainReader('tron', async (t, { nodes, hasWrongDecimals }) => {
  const worlds = Array.from({ length: nodes }, (): World => {
    return { ...world(), solid: START, lines: [], infos: new Map(), decimals: hasWrongDecimals ? 18 : 6 };
  });
  const mends: (() => void)[] = [];
  let [stopped, paid, solid] = [-1, 0, START];
  const watched = await start(t, worlds, null);
  return {
    ...watched,
    firstPosition: START,
    pay: async ({ hiddenFrom = [], alteredAt = [] } = {}) => {
      const id = (++paid).toString(16).padStart(64, '0');
      const at = solid + 1_000;
      solid += 3_600_000;
      const info = { ...INFO, id, blockTimeStamp: at };
      for (const [i, node] of worlds.entries()) {
        const show = () => {
          node.lines.push({ ...LINE, transaction_id: id, block_timestamp: at });
          node.lines.sort((a, b) => a.block_timestamp - b.block_timestamp);
        };
        if (hiddenFrom.includes(i)) mends.push(show);
        else show();
        node.infos.set(id, alteredAt.includes(i) ? edit(info, { data: 'f'.padStart(64, '0') }) : info);
        mends.push(() => node.infos.set(id, info));
        if (i !== stopped) node.solid = solid;
      }
    },
    stop: async (node) => {
      stopped = node;
    },
    mend: async () => {
      stopped = -1;
      for (const mend of mends.splice(0)) mend();
      for (const node of worlds) node.solid = solid;
    },
  };
});

test('a solidified transfer of a registered wallet is credited once, by its event', async (t) => {
  const { poll, balance, deposits, servers, stores } = await start(t, [world()]);
  assert.equal(await poll(), null);
  assert.equal(await balance(), 25);
  const [deposit, ...others] = await deposits();
  assert.deepEqual(others, []);
  assert.deepEqual(
    [deposit?.state, deposit?.chain, deposit?.token, deposit?.from, deposit?.txHash, deposit?.logIndex],
    ['credited', 'tron', 'USDT', SENDER, INFO.id, 1],
  );
  await poll();
  assert.equal(await balance(), 25);
  assert.deepEqual(await auditFindings(stores), []);
  const listed = servers[0]?.asked.find(({ path }) => path.startsWith('/v1/'));
  assert.match(listed?.path ?? '', new RegExp(`^/v1/accounts/${TREASURY}/transactions/trc20\\?`));
  assert.match(
    listed?.path ?? '',
    /only_confirmed=true&contract_address=TR7NH\w+&limit=200&min_timestamp=0&order_by=block_timestamp%2Casc/,
  );
  assert.equal(listed?.headers['tron-pro-api-key'], 'tron-key');
});

test('what is listed is no proof: the event of the solidified transaction counts', async (t) => {
  const rows: [what: string, change: (info: typeof INFO) => typeof INFO][] = [
    ['a failed call', (info) => ({ ...info, receipt: { ...info.receipt, result: 'OUT_OF_ENERGY' } })],
    ['no word of success', (info) => ({ ...info, receipt: {} })],
    ['no event, although the call succeeded', ({ log, ...info }) => info],
    ['the event of another contract alone', (info) => ({ ...info, log: info.log.slice(0, 1) })],
    ['another event', (info) => edit(info, { topics: { 0: '1'.repeat(64) } })],
    ['another recipient', (info) => edit(info, { topics: { 2: '3'.repeat(64) } })],
    ['a value of zero', (info) => edit(info, { data: '0'.repeat(64) })],
    ['a token by its number', (info) => edit(info, { topics: { 3: '1'.repeat(64) } })],
  ];
  for (const [what, change] of rows) {
    const { poll, balance, deposits } = await start(t, [changed(world(), change)]);
    assert.equal(await poll(), null, what);
    assert.equal(await balance(), 0, what);
    assert.deepEqual(await deposits(), [], what);
  }
});

test('a transaction that is listed and not final yet is waited for', async (t) => {
  const node = world();
  node.infos.clear();
  const { poll, message, balance } = await start(t, [node]);
  await poll();
  assert.match(await message(), /does not have transaction 1{64} as final yet/);
  node.infos.set(INFO.id, INFO);
  assert.equal(await poll(), null);
  assert.equal(await balance(), 25);
});

for (const minutes of [9, 11, 59]) {
  test(`a transaction that the index learns of ${minutes} minutes late is found at the next poll`, async (t) => {
    const node = world();
    const lines = node.lines;
    node.lines = [];
    const { poll, balance } = await start(t, [node]);
    await poll();
    node.lines = lines;
    node.solid += minutes * 60_000;
    await poll();
    assert.equal(await balance(), 25);
  });
}

test('a transaction that the index learns of hours late is found by the list of the day', async (t) => {
  const node = world();
  const lines = node.lines;
  node.lines = [];
  const { poll, balance, pass, stores } = await start(t, [node]);
  await poll();
  const wait = async (hours: number) => {
    node.solid += hours * 3_600_000;
    pass(hours * 3_600_000);
    await poll();
  };
  await wait(20);
  node.lines = lines;
  await wait(3);
  assert.equal(await balance(), 0, 'too late for the list of every poll');
  await wait(1);
  assert.equal(await balance(), 25);
  await wait(24);
  assert.equal(await balance(), 25);
  assert.deepEqual(await auditFindings(stores), []);
});

test('after a start what is recorded is not asked for again', async (t) => {
  const node = world();
  const { poll, servers, stores, reader } = await start(t, [node]);
  await poll();
  const chain = reader.chain as TronChain;
  const nodes = servers.map(({ url }) => new TronNode(createNodeClient(chain, url, ACCESS)));
  const restarted = new TronReader({ chain, nodes, store: stores.store, now: () => 0 });
  const count = () =>
    servers[0]?.asked.filter(({ path }) => path.endsWith('gettransactioninfobyid')).length ?? 0;
  const before = count();
  await restarted.poll(AbortSignal.timeout(5_000), () => undefined);
  assert.equal(count(), before);
});

for (const cap of [200, 199]) {
  test(`a whole page without a fingerprint is not taken for the end: pages of ${cap}`, async (t) => {
    const node = { ...world(), lines: [], cap };
    pay(node, 450);
    const watched = await watch(t, [
      (asked) => {
        const answer = buildAnswer(node, asked) as { meta?: object };
        return cap === 200 && asked.path.startsWith('/v1/') ? { ...answer, meta: {} } : answer;
      },
    ]);
    assert.equal(await watched.poll(), null);
    assert.equal(await watched.balance(), 450);
  });
}

test('a whole page of one moment that does not say whether more follow is a fault', async (t) => {
  const node = { ...world(), lines: [] as (typeof LINE)[] };
  pay(node, 250);
  for (const line of node.lines) line.block_timestamp = START + 1_000;
  const watched = await watch(t, [
    (asked) => {
      const answer = buildAnswer(node, asked) as { meta?: object };
      return asked.path.startsWith('/v1/') ? { ...answer, meta: {} } : answer;
    },
  ]);
  await watched.poll();
  assert.match(await watched.message(), /lists 200 transfers of .* and does not say whether more follow/);
  assert.equal(await watched.balance(), 0);
});

test('long lists are read in pages', async (t) => {
  const node = world();
  const away = Array.from({ length: 450 }, (_, i) => ({ ...AWAY, block_timestamp: START + i }));
  node.lines = [...away, LINE];
  const { poll, balance, servers } = await start(t, [node]);
  assert.equal(await poll(), null);
  assert.equal(await balance(), 25);
  const pages = servers[0]?.asked.filter(({ path }) => path.startsWith('/v1/')) ?? [];
  assert.deepEqual(
    pages.map(({ path }) => new URL(path, 'http://node').searchParams.get('fingerprint')),
    [null, '200', '400'],
  );
});

/** As many transfers of one dollar as wanted, a second after another. */
function pay(node: World, count: number): void {
  const lines = Array.from({ length: count }, (_, i) => {
    const id = (i + 1).toString(16).padStart(64, '0');
    const at = START + (i + 1) * 1_000;
    const info = edit(structuredClone(INFO), { data: (1_000_000).toString(16).padStart(64, '0') });
    node.infos.set(id, { ...info, id, blockTimeStamp: at });
    return { ...LINE, transaction_id: id, block_timestamp: at };
  });
  node.lines.push(...lines);
  node.solid = START + (count + 60) * 1_000;
}

for (const cap of [1, 20, 50, 199]) {
  test(`a node that answers with ${cap} lines a page loses no deposit`, async (t) => {
    const node = { ...world(), lines: [], cap };
    pay(node, 230);
    const { poll, balance, stores } = await start(t, [node]);
    // More pages than a poll reads are read by the polls after it, although each begins ten minutes earlier.
    for (let i = 0; i < 12; i++) assert.equal(await poll(), null);
    assert.equal(await balance(), 230);
    assert.deepEqual(await auditFindings(stores), []);
  });
}

test('nodes with pages of different lengths agree', async (t) => {
  const nodes = [20, 200].map((cap) => ({ ...world(), lines: [], cap }));
  for (const node of nodes) pay(node, 45);
  const { poll, balance } = await start(t, nodes);
  assert.equal(await poll(), null);
  assert.equal(await balance(), 45);
});

test('a list that is out of order, or does not move on, passes nothing', async (t) => {
  const reversed = world();
  reversed.lines = [AWAY, LINE];
  const disordered = await start(t, [reversed]);
  await disordered.poll();
  assert.match(await disordered.message(), /lists transfers out of order/);
  assert.equal(await disordered.balance(), 0);

  const watched = await watch(t, [
    (asked) => {
      const answer = buildAnswer(
        { ...world(), lines: [LINE] },
        { ...asked, path: asked.path.replace(/&fingerprint=\w+/, '') },
      );
      return asked.path.startsWith('/v1/') ? { ...(answer as object), meta: { fingerprint: 'a' } } : answer;
    },
  ]);
  await watched.poll();
  assert.match(await watched.message(), /repeats a page of transfers/);
  assert.equal(await watched.balance(), 0);
});

test('a transaction that the node does not know stops only itself, and `deposits skip` goes past it', async (t) => {
  const node = { ...world(), lines: [] as (typeof LINE)[] };
  pay(node, 5);
  const [, lost] = node.lines;
  const info = node.infos.get(lost.transaction_id);
  node.infos.delete(lost.transaction_id);
  const { poll, message, balance, stores, reader, pass } = await start(t, [node]);
  await poll();
  assert.equal(await balance(), 4);
  assert.match(
    await message(),
    /does not have transaction 0+2 as final yet.*deposits skip tron 0+2 goes past it/,
  );
  const by = { address: 'test', action: 'deposits.skip', target: 'tron', detail: null };
  const skip = { scope: reader.chain.scope, chain: 'tron', transaction: lost.transaction_id };
  await stores.operator.skip(skip, by);
  assert.equal(await poll(), null);
  node.infos.set(lost.transaction_id, info);
  pass(86_400_000);
  node.solid += 86_400_000;
  await poll();
  assert.equal(await balance(), 5);
  assert.deepEqual(await auditFindings(stores), []);
});

test('a line of the index in another form is read as far as it can be', async (t) => {
  const node = { ...world(), lines: [] as (typeof LINE)[] };
  pay(node, 3);
  node.lines[1] = { ...node.lines[1], to: 5 };
  node.lines.push({ id: 'renamed', block_timestamp: node.lines[2].block_timestamp });
  const { poll, message, balance } = await start(t, [node]);
  await poll();
  assert.equal(await balance(), 3);
  assert.match(await message(), /deposits skip tron line-\w+ goes past it/);
});

test('dust of strangers delays no deposit, and is one deposit for the operator', async (t) => {
  const node = { ...world(), lines: [] as (typeof LINE)[] };
  node.lines = Array.from({ length: 1_500 }, (_, i) => {
    const id = (0xd000 + i).toString(16).padStart(64, '0');
    return { ...LINE, transaction_id: id, block_timestamp: START + i, from: USDT, value: '1' };
  });
  pay(node, 3);
  node.lines.sort((a, b) => a.block_timestamp - b.block_timestamp);
  const answer = (asked: Asked) => buildAnswer(node, asked);
  const watched = await watch(t, [answer], 0, { minDepositUsd: 1 });
  assert.equal(await watched.poll(), null);
  assert.equal(await watched.balance(), 3);
  const asked = watched.servers[0]?.asked.filter(({ path }) => path.endsWith('gettransactioninfobyid'));
  assert.equal(asked?.length, 3, 'no request for dust');
  await watched.poll();
  assert.deepEqual(
    (await watched.deposits()).filter(({ state }) => state === 'unattributed').map(({ amount }) => amount),
    ['0.0015'],
  );
  await watched.stores.rescan(watched.reader.chain, 0, watched.reader.streams);
  node.solid += 1_000;
  assert.equal(await watched.poll(), null);
  assert.equal((await watched.deposits()).length, 4);
  assert.deepEqual(await auditFindings(watched.stores), []);
});

test('a treasury of before is watched for as long as the chain is', async (t) => {
  const node = { ...world(), lines: [] as (typeof LINE)[] };
  const OTHER = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  const { poll, balance, stores, reader, servers } = await start(t, [node]);
  node.solid = START + 1_000;
  await poll();
  const chain: TronChain = { ...(reader.chain as TronChain), treasury: OTHER };
  const nodes = servers.map(({ url }) => new TronNode(createNodeClient(chain, url, ACCESS)));
  const { review } = stores;
  const store = stores.restart();
  const moved = new TronReader({ chain, nodes, store, now: () => 0 });
  const read = () => moved.poll(AbortSignal.timeout(5_000), () => undefined);
  // While nothing ran, a customer paid the old one.
  pay(node, 3);
  await read();
  assert.equal(await balance(), 3);
  await read();
  assert.equal(await balance(), 3);
  const items = (await review.list({ kind: 'treasury_changed', limit: 10 }))?.items ?? [];
  assert.deepEqual(
    items.map(({ known }) => [known.chain, known.former, known.now]),
    [['tron', TREASURY, OTHER]],
  );
  assert.equal(moved.streams.length, 2);
  assert.deepEqual(await auditFindings(stores), []);
});
