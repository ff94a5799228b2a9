import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateKey } from '../../src/accounts/keys/api-key.ts';
import { cryptoRandom } from '../../src/domain/index.ts';
import { startAccountBench } from '../support/account-bench.ts';

const HISTORY = '/api/history/hyperliquid/perp-btc';
const CSV = '/api/history/hyperliquid/perp-btc/csv';
const BUNDLE = '/api/m2m/hl-BTC/bundle';
const DAY = 86_400_000;

test('without a credential premium endpoints are 401 missing_api_key, free ones are open', async (t) => {
  const { app } = await startAccountBench(t);
  for (const headers of [{}, { authorization: 'Basic YTpi' }, { 'x-api-key': ' ' }]) {
    const answer = await app.inject({ url: BUNDLE, headers });
    assert.deepEqual([answer.statusCode, answer.json().error], [401, 'missing_api_key']);
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.headers['x-api-tier'], undefined);
  }
  assert.equal((await app.inject(`${BUNDLE}?api_key=ct_test_x`)).json().error, 'missing_api_key');
  assert.equal(
    (await app.inject({ url: '/api/feed', headers: { 'x-api-key': 'nonsense' } })).statusCode,
    200,
  );
});

test('what is no live key is 401 invalid_api_key, and nothing says which it was', async (t) => {
  const { app, issue, admin, pass, call, now } = await startAccountBench(t);
  const revoked = await issue();
  await admin('DELETE', '/api/account/keys', { keyHash: revoked.record.hash });
  const { rawKey: good } = await issue();
  const expiring = await issue({ expiresAt: now() + 10 * DAY });
  const unknown = generateKey({ prefix: 'ct', environment: 'test' }, cryptoRandom);
  const bodies = new Set<string>();
  for (const headers of [
    { 'x-api-key': revoked.rawKey },
    { 'x-api-key': unknown },
    { 'x-api-key': 'ct_test_short' },
    { 'x-api-key': `${good}, ${good}` },
    { authorization: `Bearer ${good}`, 'x-api-key': unknown },
    { authorization: `Bearer ${good.slice(0, -1)}` },
  ]) {
    const answer = await app.inject({ url: BUNDLE, headers });
    assert.equal(answer.statusCode, 401, JSON.stringify(headers));
    bodies.add(JSON.stringify({ ...answer.json(), requestId: '' }));
  }
  assert.equal(bodies.size, 1);
  assert.equal((await call('GET', BUNDLE, expiring.rawKey)).status, 200);
  pass(11 * DAY);
  assert.equal((await call('GET', BUNDLE, expiring.rawKey)).body.error, 'invalid_api_key');
});

test('a key is taken from either field, or from both when they are equal', async (t) => {
  const { app, issue } = await startAccountBench(t);
  const { rawKey } = await issue();
  for (const headers of [
    { authorization: `Bearer ${rawKey}` },
    { authorization: `bEaReR   ${rawKey}` },
    { 'x-api-key': rawKey },
    { authorization: `Bearer ${rawKey}`, 'x-api-key': rawKey },
    { authorization: 'Basic YTpi', 'x-api-key': rawKey },
  ]) {
    assert.equal((await app.inject({ url: BUNDLE, headers })).statusCode, 200, JSON.stringify(headers));
  }
});

test('a tier that is too low is 402, a venue that is not granted 403, in this order', async (t) => {
  const { issue, call } = await startAccountBench(t);
  const free = await issue({ tier: 'free', venues: 'kalshi' });
  const pro = await issue({ venues: 'kalshi, polymarket' });
  const all = await issue({ tier: 'enterprise' });
  const rows: [url: string, rawKey: string, status: number, error: string | undefined][] = [
    [BUNDLE, free.rawKey, 402, 'tier_required'],
    [CSV, pro.rawKey, 402, 'tier_required'],
    [BUNDLE, pro.rawKey, 403, 'venue_not_entitled'],
    [HISTORY, pro.rawKey, 403, 'venue_not_entitled'],
    ['/api/m2m/hl-NEVERHEARD/bundle', pro.rawKey, 403, 'venue_not_entitled'],
    ['/api/m2m/kalshi-neverheard/bundle', pro.rawKey, 404, 'asset_not_found'],
    [CSV, all.rawKey, 200, undefined],
  ];
  for (const [url, rawKey, status, error] of rows) {
    const answer = await call('GET', url, rawKey);
    assert.deepEqual([answer.status, answer.body.error], [status, error], url);
    assert.equal(answer.headers['x-api-tier'] !== undefined, true, url);
  }
});

test('premium answers say what is left, and are private', async (t) => {
  const { issue, call } = await startAccountBench(t);
  const { rawKey } = await issue();
  const first = await call('GET', BUNDLE, rawKey);
  assert.deepEqual(
    {
      tier: first.headers['x-api-tier'],
      limit: first.headers['x-ratelimit-limit'],
      remaining: first.headers['x-ratelimit-remaining'],
      quota: first.headers['x-quota-limit'],
      left: first.headers['x-quota-remaining'],
      policy: first.headers['ratelimit-policy'],
      cache: first.headers['cache-control'],
    },
    {
      tier: 'pro',
      limit: '600',
      remaining: '599',
      quota: '1000000',
      left: '999999',
      policy: '"minute";q=600;w=60, "month";q=1000000',
      cache: 'private, max-age=15',
    },
  );
  assert.match(first.headers.ratelimit ?? '', /^"minute";r=599;t=6[01], "month";r=999999;t=\d+$/);
  assert.match(first.headers.vary ?? '', /Authorization, X-API-Key/);
  assert.match(first.headers['access-control-expose-headers'] ?? '', /x-ratelimit-remaining/);

  const enterprise = await issue({ tier: 'enterprise' });
  const unlimited = await call('GET', BUNDLE, enterprise.rawKey);
  assert.equal(unlimited.headers['x-quota-limit'], undefined);
  assert.equal(unlimited.headers['x-quota-remaining'], undefined);
  assert.match(unlimited.headers.ratelimit ?? '', /^"minute";r=5999;t=\d+$/);
});

test('a cached answer is counted, carries the caller’s own fields, and is never given to a caller without a right', async (t) => {
  const { app, issue, call } = await startAccountBench(t);
  const first = await issue();
  const second = await issue({ owner: 'bob' });
  const narrow = await issue({ owner: 'carol', venues: 'kalshi' });
  assert.equal((await call('GET', BUNDLE, first.rawKey)).headers['x-ratelimit-remaining'], '599');
  for (let i = 0; i < 3; i++) await call('GET', BUNDLE, first.rawKey);
  const mine = await call('GET', BUNDLE, first.rawKey);
  const theirs = await call('GET', BUNDLE, second.rawKey);
  assert.equal(mine.headers['x-ratelimit-remaining'], '595');
  assert.equal(theirs.headers['x-ratelimit-remaining'], '599');
  assert.deepEqual(mine.body, theirs.body);

  assert.equal((await app.inject(BUNDLE)).statusCode, 401);
  assert.equal((await call('GET', BUNDLE, narrow.rawKey)).status, 403);
  const unchanged = await app.inject({
    url: BUNDLE,
    headers: { 'x-api-key': first.rawKey, 'if-none-match': String(mine.headers.etag) },
  });
  assert.equal(unchanged.statusCode, 304);
  assert.equal(unchanged.headers['x-ratelimit-remaining'], '594');
  assert.equal((await app.inject({ url: BUNDLE, headers: { 'if-none-match': '*' } })).statusCode, 401);
});

test('beyond the rate a key waits; refusals use up nothing', async (t) => {
  const { issue, call, pass } = await startAccountBench(t, {
    env: { CROSSTAPE_TIER_PRO_RATE_PER_MIN: '3', CROSSTAPE_TIER_PRO_MONTHLY_QUOTA: '100' },
  });
  const { rawKey } = await issue();
  for (const url of [BUNDLE, `${HISTORY}?limit=0`, '/api/history/kalshi/none'])
    await call('GET', url, rawKey);
  const refused = await call('GET', BUNDLE, rawKey);
  assert.deepEqual([refused.status, refused.body.error], [429, 'rate_limited']);
  assert.equal(refused.headers['x-ratelimit-remaining'], '0');
  assert.equal(refused.headers['x-quota-remaining'], '97');
  assert.ok(Number(refused.headers['retry-after']) >= 60);
  for (let i = 0; i < 20; i++) await call('GET', BUNDLE, rawKey);
  pass(61_000);
  const again = await call('GET', BUNDLE, rawKey);
  assert.deepEqual([again.status, again.headers['x-quota-remaining']], [200, '96']);
});

test('beyond the quota a key waits for the next month, which begins by the calendar', async (t) => {
  const { issue, call, setWall, now } = await startAccountBench(t, {
    env: { CROSSTAPE_TIER_PRO_MONTHLY_QUOTA: '2' },
  });
  const { rawKey } = await issue();
  await call('GET', BUNDLE, rawKey);
  await call('GET', BUNDLE, rawKey);
  const refused = await call('GET', BUNDLE, rawKey);
  assert.deepEqual([refused.status, refused.body.error], [429, 'quota_exceeded']);
  assert.equal(refused.headers['x-ratelimit-remaining'], '598');
  const month = new Date(now()).getUTCMonth();
  const next = Date.UTC(new Date(now()).getUTCFullYear(), month + 1, 1);
  assert.equal(Number(refused.headers['retry-after']), Math.ceil((next - now()) / 1_000));
  const before = now();
  setWall(next);
  assert.equal((await call('GET', BUNDLE, rawKey)).status, 200);
  assert.equal((await call('GET', BUNDLE, rawKey)).status, 200);
  // A clock that goes back does not open the month before again.
  setWall(before);
  assert.equal((await call('GET', BUNDLE, rawKey)).body.error, 'quota_exceeded');
});

test('fifty requests at once on a rate of three are three answers', async (t) => {
  const { issue, call } = await startAccountBench(t, { env: { CROSSTAPE_TIER_PRO_RATE_PER_MIN: '3' } });
  const { rawKey } = await issue();
  const answers = await Promise.all(Array.from({ length: 50 }, () => call('GET', BUNDLE, rawKey)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 3);
  assert.equal(answers.filter(({ status }) => status === 429).length, 47);
});

test('usage says what was counted, by endpoint and venue', async (t) => {
  const { issue, call } = await startAccountBench(t);
  const { rawKey, record } = await issue({ label: 'desk' });
  await call('GET', BUNDLE, rawKey);
  await call('GET', HISTORY, rawKey);
  await call('GET', '/api/history/kalshi/none', rawKey);
  const { status, body, headers } = await call('GET', '/api/account/usage', rawKey);
  assert.equal(status, 200);
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['x-ratelimit-limit'], undefined);
  assert.deepEqual(body.limits, {
    monthlyQuota: 1_000_000,
    ratePerMin: 600,
    maxConcurrentStreams: 5,
    features: ['history', 'realtime', 'arb', 'stats', 'm2m-bundle'],
    venues: 'all',
  });
  assert.deepEqual(body.usage.byEndpoint, { '/api/history/:venue/:asset': 2, '/api/m2m/:asset/bundle': 1 });
  assert.deepEqual(body.usage.byVenue, { hyperliquid: 2, kalshi: 1 });
  assert.deepEqual([body.usage.total, body.usage.quotaRemaining], [3, 999_997]);
  assert.deepEqual([body.owner, body.tier, body.venues], ['alice', 'pro', 'all']);
  assert.equal(body.key.hash, record.hash);
  assert.equal(JSON.stringify(body).includes(rawKey), false);
});

test('rotating gives a new key with the same rights and resets nothing', async (t) => {
  const { issue, call, pass } = await startAccountBench(t, {
    env: { CROSSTAPE_TIER_PRO_RATE_PER_MIN: '2' },
  });
  const { rawKey, record } = await issue({ label: 'desk', venues: 'hyperliquid' });
  await call('GET', BUNDLE, rawKey);
  const rotated = await call('POST', '/api/account/keys/rotate', rawKey, { graceMs: 60_000 });
  assert.equal(rotated.status, 200);
  const { rawKey: newKey, record: newRecord, previous } = rotated.body;
  assert.deepEqual(
    [newRecord.owner, newRecord.tier, newRecord.venues, newRecord.label, newRecord.botId],
    ['alice', 'pro', ['hyperliquid'], 'desk', record.botId],
  );
  assert.equal(previous.hash, record.hash);
  assert.equal((await call('GET', BUNDLE, rawKey)).status, 200);
  assert.equal((await call('GET', BUNDLE, newKey)).body.error, 'rate_limited');
  pass(60_001);
  assert.equal((await call('GET', BUNDLE, rawKey)).body.error, 'invalid_api_key');
  const usage = await call('GET', '/api/account/usage', newKey);
  assert.equal(usage.body.usage.total, 2);

  // Without a body the old key ends at once, and the grace never makes a key live longer.
  const last = await call('POST', '/api/account/keys/rotate', newKey);
  assert.equal(last.status, 200);
  assert.equal((await call('GET', '/api/account/usage', newKey)).status, 401);
});

test('rotating again within the grace names the same successor and makes no key that was never shown', async (t) => {
  const { issue, call, admin } = await startAccountBench(t);
  const { rawKey } = await issue();
  const rotate = () => call('POST', '/api/account/keys/rotate', rawKey, { graceMs: 60_000 });
  const first = await rotate();
  const again = await rotate();
  assert.equal(again.status, 200);
  assert.deepEqual(again.body, { ...first.body, rawKey: null });
  assert.equal((await admin('GET', '/api/account/keys')).body.count, 2);
});

test('a grace never extends what would have ended earlier, and strange graces are 400', async (t) => {
  const { issue, call, now } = await startAccountBench(t);
  const { rawKey } = await issue({ expiresAt: now() + 1_000 });
  for (const body of [{ graceMs: -1 }, { graceMs: 604_800_001 }, { graceMs: '5' }, { grace: 1 }, []]) {
    assert.equal((await call('POST', '/api/account/keys/rotate', rawKey, body)).status, 400);
  }
  const { body } = await call('POST', '/api/account/keys/rotate', rawKey, { graceMs: 604_800_000 });
  assert.equal(body.previous.expiresAt, now() + 1_000);
  assert.equal(body.record.expiresAt, now() + 1_000);
});

test('wrong keys are throttled by address and never hurt a good one', async (t) => {
  const { app, issue, call, pass } = await startAccountBench(t);
  const { rawKey } = await issue();
  for (let i = 0; i < 30; i++) assert.equal((await call('GET', BUNDLE, `wrong-${i}`)).status, 401);
  const refused = await call('GET', BUNDLE, 'wrong-again');
  assert.deepEqual([refused.status, refused.body.error], [429, 'too_many_attempts']);
  assert.ok(Number(refused.headers['retry-after']) > 0);
  assert.equal((await call('GET', BUNDLE, rawKey)).status, 200);
  assert.equal((await app.inject(BUNDLE)).json().error, 'missing_api_key');
  pass(61_000);
  assert.equal((await call('GET', BUNDLE, 'wrong-again')).status, 401);
});

test('an address with too many wrong keys has few unknown ones looked up, and those that were met work on', async (t) => {
  const { issue, call, pass } = await startAccountBench(t);
  const [met, unmet] = [(await issue()).rawKey, (await issue()).rawKey];
  assert.equal((await call('GET', BUNDLE, met)).status, 200);
  for (let i = 0; i < 30; i++) await call('GET', BUNDLE, `wrong-${i}`);
  for (let i = 0; i < 60; i++) {
    const invented = generateKey({ prefix: 'ct', environment: 'test' }, cryptoRandom);
    assert.equal((await call('GET', BUNDLE, invented)).body.error, 'too_many_attempts');
  }
  assert.equal((await call('GET', BUNDLE, unmet)).body.error, 'too_many_attempts');
  assert.equal((await call('GET', BUNDLE, met)).status, 200);
  pass(61_000);
  assert.equal((await call('GET', BUNDLE, unmet)).status, 200);
});

test('account calls have a limit of their own and use up neither rate nor quota', async (t) => {
  const { issue, call } = await startAccountBench(t, { env: { CROSSTAPE_ACCOUNT_RATE_PER_MIN: '3' } });
  const { rawKey } = await issue({ tier: 'free' });
  for (let i = 0; i < 3; i++) {
    assert.equal((await call('GET', '/api/account/balance', rawKey)).status, 200);
  }
  const refused = await call('GET', '/api/account/balance', rawKey);
  assert.deepEqual([refused.status, refused.body.error], [429, 'rate_limited']);
  assert.ok(Number(refused.headers['retry-after']) > 0);
});

test('with gating off premium endpoints ignore keys, and account endpoints still ask for one', async (t) => {
  const { app, issue, call } = await startAccountBench(t, { env: { CROSSTAPE_PAID_GATING: 'off' } });
  const { rawKey } = await issue();
  const open = await app.inject({ url: BUNDLE, headers: { 'x-api-key': 'nonsense' } });
  assert.equal(open.statusCode, 200);
  assert.match(String(open.headers['cache-control']), /^public, s-maxage=15/);
  assert.equal(open.headers['x-api-tier'], undefined);
  assert.equal((await app.inject('/api/account/usage')).statusCode, 401);
  assert.equal((await call('GET', '/api/account/usage', rawKey)).body.usage.total, 0);
});

test('one owner never sees what belongs to another', async (t) => {
  const { issue, call, admin } = await startAccountBench(t);
  const alice = await issue();
  const bob = await issue({ owner: 'bob' });
  await admin('POST', '/api/account/credit', { owner: 'alice', usd: 5, ref: 'r-1' });
  for (const url of ['/api/account/balance?owner=alice', '/api/account/usage?owner=alice']) {
    const { body } = await call('GET', url, bob.rawKey);
    assert.equal(body.owner, 'bob');
    assert.equal(JSON.stringify(body).includes('alice'), false);
  }
  assert.equal((await call('GET', '/api/account/balance', alice.rawKey)).body.balance.microUsd, 5_000_000);
});

test('the raw key is in one answer and nowhere else: not in the database, the list, or the log', async (t) => {
  const { issue, call, admin, database, logged, accounts } = await startAccountBench(t);
  const { rawKey } = await issue();
  await call('GET', BUNDLE, rawKey);
  await call('GET', `${HISTORY}?limit=0`, rawKey);
  await accounts.flush();
  const listed = await admin('GET', '/api/account/keys');
  const tables = await database.readAllRows();
  for (const text of [JSON.stringify(listed.body), JSON.stringify(tables), logged.join('')]) {
    assert.equal(text.includes(rawKey), false);
    assert.equal(text.includes(rawKey.slice(8, 40)), false);
  }
  assert.equal(listed.body.keys[0].lastUsedAt > 0, true);
});
