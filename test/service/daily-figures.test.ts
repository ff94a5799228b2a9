import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, listDays, toDay } from '../../src/domain/index.ts';
import { startAccountBench } from '../support/account-bench.ts';

const CREDIT = '/api/account/credit';
const REFUSED = ['0', '-1', '366', '1.5', 'x', ''];
const TAKEN = [1, 365];

test('usage has the requests of each day; days before the first counted one are null', async (t) => {
  const { issue, call } = await startAccountBench(t);
  const { rawKey } = await issue();
  assert.equal((await call('GET', '/api/account/usage', rawKey)).body.daily, null, 'days were not asked for');
  const none = (await call('GET', '/api/account/usage?days=2', rawKey)).body;
  assert.deepEqual(
    none.daily.map(({ requests }: { requests: number | null }) => requests),
    [null, null],
  );
  await call('GET', '/api/m2m/hl-BTC/bundle', rawKey);
  await call('GET', '/api/m2m/hl-BTC/bundle', rawKey);
  const { daily, usage } = (await call('GET', '/api/account/usage?days=3', rawKey)).body;
  const today = daily.at(-1).day;
  assert.deepEqual(daily, [
    { day: addDays(today, -2), requests: null },
    { day: addDays(today, -1), requests: null },
    { day: today, requests: 2 },
  ]);
  assert.equal(usage.total, 2);
});

test('the balance at the end of each day leads to the balance of now', async (t) => {
  const { admin, issue, call } = await startAccountBench(t);
  const { rawKey } = await issue();
  assert.equal((await call('GET', '/api/account/balance', rawKey)).body.daily, null);
  await admin('POST', CREDIT, { owner: 'alice', microUsd: 5, ref: 'first' });
  const { body } = await call('GET', '/api/account/balance?days=2&limit=1', rawKey);
  const today = toDay(body.ledger[0].ts);
  assert.deepEqual(body.daily, [
    { day: addDays(today, -1), microUsd: 0 },
    { day: today, microUsd: body.balance.microUsd },
  ]);
});

test('revenue is what the ledger earned, without deposits, and corrections are apart', async (t) => {
  const { admin, app } = await startAccountBench(t);
  await admin('POST', CREDIT, { owner: 'alice', microUsd: 700, ref: 'first' });
  await admin('POST', '/api/account/debit', { owner: 'alice', microUsd: 30, ref: 'a', reason: 'mistyped' });
  const { status, body, headers } = await admin('GET', '/api/admin/revenue');
  assert.equal(status, 200);
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(body.daily.length, 30);
  const today = body.daily.at(-1);
  assert.deepEqual(
    body.daily.map(({ day }: { day: string }) => day),
    listDays(today.day, 30),
  );
  assert.deepEqual([body.totalMicroUsd, today.microUsd], [0, 0]);
  assert.deepEqual([today.adminCreditMicroUsd, today.adminDebitMicroUsd], [700, 30]);
  assert.equal((await app.inject('/api/admin/revenue')).statusCode, 401);
});

test('a number of days outside 1 to 365 is refused', async (t) => {
  const { admin, issue, call } = await startAccountBench(t);
  const { rawKey } = await issue();
  const ask = (days: string | number) =>
    Promise.all([
      call('GET', `/api/account/usage?days=${days}`, rawKey),
      call('GET', `/api/account/balance?days=${days}`, rawKey),
      admin('GET', `/api/admin/revenue?days=${days}`),
    ]);
  for (const days of REFUSED) {
    for (const { status, body } of await ask(days)) {
      assert.deepEqual([status, body.error], [400, 'validation_failed'], `days=${days}`);
    }
  }
  for (const days of TAKEN) {
    for (const { body } of await ask(days)) assert.equal(body.daily.length, days);
  }
});
