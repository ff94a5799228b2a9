import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { type Book, epochMs } from '../../src/domain/index.ts';
import { ApiError } from '../../src/http/responses/errors.ts';
import { BTC, NOW } from '../support/fixed-feed.ts';
import { record, startBench } from '../support/service-bench.ts';
import { TestGate } from '../support/test-gate.ts';

const HISTORY = '/api/history/hyperliquid/perp-btc';
const EMPTY: Book = { asset: 'hl-BTC', bids: [], asks: [], venueTime: null, receivedAt: NOW };

/** A book reader that counts, and answers when the test says so. */
function countedBooks() {
  let calls = 0;
  let release: (book: Book) => void = () => undefined;
  const held = new Promise<Book>((resolve) => {
    release = resolve;
  });
  return {
    calls: () => calls,
    release: () => release(EMPTY),
    book: () => {
      calls++;
      return held;
    },
  };
}

test('one computation serves all who ask meanwhile, and after, until it expires', async (t) => {
  const books = countedBooks();
  const { app, pass } = await startBench(t, { books });
  const asked = Promise.all([1, 2, 3].map(() => app.inject('/api/book/hl-BTC')));
  books.release();
  const answers = await asked;
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [200, 200, 200],
  );
  assert.equal(new Set(answers.map(({ headers }) => headers['x-request-id'])).size, 3);
  pass(3_999);
  await app.inject('/api/book/hl-BTC');
  assert.equal(books.calls(), 1);
  pass(1);
  await app.inject('/api/book/hl-BTC');
  assert.equal(books.calls(), 2);
});

test('spellings of one question share one answer', async (t) => {
  const { app, history } = await startBench(t);
  await record(history, BTC, 3);
  const misses = async () =>
    Number(/cache_misses_total (\d+)/.exec((await app.inject('/metrics')).body)?.[1]);
  const before = await misses();
  for (const query of ['', '?limit=1000', '?limit=%31000', '?limit=1000&unknown=1', '?unknown=2']) {
    assert.equal((await app.inject(`${HISTORY}${query}`)).statusCode, 200);
  }
  assert.equal((await misses()) - before, 1);
  await app.inject(`${HISTORY}?limit=2`);
  assert.equal((await misses()) - before, 2);
});

test('a failure is not kept', async (t) => {
  const { app, books } = await startBench(t);
  books.clear();
  assert.equal((await app.inject('/api/book/hl-BTC')).statusCode, 503);
  books.set('hl-BTC', EMPTY);
  assert.equal((await app.inject('/api/book/hl-BTC')).statusCode, 200);
});

test('a hit is the same to the byte as the answer that was computed', async (t) => {
  const { app } = await startBench(t);
  const [miss, hit] = [await app.inject('/api/asset/hl-BTC'), await app.inject('/api/asset/hl-BTC')];
  const { date: _d1, 'x-request-id': id1, ...missHeaders } = miss.headers;
  const { date: _d2, 'x-request-id': id2, ...hitHeaders } = hit.headers;
  assert.deepEqual(hitHeaders, missHeaders);
  assert.equal(hit.body, miss.body);
  assert.notEqual(id1, id2);
});

test('success says for how long it may be shared', async (t) => {
  const { app } = await startBench(t);
  const rows: [url: string, control: string][] = [
    ['/api/book/hl-BTC', 'public, s-maxage=4, stale-while-revalidate=8'],
    ['/api/feed', 'public, s-maxage=4, stale-while-revalidate=8'],
    [HISTORY, 'public, s-maxage=30, stale-while-revalidate=60'],
    ['/api', 'public, s-maxage=3600, stale-while-revalidate=7200'],
    ['/api/openapi.json', 'public, s-maxage=3600, stale-while-revalidate=7200'],
    ['/api/health', 'no-store'],
  ];
  for (const [url, control] of rows) {
    const { headers } = await app.inject(url);
    assert.equal(headers['cache-control'], control, url);
    assert.equal(headers.vary, 'Accept-Encoding', url);
  }
});

test('an answer that the caller has is 304 without a body', async (t) => {
  const { app } = await startBench(t);
  const first = await app.inject('/api/asset/hl-BTC');
  const etag = String(first.headers.etag);
  assert.match(etag, /^"[^"]+"$/);
  for (const value of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await app.inject({ url: '/api/asset/hl-BTC', headers: { 'if-none-match': value } });
    assert.deepEqual([again.statusCode, again.body], [304, ''], value);
    assert.equal(again.headers.etag, etag);
    assert.equal(again.headers['cache-control'], first.headers['cache-control']);
    assert.equal(again.headers['content-type'], undefined);
  }
  const other = await app.inject({ url: '/api/asset/hl-BTC', headers: { 'if-none-match': '"other"' } });
  assert.equal(other.statusCode, 200);
});

const DECODERS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  identity: (body) => body,
  gzip: gunzipSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

test('each encoding gives the same body under an ETag of its own', async (t) => {
  const { app } = await startBench(t);
  const plain = await app.inject('/api/openapi.json');
  const etags = new Set([plain.headers.etag]);
  for (const encoding of ['gzip', 'br', 'zstd']) {
    for (let round = 0; round < 2; round++) {
      const response = await app.inject({
        url: '/api/openapi.json',
        headers: { 'accept-encoding': encoding },
      });
      assert.equal(response.headers['content-encoding'], encoding);
      assert.equal(response.headers['content-length'], String(response.rawPayload.length));
      assert.equal(DECODERS[encoding]!(response.rawPayload).toString(), plain.body);
      etags.add(response.headers.etag);
    }
  }
  assert.equal(etags.size, 4);
});

/** The order of the encodings says which of them is made from the numbers. */
const ONE_BODY: readonly (readonly [name: string, path: string, encodings: readonly string[]])[] = [
  ['records', `${HISTORY}?limit=400`, ['identity', 'gzip', 'br', 'zstd']],
  ['records, compressed first', `${HISTORY}?limit=401`, ['gzip', 'identity', 'zstd', 'br']],
  ['records in threads', `${HISTORY}?limit=3000`, ['zstd', 'gzip', 'identity']],
  ['a long text, compressed first', `${HISTORY}?limit=40000`, ['gzip', 'identity', 'br']],
  ['few records', `${HISTORY}?limit=2`, ['gzip', 'identity']],
  ['buckets', `${HISTORY}/aggregate?bucketMs=60000`, ['identity', 'zstd', 'gzip']],
  ['CSV', `${HISTORY}/csv?limit=3000`, ['br', 'identity', 'gzip']],
  ['flow', '/api/asset/hl-BTC/flow', ['gzip', 'identity']],
];

for (const [name, path, encodings] of ONE_BODY) {
  test(`one entry of the cache is one body in all encodings, also while others are recorded: ${name}`, async (t) => {
    let now: number = NOW;
    const { app, history } = await startBench(t, { clock: () => epochMs(now) });
    await record(history, BTC, 40_000);
    const bodies = new Set<string>();
    const digests = new Set<string>();
    for (const encoding of encodings) {
      const headers = { 'accept-encoding': encoding };
      const answer = await app.inject({ url: path, headers });
      assert.equal(answer.statusCode, 200);
      const sent = String(answer.headers['content-encoding'] ?? 'identity');
      bodies.add(DECODERS[sent]!(answer.rawPayload).toString());
      const etag = String(answer.headers.etag);
      digests.add(etag.replaceAll('"', '').split('.')[0]!);
      assert.ok(sent === 'identity' ? !etag.includes('.') : etag.endsWith(`.${sent}"`), etag);
      const again = await app.inject({ url: path, headers: { ...headers, 'if-none-match': etag } });
      assert.deepEqual([again.statusCode, again.headers.etag, again.body], [304, etag, '']);
      // Nothing that the answer says of now may move.
      now += 60_000;
      await record(history, BTC, 1);
    }
    assert.equal(bodies.size, 1);
    assert.equal(digests.size, 1);
  });
}

test('a small body is not compressed', async (t) => {
  const { app } = await startBench(t);
  const response = await app.inject({
    url: '/api/book/hl-BTC',
    headers: { 'accept-encoding': 'gzip, br, zstd' },
  });
  assert.equal(response.headers['content-encoding'], undefined);
});

test('the cache keeps within its bytes', async (t) => {
  const { app, history } = await startBench(t, { settings: { cacheBytes: 200_000 } });
  await record(history, BTC, 400);
  for (let limit = 1; limit <= 60; limit++) await app.inject(`${HISTORY}?limit=${200 + limit}`);
  const { body } = await app.inject('/metrics');
  const bytes = Number(/^crosstape_http_cache_bytes (\d+)$/m.exec(body)?.[1]);
  assert.ok(bytes > 0 && bytes <= 200_000, String(bytes));
});

test('with paid gating on, premium answers are private, checked every time, and still computed once', async (t) => {
  const gate = new TestGate();
  gate.check = ({ headers }) => {
    if (headers['x-api-key'] === undefined) throw new ApiError('missing_api_key', 'send an API key');
  };
  gate.admission = { headers: { 'x-api-tier': 'pro' } };
  const { app } = await startBench(t, { settings: { paidGating: true }, gate });
  const denied = await app.inject(`${HISTORY}?limit=0`);
  assert.deepEqual([denied.statusCode, denied.json().error], [401, 'missing_api_key']);
  for (let round = 0; round < 2; round++) {
    const response = await app.inject({ url: HISTORY, headers: { 'x-api-key': 'k' } });
    assert.equal(response.statusCode, 200);
    assert.equal(response.headers['cache-control'], 'private, max-age=30');
    assert.equal(response.headers.vary, 'Accept-Encoding, Authorization, X-API-Key');
    assert.equal(response.headers['x-api-tier'], 'pro');
  }
  assert.equal((await app.inject(HISTORY)).statusCode, 401);
  assert.deepEqual(
    gate.calls.map(({ facts }) => `${facts.feature} ${facts.access}`),
    Array(4).fill('history pro'),
  );
  const free = await app.inject('/api/book/hl-BTC');
  assert.equal(free.headers['cache-control'], 'public, s-maxage=4, stale-while-revalidate=8');
});

test('paid gating without a gate stops the start', async (t) => {
  await assert.rejects(startBench(t, { settings: { paidGating: true } }), /needs a gate/);
});

test('the docs page loads nothing from outside', async (t) => {
  const { app } = await startBench(t);
  const page = await app.inject('/docs');
  assert.match(String(page.headers['content-type']), /^text\/html/);
  assert.match(String(page.headers['content-security-policy']), /script-src 'self';/);
  assert.doesNotMatch(String(page.headers['content-security-policy']), /https?:|\*|unsafe-eval/);
  const sources = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source as string);
  assert.deepEqual(sources, ['/api/openapi.json', '/docs/scalar.js', '/docs/start.js']);
  for (const source of sources) assert.equal((await app.inject(source)).statusCode, 200, source);
  const script = await app.inject('/docs/scalar.js');
  assert.match(String(script.headers['content-type']), /^text\/javascript/);
  assert.match(script.body, /createApiReference/);
});
