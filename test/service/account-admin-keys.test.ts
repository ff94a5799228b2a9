import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startAccountBench } from '../support/account-bench.ts';

test('keys are issued, listed newest first, and revoked for the next request', async (t) => {
  const { admin, call, pass } = await startAccountBench(t);
  const issued = await admin('POST', '/api/account/keys', {
    tier: 'enterprise',
    owner: 'alice@example.org',
    label: 'Büro 7',
    venues: 'kalshi, hyperliquid',
    expiresAt: null,
  });
  assert.match(issued.body.rawKey, /^ct_test_[0-9A-Za-z]{38}$/);
  assert.deepEqual(issued.body.record.venues, ['hyperliquid', 'kalshi']);
  pass(1);
  const newer = await admin('POST', '/api/account/keys', { tier: 'pro', owner: 'bob' });
  const listed = await admin('GET', '/api/account/keys');
  assert.deepEqual(
    listed.body.keys.map(({ owner }: { owner: string }) => owner),
    ['bob', 'alice@example.org'],
  );
  assert.deepEqual([listed.body.count, listed.body.truncated], [2, false]);
  const first = await admin('GET', '/api/account/keys?limit=1');
  assert.deepEqual([first.body.count, first.body.truncated], [1, true]);
  const ofBob = await admin('GET', '/api/account/keys?owner=bob');
  assert.deepEqual([ofBob.body.count, ofBob.body.keys[0].hash], [1, newer.body.record.hash]);

  assert.equal((await call('GET', '/api/account/usage', newer.body.rawKey)).status, 200);
  const gone = await admin('DELETE', '/api/account/keys', { keyHash: newer.body.record.hash });
  assert.deepEqual(gone.body, { ok: true, revoked: true, stored: true, count: 1, successors: 0 });
  assert.equal((await call('GET', '/api/account/usage', newer.body.rawKey)).status, 401);
  const unknown = await admin('DELETE', '/api/account/keys', { keyHash: 'a'.repeat(64) });
  assert.deepEqual(unknown.body, { ok: true, revoked: false, stored: true, count: 0, successors: 0 });
});

test('a thief who rotated a leaked key loses the successors with it', async (t) => {
  const { admin, call, issue } = await startAccountBench(t);
  const leaked = await issue();
  const rotate = async (rawKey: string): Promise<string> => {
    const { body } = await call('POST', '/api/account/keys/rotate', rawKey, { graceMs: 604_800_000 });
    return body.rawKey;
  };
  const stolen = await rotate(leaked.rawKey);
  const hidden = await rotate(stolen);
  const gone = await admin('DELETE', '/api/account/keys', { keyHash: leaked.record.hash });
  assert.deepEqual(gone.body, { ok: true, revoked: true, stored: true, count: 3, successors: 2 });
  for (const rawKey of [leaked.rawKey, stolen, hidden]) {
    assert.equal((await call('GET', '/api/account/usage', rawKey)).status, 401);
    assert.equal((await call('POST', '/api/account/keys/rotate', rawKey)).status, 401);
  }
});

test('every key of a bot or an owner is revoked by one call, which names one of them', async (t) => {
  const { admin, call, issue, database } = await startAccountBench(t);
  const [first, second, other] = [await issue(), await issue(), await issue({ owner: 'bob' })];
  await call('POST', '/api/account/keys/rotate', first.rawKey, { graceMs: 60_000 });
  const { botId } = first.record;
  const revoke = async (body: unknown) => admin('DELETE', '/api/account/keys', body);
  assert.deepEqual((await revoke({ botId })).body, {
    ok: true,
    revoked: true,
    stored: true,
    count: 2,
    successors: 0,
  });
  assert.deepEqual((await revoke({ owner: 'alice' })).body, {
    ok: true,
    revoked: true,
    stored: true,
    count: 1,
    successors: 0,
  });
  assert.equal((await revoke({ owner: 'nobody' })).body.revoked, false);
  assert.equal((await call('GET', '/api/account/usage', second.rawKey)).status, 401);
  assert.equal((await call('GET', '/api/account/usage', other.rawKey)).status, 200);
  for (const body of [{}, { botId, owner: 'alice' }, { botId: 'bot_' }, { owner: 'a b' }, { keyHash: 'x' }]) {
    assert.deepEqual([(await revoke(body)).status], [400], JSON.stringify(body));
  }
  const rows = await database.readRows(
    "SELECT target, detail FROM admin_action WHERE action = 'key.revoke' ORDER BY id",
  );
  assert.deepEqual(
    rows.map(({ target, detail }) => [target, detail]),
    [
      [botId, 'every key of the bot'],
      ['alice', 'every key of the owner'],
      ['nobody', 'every key of the owner'],
    ],
  );
});

test('what a key cannot be is 400', async (t) => {
  const { admin, now } = await startAccountBench(t);
  const good = { tier: 'pro', owner: 'alice' };
  for (const body of [
    { ...good, tier: 'gold' },
    { ...good, owner: undefined },
    { ...good, label: 'a'.repeat(101) },
    { ...good, label: 'line\nbreak' },
    { ...good, label: 7 },
    { ...good, venues: 'nyse' },
    { ...good, venues: 'kalshi,' },
    { ...good, venues: 'kalshi,kalshi' },
    { ...good, venues: '' },
    { ...good, venues: ['kalshi'] },
    { ...good, expiresAt: now() },
    { ...good, expiresAt: '2027-01-01' },
    { ...good, hash: 'x' },
  ]) {
    const answer = await admin('POST', '/api/account/keys', body);
    assert.deepEqual([answer.status, answer.body.error], [400, 'validation_failed'], JSON.stringify(body));
  }
  const units = [
    [Math.floor(now() / 1_000) + 86_400, /looks like seconds; send \d{13}$/],
    [(now() + 86_400_000) * 1_000, /looks like microseconds; send \d{13}$/],
  ] as const;
  for (const [expiresAt, said] of units) {
    const answer = await admin('POST', '/api/account/keys', { ...good, expiresAt });
    assert.deepEqual([answer.status, answer.body.parameter], [400, 'expiresAt']);
    assert.match(answer.body.message, said);
    const vouchers = await admin('POST', '/api/account/vouchers', { usd: 1, expiresAt });
    assert.match(vouchers.body.message, said);
  }
  for (const keyHash of ['', 'A'.repeat(64), 'a'.repeat(63), 7]) {
    assert.equal((await admin('DELETE', '/api/account/keys', { keyHash })).status, 400);
  }
  for (const query of ['limit=0', 'limit=10001', 'limit=x', 'owner=a&owner=b']) {
    assert.equal((await admin('GET', `/api/account/keys?${query}`)).status, 400, query);
  }
});
