import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startAccountBench } from '../support/account-bench.ts';

test('a voucher is redeemed once, by the first of many calls', async (t) => {
  const { admin, issue, call } = await startAccountBench(t, {
    env: { CROSSTAPE_REDEEM_FAILURES_PER_OWNER: '100' },
  });
  const { rawKey } = await issue();
  const made = await admin('POST', '/api/account/vouchers', { usd: 5, count: 2, label: 'fair' });
  assert.deepEqual([made.body.count, made.body.microUsd, made.body.codes.length], [2, 5_000_000, 2]);
  const [code] = made.body.codes as string[];
  assert.match(code as string, /^TAPE(-[0-9A-HJKMNP-TV-Z]{5}){5}$/);
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => call('POST', '/api/account/redeem', rawKey, { code })),
  );
  const redeemed = answers.filter(({ status }) => status === 200);
  assert.equal(redeemed.length, 1);
  assert.deepEqual(redeemed[0]?.body, {
    ok: true,
    owner: 'alice',
    microUsd: 5_000_000,
    balanceMicroUsd: 5_000_000,
    owedMicroUsd: 0,
  });
  const statuses = new Set(answers.map(({ status }) => status));
  assert.deepEqual([...statuses].sort(), [200, 404]);
  const { body } = await call('GET', '/api/account/balance', rawKey);
  assert.deepEqual([body.ledger.length, body.ledger[0].type, body.ledger[0].ref], [1, 'voucher', null]);

  const listed = await admin('GET', '/api/account/vouchers');
  const open = listed.body.vouchers.filter(({ redeemedAt }: { redeemedAt: unknown }) => redeemedAt === null);
  assert.deepEqual([listed.body.count, open.length, listed.body.truncated], [2, 1, false]);
  assert.equal(JSON.stringify(listed.body).includes(String(code).slice(5)), false);
});

test('a code that was mistyped, redeemed or never issued answers alike; one that expired is 410', async (t) => {
  const { admin, issue, call, now, pass } = await startAccountBench(t);
  const { rawKey } = await issue();
  const redeem = (code: unknown) => call('POST', '/api/account/redeem', rawKey, { code });
  const made = await admin('POST', '/api/account/vouchers', { usd: 1, count: 3, expiresAt: now() + 1_000 });
  const [used, expired, open] = made.body.codes as [string, string, string];
  assert.equal((await redeem(` ${used.toLowerCase().replaceAll('-', ' ')} `)).status, 200);
  pass(1_000);
  const gone = await redeem(expired);
  assert.deepEqual([gone.status, gone.body.error], [410, 'code_expired']);
  const bodies = [
    used,
    `${open.slice(0, -1)}${open.endsWith('0') ? '1' : '0'}`,
    'TAPE-00000',
    '',
    'x',
    `HYPO${open.slice(4)}`,
  ];
  const answers = await Promise.all(bodies.map(redeem));
  assert.deepEqual(
    new Set(answers.map(({ status, body }) => JSON.stringify([status, { ...body, requestId: '' }]))).size,
    1,
  );
  assert.equal(answers[0]?.body.error, 'invalid_code');
  for (const body of [{}, { code: 7 }, { code: 'x'.repeat(101) }, { code: 'x', more: 1 }]) {
    assert.equal((await call('POST', '/api/account/redeem', rawKey, body)).status, 400);
  }
});

test('too many wrong codes mean waiting, no matter what is sent then', async (t) => {
  const { admin, issue, call, pass } = await startAccountBench(t);
  const { rawKey } = await issue();
  const other = await issue({ owner: 'bob' });
  const made = await admin('POST', '/api/account/vouchers', { usd: 1 });
  const redeem = (key: string, code: string) => call('POST', '/api/account/redeem', key, { code });
  for (let i = 0; i < 20; i++) assert.equal((await redeem(rawKey, `wrong-${i}`)).status, 404);
  const refused = await redeem(rawKey, made.body.codes[0]);
  assert.deepEqual([refused.status, refused.body.error], [429, 'too_many_attempts']);
  assert.ok(Number(refused.headers['retry-after']) > 500);
  assert.equal((await redeem(other.rawKey, 'wrong')).status, 404);
  pass(610_000);
  assert.equal((await redeem(rawKey, made.body.codes[0])).status, 200);
});

test('wrong codes in parallel are no more than one after another, and hinder no later call', async (t) => {
  const { admin, issue, call, pass } = await startAccountBench(t);
  const { rawKey } = await issue();
  const codes = (await admin('POST', '/api/account/vouchers', { usd: 1, count: 2 })).body.codes as string[];
  const redeem = (code: string) => call('POST', '/api/account/redeem', rawKey, { code });
  const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => redeem(`wrong-${i}`)));
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  assert.deepEqual([count(404), count(429)], [20, 80]);
  assert.equal((await redeem(codes[0]!)).status, 429);
  pass(600_000);
  assert.deepEqual(
    (await Promise.all(codes.map(redeem))).map(({ status }) => status),
    [200, 200],
  );
});

test('what vouchers cannot be is 400, and nothing is issued', async (t) => {
  const { admin, now } = await startAccountBench(t);
  for (const body of [
    {},
    { usd: 1, microUsd: 1 },
    { usd: 1, count: 0 },
    { usd: 1, count: 1_001 },
    { usd: 1, count: 1.5 },
    { usd: 1, count: '2' },
    { usd: 1, expiresAt: now() - 1 },
    { usd: 1, label: '\u0007' },
    { usd: 1, code: 'mine' },
  ]) {
    assert.equal((await admin('POST', '/api/account/vouchers', body)).status, 400, JSON.stringify(body));
  }
  assert.equal((await admin('GET', '/api/account/vouchers')).body.count, 0);
  assert.equal(
    (await admin('POST', '/api/account/vouchers', { microUsd: 1, count: 1_000 })).body.codes.length,
    1_000,
  );
});
