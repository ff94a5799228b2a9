import assert from 'node:assert/strict';
import { get, type IncomingHttpHeaders } from 'node:http';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import type { VenueGrant } from '../../src/accounts/keys/keys.ts';
import { LedgerUnavailableError } from '../../src/billing/ledger/ledger.ts';
import type { Posting } from '../../src/billing/ledger/posting.ts';
import { microUsd } from '../../src/domain/index.ts';
import { testAccounts } from '../support/account-bench.ts';
import type { ApiChanges } from '../support/api-server.ts';
import { ledgerSteps } from '../support/ledger-steps.ts';
import { type LiveBench, REFRESHED, STREAMED, startLive, turn } from '../support/live-streams.ts';
import { ManualClock } from '../support/markets.ts';

const STREAM = `/api/asset/${STREAMED.asset}/stream`;
const SIGNAL = `/api/m2m/${STREAMED.asset}/stream-signal`;

interface Refusal {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly error: string };
}

/** A gated server with live prices, one key of the tier, and money on its balance. */
async function start(
  t: TestContext,
  tier: 'free' | 'pro',
  credited: number,
  env: NodeJS.ProcessEnv = {},
  changes: ApiChanges = {},
  venues: VenueGrant = 'all',
) {
  const wall = new ManualClock();
  const { accounts, sets } = await testAccounts(t, { env, clock: wall.read, now: () => 1_000_000 });
  const live = await startLive(t, {
    ...changes,
    gate: accounts.gate,
    sets,
    settings: { paidGating: true, ...changes.settings },
  });
  const { rawKey, record } = await accounts.keys.issue({
    owner: 'alice',
    tier,
    label: null,
    venues,
    expiresAt: null,
  });
  if (credited > 0) {
    const by = { address: 'test', action: 'credit', target: 'alice', detail: null };
    await accounts.operator.credit({ owner: 'alice', amount: microUsd(credited), ref: 'start' }, by);
  }
  const open = async (path: string, body?: object) => {
    const client = await live.open(path, { 'x-api-key': rawKey }, body);
    assert.equal(client.response.statusCode, 200);
    return client;
  };
  const balance = async () => (await accounts.ledger.readBalance('alice')).microUsd as number;
  /** Status, code and fields of a request that is refused before any stream begins. */
  const refused = (path: string): Promise<Refusal> =>
    new Promise((resolve, reject) => {
      get(live.url + path, { headers: { 'x-api-key': rawKey }, agent: false }, async (response) => {
        let text = '';
        for await (const chunk of response) text += String(chunk);
        resolve({ status: response.statusCode, headers: response.headers, body: JSON.parse(text) });
      }).on('error', reject);
    });
  return { ...live, accounts, rawKey, record, open, refused, balance };
}

test('a price stream costs its price once per connect, other streams nothing', async (t) => {
  const { open, balance, accounts } = await start(t, 'pro', 2_500);
  const first = await open(STREAM);
  assert.equal(await balance(), 1_500);
  const other = await open(SIGNAL);
  assert.equal(await balance(), 1_500);
  first.close();
  const second = await open(STREAM);
  assert.equal(await balance(), 500);
  const page = await accounts.ledger.readEntries('alice', { limit: 10 });
  assert.deepEqual(
    page?.entries
      .slice(1)
      .map(({ type, microUsd, ref }) => [type, microUsd, /^conn_\w{16}$/.test(ref ?? '')]),
    [
      ['stream_fee', -1_000, true],
      ['stream_fee', -1_000, true],
    ],
  );
  for (const client of [other, second]) client.close();
});

test('a stream of many assets costs one price and one slot, by GET and by POST', async (t) => {
  const { open, refused, balance } = await start(t, 'pro', 10_000, { CROSSTAPE_TIER_PRO_STREAMS: '2' });
  const assets = [STREAMED.asset, REFRESHED.asset];
  await open(`/api/stream?assets=${assets}&kinds=quote,flow`);
  assert.equal(await balance(), 9_000);
  await open('/api/stream', { assets });
  assert.equal(await balance(), 8_000);
  const { status, body } = await refused(`/api/stream?assets=${assets}`);
  assert.deepEqual([status, body.error], [429, 'too_many_streams']);
  assert.equal(await balance(), 8_000);
});

test('a stream of many assets needs the feature of live prices', async (t) => {
  const { refused } = await start(t, 'free', 0);
  const { status, body } = await refused('/api/stream?assets=hl-BTC');
  assert.deepEqual([status, body.error], [402, 'tier_required']);
});

test('a key for some venues is refused the assets of others, wherever they are named', async (t) => {
  const { app, rawKey, open, balance } = await start(t, 'pro', 10_000, {}, {}, ['kalshi']);
  const headers = { 'x-api-key': rawKey };
  const assets = [REFRESHED.asset, STREAMED.asset];
  const calls = [
    { url: `/api/stream?assets=${assets}` },
    { url: `/api/stream?assets=${assets},hl-NOPE&partial=true` },
    { method: 'POST' as const, url: '/api/stream', payload: { assets } },
    { method: 'POST' as const, url: '/api/stream', payload: { assets: [...assets, 'x'], partial: true } },
  ];
  for (const call of calls) {
    const response = await app.inject({ ...call, headers });
    assert.deepEqual([response.statusCode, response.json().error], [403, 'venue_not_entitled'], call.url);
  }
  assert.equal(await balance(), 10_000);
  await open(`/api/stream?assets=${REFRESHED.asset}`);
  await open('/api/stream', { assets: [REFRESHED.asset] });
});

test('too little balance is 402 before any byte of the stream, and uses up the rate alone', async (t) => {
  const { refused, balance, accounts, record } = await start(t, 'pro', 999);
  const { status, body, headers } = await refused(STREAM);
  assert.deepEqual([status, body.error], [402, 'insufficient_balance']);
  assert.equal(headers['x-ratelimit-remaining'], '599');
  assert.equal(await balance(), 999);
  assert.equal((await accounts.routes.usage.readSummary(record.botId)).total, 0);
  assert.deepEqual((await accounts.ledger.audit({ whole: true })).findings, []);
});

test('an empty key gets as many 402 a minute as its rate, and hardly asks the ledger', async (t) => {
  const { refused, accounts, record, balance } = await start(t, 'pro', 0);
  const before = accounts.ledger.writes;
  const statuses = new Map<number | undefined, number>();
  const callers = Array.from({ length: 32 }, async () => {
    for (let i = 0; i < 25; i++) {
      const { status } = await refused(STREAM);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  await Promise.all(callers);
  assert.deepEqual([statuses.get(402), statuses.get(429)], [600, 200]);
  const tries = accounts.ledger.writes - before;
  assert.ok(tries <= 64, `${tries} tries at the ledger`);
  assert.equal((await accounts.routes.usage.readSummary(record.botId)).total, 0);
  // Money that arrives ends it at once.
  const by = { address: 'test', action: 'credit', target: 'alice', detail: null };
  await accounts.operator.credit({ owner: 'alice', amount: microUsd(5_000), ref: 'now' }, by);
  assert.equal(await balance(), 5_000);
  assert.equal((await refused(STREAM)).status, 429, 'the rate of the minute is used up');
});

test('an unknown asset is 404 and costs nothing', async (t) => {
  const { refused, balance } = await start(t, 'pro', 5_000);
  assert.equal((await refused('/api/asset/hl-NOPE/stream')).status, 404);
  assert.equal(await balance(), 5_000);
});

test('the slots of a tier are counted; a closed stream frees its own, and a refused one costs nothing', async (t) => {
  const { open, refused, balance } = await start(t, 'pro', 10_000, { CROSSTAPE_TIER_PRO_STREAMS: '2' });
  const first = await open(STREAM);
  const second = await open(SIGNAL);
  const third = await refused(STREAM);
  assert.deepEqual([third.status, third.body.error], [429, 'too_many_streams']);
  assert.equal(third.headers['x-ratelimit-remaining'], '598');
  assert.equal(await balance(), 9_000);
  first.close();
  await untilAccepted(async () => (await open(STREAM)).close());
  second.close();
});

test('a thousand idle streams cost a thousand times, keep no other out, and free their slots', async (t) => {
  const streams = 1_000;
  const { open, refused, balance, url, rawKey, accounts } = await start(
    t,
    'pro',
    streams * 1_000 + 500,
    { CROSSTAPE_TIER_PRO_STREAMS: String(streams), CROSSTAPE_TIER_PRO_RATE_PER_MIN: '100000' },
    { settings: { streamLimits: { perAddress: 2 * streams, total: 2 * streams } } },
  );
  const idle: Awaited<ReturnType<typeof open>>[] = [];
  while (idle.length < streams) {
    idle.push(...(await Promise.all(Array.from({ length: 50 }, () => open(STREAM)))));
  }
  assert.equal(await balance(), 500);
  assert.equal((await refused(STREAM)).body.error, 'too_many_streams');
  const bundle = await fetch(`${url}/api/m2m/${STREAMED.asset}/bundle`, { headers: { 'x-api-key': rawKey } });
  assert.equal(bundle.status, 200);
  for (const client of idle) client.close();
  // The server learns of the ends a moment later; then their slots are free.
  const again = () => Promise.all(Array.from({ length: streams / 10 }, () => open(SIGNAL)));
  await untilAccepted(async () => {
    for (const client of await again()) client.close();
  });
  assert.deepEqual((await accounts.ledger.audit({ whole: true })).findings, []);
});

test('the free tier has no streams: it lacks the feature', async (t) => {
  const { refused } = await start(t, 'free', 10_000);
  assert.equal((await refused(STREAM)).body.error, 'tier_required');
});

test('a caller who is gone before the stream begins has paid nothing', async (t) => {
  const { url, rawKey, app, accounts, balance, open } = await start(t, 'pro', 1_000);
  const stored = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const post = accounts.ledger.post.bind(accounts.ledger);
  t.mock.method(accounts.ledger, 'post', async (...args: Parameters<typeof post>) => {
    const outcome = await post(...args);
    stored.resolve();
    await answer.promise;
    return outcome;
  });
  const request = get(url + STREAM, { headers: { 'x-api-key': rawKey }, agent: false });
  request.on('error', () => undefined);
  await stored.promise;
  assert.equal(await balance(), 0);
  request.destroy();
  while ((await countConnections(app)) > 0) await turn();
  answer.resolve();
  while ((await balance()) === 0) await turn();

  const page = await accounts.ledger.readEntries('alice', { limit: 10 });
  const [, fee, refund] = page?.entries ?? [];
  assert.deepEqual([fee?.type, fee?.microUsd], ['stream_fee', -1_000]);
  assert.deepEqual([refund?.type, refund?.microUsd, refund?.ref], ['refund', 1_000, fee?.ref]);
  assert.deepEqual((await accounts.ledger.audit({ whole: true })).findings, []);
  (await open(STREAM)).close();
});

test('a stream that cannot begin costs nothing', async (t) => {
  const { open, balance, pulses } = await start(t, 'pro', 1_000);
  t.mock.method(pulses, 'subscribe', () => {
    throw new Error('no pulses');
  });
  await (await open(STREAM)).ended;
  while ((await balance()) === 0) await turn();
  assert.equal(await balance(), 1_000);
});

test('a price that cannot be given back is logged with its owner', async (t) => {
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  const { open, balance, pulses, accounts } = await start(t, 'pro', 1_000, {}, { log });
  t.mock.method(pulses, 'subscribe', () => {
    throw new Error('no pulses');
  });
  const post = accounts.ledger.post.bind(accounts.ledger);
  t.mock.method(accounts.ledger, 'post', async (posting: Posting) => {
    if (posting.type === 'refund') throw new Error('the ledger is broken');
    return post(posting);
  });
  await (await open(STREAM)).ended;
  while (lines.length < 2) await turn();
  const { msg, owner, route } = JSON.parse(lines[1]!);
  assert.deepEqual(
    [msg, owner, route],
    ['a price could not be given back', 'alice', '/api/asset/:asset/stream'],
  );
  assert.equal(await balance(), 0);
});

test('a price of 0 writes nothing', async (t) => {
  const { open, accounts } = await start(t, 'pro', 0, { CROSSTAPE_PRICE_STREAM_MICROUSD: '0' });
  (await open(STREAM)).close();
  assert.equal((await accounts.ledger.readEntries('alice', { limit: 10 }))?.entries.length, 0);
});

test('with billing off streams cost nothing', async (t) => {
  const { open, accounts } = await start(t, 'pro', 0, { CROSSTAPE_PREPAID_BILLING: 'off' });
  (await open(STREAM)).close();
  assert.equal((await accounts.ledger.readFloat()).accounts, 0);
});

test('an owner who owes after a refund cannot use paid features until it is repaid', async (t) => {
  const { open, refused, accounts } = await start(t, 'pro', 5_000);
  await ledgerSteps(accounts.ledger).clawBack({
    scope: 'wh:stripe',
    idem: 'evt_1',
    owner: 'alice',
    amount: microUsd(6_000),
    asset: 'asset:stripe',
    ref: 'evt_1',
  });
  const by = { address: 'test', action: 'credit', target: 'alice', detail: null };
  const credit = (amount: number, ref: string) =>
    accounts.operator.credit({ owner: 'alice', amount: microUsd(amount), ref }, by);
  await credit(400, 'too little');
  const { body } = (await refused(STREAM)) as { body: Record<string, unknown> };
  assert.deepEqual([body.error, body.reason, body.owedMicroUsd], ['insufficient_balance', 'owes', 600]);
  await credit(50_000, 'enough');
  (await open(STREAM)).close();
});

test('streams of a revoked key end with the next look', async (t) => {
  const { open, accounts, record, pass } = await start(t, 'pro', 10_000);
  const client = await open(STREAM);
  await accounts.keys.revoke({ kind: 'key', hash: record.hash });
  await pass(30_000);
  await client.ended;
});

test('a ledger that is closed refuses paid streams with 503 and charges nothing', async (t) => {
  const { refused, open, balance, accounts } = await start(t, 'pro', 5_000);
  const post = t.mock.method(accounts.ledger, 'post', async () => {
    throw new LedgerUnavailableError('closed');
  });
  const { status, body, headers } = await refused(STREAM);
  assert.deepEqual([status, body.error], [503, 'ledger_unavailable']);
  assert.equal(headers['retry-after'], '5');
  post.mock.restore();
  assert.equal(await balance(), 5_000);
  (await open(STREAM)).close();
});

function countConnections({ server }: LiveBench['app']): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  );
}

/** The server learns of a closed connection a moment later. */
async function untilAccepted(attempt: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (tries > 50) throw error;
      await new Promise(setImmediate);
    }
  }
}
