import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepare } from './call.ts';
import { CrosstapeClient } from './client.ts';
import { CrosstapeError } from './errors.ts';

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

/** A client whose service answers with the given responses in turn. */
function createClient(
  answers: readonly (Response | Error)[],
  options: { retries?: number; apiKey?: string } = {},
) {
  const sent: Sent[] = [];
  const waits: number[] = [];
  const client = new CrosstapeClient({
    ...options,
    baseUrl: 'http://service.test/',
    fetch: async (url, init = {}) => {
      const answer = answers[sent.length];
      sent.push({ url: String(url), init });
      if (answer instanceof Response) return answer;
      throw answer ?? new TypeError('fetch failed');
    },
    wait: async (ms) => {
      waits.push(ms);
    },
    random: () => 1,
  });
  return { client, sent, waits };
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const failure = (code: string, status: number, headers: Record<string, string> = {}, extra: object = {}) =>
  json({ ok: false, error: code, message: `it is ${code}`, requestId: 'r-1', ...extra }, status, headers);

async function catchFailure(work: Promise<unknown>): Promise<CrosstapeError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof CrosstapeError, `threw ${String(error)}`);
  return error;
}

test('parameters go where the endpoint wants them', async () => {
  const ok = () => json({ ok: true });
  const { client, sent } = createClient([ok(), ok(), ok()], { apiKey: 'k-1' });
  await client.getHistory({ venue: 'kalshi', asset: 'a/b c', limit: 5 });
  await client.getCorrelations({ assets: ['hl-BTC', 'hl-ETH'] });
  await client.postBatch({ assets: ['hl-BTC'], series: true });
  assert.deepEqual(
    sent.map(({ url, init }) => [init.method, url, init.body]),
    [
      ['GET', 'http://service.test/api/history/kalshi/a%2Fb%20c?limit=5', null],
      ['GET', 'http://service.test/api/correlations?assets=hl-BTC%2Chl-ETH', null],
      ['POST', 'http://service.test/api/m2m/batch', '{"assets":["hl-BTC"],"series":true}'],
    ],
  );
  for (const { init } of sent) {
    assert.equal((init.headers as Record<string, string>).authorization, 'Bearer k-1');
  }
});

test('without a key no header is sent that would need a preflight', async () => {
  const { client, sent } = createClient([json({ ok: true })]);
  await client.getHealth();
  assert.deepEqual(sent[0]?.init.headers, {});
});

test('a failure states its code, status, request, parameter and whole body', async () => {
  const { client } = createClient([failure('validation_failed', 400, {}, { parameter: 'limit' })]);
  const error = await catchFailure(client.getIndex());
  assert.deepEqual(
    [error.code, error.status, error.requestId, error.parameter, error.retryAfterMs, error.isRetryable],
    ['validation_failed', 400, 'r-1', 'limit', null, false],
  );
  assert.equal(error.message, 'it is validation_failed');
});

test('a read that failed for a passing reason is tried again, after the requested wait', async () => {
  const rows: [answer: Response | Error, waitMs: number][] = [
    [failure('rate_limited', 429, { 'retry-after': '7' }), 7_000],
    [failure('upstream_unavailable', 503, { 'retry-after': '2' }), 2_000],
    [failure('shutting_down', 503), 300],
    [new TypeError('fetch failed'), 300],
    [new Response('<html>bad gateway</html>', { status: 502 }), 300],
  ];
  for (const [answer, waitMs] of rows) {
    const { client, sent, waits } = createClient([answer, json({ ok: true })]);
    await client.getHealth();
    assert.deepEqual([sent.length, waits], [2, [waitMs]]);
  }
});

test('a failure that lasts, or whose wait is too long, is notified at once', async () => {
  const rows: [Response, string, number | null][] = [
    [failure('asset_not_found', 404), 'asset_not_found', null],
    [failure('quota_exceeded', 429, { 'retry-after': '5' }), 'quota_exceeded', 5_000],
    [failure('feed_down', 503), 'feed_down', null],
    [failure('rate_limited', 429, { 'retry-after': '60' }), 'rate_limited', 60_000],
    [failure('internal', 500), 'internal', null],
  ];
  for (const [answer, code, retryAfterMs] of rows) {
    const { client, sent, waits } = createClient([answer, json({ ok: true })]);
    const error = await catchFailure(client.getHealth());
    assert.deepEqual([error.code, error.retryAfterMs, sent.length, waits], [code, retryAfterMs, 1, []]);
  }
});

test('tries end, and the last failure is reported', async () => {
  const { client, sent, waits } = createClient([]);
  const error = await catchFailure(client.getHealth());
  assert.deepEqual([error.code, error.status, sent.length, waits], ['network', null, 3, [300, 600]]);
  assert.match(error.message, /http:\/\/service\.test could not be reached/);
});

test('what is posted is sent once', async () => {
  const { client, sent } = createClient([failure('shutting_down', 503), json({ ok: true })]);
  assert.equal((await catchFailure(client.postBatch({ assets: ['hl-BTC'] }))).code, 'shutting_down');
  assert.equal(sent.length, 1);
});

test('an answer that something else wrote is not taken for one of the service', async () => {
  const rows: [Response, number][] = [
    [new Response('<html>log in first</html>'), 200],
    [new Response('null'), 200],
    [new Response('<html>no</html>', { status: 403 }), 403],
  ];
  for (const [answer, status] of rows) {
    const error = await catchFailure(createClient([answer]).client.getHealth());
    assert.deepEqual([error.code, error.status, error.isRetryable], ['unreadable_answer', status, false]);
  }
});

test('a call that takes too long is a timeout; one that is aborted throws the reason', async () => {
  const hanging = (_: unknown, init?: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  const client = new CrosstapeClient({ fetch: hanging as typeof fetch, retries: 0 });
  assert.equal((await catchFailure(client.getHealth({ timeoutMs: 5 }))).code, 'timeout');

  const stop = new AbortController();
  const call = client.getHealth({ signal: stop.signal });
  stop.abort(new Error('enough'));
  await assert.rejects(call, /enough/);
});

test('a stream that is answered with something else is refused', async () => {
  const { client } = createClient([json({ ok: true })]);
  const stream = client.streamAsset({ asset: 'hl-BTC' });
  assert.equal((await catchFailure(stream.next())).code, 'unreadable_answer');
});

test('a missing path parameter is reported before anything is sent', async () => {
  const { client, sent } = createClient([]);
  await assert.rejects(client.getAsset({ asset: '' }), /asset is required/);
  await assert.rejects(client.getAsset({ asset: '..' }), /asset cannot be \.\./);
  assert.equal(sent.length, 0);
});

test('times may be dates, and what is null is not asked for', async () => {
  const { client, sent } = createClient([json({ ok: true }), json({ ok: true })]);
  const window = { fromMs: new Date('2026-11-22T01:00:00+01:00'), toMs: '2026-11-23' };
  await client.getHistory({ venue: 'kalshi', asset: 'kalshi-a', ...window, cursor: null as never });
  await client.getHistory({ venue: 'kalshi', asset: 'kalshi-a', fromMs: 2 ** 53 });
  assert.deepEqual(
    sent.map(({ url }) => url.split('?')[1]),
    ['fromMs=1795305600000&toMs=2026-11-23', 'fromMs=9007199254740992'],
  );
  const broken = { venue: 'kalshi', asset: 'kalshi-a', fromMs: new Date('yesterday') };
  await assert.rejects(client.getHistory(broken), { name: 'TypeError', message: 'fromMs is no date' });
  await assert.rejects(client.getAsset({ asset: null as never }), /asset is required/);
  assert.equal(sent.length, 2);
});

test('a date within a list or a body is a time too, and never a text of the local zone or null', () => {
  const operation = { method: 'POST', path: '/x', query: ['at'], body: ['legs', 'untilMs'] } as const;
  const [one, two] = [new Date(1_000), new Date('2026-11-22T01:00:00+01:00')];
  const { url, body } = prepare('', operation, {
    at: [one, 'now', two],
    legs: [{ fromMs: one, size: 1, note: null }],
    untilMs: two,
  });
  assert.equal(url, '/x?at=1000%2Cnow%2C1795305600000');
  assert.equal(body, '{"legs":[{"fromMs":1000,"size":1,"note":null}],"untilMs":1795305600000}');
  for (const params of [{ at: [one, new Date('soon')] }, { legs: [{ at: new Date('soon') }] }]) {
    assert.throws(() => prepare('', operation, params), {
      name: 'TypeError',
      message: /^(at|legs) is no date$/,
    });
  }
});

test('an address may be without its scheme', async () => {
  for (const [baseUrl, api, bot] of [
    ['127.0.0.1:9090', 'http://127.0.0.1:9090/api/health', 'http://127.0.0.1:8081/api/bot/status'],
    ['localhost:9090/', 'http://localhost:9090/api/health', 'http://localhost:8081/api/bot/status'],
    // On a page: its own origin.
    ['', '/api/health', '/api/bot/status'],
    [' //[::1]:9090 ', 'http://[::1]:9090/api/health', 'http://[::1]:8081/api/bot/status'],
    ['https://tape.test/', 'https://tape.test/api/health', 'https://tape.test:8081/api/bot/status'],
  ] as const) {
    const sent: string[] = [];
    const client = new CrosstapeClient({
      baseUrl,
      fetch: async (url) => {
        sent.push(String(url));
        return json({ ok: true });
      },
    });
    await client.getHealth();
    await client.getBotStatus();
    assert.deepEqual(sent, [api, bot]);
  }
});
