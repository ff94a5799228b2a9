import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tableFromIPC } from 'apache-arrow';
import { parquetReadObjects } from 'hyparquet';
import { DAY_MS, HOUR_MS } from '../../src/domain/index.ts';
import { PARQUET_COMPRESSORS } from '../../src/history/formats/parquet/compressors.ts';
import { BTC, ELECTION, NOW } from '../support/fixed-feed.ts';
import type { Event } from '../support/tape/frame-columns.ts';
import { MARKET, NUMBERS, startTape, type TapeBench, WHOLE } from '../support/tape-bench.ts';

const BOOK = `/api/book/${ELECTION.asset}`;
const TRADES = `/api/trades/${ELECTION.asset}`;
const BEGIN = NOW - 600_000;

/** A change of one level a second from the begin on. */
function listChanges(count: number): Event[] {
  return Array.from({ length: count }, (_, i) => ({
    kind: 'change',
    market: MARKET,
    t: BEGIN + (i + 1) * 1_000,
    changes: [[0, 0.4, 250 + i + 1]],
  }));
}

/** Every row of a list, page by page. */
async function walk(get: TapeBench['get'], url: string, name: string) {
  const rows: Record<string, unknown>[] = [];
  const pages: Record<string, unknown>[] = [];
  let cursor: string | null = null;
  do {
    const { body } = await get(`${url}${cursor === null ? '' : `&cursor=${cursor}`}`);
    rows.push(...body[name]);
    pages.push(body);
    cursor = body.nextCursor;
    assert.equal(body.truncated, cursor !== null);
    assert.equal(body.count, body[name].length);
  } while (cursor !== null);
  return { rows, pages };
}

test('the book at each step, page by page, each step once while recording goes on', async (t) => {
  const { get, record } = await startTape(t);
  record([{ ...WHOLE, t: BEGIN }, ...listChanges(10)], BEGIN + 10_000);
  const url = `${BOOK}/history?fromMs=${BEGIN - 5_000}&everyMs=1000&levels=1&limit=4`;
  const first = (await get(url)).body;
  assert.deepEqual(
    [first.fromMs, first.toMs, first.everyMs, first.levels],
    [BEGIN - 5_000, BEGIN + 10_000, 1_000, 1],
  );
  record([{ kind: 'break', market: MARKET, t: BEGIN + 11_000, reason: 'connection' }], BEGIN + 12_000);
  const { body: second } = await get(`${url}&cursor=${first.nextCursor}`);
  const { body: third } = await get(`${url}&cursor=${second.nextCursor}`);
  const books = [first, second, third].flatMap((page) => page.books);
  assert.deepEqual(
    books.map((book) => book.t),
    Array.from({ length: 11 }, (_, i) => BEGIN + i * 1_000),
  );
  assert.equal(third.nextCursor, null);
  assert.deepEqual([second.toMs, third.toMs], [first.toMs, first.toMs]);
  assert.deepEqual(books[3], {
    t: BEGIN + 3_000,
    bids: [{ price: 0.41, size: 100 }],
    asks: [{ price: 0.43, size: 80 }],
    bookTime: BEGIN + 3_000,
    venueTime: null,
    ageMs: 0,
    everyMs: 0,
    crossed: false,
  });
  assert.deepEqual(first.coverage.notRecorded, [
    { fromMs: BEGIN - 5_000, toMs: BEGIN - 1, reason: 'before' },
  ]);
  assert.deepEqual([first.coverage.state, first.whyNull], ['partial', {}]);
  assert.ok(Math.abs(first.coverage.recordedFrac - 10_001 / 15_001) < 1e-12);
});

test('every change, with the whole book at the begin and after a break', async (t) => {
  const { get, record } = await startTape(t);
  record(
    [
      { ...WHOLE, t: BEGIN, venueTime: BEGIN - 9 },
      ...listChanges(2),
      { kind: 'break', market: MARKET, t: BEGIN + 2_500, reason: 'disagrees' },
      { ...WHOLE, t: BEGIN + 4_000, bids: [], asks: [] },
    ],
    BEGIN + 5_000,
  );
  const none = { side: null, price: null, size: null };
  const { body } = await get(`${BOOK}/changes?fromMs=${BEGIN + 1_000}`);
  assert.deepEqual(body.changes, [
    ...[
      ['bid', 0.41, 100],
      ['bid', 0.4, 251],
      ['ask', 0.43, 80],
      ['ask', 0.44, 10],
    ].map(([side, price, size]) => ({
      t: BEGIN + 1_000,
      venueT: null,
      kind: 'whole',
      side,
      price,
      size,
      reason: null,
      everyMs: 0,
    })),
    {
      t: BEGIN + 2_000,
      venueT: null,
      kind: 'change',
      side: 'bid',
      price: 0.4,
      size: 252,
      reason: null,
      everyMs: 0,
    },
    { t: BEGIN + 2_500, venueT: null, kind: 'break', ...none, reason: 'disagrees', everyMs: null },
    { t: BEGIN + 4_000, venueT: null, kind: 'whole', ...none, reason: null, everyMs: 0 },
  ]);
  assert.deepEqual(body.coverage.notRecorded, [
    { fromMs: BEGIN + 2_501, toMs: BEGIN + 3_999, reason: 'disagrees' },
  ]);
  const { rows, pages } = await walk(get, `${BOOK}/changes?fromMs=${BEGIN + 1_000}&limit=1`, 'changes');
  assert.deepEqual(rows, body.changes);
  // A whole book is one piece, however small the limit.
  assert.deepEqual(
    pages.map(({ count }) => count),
    [4, 1, 1, 1],
  );
});

test('changes and trades are the same rows in each format', async (t) => {
  const { app, record, trade, writer } = await startTape(t);
  writer.beginHeard({ venue: 'polymarket', market: MARKET }, BEGIN);
  record([{ ...WHOLE, t: BEGIN }, ...listChanges(5)], BEGIN + 6_000);
  trade(
    [
      { t: BEGIN + 1_000, id: 'a:yes' },
      { t: BEGIN + 2_000, side: null, isBlock: true, source: 'backfill', venueTime: null },
    ],
    BEGIN + 7_000,
  );
  for (const [url, name] of [
    [`${BOOK}/changes`, 'changes'],
    [TRADES, 'trades'],
  ] as const) {
    const query = `?fromMs=${BEGIN}&toMs=${BEGIN + 6_000}`;
    const inject = async (path: string) => app.inject(path);
    const json = (await inject(url + query)).json();
    const flag = (value: unknown) => (typeof value === 'boolean' ? Number(value) : value);
    const expected = (name === 'trades' ? json[name].toReversed() : json[name]).map((row: object) =>
      Object.fromEntries(Object.entries(row).map(([key, value]) => [key, flag(value)])),
    );
    const lines = await inject(`${url}/jsonl${query}`);
    assert.equal(lines.headers['content-type'], 'application/x-ndjson');
    assert.equal(lines.headers['x-truncated'], 'false');
    assert.match(String(lines.headers['content-disposition']), /filename="pm-will-it-rain-\w+\.jsonl"/);
    const parsed = lines.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(parsed, expected, name);
    const arrow = tableFromIPC((await inject(`${url}/arrow${query}`)).rawPayload);
    const toPlain = (row: Record<string, unknown>) =>
      Object.fromEntries(
        Object.keys(expected[0]).map((key) => {
          const value = row[key] ?? null;
          return [
            key,
            value instanceof Date ? value.getTime() : typeof value === 'bigint' ? Number(value) : value,
          ];
        }),
      );
    assert.deepEqual(arrow.toArray().map(toPlain), expected, name);
    const file = (await inject(`${url}/parquet${query}`)).rawPayload;
    const rows = await parquetReadObjects({
      file: file.buffer.slice(file.byteOffset, file.byteOffset + file.length) as ArrayBuffer,
      compressors: PARQUET_COMPRESSORS,
    });
    assert.deepEqual(rows.map(toPlain), expected, name);
    const csv = (await inject(`${url}/csv${query}`)).body.trimEnd().split('\r\n');
    assert.equal(csv[0], Object.keys(expected[0]).join(','));
    assert.deepEqual(
      csv.slice(1),
      expected.map((row: object) =>
        Object.values(row)
          .map((value) => value ?? '')
          .join(','),
      ),
    );
  }
});

test('files lead from page to page in their head', async (t) => {
  const { app, record, trade } = await startTape(t);
  record([{ ...WHOLE, t: BEGIN }, ...listChanges(5)], BEGIN + 6_000);
  trade(
    Array.from({ length: 5 }, (_, i) => ({ t: BEGIN + i, id: `t${i}` })),
    BEGIN + 7_000,
  );
  for (const url of [`${BOOK}/changes/jsonl`, `${TRADES}/jsonl`]) {
    const all = (await app.inject(`${url}?fromMs=${BEGIN}`)).body;
    let [joined, cursor, pages] = ['', '', 0];
    for (;;) {
      const page = await app.inject(`${url}?fromMs=${BEGIN}&limit=2${cursor}`);
      joined += page.body;
      pages++;
      if (page.headers['x-truncated'] === 'false') break;
      cursor = `&cursor=${page.headers['x-next-cursor']}`;
      assert.match(String(page.headers.link), /^<\?fromMs=\d+&limit=2&cursor=\S+>; rel="next"$/);
    }
    assert.equal(joined, all);
    assert.ok(pages >= 3, `${pages}`);
  }
});

test('trades come newest first, each once, with what the venue stated and what settled', async (t) => {
  const { get, trade, writer } = await startTape(t);
  writer.beginHeard({ venue: 'polymarket', market: MARKET }, BEGIN);
  trade(
    [
      { t: BEGIN + 1_000, id: 'a:yes', price: 0.41, side: 'sell' },
      { t: BEGIN + 2_000, id: 'b:no', size: 2.5 },
      { t: BEGIN + 2_000, id: 'c:yes', side: null },
      { t: BEGIN + 3_000, id: null, isBlock: true, source: 'backfill' },
    ],
    BEGIN + 4_000,
  );
  writer.setUnsettled({ market: MARKET, id: 'b:no', t: BEGIN + 2_000 }, BEGIN + 5_000);
  writer.setChecked(MARKET, BEGIN + 2_000);
  writer.flush(BEGIN + 6_000);
  const { body } = await get(TRADES);
  assert.deepEqual([body.fromMs, body.toMs, body.count], [BEGIN + 6_000 - HOUR_MS, BEGIN + 6_000, 4]);
  assert.deepEqual(
    body.trades.map((one: Record<string, unknown>) => [one.id, one.side, one.sideSource, one.settled]),
    [
      [null, 'buy', 'venue', null],
      ['c:yes', null, null, true],
      ['b:no', 'buy', 'venue', false],
      ['a:yes', 'sell', 'venue', true],
    ],
  );
  assert.deepEqual(body.trades.at(-1), {
    t: BEGIN + 1_000,
    venueT: BEGIN + 1_000,
    price: 0.41,
    size: 10,
    side: 'sell',
    sideSource: 'venue',
    id: 'a:yes',
    settled: true,
    source: 'stream',
    isBlock: false,
  });
  assert.equal(body.coverage.recordedFromMs, BEGIN);
  const { rows } = await walk(get, `${TRADES}?limit=1&fromMs=${BEGIN}`, 'trades');
  assert.deepEqual(rows, body.trades);
});

test('spread and depth count each second in which both sides have a level', async (t) => {
  const { get, record } = await startTape(t);
  record(
    [
      { ...WHOLE, t: BEGIN },
      { kind: 'change', market: MARKET, t: BEGIN + 30_000, changes: [[0, 0.41, 0]] },
      { ...WHOLE, t: BEGIN + 90_000, asks: [] },
    ],
    BEGIN + 200_000,
  );
  const { body } = await get(`${BOOK}/depth?fromMs=${BEGIN}&toMs=${BEGIN + 179_999}&within=1,2`);
  assert.deepEqual([body.bucketMs, body.within, body.count], [60_000, [1, 2], 2]);
  const [first, second] = body.buckets;
  assert.deepEqual([first.t, first.seconds, second.t, second.seconds], [BEGIN, 60, BEGIN + 60_000, 30]);
  const close = (value: number, expected: number) =>
    assert.ok(Math.abs(value - expected) < 1e-9, `${value} is not ${expected}`);
  // 30 s with bids 0.41 and 0.40 around 0.42, then 30 s with the bid 0.40 and the mid 0.415.
  close(first.spread.mean, 0.025);
  close(first.spread.min, 0.02);
  close(first.spread.max, 0.03);
  close(first.bidUsd[0], (30 * 41) / 60);
  close(first.bidUsd[1], (30 * 141 + 30 * 100) / 60);
  close(first.askUsd[0], (30 * 34.4) / 60);
  close(first.askUsd[1], 34.4 * 0.5 + 4.4 * 0.5 + 34.4 * 0.5);
  // In the second half nothing rests within one cent.
  close(first.imbalance[0], (41 - 34.4) / (41 + 34.4));
  close(second.imbalance[1], (100 - 34.4) / (100 + 34.4));
  assert.equal(second.imbalance[0], null);
  const perp = await get(`/api/book/${BTC.asset}/depth`);
  assert.deepEqual([perp.body.within, perp.body.buckets], [[5, 10, 50], []]);
  assert.equal(NUMBERS.get(BTC.asset), 0);
});

test('an order on the recorded book, also beyond what the venue sends', async (t) => {
  const { get, record } = await startTape(t);
  record(
    [
      { ...WHOLE, t: BEGIN },
      { ...WHOLE, t: BEGIN + 1_000, asks: [] },
    ],
    BEGIN + 2_000,
  );
  const url = `${BOOK}/slippage?t=${BEGIN}&side=buy&sizeUnit=base`;
  const { body } = await get(`${url}&size=85`);
  assert.deepEqual([body.mode, body.bookTime, body.ageMs], ['recorded', BEGIN, 0]);
  assert.deepEqual(body.params, { size: 85, side: 'buy', sizeUnit: 'base' });
  assert.deepEqual([body.result.levelsConsumed, body.result.fullyFilled], [2, true]);
  assert.deepEqual(body.whyNull, {});
  const { body: large } = await get(`${url}&size=91`);
  assert.deepEqual([large.result.fullyFilled, large.result.remaining], [false, 1]);
  const { body: none } = await get(`${BOOK}/slippage?t=${BEGIN - 1}&side=buy&size=1`);
  assert.deepEqual([none.result, none.bookTime, none.ageMs], [null, null, null]);
  assert.deepEqual(none.whyNull, { result: 'before', bookTime: 'before', ageMs: 'before' });
  const { body: empty } = await get(`${BOOK}/slippage?t=${BEGIN + 1_000}&side=buy&size=1`);
  assert.deepEqual([empty.result.avgPrice, empty.whyNull['result.avgPrice']], [null, 'no_touch']);

  const limited = await startTape(t);
  limited.record([{ ...WHOLE, t: BEGIN, depth: 2 }], BEGIN + 2_000);
  const { body: beyond } = await limited.get(`${url}&size=91`);
  assert.deepEqual(
    [beyond.result.fullyFilled, beyond.whyNull],
    [null, { 'result.fullyFilled': 'depth_limited' }],
  );
  assert.equal((await limited.get(`${url}&size=90`)).body.result.fullyFilled, true);
});

test('parameters of lists that are wrong, twice or beyond their limits are 400 with their name', async (t) => {
  const { get, record } = await startTape(t);
  record([{ ...WHOLE, t: BEGIN }, ...listChanges(3)], NOW);
  const day = (days: number) => `fromMs=${NOW - days * DAY_MS}&toMs=${NOW}`;
  const lists = [`${BOOK}/history`, `${BOOK}/changes`, `${BOOK}/depth`, TRADES];
  const files = ['csv', 'jsonl', 'parquet', 'arrow'].flatMap((format) => [
    `${BOOK}/changes/${format}`,
    `${TRADES}/${format}`,
  ]);
  const rows: [url: string, query: string, parameter: string][] = [...lists, ...files].flatMap((url) => {
    const isWeek = url.endsWith('/history') || url.endsWith('/depth');
    return [
      [url, 'fromMs=x', 'fromMs'],
      [url, 'fromMs=1&fromMs=2', 'fromMs'],
      [url, `fromMs=${NOW}&toMs=${NOW - 1}`, 'fromMs'],
      [url, `fromMs=${NOW + 1}`, 'fromMs'],
      [url, `fromMs=${Math.floor(NOW / 1_000)}`, 'fromMs'],
      [url, 'toMs=', 'toMs'],
      [url, 'toMs=1&toMs=1', 'toMs'],
      [url, day(isWeek ? 7.001 : 31.001), 'fromMs'],
      [url, day(365), 'fromMs'],
      [url, `fromMs=${NOW - 365 * DAY_MS}`, 'fromMs'],
      ...(url.endsWith('/depth')
        ? []
        : ([
            [url, 'limit=0', 'limit'],
            [url, 'limit=-1', 'limit'],
            [url, 'limit=1.5', 'limit'],
            [url, 'limit=1&limit=1', 'limit'],
            [url, 'cursor=', 'cursor'],
            [url, 'cursor=nonsense', 'cursor'],
            [url, `cursor=${Buffer.from('["record",1,2]').toString('base64url')}`, 'cursor'],
            [url, 'cursor=a&cursor=a', 'cursor'],
          ] as [string, string, string][])),
    ] as [string, string, string][];
  });
  rows.push(
    ...files.map((url): [string, string, string] => [url, 'limit=1000001', 'limit']),
    [`${BOOK}/history`, 'everyMs=99', 'everyMs'],
    [`${BOOK}/history`, `everyMs=${DAY_MS + 1}`, 'everyMs'],
    [`${BOOK}/history`, 'levels=0', 'levels'],
    [`${BOOK}/history`, 'levels=4097', 'levels'],
    [`${BOOK}/depth`, 'bucketMs=999', 'bucketMs'],
    [`${BOOK}/depth`, 'bucketMs=1500', 'bucketMs'],
    [`${BOOK}/depth`, `bucketMs=${DAY_MS + 1_000}`, 'bucketMs'],
    [`${BOOK}/depth`, `bucketMs=1000&${day(1)}`, 'bucketMs'],
    [`${BOOK}/depth`, 'within=0', 'within'],
    [`${BOOK}/depth`, 'within=-1', 'within'],
    [`${BOOK}/depth`, 'within=1,,2', 'within'],
    [`${BOOK}/depth`, 'within=1,2,3,4,5,6', 'within'],
    [`${BOOK}/depth`, 'within=a', 'within'],
    [`${BOOK}/slippage`, 'side=buy&size=1', 't'],
    [`${BOOK}/slippage`, `t=${NOW}&size=1`, 'side'],
    [`${BOOK}/slippage`, `t=${NOW}&side=buy`, 'size'],
    [`${BOOK}/slippage`, `t=${NOW}&side=buy&size=0`, 'size'],
    [`${BOOK}/slippage`, `t=${NOW + 1}&side=buy&size=1`, 't'],
  );
  for (const [url, query, parameter] of rows) {
    const { body } = await get(`${url}?${query}`, 400);
    assert.deepEqual([body.error, body.parameter], ['validation_failed', parameter], `${url}?${query}`);
  }
  const { message } = (await get(`${BOOK}/depth?bucketMs=1000&${day(1)}`, 400)).body;
  const wide = /send (\d+) or more/.exec(message)?.[1];
  assert.equal((await get(`${BOOK}/depth?bucketMs=${wide}&${day(1)}`)).statusCode, 200);
  assert.equal((await get(`${BOOK}/changes?limit=999999`)).body.truncated, false);
  for (const url of [...lists, ...files]) await get(url.replace(ELECTION.asset, 'pm-nobody'), 404);
});

test('a cursor of another list, or of a longer window than any page had, is 400', async (t) => {
  const { get, record } = await startTape(t);
  record([{ ...WHOLE, t: BEGIN }, ...listChanges(3)], BEGIN + 4_000);
  const { nextCursor } = (await get(`${BOOK}/changes?limit=1&fromMs=${BEGIN}`)).body;
  for (const url of [`${BOOK}/history`, TRADES, `${TRADES}/csv`]) {
    assert.equal((await get(`${url}?cursor=${nextCursor}`, 400)).body.parameter, 'cursor', url);
  }
  const forged = Buffer.from(JSON.stringify(['tape-change', 0, NOW, 1, 0])).toString('base64url');
  assert.equal((await get(`${BOOK}/changes?cursor=${forged}`, 400)).body.parameter, 'cursor');
});
