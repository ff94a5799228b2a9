import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BTC } from '../support/fixed-feed.ts';
import { record, startBench } from '../support/service-bench.ts';

const AGGREGATE = '/api/history/hyperliquid/perp-btc/aggregate';

async function readIgnored(app: Awaited<ReturnType<typeof startBench>>['app'], url: string) {
  return (await app.inject(url)).headers['x-ignored-parameters'];
}

test('unknown query parameters are named, known ones are not', async (t) => {
  const { app, history } = await startBench(t);
  await record(history, BTC, 3);
  const rows: [url: string, expected: string | undefined][] = [
    ['/api/feed', undefined],
    ['/api/feed?top=1', undefined],
    ['/api/feed?top=1&tpo=2', 'tpo'],
    [`${AGGREGATE}?bucketMs=60000&frommS=1&frommS=2&to=3`, 'frommS, to'],
    // An endpoint without parameters knows none, also not those of every object.
    ['/api/changelog?constructor=1&__proto__=2', 'constructor, __proto__'],
    ['/api/feed?a%0d%0ab=1&c,d=2&%F0%9F%92%A9=3', 'a%0D%0Ab, c%2Cd, %F0%9F%92%A9'],
  ];
  for (const [url, expected] of rows) assert.equal(await readIgnored(app, url), expected, url);
});

test('a refused request names them too: the required one may be among them, misspelt', async (t) => {
  const { app } = await startBench(t);
  const refused = await app.inject(`${AGGREGATE}?bucketms=60000`);
  assert.equal(refused.statusCode, 400);
  assert.equal(refused.headers['x-ignored-parameters'], 'bucketms');
});

test('the cache is shared by all spellings, the field is not', async (t) => {
  const { app } = await startBench(t);
  for (let round = 0; round < 3; round++) {
    assert.equal(await readIgnored(app, '/api/feed?x=1'), 'x');
    assert.equal(await readIgnored(app, '/api/feed?y=1'), 'y');
    assert.equal(await readIgnored(app, '/api/feed'), undefined);
  }
  const { etag } = (await app.inject('/api/feed')).headers;
  const unchanged = await app.inject({ url: '/api/feed?x=1', headers: { 'if-none-match': String(etag) } });
  assert.equal(unchanged.statusCode, 304);
  assert.equal(unchanged.headers['x-ignored-parameters'], 'x');
});

test('however many and long they are, the field stays short, and pages may read it', async (t) => {
  const { app } = await startBench(t);
  const names = Array.from({ length: 12 }, (_, i) => `p${i}`);
  const { headers } = await app.inject(`/api/feed?${names.map((name) => `${name}=1`).join('&')}`);
  assert.equal(headers['x-ignored-parameters'], names.slice(0, 10).join(', '));
  assert.match(String(headers['access-control-expose-headers']), /x-ignored-parameters/);
  assert.equal(await readIgnored(app, `/api/feed?${'n'.repeat(500)}=1`), 'n'.repeat(64));
});
