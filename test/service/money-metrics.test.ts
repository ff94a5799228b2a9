import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiServer } from '../../src/http/routing/registration.ts';
import { type AccountBench, startAccountBench } from '../support/account-bench.ts';
import { ledgerSteps } from '../support/ledger-steps.ts';
import { paidSession, stripeCall } from '../support/provider-events.ts';
import { BENCH_NOW, startWebhookBench } from '../support/webhook-bench.ts';

const HOUR_MS = 3_600_000;
const LOCAL = { host: 'localhost:8080' };

/** Values of metrics by name and labels. */
async function scrape(app: ApiServer, headers: Record<string, string> = LOCAL): Promise<Map<string, number>> {
  const { body, statusCode } = await app.inject({ url: '/metrics', headers });
  assert.equal(statusCode, 200);
  const lines = body.split('\n').filter((line) => line.startsWith('crosstape_'));
  return new Map(
    lines.map((line): [string, number] => {
      const end = line.lastIndexOf(' ');
      return [line.slice('crosstape_'.length, end), Number(line.slice(end + 1))];
    }),
  );
}

/** Those of the values that a test names. */
async function read(bench: AccountBench, names: readonly string[]): Promise<(number | undefined)[]> {
  const values = await scrape(bench.app);
  return names.map((name) => values.get(name));
}

test('/metrics counts posts, and refusals by reason', async (t) => {
  const bench = await startAccountBench(t);
  const { rawKey } = await bench.issue();
  const credit = (ref: string, microUsd: number) =>
    bench.admin('POST', '/api/account/credit', { owner: 'alice', microUsd, ref });
  await credit('a', 5_000);
  await credit('a', 5_000);
  await credit('b', 2_000);
  assert.equal((await credit('b', 3_000)).status, 400);
  assert.equal((await bench.call('POST', '/api/account/redeem', rawKey, { code: 'TAPE-0' })).status, 404);
  assert.deepEqual(
    await read(bench, [
      'ledger_posts_total{type="admin_credit"}',
      'ledger_posts_microusd_total{type="admin_credit"}',
      'money_refusals_total{reason="ref_conflict"}',
      'money_refusals_total{reason="invalid_code"}',
      'money_refusals_total{reason="insufficient_balance"}',
      'ledger_closed',
      'keys_revoked_unwritten',
    ]),
    [2, 7_000, 1, 1, 0, 0, 0],
  );
  await credit('c', 1);
  assert.deepEqual(await read(bench, ['ledger_posts_microusd_total{type="admin_credit"}']), [7_001]);
});

test('/metrics shows what waits and since when, what is owed, and open vouchers', async (t) => {
  const bench = await startWebhookBench(t, { env: { CROSSTAPE_DEPOSIT_CAP_USD: '20' } });
  const pay = (id: string, changes: Record<string, unknown> = {}) =>
    bench.deliver(stripeCall(paidSession(id, changes), BENCH_NOW));
  await pay('1');
  await pay('2', { metadata: {}, amount_total: 300 });
  const vouchers = (body: object) => bench.admin('POST', '/api/account/vouchers', { count: 2, ...body });
  await vouchers({ microUsd: 500 });
  await vouchers({ microUsd: 7, expiresAt: BENCH_NOW + HOUR_MS });
  const debt = await ledgerSteps(bench.accounts.ledger).clawBack({
    scope: 'wh:stripe',
    idem: 'evt_refund',
    owner: 'bob',
    amount: 40 as never,
    asset: 'asset:stripe',
    ref: 'evt_refund',
  });
  assert.equal(debt.status, 'posted');
  const names = [
    'deposits_waiting{state="held"}',
    'deposits_waiting_microusd{state="held"}',
    'deposits_waiting_oldest_age_seconds{state="held"}',
    'deposits_waiting{state="unattributed"}',
    'deposits_waiting_microusd{state="unattributed"}',
    'debts',
    'debts_microusd',
    'vouchers_open',
    'vouchers_open_microusd',
  ];
  assert.deepEqual(await read(bench, names), [1, 25_000_000, 0, 1, 3_000_000, 1, 40, 4, 1_014]);
  bench.pass(2 * HOUR_MS);
  assert.deepEqual(await read(bench, names), [1, 25_000_000, 7_200, 1, 3_000_000, 1, 40, 2, 1_000]);
});

test('/metrics says when the whole ledger was last found in order', async (t) => {
  const bench = await startAccountBench(t);
  const name = 'ledger_whole_audit_timestamp_seconds';
  assert.deepEqual(await read(bench, [name]), [0]);
  await bench.accounts.ledger.audit({ whole: true });
  const at = bench.now() / 1_000;
  bench.pass(HOUR_MS);
  assert.deepEqual(await read(bench, [name]), [at]);
});

test('/metrics shows how much of the deposits their provider knows too', async (t) => {
  const bench = await startAccountBench(t);
  const names = [
    'deposits_compared_microusd{source="stripe"}',
    'deposits_confirmed_microusd{source="stripe"}',
    'deposits_unconfirmed_oldest_age_seconds{source="stripe"}',
    'deposits_compared_timestamp_seconds{source="stripe"}',
  ];
  assert.deepEqual(await read(bench, names), [undefined, undefined, undefined, undefined]);
  const at = bench.now();
  bench.accounts.comparison.value = {
    at,
    comparedMicroUsd: 1_000,
    confirmedMicroUsd: 990,
    oldestUnconfirmedAt: at,
  };
  bench.pass(HOUR_MS);
  assert.deepEqual(await read(bench, names), [1_000, 990, 3_600, at / 1_000]);
});

test('money in /metrics is for the metrics token; without one for programs on this machine while developing', async (t) => {
  const token = 'a-token-of-the-metrics';
  const guarded = await startAccountBench(t, { secrets: { metricsToken: token } });
  const open = await startAccountBench(t);
  const production = await startAccountBench(t, { env: { NODE_ENV: 'production' } });
  const bearer = { ...LOCAL, authorization: `Bearer ${token}` };
  const rows: [bench: AccountBench, headers: Record<string, string>, isShown: boolean][] = [
    [guarded, bearer, true],
    [guarded, LOCAL, false],
    [guarded, { ...LOCAL, authorization: 'Bearer wrong' }, false],
    [open, LOCAL, true],
    [open, { ...LOCAL, 'x-forwarded-for': '192.0.2.7' }, false],
    [open, { host: 'api.example.org' }, false],
    [production, LOCAL, false],
  ];
  for (const [{ app }, headers, isShown] of rows) {
    const values = await scrape(app, headers);
    assert.equal(values.has('debts'), isShown, JSON.stringify(headers));
    assert.ok(values.has('history_series'), 'everything else is for all');
  }
});
