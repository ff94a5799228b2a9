import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REVIEW_KINDS } from '../../src/billing/review/review-item.ts';
import { paidSession, stripeCall } from '../support/provider-events.ts';
import { BENCH_NOW, startWebhookBench, type WebhookBench } from '../support/webhook-bench.ts';

const USD = 1_000_000;
const REVIEW = '/api/account/review';
const LOW_CAP = { CROSSTAPE_DEPOSIT_CAP_USD: '20' };

const pay = (bench: WebhookBench, id: string, changes: Record<string, unknown> = {}) =>
  bench.deliver(stripeCall(paidSession(id, changes), BENCH_NOW));

test('an item of the review shows every member, and counts list every kind', async (t) => {
  const bench = await startWebhookBench(t, { env: LOW_CAP });
  await pay(bench, '1');
  const { body, status } = await bench.admin('GET', REVIEW);
  assert.equal(status, 200);
  const [{ id, known, ...item }] = body.items;
  assert.match(id, /^rev_[0-9a-f]{24}$/);
  assert.equal(known.eventId, 'evt_1');
  assert.match(known.deposit, /^dep_/);
  assert.deepEqual(item, {
    kind: 'held',
    since: BENCH_NOW,
    owner: 'alice',
    currency: 'USD',
    amount: '25.00',
    microUsd: 25 * USD,
    calls: [
      { call: `POST ${REVIEW} {"id":"${id}","action":"apply"}`, command: `crosstape review apply ${id}` },
      {
        call: `POST /api/account/deposits {"id":"${known.deposit}","action":"return"}`,
        command: `crosstape deposits return ${known.deposit}`,
      },
      {
        call: `POST ${REVIEW} {"id":"${id}","action":"dismiss","reason":"<reason>"}`,
        command: `crosstape review dismiss ${id} --reason <reason>`,
      },
    ],
    endedAt: null,
    endedAs: null,
    reason: null,
  });
  assert.deepEqual(Object.keys(body.counts), [...REVIEW_KINDS]);
  assert.deepEqual(body.counts.held, { count: 1, microUsd: 25 * USD, oldestMs: BENCH_NOW });
  assert.deepEqual(body.counts.ref_conflict, { count: 0, microUsd: null, oldestMs: null });
  assert.equal(body.nextCursor, null);
});

test('a decision is applied once, and the answer has the balance of the owner', async (t) => {
  const bench = await startWebhookBench(t, { env: LOW_CAP });
  await pay(bench, '1');
  await pay(bench, '2', { metadata: {}, currency: 'eur' });
  const [held, euros] = (await bench.admin('GET', REVIEW)).body.items.sort((a: { kind: string }) =>
    a.kind === 'held' ? -1 : 1,
  );
  const apply = (id: string, members: object = {}) =>
    bench.admin('POST', REVIEW, { id, action: 'apply', ...members });
  const { body } = await apply(held.id);
  assert.deepEqual(
    [
      body.applied,
      body.owner,
      body.movedMicroUsd,
      body.balanceMicroUsd,
      body.owedMicroUsd,
      body.item.endedAs,
    ],
    [true, 'alice', 25 * USD, 25 * USD, 0, 'applied'],
  );
  assert.deepEqual(body.item.calls, []);
  const again = await apply(held.id);
  assert.deepEqual([again.status, again.body.applied, again.body.owner], [200, false, null]);
  for (const members of [{}, { owner: 'bob' }, { microUsd: 5 }]) {
    assert.equal((await apply(euros.id, members)).status, 400);
  }
  assert.equal((await apply(euros.id, { owner: 'bob', microUsd: 27 * USD })).body.balanceMicroUsd, 27 * USD);
  assert.equal((await bench.admin('GET', REVIEW)).body.items.length, 0);
  await bench.requireOrder();
});

test('odd decisions are refused, and change nothing', async (t) => {
  const bench = await startWebhookBench(t, { env: LOW_CAP });
  await pay(bench, '1');
  const [{ id }] = (await bench.admin('GET', REVIEW)).body.items;
  const rows: [body: object, status: number][] = [
    [{ id: 'rev_none', action: 'apply' }, 404],
    [{ id: 'rev_none', action: 'dismiss', reason: 'x' }, 404],
    [{ id, action: 'dismiss' }, 400],
    [{ id, action: 'dismiss', reason: ' ' }, 400],
    [{ id, action: 'dismiss', reason: 'x', owner: 'alice' }, 400],
    [{ id, action: 'dismiss', reason: 'x', microUsd: 5 }, 400],
    [{ id, action: 'apply', reason: 'x' }, 400],
    [{ id, action: 'apply', microUsd: -1 }, 400],
    [{ id, action: 'apply', microUsd: 1.5 }, 400],
    [{ id, action: 'apply', microUsd: 1e16 }, 400],
    [{ id, action: 'apply', owner: 'bob' }, 400],
    [{ id, action: 'return' }, 400],
  ];
  for (const [body, status] of rows) {
    assert.equal((await bench.admin('POST', REVIEW, body)).status, status, JSON.stringify(body));
  }
  for (const query of ['kind=nothing', 'owner=!', 'limit=0', 'cursor=nonsense']) {
    assert.equal((await bench.admin('GET', `${REVIEW}?${query}`)).status, 400, query);
  }
  assert.equal((await bench.admin('GET', REVIEW)).body.items.length, 1);
});

test('what waits is a metric by kind', async (t) => {
  const bench = await startWebhookBench(t, { env: LOW_CAP });
  await pay(bench, '1');
  bench.pass(60_000);
  const { body } = await bench.app.inject({ url: '/metrics', headers: { host: 'localhost:8080' } });
  assert.match(body, /^crosstape_review_items\{kind="held"\} 1$/m);
  assert.match(body, /^crosstape_review_oldest_age_seconds\{kind="held"\} 60$/m);
  assert.match(body, /^crosstape_review_items\{kind="source_difference"\} 0$/m);
});
