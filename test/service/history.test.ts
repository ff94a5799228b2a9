import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs } from '../../src/domain/index.ts';
import { toColumns } from '../../src/history/columns/columns.ts';
import { BTC, HIGH, NOW } from '../support/fixed-feed.ts';
import { record, startBench } from '../support/service-bench.ts';

const BASE = '/api/history/hyperliquid/perp-btc';

test('history gives the newest records of the window, oldest first', async (t) => {
  const { app, history } = await startBench(t);
  await record(history, BTC, 5);
  const answer = (await app.inject(`${BASE}?limit=2`)).json();
  assert.deepEqual(answer, {
    ok: true,
    venue: 'hyperliquid',
    asset: 'perp-btc',
    assetId: 'hl-BTC',
    count: 2,
    records: [
      { t: NOW - 2_000, p: 0.25 + 3 / 4_096, s: 'poll' },
      { t: NOW - 1_000, p: 0.25 + 4 / 4_096, v: 4, s: 'poll' },
    ],
    gaps: [],
    coverage: {
      state: 'full',
      recordedFromMs: NOW - 5_000,
      recordedToMs: NOW - 1_000,
      recordedFrac: 1,
      notRecorded: [],
    },
    truncated: true,
    nextCursor: answer.nextCursor,
  });
  assert.equal(typeof answer.nextCursor, 'string');
});

test('cursors lead through all records without overlap', async (t) => {
  const { app, history } = await startBench(t);
  await record(history, BTC, 25);
  const times: number[] = [];
  let cursor: string | null = '';
  for (let pages = 0; cursor !== null; pages++) {
    assert.ok(pages < 10);
    const url: string =
      cursor === '' ? `${BASE}?limit=10` : `${BASE}?limit=10&cursor=${encodeURIComponent(cursor)}`;
    const page = (await app.inject(url)).json();
    times.unshift(...page.records.map(({ t: time }: { t: number }) => time));
    cursor = page.nextCursor;
  }
  assert.deepEqual(
    times,
    Array.from({ length: 25 }, (_, i) => NOW - (25 - i) * 1_000),
  );
});

test('both ends of the window are inclusive', async (t) => {
  const { app, history } = await startBench(t);
  await record(history, BTC, 10);
  const answer = (await app.inject(`${BASE}?fromMs=${NOW - 5_000}&toMs=${NOW - 3_000}`)).json();
  assert.deepEqual(
    answer.records.map(({ t: time }: { t: number }) => NOW - time),
    [5_000, 4_000, 3_000],
  );
});

test('the asset id may stand in place of the store key, in any letter case', async (t) => {
  const { app, history } = await startBench(t);
  await record(history, HIGH, 1);
  for (const key of ['kxhighny-26jul19-t80', 'KXHIGHNY-26JUL19-T80', 'kalshi-KXHIGHNY-26jul19-t80']) {
    const answer = (await app.inject(`/api/history/kalshi/${key}`)).json();
    assert.equal(answer.asset, 'kxhighny-26jul19-t80', key);
    assert.equal(answer.count, 1, key);
  }
});

test('a listed asset without a record has an empty history', async (t) => {
  const { app } = await startBench(t);
  const response = await app.inject(BASE);
  assert.equal(response.statusCode, 200);
  const { count, records, truncated, nextCursor } = response.json();
  assert.deepEqual([count, records, truncated, nextCursor], [0, [], false, null]);
});

test('an asset that left its venue keeps its history', async (t) => {
  const { app, history, feed } = await startBench(t);
  await record(history, BTC, 3);
  feed.set('hyperliquid', []);
  assert.equal((await app.inject(BASE)).json().count, 3);
});

test('gaps that overlap the window are reported', async (t) => {
  const { app, history } = await startBench(t);
  await record(history, BTC, 3);
  const gap = {
    venue: 'hyperliquid' as const,
    storeKey: null,
    fromMs: epochMs(NOW - 2_500),
    toMs: null,
    reason: 'polls failed: timeout',
  };
  await history.putGap(gap);
  assert.deepEqual((await app.inject(BASE)).json().gaps, [gap]);
  assert.deepEqual((await app.inject(`${BASE}/aggregate?bucketMs=1000`)).json().gaps, [gap]);
});

test('a window says how much of it is recorded, and seconds are refused', async (t) => {
  const { app, history } = await startBench(t);
  await record(history, BTC, 3);
  const before = NOW - 3_000;
  const readCoverage = async (url: string) => (await app.inject(`${BASE}${url}`)).json().coverage;
  for (const url of ['?', '/aggregate?bucketMs=1000&']) {
    assert.equal((await readCoverage(url)).state, 'full');
    const early = await readCoverage(`${url}fromMs=${before - 2_000}&toMs=${before - 1}`);
    assert.deepEqual(
      [early.state, early.recordedFrac, early.recordedFromMs, early.notRecorded],
      ['before', 0, before, [{ fromMs: before - 2_000, toMs: before - 1, reason: 'before recording began' }]],
    );
    const seconds = await app.inject(`${BASE}${url}fromMs=1795316213`);
    assert.deepEqual(
      [seconds.statusCode, seconds.json().message],
      [400, 'fromMs 1795316213 looks like seconds; send 1795316213000'],
    );
    const iso = await app.inject(`${BASE}${url}fromMs=${new Date(before).toISOString()}`);
    assert.equal(iso.statusCode, 200);
  }
});

test('CSV has a header, CRLF after every row and a file name', async (t) => {
  const { app, history } = await startBench(t);
  await record(history, BTC, 2);
  const response = await app.inject(`${BASE}/csv`);
  assert.equal(response.headers['content-type'], 'text/csv; charset=utf-8');
  assert.equal(response.headers['content-disposition'], 'attachment; filename="hyperliquid-perp-btc.csv"');
  assert.equal(
    response.body,
    `t,p,v,s\r\n${NOW - 2_000},0.25,0,poll\r\n${NOW - 1_000},0.250244140625,,poll\r\n`,
  );
});

test('CSV that is cut says so, and leads to the rest', async (t) => {
  const { app, history } = await startBench(t);
  await record(history, BTC, 5);
  const first = await app.inject(`${BASE}/csv?limit=2&fromMs=1`);
  const { link } = first.headers;
  assert.equal(first.headers['x-truncated'], 'true');
  const cursor = encodeURIComponent(String(first.headers['x-next-cursor']));
  assert.equal(link, `<?limit=2&fromMs=1&cursor=${cursor}>; rel="next"`);
  assert.match(String(first.headers['access-control-expose-headers']), /link,.*x-truncated/);

  const rows = [first.body.split('\r\n').slice(1, -1)];
  for (let next: unknown = link; next !== undefined; ) {
    const url = new URL(String(next).slice(1, String(next).indexOf('>')), `http://service${BASE}/csv`);
    const page = await app.inject(`${url.pathname}${url.search}`);
    rows.unshift(page.body.split('\r\n').slice(1, -1));
    next = page.headers.link;
    assert.equal(page.headers['x-truncated'], String(next !== undefined));
  }
  const whole = await app.inject(`${BASE}/csv`);
  assert.equal(whole.headers['x-truncated'], 'false');
  assert.deepEqual(rows.flat(), whole.body.split('\r\n').slice(1, -1));
  assert.equal(rows.length, 3);
  const etag = String(whole.headers.etag);
  const again = await app.inject({ url: `${BASE}/csv`, headers: { 'if-none-match': etag } });
  assert.equal(again.statusCode, 304);
});

test('buckets have the members of their operation', async (t) => {
  const { app, history } = await startBench(t);
  await record(history, BTC, 4);
  const start = Math.floor((NOW - 4_000) / 10_000) * 10_000;
  const readBuckets = async (op: string) =>
    (await app.inject(`${BASE}/aggregate?bucketMs=10000${op === '' ? '' : `&op=${op}`}`)).json().buckets;
  const prices = [0, 1, 2, 3].map((i) => 0.25 + i / 4_096);
  const ohlc = { t: start, open: prices[0], high: prices[3], low: prices[0], close: prices[3], count: 4 };
  // Volumes are 0, none, 2, none: only the third record moves the weighted price.
  const volume = { volume: 2, vwap: prices[2] };
  assert.deepEqual(await readBuckets(''), [{ ...ohlc, ...volume }]);
  assert.deepEqual(await readBuckets('all'), [{ ...ohlc, ...volume }]);
  assert.deepEqual(await readBuckets('ohlc'), [ohlc]);
  assert.deepEqual(await readBuckets('vwap'), [{ t: start, count: 4, ...volume }]);
});

test('buckets of a calendar begin with the clock of their zone, and state their end', async (t) => {
  const { app, history } = await startBench(t);
  // 1 November 2026 in New York: the clock goes back, and the day has 25 hours.
  const start = 1_793_505_600_000;
  const end = 1_793_595_600_000;
  const times = [start - 1, start, start + 24.5 * 3_600_000, end - 1, end];
  const { venue, storeKey, asset } = BTC;
  await history.append(
    times.map((at, i) => ({ venue, storeKey, asset, t: epochMs(at), p: i + 1, v: i, s: null })),
  );
  const get = async (query: string) => (await app.inject(`${BASE}/aggregate?${query}`)).json();
  const days = await get('bucket=1d&tz=America/New_York');
  assert.deepEqual(
    [days.bucketMs, days.bucket, days.tz, days.count],
    [86_400_000, '1d', 'America/New_York', 3],
  );
  assert.deepEqual(days.buckets[1], {
    t: start,
    endMs: end,
    open: 2,
    high: 4,
    low: 2,
    close: 4,
    count: 3,
    volume: 6,
    vwap: (2 + 3 * 2 + 4 * 3) / 6,
  });
  // 1 November 2026 is a Sunday: in UTC its week ends before the third record.
  const [week] = (await get('bucket=1w&op=ohlc')).buckets;
  assert.deepEqual(week, {
    t: Date.UTC(2026, 9, 26),
    endMs: Date.UTC(2026, 10, 2),
    open: 1,
    high: 2,
    low: 1,
    close: 2,
    count: 2,
  });
  const months = await get('bucket=1M&tz=America/New_York&op=vwap');
  assert.deepEqual(
    months.buckets.map(({ t: from, endMs, count }: Record<string, number>) => [from, endMs, count]),
    [
      [Date.UTC(2026, 9, 1, 4), start, 1],
      [start, Date.UTC(2026, 11, 1, 5), 4],
    ],
  );
  const wrong: [string, string][] = [
    ['bucket=1d&bucketMs=86400000', 'bucket'],
    ['', 'bucketMs'],
    ['tz=UTC', 'bucketMs'],
    ['bucketMs=1000&tz=UTC', 'tz'],
    ['bucket=1d&tz=Mars/Olympus', 'tz'],
    ['bucket=1d&tz=%2B05:30', 'tz'],
    ['bucket=1m', 'bucket'],
  ];
  for (const [query, parameter] of wrong) {
    const answer = await app.inject(`${BASE}/aggregate?${query}`);
    assert.deepEqual([answer.statusCode, answer.json().parameter], [400, parameter], query);
  }
});

test('buckets of whole hours in which nothing was recorded are of candles of the venue, and say so', async (t) => {
  const { app, history } = await startBench(t);
  const hour = Math.floor(NOW / 3_600_000) * 3_600_000 - 7_200_000;
  const { venue, storeKey, asset } = BTC;
  const close = { t: epochMs(hour + 3_599_999), p: 5.5, v: null, s: 'backfill' as const };
  await history.insert({ venue, storeKey, asset }, toColumns([close]));
  const bar = { t: epochMs(hour), open: 5, high: 7, low: 4, close: 5.5, volume: 9 };
  await history.putBars({ venue, storeKey, asset }, [bar]);
  await history.append([{ venue, storeKey, asset, t: epochMs(hour + 3_600_000), p: 6, v: 1, s: 'poll' }]);
  const get = async (query: string) => (await app.inject(`${BASE}/aggregate?${query}`)).json().buckets;
  const ohlc = { t: hour, open: 5, high: 7, low: 4, close: 5.5, count: 0 };
  const recorded = { t: hour + 3_600_000, open: 6, high: 6, low: 6, close: 6, count: 1 };
  assert.deepEqual(await get('bucketMs=3600000'), [
    { ...ohlc, volume: 9, vwap: null, filled: true },
    { ...recorded, volume: 1, vwap: 6 },
  ]);
  assert.deepEqual(await get('bucketMs=3600000&op=ohlc'), [{ ...ohlc, filled: true }, recorded]);
  assert.deepEqual((await get('bucketMs=3600000&op=vwap'))[0], {
    t: hour,
    count: 0,
    volume: 9,
    vwap: null,
    filled: true,
  });
  const [first] = await get('bucketMs=1800000');
  assert.deepEqual([first.count, first.high, first.filled], [1, 5.5, undefined]);
  const [day] = await get('bucket=1d');
  assert.equal(day.filled, undefined);
});

test('a bucket without volume has null in its place', async (t) => {
  const { app, history } = await startBench(t);
  await history.append([
    { venue: 'hyperliquid', storeKey: 'perp-btc', asset: 'hl-BTC', t: NOW, p: 5, v: null, s: null },
  ]);
  const [bucket] = (await app.inject(`${BASE}/aggregate?bucketMs=1`)).json().buckets;
  assert.deepEqual([bucket.t, bucket.volume, bucket.vwap], [NOW, null, null]);
});

test('recorded assets are listed with exact first and last times', async (t) => {
  const { app, history } = await startBench(t);
  await record(history, BTC, 3);
  await record(history, HIGH, 2);
  const all = (await app.inject('/api/history/assets')).json();
  assert.equal(all.count, 2);
  assert.equal(
    all.totalBytes,
    all.assets.reduce((sum: number, { bytes }: { bytes: number }) => sum + bytes, 0),
  );
  const { bytes, ...entry } = all.assets.find(({ venue }: { venue: string }) => venue === 'kalshi');
  assert.ok(bytes > 0);
  assert.deepEqual(entry, {
    venue: 'kalshi',
    asset: 'kxhighny-26jul19-t80',
    assetId: 'kalshi-kxhighny-26jul19-t80',
    firstMs: NOW - 2_000,
    lastMs: NOW - 1_000,
    count: 2,
    countIsEstimate: entry.countIsEstimate,
  });
  assert.equal(all.perAssetCountIsEstimate, entry.countIsEstimate);
  assert.equal((await app.inject('/api/history/assets?venue=kalshi')).json().count, 1);
});

test('the catalogue is read in pages, and by what a key contains and what is active', async (t) => {
  const { app, history } = await startBench(t);
  await record(history, BTC, 3);
  await record(history, HIGH, 2);
  const old = { venue: 'kalshi', storeKey: 'kxold', asset: 'kalshi-kxold' } as const;
  await history.append([{ ...old, t: epochMs(NOW - 7_200_000), p: 0.5, v: null, s: 'poll' }]);
  const readKeys = async (query: string) => {
    const page = (await app.inject(`/api/history/assets?${query}`)).json();
    return [page.assets.map(({ asset }: { asset: string }) => asset), page.nextCursor] as const;
  };
  const [first, cursor] = await readKeys('limit=2');
  assert.deepEqual(first, ['perp-btc', 'kxhighny-26jul19-t80']);
  assert.deepEqual(await readKeys(`limit=2&cursor=${cursor}`), [['kxold'], null]);
  assert.deepEqual(await readKeys('limit=9&q=OLD'), [['kxold'], null]);
  assert.deepEqual(await readKeys('venue=kalshi&active=true'), [['kxhighny-26jul19-t80'], null]);
  assert.deepEqual((await readKeys('active=false'))[0].length, 3);
  for (const wrong of [
    'limit=0',
    'limit=5001',
    'limit=2&cursor=nonsense',
    'cursor=nonsense',
    'q=',
    'active=2',
  ]) {
    const answer = await app.inject(`/api/history/assets?${wrong}`);
    assert.deepEqual([answer.statusCode, answer.json().error], [400, 'validation_failed'], wrong);
  }
});

test('an unknown venue or asset is 404', async (t) => {
  const { app } = await startBench(t);
  for (const end of ['', '/csv', '/aggregate?bucketMs=1000']) {
    const noVenue = await app.inject(`/api/history/nyse/perp-btc${end}`);
    assert.deepEqual([noVenue.statusCode, noVenue.json().error], [404, 'venue_not_found']);
    const noAsset = await app.inject(`/api/history/kalshi/nothing${end}`);
    assert.deepEqual([noAsset.statusCode, noAsset.json().error], [404, 'asset_not_found']);
  }
});

test('an asset of another venue is not found under this one', async (t) => {
  const { app } = await startBench(t);
  assert.equal((await app.inject('/api/history/polymarket/hl-BTC')).statusCode, 404);
});

test('fifty thousand records are the most that one answer holds', async (t) => {
  const { app, history } = await startBench(t);
  await record(history, BTC, 50_001);
  const answer = (await app.inject(`${BASE}?limit=60000`)).json();
  assert.equal(answer.count, 50_000);
  assert.equal(answer.records.length, 50_000);
  assert.equal(answer.truncated, true);
  assert.equal(answer.records[0].t, NOW - 50_000_000);
});
