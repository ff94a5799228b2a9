import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toBuckets } from '../analytics/index.ts';
import type { ApiCaller } from './api-caller.ts';
import type { Tool } from './tools.ts';
import { askForBuckets } from './wider-buckets.ts';

const MAX_CHARACTERS = 24_000;
const MAX_BUCKETS_SENT = 50_000;

const TOOL: Tool = {
  name: 'history_buckets',
  title: 'Buckets',
  description: 'Buckets.',
  inputSchema: { type: 'object', properties: {}, required: [], additionalProperties: false },
  outputSchema: { type: 'object', properties: {} },
  hasBuckets: true,
  request: ({ bucketMs }) => ({ method: 'GET', url: `/aggregate?bucketMs=${bucketMs}`, body: null }),
};

/**
 * Creates a service with one record per minute at different prices, whose extremes lie where sampling would miss them.
 */
function serviceWith(records: number, asked: number[]): ApiCaller {
  const t = Float64Array.from({ length: records }, (_, i) => 1_780_000_000_000 + i * 60_000);
  const p = Float64Array.from(t, (_, i) => 100 + Math.sin(i));
  p[Math.floor(records / 3)] = 1_000;
  p[Math.floor(records / 2)] = 1;
  const columns = { t, p, v: new Float64Array(records).fill(1) };
  return async ({ url }) => {
    const bucketMs = Number(url.split('=')[1]);
    asked.push(bucketMs);
    const all = toBuckets(columns, bucketMs);
    const buckets = all.slice(-MAX_BUCKETS_SENT);
    const body = { ok: true, bucketMs, buckets, truncated: all.length > buckets.length };
    return { status: 200, body: JSON.stringify(body) };
  };
}

test('more buckets than can be read come back wider, with every high, low and trade of the window', async () => {
  for (const records of [500, 10_000, 60_000]) {
    const asked: number[] = [];
    const { body, bucketMs } = await askForBuckets(
      TOOL,
      { bucketMs: 60_000 },
      serviceWith(records, asked),
      MAX_CHARACTERS,
    );
    assert.ok(body.length <= MAX_CHARACTERS && asked.length <= 4, `${records}: ${asked}`);
    const { buckets } = JSON.parse(body);
    const volume = buckets.reduce((sum: number, bucket: { volume: number }) => sum + bucket.volume, 0);
    assert.deepEqual(
      [
        Math.max(...buckets.map(({ high }: { high: number }) => high)),
        Math.min(...buckets.map(({ low }: { low: number }) => low)),
        volume,
      ],
      [1_000, 1, records],
    );
    assert.equal(bucketMs, asked.at(-1));
    assert.ok(buckets.length > 20, `${buckets.length} buckets are left`);
  }
});

test('an answer that can be read is requested once, a failure and the widest buckets are sent as they are', async () => {
  const asked: number[] = [];
  const short = await askForBuckets(TOOL, { bucketMs: 3_600_000 }, serviceWith(500, asked), MAX_CHARACTERS);
  assert.deepEqual([asked, short.bucketMs], [[3_600_000], null]);

  const failing: ApiCaller = async () => ({ status: 503, body: 'x'.repeat(50_000) });
  assert.equal((await askForBuckets(TOOL, { bucketMs: 1 }, failing, MAX_CHARACTERS)).status, 503);

  let calls = 0;
  const endless: ApiCaller = async () => {
    calls++;
    return { status: 200, body: 'x'.repeat(50_000) };
  };
  await askForBuckets(TOOL, { bucketMs: 1 }, endless, MAX_CHARACTERS);
  assert.equal(calls, 5);
});

test('too many days come back as weeks, and too many weeks as months', async () => {
  const days = Array.from({ length: 1_500 }, (_, i) => 1_780_000_000_000 + i * 86_400_000);
  const steps: Record<string, number> = { '1d': 1, '1w': 7, '1M': 30 };
  const asked: string[] = [];
  const tool: Tool = {
    ...TOOL,
    request: ({ bucket }) => ({ method: 'GET', url: String(bucket), body: null }),
  };
  const call: ApiCaller = async ({ url }) => {
    asked.push(url);
    const buckets = days.filter((_, i) => i % (steps[url] ?? 1) === 0).map((t) => ({ t, open: 1, close: 2 }));
    return { status: 200, body: JSON.stringify({ ok: true, buckets, truncated: false }) };
  };
  const { body, bucketMs } = await askForBuckets(tool, { bucket: '1d' }, call, 6_000);
  assert.deepEqual([asked, bucketMs], [['1d', '1M'], 31 * 86_400_000]);
  assert.ok(body.length <= 6_000);
});
