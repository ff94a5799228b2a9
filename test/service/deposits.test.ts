import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { test } from 'node:test';
import { ADMIN_TOKEN } from '../support/account-bench.ts';
import { countInReview } from '../support/deposits-in-review.ts';
import { paidSession, stripeCall } from '../support/provider-events.ts';
import { BENCH_NOW, startWebhookBench, type WebhookBench } from '../support/webhook-bench.ts';

const USD = 1_000_000;
const DEPOSITS = '/api/account/deposits';
const CREDIT = '/api/account/credit';
const LOW_CAP = { CROSSTAPE_DEPOSIT_CAP_USD: '20' };

const pay = (bench: WebhookBench, id: string, changes: Record<string, unknown> = {}) =>
  bench.deliver(stripeCall(paidSession(id, changes), BENCH_NOW));

test('a deposit shows every member that it has', async (t) => {
  const bench = await startWebhookBench(t);
  await pay(bench, '1');
  const { body } = await bench.admin('GET', DEPOSITS);
  const [{ id, ...deposit }] = body.deposits;
  assert.match(id, /^dep_[0-9a-f]{24}$/);
  assert.deepEqual(deposit, {
    state: 'credited',
    reason: null,
    source: 'stripe',
    owner: 'alice',
    currency: 'USD',
    amount: '25.00',
    microUsd: 25 * USD,
    refundedMicroUsd: 0,
    returnableMicroUsd: 0,
    eventId: 'evt_1',
    chain: null,
    token: null,
    from: null,
    txHash: null,
    logIndex: null,
    createdAt: BENCH_NOW,
    resolvedAt: null,
  });
  assert.deepEqual([body.ok, body.count, body.nextCursor], [true, 1, null]);
});

test('deposits are filtered and paged, and odd filters are refused', async (t) => {
  const bench = await startWebhookBench(t, { env: LOW_CAP });
  for (let i = 0; i < 5; i++) await pay(bench, String(i), { amount_total: i % 2 === 0 ? 100 : 2_500 });
  const seen: string[] = [];
  let cursor = '';
  do {
    const { body } = await bench.admin('GET', `${DEPOSITS}?limit=2${cursor}`);
    seen.push(...body.deposits.map(({ eventId }: { eventId: string }) => eventId));
    cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`;
  } while (cursor !== '');
  assert.deepEqual(seen, ['evt_4', 'evt_3', 'evt_2', 'evt_1', 'evt_0']);
  assert.equal((await bench.admin('GET', `${DEPOSITS}?state=held`)).body.count, 2);
  assert.equal((await bench.admin('GET', `${DEPOSITS}?owner=bob`)).body.count, 0);
  for (const query of [
    'state=gone',
    'limit=0',
    'limit=1001',
    'cursor=s1',
    'owner=a%20b',
    'state=held&state=held',
  ]) {
    const { status, body } = await bench.admin('GET', `${DEPOSITS}?${query}`);
    assert.deepEqual([status, body.error], [400, 'validation_failed'], query);
  }
});

test('a release names the deposit, its owner and its whole amount', async (t) => {
  const bench = await startWebhookBench(t, { env: LOW_CAP });
  await pay(bench, '1');
  const { id } = (await bench.admin('GET', DEPOSITS)).body.deposits[0];
  const release = (changes: object) =>
    bench.admin('POST', CREDIT, { owner: 'alice', usd: 25, ref: `release:${id}`, ...changes });
  for (const changes of [{ owner: 'bob' }, { usd: 24 }, { usd: 26 }]) {
    const { status, body } = await release(changes);
    assert.deepEqual([status, body.error], [400, 'ref_conflict'], JSON.stringify(changes));
  }
  assert.equal((await release({ ref: 'release:dep_none' })).body.error, 'deposit_not_found');
  assert.deepEqual((await release({})).body, {
    ok: true,
    owner: 'alice',
    applied: true,
    microUsd: 25 * USD,
    balanceMicroUsd: 25 * USD,
    owedMicroUsd: 0,
  });
  assert.deepEqual((await release({})).body.applied, false);
  assert.equal((await release({ owner: 'bob' })).body.error, 'ref_conflict');
  const { body } = await bench.admin('GET', `${DEPOSITS}?state=released`);
  assert.deepEqual(
    [body.deposits[0].reason, body.deposits[0].resolvedAt, body.deposits[0].owner],
    ['deposit_cap', BENCH_NOW, 'alice'],
  );
  assert.deepEqual(await bench.readEntries('alice'), [['release', 25 * USD, `release:${id}`]]);
  // The event that comes again still reports the same money.
  const again = await pay(bench, '1');
  assert.deepEqual(
    [again.body.applied, again.body.held, again.body.balanceMicroUsd],
    [false, undefined, 25 * USD],
  );
  await bench.requireOrder();
});

test('a deposit without an owner is released to any owner, and another one under the same id is refused', async (t) => {
  const bench = await startWebhookBench(t);
  await pay(bench, '1', { metadata: {} });
  const { id } = (await bench.admin('GET', DEPOSITS)).body.deposits[0];
  const release = (owner: string) => bench.admin('POST', CREDIT, { owner, usd: 25, ref: `release:${id}` });
  assert.equal((await release('carol')).body.applied, true);
  assert.equal((await release('dave')).body.error, 'ref_conflict');
  assert.equal((await bench.admin('GET', DEPOSITS)).body.deposits[0].owner, 'carol');
});

test('a return takes a waiting deposit out of the books, once, and nothing else', async (t) => {
  const bench = await startWebhookBench(t, { env: LOW_CAP });
  await pay(bench, '1');
  await pay(bench, '2', { amount_total: 100 });
  const [credited, held] = (await bench.admin('GET', DEPOSITS)).body.deposits;
  const giveBack = (body: object) => bench.admin('POST', DEPOSITS, body);
  const returned = await giveBack({ id: held.id, action: 'return' });
  assert.deepEqual(returned.body, {
    ok: true,
    deposit: {
      ...held,
      state: 'returned',
      refundedMicroUsd: held.microUsd,
      returnableMicroUsd: 0,
      resolvedAt: BENCH_NOW,
    },
  });
  assert.deepEqual((await giveBack({ id: held.id, action: 'return' })).body, returned.body);
  for (const id of [credited.id, 'dep_none']) {
    const { status, body } = await giveBack({ id, action: 'return' });
    assert.deepEqual([status, body.error], [404, 'deposit_not_found']);
  }
  for (const body of [
    { id: held.id },
    { action: 'return' },
    { id: held.id, action: 'release' },
    { id: '', action: 'return' },
  ]) {
    assert.equal((await giveBack(body)).status, 400, JSON.stringify(body));
  }
  const { review } = (await bench.admin('GET', '/api/account/treasury')).body;
  assert.deepEqual(review, { heldMicroUsd: 0, unattributedMicroUsd: 0 });
  await bench.requireOrder();
});

test('what the operator decides leaves a row that says who and what', async (t) => {
  const bench = await startWebhookBench(t, { env: LOW_CAP });
  await pay(bench, '1');
  await pay(bench, '2');
  const [second, first] = (await bench.admin('GET', DEPOSITS)).body.deposits;
  await bench.admin('POST', CREDIT, { owner: 'alice', usd: 25, ref: `release:${first.id}` });
  await bench.admin('POST', DEPOSITS, { id: second.id, action: 'return' });
  const rows = await bench.database.readRows('SELECT action, target, detail FROM admin_action ORDER BY id');
  assert.deepEqual(rows, [
    { action: 'credit', target: 'alice', detail: `25000000 ref release:${first.id} released` },
    { action: 'deposits.return', target: second.id, detail: 'returned' },
  ]);
});

test('the treasury and the anomalies show what waits', async (t) => {
  const bench = await startWebhookBench(t, { env: LOW_CAP });
  await pay(bench, '1');
  await pay(bench, '2', { metadata: {} });
  await pay(bench, '3', { currency: 'eur' });
  const { review, float } = (await bench.admin('GET', '/api/account/treasury')).body;
  assert.deepEqual(review, { heldMicroUsd: 25 * USD, unattributedMicroUsd: 25 * USD });
  assert.equal(float.totalMicroUsd, 0);
  assert.deepEqual(await countInReview(bench.accounts.deposits), { held: 1, unattributed: 2 });
});

test('deposits are for the operator alone', async (t) => {
  const bench = await startWebhookBench(t);
  const { rawKey } = await bench.issue({ tier: 'enterprise' });
  for (const method of ['GET', 'POST'] as const) {
    const { status, body } = await bench.call(method, DEPOSITS, rawKey, method === 'POST' ? {} : undefined);
    assert.deepEqual([status, body.error], [401, 'admin_unauthorized']);
  }
});

test('the command line lists and returns', async (t) => {
  const bench = await startWebhookBench(t, { env: LOW_CAP });
  await pay(bench, '1');
  await bench.app.listen({ port: 0 });
  const { port } = bench.app.server.address() as AddressInfo;
  const run = async (...args: string[]) => {
    const main = path.resolve(import.meta.dirname, '../../src/main.js');
    const child = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        main,
        'deposits',
        ...args,
        '--url',
        `http://127.0.0.1:${port}`,
      ],
      { env: { PATH: process.env.PATH, CROSSTAPE_ADMIN_TOKEN: ADMIN_TOKEN } },
    );
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += String(chunk);
    });
    const [code] = await once(child, 'close');
    return { code, out };
  };
  const listed = await run('list', '--json', '--state', 'held');
  const { deposits, count } = JSON.parse(listed.out);
  assert.equal(count, 1);
  assert.match((await run('list')).out, /held +deposit_cap +stripe +alice +25\.00 USD +25 /);
  assert.equal((await run('list', '--state', 'gone')).code, 2);
  await pay(bench, '2');
  const page = await run('list', '--owner', 'alice', '--limit', '1');
  const cursor = /^older deposits: --cursor (\S+)$/m.exec(page.out)?.[1] ?? '';
  const rest = await run('list', '--owner', 'alice', '--limit', '1', '--cursor', cursor);
  assert.deepEqual(
    [rest.code, rest.out.includes(deposits[0].id), rest.out.includes('--cursor')],
    [0, true, false],
  );
  assert.equal(page.out.includes(deposits[0].id), false);
  assert.equal(JSON.parse((await run('list', '--json', '--owner', 'bob')).out).count, 0);
  assert.equal((await run('list', '--cursor', '!')).code, 2);
  assert.deepEqual(await run('return', deposits[0].id), { code: 0, out: `returned ${deposits[0].id}\n` });
  assert.equal((await run('return', 'dep_none')).code, 1);
});
