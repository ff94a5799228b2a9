import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownDeposit, plainCall, standardCall } from '../support/provider-events.ts';
import { BENCH_NOW, startWebhookBench } from '../support/webhook-bench.ts';

const USD = 1_000_000;
const paid = (owner: string, usd: number) => ({ microUsd: usd * USD, metadata: { crosstape_owner: owner } });

test('two senders may use one id, and each counts', async (t) => {
  const bench = await startWebhookBench(t);
  await bench.deliver(standardCall(ownDeposit('1001', paid('ann', 25)), BENCH_NOW));
  const { status, body } = await bench.deliver(plainCall(ownDeposit('1001', paid('bob', 40))));
  assert.deepEqual([status, body.owner, body.applied, body.balanceMicroUsd], [200, 'bob', true, 40 * USD]);
  assert.equal((await bench.deliver(plainCall(ownDeposit('1001', paid('bob', 40))))).body.applied, false);
  assert.deepEqual([await bench.readBalance('ann'), await bench.readBalance('bob')], [25 * USD, 40 * USD]);
  await bench.requireOrder();
});

test('an id again with another owner or amount is a conflict that waits for a person', async (t) => {
  const bench = await startWebhookBench(t);
  await bench.deliver(plainCall(ownDeposit('1001', paid('ann', 25))));
  for (const other of [paid('bob', 40), paid('ann', 26), paid('bob', 40)]) {
    const { status, body } = await bench.deliver(plainCall(ownDeposit('1001', other)));
    assert.deepEqual([status, body.error, body.ok], [409, 'ref_conflict', false]);
  }
  const same = await bench.deliver(plainCall({ ...ownDeposit('1001', paid('ann', 25)), note: 'again' }));
  assert.deepEqual([same.status, same.body.applied], [200, false]);
  const { items } = (await bench.admin('GET', '/api/account/review?kind=ref_conflict')).body;
  assert.deepEqual(
    items.map((item: { owner: string; microUsd: number }) => [item.owner, item.microUsd]).sort(),
    [
      ['ann', 26 * USD],
      ['bob', 40 * USD],
    ],
  );
  const bob = items.find(({ owner }: { owner: string }) => owner === 'bob');
  const apply = () => bench.admin('POST', '/api/account/review', { id: bob.id, action: 'apply' });
  assert.deepEqual([(await apply()).body.balanceMicroUsd, (await apply()).body.applied], [40 * USD, false]);
  assert.equal(await bench.readBalance('ann'), 25 * USD);
  await bench.requireOrder();
});
