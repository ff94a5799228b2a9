import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/domain/index.ts';
import { ELECTION, NOW } from '../support/fixed-feed.ts';
import { startBench } from '../support/service-bench.ts';
import { MARKET, startTape, WHOLE } from '../support/tape-bench.ts';

const AT = `/api/book/${ELECTION.asset}/at`;
const BEGIN = NOW - 600_000;

test('the book at a moment holds every frame up to it, that of the moment included', async (t) => {
  const { get, record } = await startTape(t);
  const change = {
    kind: 'change',
    market: MARKET,
    t: BEGIN + 5_000,
    venueTime: BEGIN + 4_900,
    changes: [
      [0, 0.41, 0],
      [1, 0.425, 7],
    ],
  } as const;
  record([{ ...WHOLE, t: BEGIN, venueTime: BEGIN - 50, depth: 20 }, change], BEGIN + 10_000);
  const { body: before } = await get(`${AT}?t=${BEGIN + 4_999}`);
  assert.deepEqual(before, {
    ok: true,
    asset: ELECTION.asset,
    kind: ELECTION.kind,
    venue: 'polymarket',
    t: BEGIN + 4_999,
    bids: [
      { price: 0.41, size: 100 },
      { price: 0.4, size: 250 },
    ],
    asks: [
      { price: 0.43, size: 80 },
      { price: 0.44, size: 10 },
    ],
    bookTime: BEGIN,
    venueTime: BEGIN - 50,
    ageMs: 4_999,
    everyMs: 0,
    crossed: false,
    spanFromMs: BEGIN,
    depth: 20,
    coverage: {
      state: 'full',
      recordedFromMs: BEGIN,
      recordedToMs: BEGIN + 10_000,
      recordedFrac: 1,
      notRecorded: [],
      setting: null,
      sampled: [],
      resyncs: [],
      more: false,
    },
    whyNull: {},
  });
  const { body: after } = await get(`${AT}?t=${BEGIN + 5_000}&levels=1`);
  assert.deepEqual([after.bids, after.asks], [[{ price: 0.4, size: 250 }], [{ price: 0.425, size: 7 }]]);
  assert.deepEqual([after.bookTime, after.venueTime, after.ageMs], [BEGIN + 5_000, BEGIN + 4_900, 0]);
  const { body: iso } = await get(`${AT}?t=${new Date(BEGIN + 5_000).toISOString()}`);
  assert.deepEqual(iso.asks[0], { price: 0.425, size: 7 });
});

test('a venue without a clock, an empty book and a crossed one', async (t) => {
  const { get, record } = await startTape(t);
  record(
    [
      { ...WHOLE, t: BEGIN },
      { ...WHOLE, t: BEGIN + 1_000, bids: [], asks: [] },
      { ...WHOLE, t: BEGIN + 2_000, bids: [[0.45, 1]], asks: [[0.44, 1]] },
    ],
    BEGIN + 5_000,
  );
  const { body: silent } = await get(`${AT}?t=${BEGIN}`);
  assert.deepEqual([silent.venueTime, silent.depth], [null, null]);
  assert.deepEqual(silent.whyNull, { venueTime: 'not_published' });
  const { body: empty } = await get(`${AT}?t=${BEGIN + 1_500}`);
  assert.deepEqual([empty.bids, empty.asks, empty.crossed], [[], [], false]);
  const { body: crossed } = await get(`${AT}?t=${BEGIN + 2_000}`);
  assert.equal(crossed.crossed, true);
});

const NULLS = [
  'asks',
  'ageMs',
  'bids',
  'bookTime',
  'crossed',
  'depth',
  'everyMs',
  'spanFromMs',
  'venueTime',
].toSorted();

test('a moment without a book is 200, and says why each member is null', async (t) => {
  const { get, record, exclude, writer } = await startTape(t);
  const { body: never } = await get(`${AT}?t=${BEGIN}`);
  assert.deepEqual(Object.keys(never.whyNull).toSorted(), NULLS);
  assert.deepEqual([...new Set(Object.values(never.whyNull))], ['never']);
  assert.deepEqual([never.coverage.state, never.coverage.setting, never.bids], ['never', null, null]);
  exclude(() => 'CROSSTAPE_BOOKS');
  const { body: off } = await get(`${AT}?t=${BEGIN + 1}`);
  assert.deepEqual(
    [off.coverage.state, off.coverage.setting, off.whyNull.bids],
    ['off', 'CROSSTAPE_BOOKS', 'off'],
  );
  exclude(() => null);

  record(
    [
      { ...WHOLE, t: BEGIN },
      { kind: 'break', market: MARKET, t: BEGIN + 1_000, reason: 'silence' },
    ],
    BEGIN + 2_000,
  );
  record([{ ...WHOLE, t: BEGIN + 3_000 }], BEGIN + 9_000);
  const why = async (at: number) => (await get(`${AT}?t=${at}`)).body.whyNull.bids;
  assert.equal(await why(BEGIN - 1), 'before');
  assert.equal(await why(BEGIN + 1_000), undefined);
  assert.equal(await why(BEGIN + 1_001), 'break_silence');
  assert.equal(await why(BEGIN + 2_999), 'break_silence');
  assert.equal(await why(BEGIN + 9_000), undefined);
  assert.equal(await why(BEGIN + 9_001), 'pending');

  writer.breakBook(MARKET, { toMs: BEGIN + 9_500, reason: 'dropped' });
  writer.flush(BEGIN + 20_000);
  assert.equal(await why(BEGIN + 9_501), 'break_dropped');
  exclude((_, content) => (content === 'books' ? 'CROSSTAPE_BOOKS' : null));
  const { body: later } = await get(`${AT}?t=${BEGIN + 9_700}`);
  assert.deepEqual([later.whyNull.bids, later.coverage.setting], ['off', 'CROSSTAPE_BOOKS']);
  assert.deepEqual(later.coverage.notRecorded, [
    { fromMs: BEGIN + 9_700, toMs: BEGIN + 9_700, reason: 'off' },
  ]);
  const { body: known } = await get(`${AT}?t=${BEGIN + 8_000}`);
  assert.deepEqual([known.coverage.setting, known.coverage.state], [null, 'full']);
});

test('a sampled book is as old as the last full minute', async (t) => {
  const { get, record, writer } = await startTape(t);
  const minute = Math.floor(BEGIN / 60_000) * 60_000;
  writer.setClass(MARKET, 60_000, BEGIN);
  record([{ ...WHOLE, t: minute + 1_000 }], minute + 1_000);
  for (let at = minute + 2_000; at < minute + 200_000; at += 1_000) writer.flush(at);
  const { body: first } = await get(`${AT}?t=${minute + 50_000}`);
  assert.deepEqual([first.bookTime, first.everyMs], [minute + 1_000, 60_000]);
  const { body } = await get(`${AT}?t=${minute + 130_000}`);
  assert.deepEqual([body.bookTime, body.ageMs], [minute + 120_000, 10_000]);
  assert.deepEqual(body.coverage.sampled, [{ fromMs: body.t, toMs: body.t, everyMs: 60_000 }]);
});

test('parameters that are absent, twice, wrong or beyond their limits are 400 with their name', async (t) => {
  const { get } = await startTape(t);
  const rows: [query: string, parameter: string][] = [
    ['', 't'],
    ['?t=', 't'],
    ['?t=now', 't'],
    [`?t=${NOW + 1}`, 't'],
    [`?t=${Math.floor(NOW / 1_000)}`, 't'],
    ['?t=-1', 't'],
    [`?t=${NOW}&t=${NOW}`, 't'],
    [`?t=${NOW}&levels=0`, 'levels'],
    [`?t=${NOW}&levels=4097`, 'levels'],
    [`?t=${NOW}&levels=1.5`, 'levels'],
    [`?t=${NOW}&levels=1&levels=1`, 'levels'],
  ];
  for (const [query, parameter] of rows) {
    const { body } = await get(AT + query, 400);
    assert.deepEqual([body.error, body.parameter], ['validation_failed', parameter], query);
  }
  assert.equal((await get('/api/book/pm-nobody/at?t=1', 404)).body.error, 'asset_not_found');
  assert.equal(
    (await get(`/api/book/${ELECTION.asset.toUpperCase()}/at?t=${NOW}`)).body.asset,
    ELECTION.asset,
  );
});

test('an answer about what may still change is kept a second, another one an hour', async (t) => {
  const { get, record } = await startTape(t);
  record([{ ...WHOLE, t: NOW - 3_000_000 }], NOW);
  const lasts = async (at: number) => (await get(`${AT}?t=${at}`)).headers['cache-control'];
  assert.match(String(await lasts(NOW - 600_000)), /s-maxage=1,/);
  assert.match(String(await lasts(NOW - 600_001)), /s-maxage=3600,/);
  // Nothing of that time is on the disk yet: the answer comes to be another one, however old the time is.
  const behind = await startTape(t, { beganMs: NOW - 2 * DAY_MS });
  behind.record([{ ...WHOLE, t: NOW - 2 * DAY_MS }], NOW - 2 * DAY_MS + 1_000);
  const { headers, body } = await behind.get(`${AT}?t=${NOW - DAY_MS}`);
  assert.equal(body.whyNull.bids, 'pending');
  assert.match(String(headers['cache-control']), /s-maxage=1,/);
});

test('what the recording process leaves out is asked while the commit is waited for', async (t) => {
  let ask: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  const { tape } = await startTape(t).then(({ reader }) => ({
    tape: {
      isThere: () => true,
      waitFor: async () => {
        await asked;
        return reader.findNewestMs();
      },
      findExclusion: async () => {
        ask();
        return null;
      },
    },
  }));
  const { get } = await startTape(t, { changes: { tape } });
  const book = `/api/book/${ELECTION.asset}`;
  for (const url of [`at?t=${BEGIN}`, `slippage?t=${BEGIN}&side=buy&size=1`, 'changes', 'history', 'depth'])
    await get(`${book}/${url}`);
});

test('a process that does not share the data directory of the recording one is 503', async (t) => {
  const { app } = await startBench(t, {
    tape: { isThere: () => false, waitFor: async () => null, findExclusion: async () => null },
  });
  for (const url of [`${AT}?t=1`, `/api/trades/${ELECTION.asset}`]) {
    const answer = await app.inject(url);
    assert.deepEqual([answer.statusCode, answer.json().error], [503, 'store_unavailable'], url);
    assert.equal(answer.headers['retry-after'], '5');
  }
});
