import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { DAY_MS, epochMs, HOUR_MS, MINUTE_MS } from '../../src/domain/index.ts';
import { toColumns } from '../../src/history/columns/columns.ts';
import type { HistoryStore, SeriesObservation } from '../../src/history/contract/history-store.ts';
import { startAnalytics, wander } from '../support/analytics-bench.ts';
import { ARGENTINA, BTC, ELECTION, HIGH, NOW } from '../support/fixed-feed.ts';
import { HistoryStand } from './history-stand.ts';
import { listEngines } from './postgres-engine.ts';

const [postgres] = listEngines().slice(-1);
const url = process.env.CROSSTAPE_TEST_HISTORY_URL;

type Bench = Awaited<ReturnType<typeof startAnalytics>>;

/** Members that are the engine's own, or say when an answer was made. */
const OWN = new Set(['bytes', 'totalBytes', 'coverage', 'generatedAt', 'commits', 'elapsedMs']);
/** Sums of floating-point numbers depend on their order, and what is computed from them. */
const TOLERANCE = 1e-9;

const ASSETS = [BTC, ARGENTINA, ELECTION, HIGH] as const;
const HISTORY = `/api/history/${BTC.venue}/${BTC.storeKey}`;
const WINDOW = `fromMs=${NOW - 3 * DAY_MS}&toMs=${NOW - HOUR_MS}`;

const REQUESTS = [
  ...[
    '',
    '?limit=7',
    `?${WINDOW}&limit=500`,
    '?format=csv&limit=50',
    '?limit=0',
    '?limit=x',
    '?cursor=x',
  ].map((query) => `${HISTORY}${query}`),
  ...[60_000, 420_000, HOUR_MS, DAY_MS].map(
    (bucketMs) => `${HISTORY}/aggregate?bucketMs=${bucketMs}&${WINDOW}`,
  ),
  ...['vwap', 'ohlc', 'all'].map((op) => `${HISTORY}/aggregate?bucketMs=${HOUR_MS}&op=${op}`),
  `${HISTORY}/csv?limit=50`,
  ...['parquet', 'arrow', 'jsonl'].map((part) => `${HISTORY}/${part}?limit=200`),
  `/api/history/merged?assets=${ASSETS.map(({ asset }) => asset).join()}&limit=300`,
  '/api/history/assets',
  '/api/history/assets?venue=kalshi&limit=1',
  '/api/history/none/x',
  '/api/history/kalshi/nope',
  '/api/gaps',
  '/api/gaps?venue=hyperliquid',
  '/api/resolutions',
  '/api/resolutions?venue=kalshi',
  `/api/sparklines?assets=${ASSETS.map(({ asset }) => asset).join()}`,
  ...ASSETS.flatMap(({ asset }) =>
    ['', '/stats', '/risk', '/flow', '/cascades', '/volprofile?priceStep=0.01', '/carry'].map(
      (part) => `/api/asset/${asset}${part}`,
    ),
  ),
  ...ASSETS.map(({ asset }) => `/api/m2m/${asset}/quote`),
  ...ASSETS.map(({ asset }) => `/api/m2m/${asset}/bundle`),
  '/api/m2m/index',
  '/api/movers',
  `/api/correlations?assets=${ASSETS.map(({ asset }) => asset).join()}`,
  '/api/stats',
];

describe('answers over a history on servers', { skip: postgres === undefined || url === undefined }, () => {
  if (postgres === undefined || url === undefined) return;
  const stand = new HistoryStand(postgres, url);
  let embedded: Bench;
  let onServers: Bench;
  const ends: (() => Promise<void> | void)[] = [];
  const context = { after: (end: () => Promise<void> | void) => ends.unshift(end) } as unknown as TestContext;
  before(async () => {
    embedded = await startAnalytics(context);
    onServers = await startAnalytics(context, { history: await stand.open() });
    for (const { history } of [embedded, onServers]) await fill(history);
  });
  after(async () => {
    for (const end of ends) await end();
    await stand.drop();
  });

  let answered = 0;
  for (const request of REQUESTS) {
    test(`are those of the embedded engine: ${request}`, async () => {
      const [ours, theirs] = [await embedded.app.inject(request), await onServers.app.inject(request)];
      assert.equal(theirs.statusCode, ours.statusCode, theirs.body);
      if (ours.statusCode === 200) answered++;
      if (/^application\/json/.test(String(ours.headers['content-type']))) {
        requireEqual(theirs.json(), ours.json(), '');
      } else {
        assert.equal(Buffer.compare(theirs.rawPayload, ours.rawPayload), 0);
      }
      assert.deepEqual(shownHeaders(theirs.headers), shownHeaders(ours.headers));
    });
  }

  test('are successes for the most part', () =>
    assert.ok(answered > REQUESTS.length * 0.7, String(answered)));

  test('follow one another by their cursors', async () => {
    const pages = async ({ app }: Bench) => {
      const found: unknown[] = [];
      for (let cursor: string | null = ''; cursor !== null && found.length < 20; ) {
        const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
        const body = (await app.inject(`${HISTORY}?limit=101&${WINDOW}${after}`)).json();
        assert.equal(body.ok, true, JSON.stringify(body));
        found.push(body.records, body.nextCursor);
        cursor = body.nextCursor;
      }
      return found;
    };
    const [ours, theirs] = [await pages(embedded), await pages(onServers)];
    assert.ok(ours.length > 6);
    assert.deepEqual(theirs, ours);
  });
});

/** Records a week of each asset, with volumes, equal times and -0, gaps, and an end. */
async function fill(history: HistoryStore): Promise<void> {
  const records: SeriesObservation[] = [];
  for (const [n, ref] of ASSETS.entries()) {
    const price = wander(n, n === 0 ? 90_000 : 0.5);
    for (let i = 0; i < 2_000; i++) {
      const t = epochMs(NOW - 7 * DAY_MS + i * 5 * MINUTE_MS);
      const v = n === 0 && i % 3 !== 0 ? (i % 17) / 7 : null;
      records.push({ ...ref, t, p: i === 700 ? -0 : price(i), v, s: 'poll' });
      if (i % 100 === 0) records.push({ ...ref, t, p: price(i + 1), v, s: 'trade' });
    }
  }
  await history.append(records);
  await history.insert(
    BTC,
    toColumns([0, 1, 1, 2].map((i) => ({ t: epochMs(NOW - 9 * DAY_MS + i), p: i, v: null, s: 'import' }))),
  );
  const gap = { fromMs: epochMs(NOW - DAY_MS), reason: 'unread' } as const;
  await history.putGap({
    ...gap,
    venue: 'hyperliquid',
    storeKey: null,
    toMs: epochMs(NOW - DAY_MS + HOUR_MS),
  });
  await history.putGap({ ...gap, venue: 'kalshi', storeKey: HIGH.storeKey, toMs: null });
  await history.putResolution({
    venue: HIGH.venue,
    storeKey: HIGH.storeKey,
    asset: HIGH.asset,
    outcome: 'yes',
    payout: 1,
    settledAt: epochMs(NOW - HOUR_MS),
    source: 'venue',
    disputed: false,
    recordedAt: epochMs(NOW - HOUR_MS),
  });
}

function requireEqual(theirs: unknown, ours: unknown, place: string): void {
  if (typeof ours === 'number' && typeof theirs === 'number') {
    const isNear = Math.abs(ours - theirs) <= TOLERANCE * Math.max(Math.abs(ours), Math.abs(theirs), 1e-300);
    assert.ok(Object.is(ours, theirs) || isNear, `${place}: ${theirs}, not ${ours}`);
  } else if (typeof ours === 'object' && ours !== null && typeof theirs === 'object' && theirs !== null) {
    assert.deepEqual(Object.keys(theirs), Object.keys(ours), place);
    for (const [name, value] of Object.entries(ours)) {
      if (OWN.has(name)) continue;
      requireEqual((theirs as Record<string, unknown>)[name], value, `${place}/${name}`);
    }
  } else if (!place.endsWith('/requestId')) assert.deepEqual(theirs, ours, place);
}

/** Selects the headers that an engine could change; a tag is made of bytes. */
function shownHeaders(headers: Readonly<Record<string, unknown>>) {
  const { 'content-type': type, 'cache-control': cache, ...rest } = headers;
  return {
    type,
    cache,
    names: Object.keys(rest)
      .sort()
      .filter((name) => !/content-length|x-next|etag/.test(name)),
  };
}
