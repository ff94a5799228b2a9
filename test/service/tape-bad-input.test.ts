// One file: everything that may be wrong with a tape, seen by its callers.
import assert from 'node:assert/strict';
import { chmodSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { DAY_MS } from '../../src/domain/index.ts';
import { SqliteTapeWriter } from '../../src/history/tape/sqlite/sqlite-tape-writer.ts';
import { startAccountBench } from '../support/account-bench.ts';
import { ELECTION, NOW } from '../support/fixed-feed.ts';
import { record as storeRecord } from '../support/service-bench.ts';
import { type Event, toFrames } from '../support/tape/frame-columns.ts';
import { buildTrade, MARKET, startTape, type TapeBench, WHOLE } from '../support/tape-bench.ts';

const BOOK = `/api/book/${ELECTION.asset}`;
const TRADES = `/api/trades/${ELECTION.asset}`;
const HEARD = { venue: 'polymarket', market: MARKET } as const;
/** Midnight between the day that is over and today. */
const MIDNIGHT = Math.floor(NOW / DAY_MS) * DAY_MS;
const BEGIN = NOW - 600_000;
const YESTERDAY = MIDNIGHT - 3_600_000;

const change = (t: number, changes: Extract<Event, { kind: 'change' }>['changes']): Event => ({
  kind: 'change',
  market: MARKET,
  t,
  changes,
});
const fileOf = (dataDir: string, day: string) => path.join(dataDir, 'tape', `${day}.sqlite`);
const dayOf = (t: number) => new Date(t).toISOString().slice(0, 10);
const CLOSED = dayOf(YESTERDAY);

function run(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

/** A book and trades over midnight: the file of yesterday is closed. */
async function startTwoDays(t: TestContext): Promise<TapeBench> {
  const bench = await startTape(t, { beganMs: YESTERDAY });
  const { record, trade, writer } = bench;
  writer.beginHeard(HEARD, YESTERDAY);
  record([{ ...WHOLE, t: YESTERDAY }], YESTERDAY + 500);
  for (let i = 1; i <= 20; i++) {
    const at = YESTERDAY + i * 100_000;
    record([change(at, [[0, 0.41, 100 + i]])], at + 1);
  }
  trade([{ t: YESTERDAY + 60_000, id: 'a' }], YESTERDAY + 2_100_000);
  record([change(MIDNIGHT + 1_000, [[0, 0.41, 500]])], MIDNIGHT + 2_000);
  trade([{ t: MIDNIGHT + 60_000, id: 'b' }], NOW);
  return bench;
}

/** Answers of everything that reads the file of yesterday. */
async function askAll({ get }: TapeBench) {
  const window = `fromMs=${YESTERDAY}&toMs=${MIDNIGHT + 10_000}`;
  const moment = `t=${YESTERDAY + 1_500_000}`;
  return {
    at: (await get(`${BOOK}/at?${moment}`)).body,
    slippage: (await get(`${BOOK}/slippage?${moment}&side=buy&size=1`)).body,
    history: (await get(`${BOOK}/history?everyMs=60000&${window}`)).body,
    changes: (await get(`${BOOK}/changes?${window}`)).body,
    depth: (await get(`${BOOK}/depth?bucketMs=60000&${window}`)).body,
    trades: (await get(`${TRADES}?${window}`)).body,
    today: (await get(`${BOOK}/at?t=${MIDNIGHT + 5_000}`)).body,
  };
}

const UPDATE_STORE = `UPDATE file SET store = '${'0'.repeat(32)}', crc = 3162083064`;
const EMPTY_BLOCKS = 'UPDATE block SET data = zeroblob(length(data))';
const EMPTY_TRADES = 'UPDATE trade_block SET data = zeroblob(length(data))';

/** What happens to the file of a day that is over, and why its books and trades are not known then; null: they are. */
const MISHAPS: readonly [
  name: string,
  mishap: (file: string) => void,
  books: string | null,
  trades: string | null,
][] = [
  ['removed', (file) => rmSync(file), 'removed', 'removed'],
  ['empty', (file) => truncateSync(file), 'removed', 'removed'],
  ['of another version', (file) => run(file, 'PRAGMA user_version = 2'), 'removed', 'removed'],
  ['of another program', (file) => run(file, 'PRAGMA application_id = 7'), 'removed', 'removed'],
  ['no database', (file) => writeFileSync(file, 'no database'.repeat(1_000)), 'damaged', 'damaged'],
  ['cut', (file) => truncateSync(file, 2 * 4_096), 'damaged', 'damaged'],
  ['with a damaged span', (file) => run(file, 'UPDATE span SET crc = crc + 1'), 'damaged', null],
  ['with damaged trades', (file) => run(file, EMPTY_TRADES), null, 'damaged'],
  ['of another installation', (file) => run(file, UPDATE_STORE), null, null],
  ['read only', (file) => chmodSync(file, 0o400), null, null],
];

for (const [name, mishap, books, trades] of [
  ...MISHAPS,
  ['with damaged blocks', (file: string) => run(file, EMPTY_BLOCKS), 'damaged', null] as const,
]) {
  test(`a day file that is ${name} costs what is in it, says so, and nothing else`, async (t) => {
    for (const isOpen of [false, true]) {
      const bench = await startTwoDays(t);
      const right = isOpen ? await askAll(bench) : null;
      // What was read of a block is right whatever happens to its file.
      if (isOpen && name === 'with damaged blocks') continue;
      mishap(fileOf(bench.tapeDir, CLOSED));
      bench.pass(DAY_MS);
      const { at, slippage, history, changes, depth, ...answers } = await askAll(bench);
      assert.deepEqual(answers.today.whyNull, { venueTime: 'not_published' });
      assert.deepEqual(answers.today.bids[0], { price: 0.41, size: 500 });
      const holes = books === null ? [] : [{ fromMs: YESTERDAY, toMs: MIDNIGHT - 1, reason: books }];
      for (const { coverage } of [history, changes, depth]) assert.deepEqual(coverage.notRecorded, holes);
      if (books === null) {
        assert.deepEqual([at.bids[0].size, slippage.whyNull, history.count], [115, {}, 61]);
        if (right !== null) assert.deepEqual([at, changes, depth], [right.at, right.changes, right.depth]);
      } else {
        assert.deepEqual([...new Set(Object.values(at.whyNull))], [books]);
        assert.deepEqual(slippage.whyNull, { result: books, bookTime: books, ageMs: books });
        assert.deepEqual([history.count, depth.count, changes.count], [1, 1, 5]);
        assert.deepEqual(changes.changes[0].t, MIDNIGHT);
      }
      const { coverage, count } = answers.trades;
      assert.deepEqual(
        coverage.notRecorded.map(({ reason }: { reason: string }) => reason),
        trades === null ? [] : [trades],
      );
      assert.equal(count, trades === null ? 1 : 0);
    }
  });
}

test('a day file that is removed between two pages ends the list, which says what it does not hold', async (t) => {
  const bench = await startTwoDays(t);
  const { get, tapeDir } = bench;
  const window = `fromMs=${YESTERDAY}&toMs=${MIDNIGHT + 10_000}`;
  const lists = [
    [`${BOOK}/changes?limit=8&${window}`, 'changes'],
    [`${BOOK}/history?limit=8&everyMs=60000&${window}`, 'books'],
  ] as const;
  const cursors: string[] = [];
  for (const [url, list] of lists) {
    const { body } = await get(url);
    assert.equal(body.truncated, true, list);
    cursors.push(body.nextCursor);
  }
  rmSync(fileOf(tapeDir, CLOSED));
  for (const [i, [url, list]] of lists.entries()) {
    const { body } = await get(`${url}&cursor=${cursors[i]}`);
    assert.ok(body.count > 0, list);
    assert.ok(
      body[list].every((row: { t: number }) => row.t >= MIDNIGHT),
      list,
    );
    assert.equal(body.truncated, false);
    const hole = { fromMs: YESTERDAY, toMs: MIDNIGHT - 1, reason: 'removed' };
    assert.deepEqual(body.coverage.notRecorded, [hole]);
  }
});

test('a whole book that the changes had not made is told in every answer about its time', async (t) => {
  const { get, record } = await startTape(t);
  record([{ ...WHOLE, t: BEGIN }, change(BEGIN + 1_000, [[0, 0.41, 90]])], BEGIN + 1_500);
  // The level at 0.40 and another size at 0.43: two levels differ, which were lost before.
  record(
    [
      {
        ...WHOLE,
        t: BEGIN + 5_000,
        bids: [[0.41, 90]],
        asks: [
          [0.43, 81],
          [0.44, 10],
        ],
      },
    ],
    BEGIN + 20_000,
  );
  const resyncs = [{ fromMs: BEGIN, toMs: BEGIN + 5_000, changes: 2 }];
  const window = `fromMs=${BEGIN}&toMs=${BEGIN + 10_000}`;
  const urls = [
    `${BOOK}/at?t=${BEGIN}`,
    `${BOOK}/at?t=${BEGIN + 5_000}`,
    `${BOOK}/slippage?t=${BEGIN + 2_000}&side=buy&size=1`,
    `${BOOK}/history?${window}`,
    `${BOOK}/changes?${window}`,
    `${BOOK}/depth?bucketMs=1000&${window}`,
  ];
  for (const url of urls) assert.deepEqual((await get(url)).body.coverage.resyncs, resyncs, url);
  assert.deepEqual((await get(`${BOOK}/at?t=${BEGIN + 5_001}`)).body.coverage.resyncs, []);
  const { body } = await get(`${BOOK}/at?t=${BEGIN + 5_000}`);
  assert.deepEqual(body.asks[0], { price: 0.43, size: 81 });
});

test('moments at the edges of spans and of a day belong to one side alone', async (t) => {
  const { get, record, trade } = await startTwoDays(t);
  const why = async (at: number) => (await get(`${BOOK}/at?t=${at}`)).body;
  assert.equal((await why(YESTERDAY - 1)).whyNull.bids, 'before');
  assert.equal((await why(YESTERDAY)).bids[0].size, 100);
  const [last, first] = [await why(MIDNIGHT - 1), await why(MIDNIGHT)];
  assert.deepEqual([last.bids[0].size, first.bids[0].size], [120, 120]);
  // The span goes on over midnight, and so does the age of the book.
  assert.deepEqual([last.spanFromMs, first.spanFromMs], [YESTERDAY, YESTERDAY]);
  assert.equal(first.ageMs, last.ageMs + 1);
  record([{ kind: 'break', market: MARKET, t: NOW - 5_000, reason: 'connection' }], NOW - 1);
  trade([], NOW);
  const broken = await get(`${BOOK}/changes?fromMs=${NOW - 5_000}&toMs=${NOW - 5_000}`);
  assert.equal(broken.body.changes.at(-1).kind, 'break');
  assert.equal((await get(`${BOOK}/changes?fromMs=${NOW - 4_999}&toMs=${NOW}`)).body.count, 0);
});

test('a caller who asks for a year gets 400, and one who asks for a month pages that end and lists that say they were cut', async (t) => {
  const { get, record } = await startTape(t, { beganMs: NOW - 20 * DAY_MS });
  const spans = 1_100;
  const begin = NOW - 3_600_000;
  for (let i = 0; i < spans; i++) {
    const at = begin + i * 3_000;
    record(
      [
        { ...WHOLE, t: at },
        { kind: 'break', market: MARKET, t: at + 1_000, reason: 'connection' },
      ],
      at + 1_500,
    );
  }
  for (const url of [`${BOOK}/changes`, `${BOOK}/history`, `${BOOK}/depth`, TRADES])
    assert.equal((await get(`${url}?fromMs=${NOW - 365 * DAY_MS}`, 400)).body.parameter, 'fromMs');
  let url = `${BOOK}/changes?fromMs=${NOW - 31 * DAY_MS}&toMs=${NOW}&limit=1000`;
  let rows = 0;
  let pages = 0;
  for (let cursor: string | null = ''; cursor !== null; pages++) {
    const { body } = await get(url);
    rows += body.count;
    assert.ok(body.count <= 1_004, `${body.count} rows`);
    assert.deepEqual([body.coverage.notRecorded.length, body.coverage.more], [1_000, true]);
    cursor = body.nextCursor;
    url = `${BOOK}/changes?limit=1000&cursor=${cursor}`;
  }
  assert.deepEqual([rows, pages], [5 * spans, 6]);
});

test('a market that changes its tick, is renamed and ends goes on being answered', async (t) => {
  const { get, record, stop, tapeDir, feed, history } = await startTape(t);
  record([{ ...WHOLE, t: BEGIN }], BEGIN + 500);
  const finer = [
    [0, 0.4105, 7.25],
    [1, 0.4295, 3],
  ] as const;
  const finest = [
    [0, 0.41051, 1],
    [0, 0.41, 0],
  ] as const;
  record([change(BEGIN + 1_000, finer), change(BEGIN + 2_000, finest)], BEGIN + 3_000);
  const { body } = await get(`${BOOK}/at?t=${BEGIN + 2_000}&levels=2`);
  assert.deepEqual(body.bids, [
    { price: 0.41051, size: 1 },
    { price: 0.4105, size: 7.25 },
  ]);
  assert.deepEqual(body.asks[0], { price: 0.4295, size: 3 });

  // A later run lists it under another id, and its venue under the same.
  stop(BEGIN + 4_000);
  const writer = new SqliteTapeWriter({
    dataDir: tapeDir,
    store: 'ab'.repeat(16),
    nowMs: BEGIN + 5_000,
  });
  const { venue, storeKey } = ELECTION;
  const names = { asset: 'pm-it-had-another-name', sendsChanges: true, isBinary: true };
  writer.nameMarkets([{ number: MARKET, venue, storeKey, ...names }]);
  writer.addFrames(
    toFrames([
      { ...WHOLE, t: BEGIN + 6_000 },
      { kind: 'break', market: MARKET, t: BEGIN + 60_000, reason: 'ended' },
    ]),
  );
  writer.flush(BEGIN + 61_000);
  writer.stop(NOW);
  const why = async (at: number) => (await get(`${BOOK}/at?t=${at}`)).body.whyNull.bids;
  assert.deepEqual([await why(BEGIN + 4_500), await why(BEGIN + 60_000)], ['break_restart', undefined]);
  assert.equal(await why(BEGIN + 60_001), 'break_ended');
  // The venue does not list it any more: what is stored of it is known by the history.
  await storeRecord(history, ELECTION, 3);
  feed.set('polymarket', []);
  assert.equal(await why(BEGIN + 60_002), 'break_ended');
  const { body: last } = await get(`${BOOK}/at?t=${BEGIN + 59_999}`);
  assert.equal(last.bids[0].price, 0.41);
});

test('numbers that no book can have end its span, and zero is no level', async (t) => {
  const odd: readonly [name: string, changes: Extract<Event, { kind: 'change' }>['changes']][] = [
    ['a size that is none', [[0, 0.4, Number.NaN]]],
    ['a size beyond all', [[0, 0.4, 1e30]]],
    ['an endless size', [[0, 0.4, Number.POSITIVE_INFINITY]]],
    ['a size below 0', [[0, 0.4, -1]]],
    ['a price that is none', [[1, Number.NaN, 1]]],
    ['a price of 0', [[0, 0, 1]]],
    ['a price of 1', [[1, 1, 1]]],
    [
      'one odd change among right ones',
      [
        [0, 0.4, 5],
        [1, 0.43, 1e16],
        [0, 0.41, 6],
      ],
    ],
  ];
  for (const [name, changes] of odd) {
    const { get, record } = await startTape(t);
    record([{ ...WHOLE, t: BEGIN }, change(BEGIN + 1_000, [[0, 0.41, 77]])], BEGIN + 1_500);
    record([change(BEGIN + 2_000, changes), change(BEGIN + 3_000, [[0, 0.41, 88]])], BEGIN + 4_000);
    record([{ ...WHOLE, t: BEGIN + 6_000 }], BEGIN + 20_000);
    const ask = async (t: number) => (await get(`${BOOK}/at?t=${t}`)).body;
    // The last frame that was applied is the last moment at which the book was right.
    assert.equal((await ask(BEGIN + 1_000)).bids[0].size, 77, name);
    assert.equal((await ask(BEGIN + 1_001)).whyNull.bids, 'break_refused', name);
    assert.equal((await ask(BEGIN + 3_000)).whyNull.bids, 'break_refused', name);
    assert.equal((await ask(BEGIN + 6_000)).bids[0].size, 100, name);
    const { body } = await get(`${BOOK}/changes?fromMs=${BEGIN}&toMs=${BEGIN + 10_000}`);
    assert.deepEqual(
      body.changes
        .filter(({ kind }: { kind: string }) => kind === 'break')
        .map(({ t: time, reason }: { t: number; reason: string }) => [time, reason]),
      [[BEGIN + 1_000, 'refused']],
      name,
    );
    assert.ok(!/NaN|Infinity|e\+/.test(JSON.stringify(body)), name);
  }
  const { get, record } = await startTape(t);
  record(
    [
      { ...WHOLE, t: BEGIN },
      change(BEGIN + 1_000, [
        [0, 0.41, 0],
        [1, 0.43, -0],
      ]),
    ],
    BEGIN + 20_000,
  );
  const { body } = await get(`${BOOK}/at?t=${BEGIN + 1_000}`);
  assert.deepEqual([body.bids, body.asks], [[{ price: 0.4, size: 250 }], [{ price: 0.44, size: 10 }]]);
});

test('trades with numbers that none can have are not stored, and the others are answered', async (t) => {
  const { get, writer } = await startTape(t);
  const t0 = NOW - 1_000;
  const refused = writer.addTrades(
    [{ size: Number.NaN }, { size: 1e30 }, { price: Number.NaN }, { size: -1 }, { size: 5, id: 'right' }].map(
      (odd) => buildTrade({ t: t0, ...odd }),
    ),
  );
  writer.flush(NOW);
  assert.equal(refused, 4);
  const { body } = await get(`${TRADES}?fromMs=${t0}&toMs=${NOW}`);
  assert.deepEqual(
    body.trades.map(({ id, size }: { id: string; size: number }) => [id, size]),
    [['right', 5]],
  );
});

test('the tape is for tiers, venues and quotas that have it', async (t) => {
  const { reader } = await startTwoDays(t);
  const tape = { isThere: () => true, waitFor: () => reader.findNewestMs(), findExclusion: async () => null };
  const bench = await startAccountBench(t, {
    env: { CROSSTAPE_TIER_ENTERPRISE_MONTHLY_QUOTA: '20' },
    api: { tape, tapeReader: reader },
  });
  const window = `fromMs=${YESTERDAY}&toMs=${NOW}`;
  const lists = [
    `${BOOK}/at?t=${MIDNIGHT}`,
    `${BOOK}/slippage?t=${MIDNIGHT}&side=buy&size=1`,
    `${BOOK}/history?everyMs=3600000&${window}`,
    `${BOOK}/changes?${window}`,
    `${BOOK}/depth?bucketMs=3600000&${window}`,
    `${TRADES}?${window}`,
  ];
  const files = ['csv', 'jsonl', 'parquet', 'arrow'].flatMap((format) => [
    `${BOOK}/changes/${format}?${window}`,
    `${TRADES}/${format}?${window}`,
  ]);
  const issue = async (tier: string, venues = 'all') => (await bench.issue({ tier, venues })).rawKey;
  const [free, pro, kalshi, whole] = [
    await issue('free'),
    await issue('pro'),
    await issue('enterprise', 'kalshi'),
    await issue('enterprise'),
  ];
  const ask = async (url: string, key: string) => {
    const { status, body } = await bench.call('GET', url, key);
    return [status, body?.error ?? null];
  };
  for (const url of lists) {
    assert.equal((await bench.app.inject(url)).statusCode, 401, url);
    assert.deepEqual(await ask(url, free), [402, 'tier_required'], url);
    assert.equal((await ask(url, pro))[0], 200, url);
  }
  for (const url of files) assert.deepEqual(await ask(url, pro), [402, 'tier_required'], url);
  for (const url of [...lists, ...files])
    assert.deepEqual(await ask(url, kalshi), [403, 'venue_not_entitled'], url);
  for (let i = 0; i < 20; i++) await ask(lists[0]!, whole);
  for (const url of [...lists, ...files])
    assert.deepEqual(await ask(url, whole), [429, 'quota_exceeded'], url);
});
