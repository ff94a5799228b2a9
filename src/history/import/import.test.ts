import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { type AssetRef, buildKalshiAsset, buildPerpAsset, epochMs, HOUR_MS } from '../../domain/index.ts';
import { toColumns } from '../columns/columns.ts';
import { exportSeries } from '../formats/export.ts';
import { openSqliteHistory } from '../sqlite/index.ts';
import { type CsvSource, type ImportOptions, importCsv } from './import.ts';

const MARKET = buildKalshiAsset('KX');
const BTC = buildPerpAsset('BTC');
const NOON = Date.UTC(2026, 10, 21, 12);
const RULES: ImportOptions = {
  timeUnit: null,
  scale: null,
  venueOpenedMs: epochMs(Date.UTC(2021, 0, 1)),
  now: epochMs(NOON),
};

async function openStore(t: TestContext) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-import-'));
  const history = await openSqliteHistory({ dataDir });
  t.after(async () => {
    await history.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return history;
}

/** Cuts a text into chunks at arbitrary places, as a network would. */
function chunks(text: string, size = 7) {
  return async function* () {
    const bytes = Buffer.from(text);
    for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size);
  };
}

const csv = (rows: readonly string[]) => `t,p,v,s\n${rows.join('\n')}\n`;
const file = (...rows: string[]) => chunks(csv(rows));

const importInto = (
  history: CsvSource['history'] & CsvSource['batches'],
  ref: AssetRef,
  open: CsvSource['open'],
  options: ImportOptions = RULES,
) => importCsv({ history, batches: history, ref, open }, options);

test('an exported file imports to the same records, and a second time to none', async (t) => {
  const history = await openStore(t);
  const rows = `t,p,v,s\r\n${NOON - 2_000},0.1,,poll\r\n${NOON - 1_000},0.30000000000000004,2.5,trade\r\n`;
  assert.equal((await importInto(history, MARKET, chunks(rows))).stored, 2);
  let text = '';
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      text += String(chunk);
      done();
    },
  });
  assert.equal(await exportSeries(history, MARKET, { window: {}, format: 'csv', output }), 2);
  assert.equal(text, rows);
  const again = await importInto(history, MARKET, chunks(text));
  assert.deepEqual([again.rowsRead, again.stored, again.skipped, again.badCount], [2, 0, 2, 0]);
});

test('bad rows are reported by line and the rest is stored, or nothing when strict', async (t) => {
  const history = await openStore(t);
  const rows = file(`${NOON - 3},0.5`, 'soon,1', '', `${NOON - 2},NaN`, `${NOON - 1},0.7`);
  const strict = await importInto(history, MARKET, rows, { ...RULES, strict: true });
  assert.deepEqual([strict.stored, strict.badCount], [0, 2]);
  assert.match(strict.refusal ?? '', /2 rows are bad/);
  assert.equal(await history.find(MARKET), null);
  const result = await importInto(history, MARKET, rows);
  assert.deepEqual([result.rowsRead, result.stored, result.refusal], [4, 2, null]);
  assert.deepEqual(
    result.bad.map(({ line }) => line),
    [3, 5],
  );
});

test('a day that does not exist is a bad row, not the day after', async (t) => {
  const history = await openStore(t);
  const rows = [
    '2026-02-30T00:00:00Z,0.5',
    '2026-02-29,0.6',
    '2026-04-31T10:00:00+00:00,0.7',
    '2026-03-01,0.8',
  ];
  const result = await importInto(history, MARKET, file(...rows));
  assert.deepEqual([result.stored, result.badCount], [1, 3]);
  assert.match(result.bad[0]?.reason ?? '', /not a time that exists: "2026-02-30T00:00:00Z"/);
});

test('a time beyond all whole numbers is a bad row, and no other number is quoted for it', async (t) => {
  const history = await openStore(t);
  const rows = file('9007199254740993,0.5', `${NOON - 2},0.6`, `${NOON - 1}.5,0.7`, '1e400,0.7');
  const { stored, bad } = await importInto(history, MARKET, rows);
  assert.equal(stored, 1);
  assert.equal(bad[0]?.reason, 't is beyond any time in milliseconds');
  assert.match(bad[1]?.reason ?? '', /no whole number of milliseconds: \d+\.5$/);
  assert.deepEqual(
    bad.map(({ line }) => line),
    [2, 4, 5],
  );
});

test('a quote that is not closed costs its line alone', async (t) => {
  const history = await openStore(t);
  const rows = file(`${NOON - 4},0.5`, `"${NOON - 3},0.6`, `"${NOON - 2}","0.7"`, `${NOON - 1},0.8`);
  const result = await importInto(history, MARKET, rows);
  assert.deepEqual([result.rowsRead, result.stored], [4, 3]);
  assert.deepEqual(result.bad, [{ line: 3, reason: 'a quote is not closed' }]);
});

test('a file whose header names no price is refused', async (t) => {
  const history = await openStore(t);
  await assert.rejects(importInto(history, MARKET, chunks('a,b\n1,2\n')), {
    name: 'CsvHeaderError',
  });
});

test('a dry run stores nothing and says what span the file has and what is there already', async (t) => {
  const history = await openStore(t);
  const rows = file(`${NOON - 2_000},0.5`, `${NOON - 1_000},0.6`);
  await importInto(history, MARKET, file(`${NOON - 1_500},0.4`));
  const result = await importInto(history, MARKET, rows, { ...RULES, dryRun: true });
  assert.deepEqual(result.span, { fromMs: NOON - 2_000, toMs: NOON - 1_000 });
  assert.deepEqual([result.stored, result.overlap, result.refusal], [0, 1, null]);
  assert.equal((await history.find(MARKET))?.count, 1);
});

test('what lies between a file and what was recorded is a gap, unless it is as short as the file is sparse', async (t) => {
  const history = await openStore(t);
  const recorded = (t: number) => ({ ...MARKET, t: epochMs(t), p: 0.5, v: null, s: 'poll' as const });
  await history.append([recorded(NOON)]);
  const days = [20, 19, 18].map((days) => NOON - days * 24 * HOUR_MS);
  await importInto(history, MARKET, file(...days.map((day) => `${day},0.4`)));
  assert.deepEqual(
    (await history.listGaps(MARKET.venue, {}, MARKET.storeKey)).map(({ fromMs, toMs }) => [fromMs, toMs]),
    [[days[2], NOON]],
  );

  const other = buildKalshiAsset('daily');
  await history.append([{ ...recorded(NOON), ...other }]);
  const daily = [3, 2, 1].map((days) => `${NOON - days * 24 * HOUR_MS},0.4`);
  await importInto(history, other, file(...daily));
  assert.deepEqual(await history.listGaps(other.venue, {}, other.storeKey), []);
});

test('a hole inside a file is a gap, unless something else is recorded in it', async (t) => {
  const history = await openStore(t);
  const first = NOON - 10 * 24 * HOUR_MS;
  const hours = [
    ...Array(24).keys(),
    ...Array(48)
      .keys()
      .map((hour) => hour + 72),
  ];
  const rows = file(...hours.map((hour) => `${first + hour * HOUR_MS},0.5`));
  await importInto(history, MARKET, rows);
  const expected = [[first + 23 * HOUR_MS, first + 72 * HOUR_MS]];
  const list = async (ref: typeof MARKET) =>
    (await history.listGaps(ref.venue, {}, ref.storeKey)).map(({ fromMs, toMs }) => [fromMs, toMs]);
  assert.deepEqual(await list(MARKET), expected);
  await importInto(history, MARKET, rows);
  assert.deepEqual(await list(MARKET), expected, 'the same file again');

  const other = buildKalshiAsset('recorded-inside');
  const inside = Array.from({ length: 50 }, (_, i) => first + (23 + i) * HOUR_MS + 1_000);
  await history.append(inside.map((t) => ({ ...other, t: epochMs(t), p: 0.5, v: null, s: 'poll' as const })));
  await importInto(history, other, rows);
  assert.deepEqual(await list(other), []);

  const trades = buildKalshiAsset('trades');
  await importInto(history, trades, file(...hours.map((hour) => `${first + hour * HOUR_MS},0.5,1,trade`)));
  assert.deepEqual(await list(trades), []);
});

test('times are read in the unit that is named, prices with the scale, without floating-point error', async (t) => {
  const history = await openStore(t);
  const rows: [unit: 's' | 'us' | 'ns', text: string][] = [
    ['s', '1763000000.25'],
    ['us', '1763000000250499'],
    ['ns', '1763000000250000000'],
  ];
  for (const [timeUnit, text] of rows) {
    const ref = buildKalshiAsset(timeUnit);
    await importInto(history, ref, file(`${text},57`), { ...RULES, timeUnit, scale: 0.01 });
    const record = await history.findLast(ref);
    assert.deepEqual([record?.t, record?.p], [1_763_000_000_250, 0.57], timeUnit);
  }
});

test('equal rows of a file are kept however far apart, and none is added when it comes again', async (t) => {
  const history = await openStore(t);
  // Puts the two equal rows more than one batch apart.
  const filler = Array.from({ length: 60_000 }, (_, i) => `${NOON - 100_000 + i},0.5`);
  const repeated = `${NOON - 200_000},0.25,3,trade`;
  const rows = chunks(csv([repeated, ...filler, repeated]), 64 * 1024);
  const first = await importInto(history, MARKET, rows);
  assert.deepEqual([first.stored, first.skipped], [60_002, 0]);
  const again = await importInto(history, MARKET, rows);
  assert.deepEqual([again.stored, again.skipped], [0, 60_002]);
});

test('a price ten times off within the hour is odd, and bad where that is requested', async (t) => {
  const history = await openStore(t);
  const t0 = NOON - HOUR_MS;
  await history.insert(BTC, toColumns([{ t: epochMs(t0), p: 87_000, v: null, s: 'poll' }]));
  const rows = file(`${t0 + 1},8.7`, `${t0 + 2},86000`);
  const strict = await importInto(history, BTC, rows, { ...RULES, strict: true });
  assert.deepEqual([strict.stored, strict.oddCount], [0, 2]);
  const result = await importInto(history, BTC, rows);
  assert.deepEqual([result.stored, result.badCount, result.oddCount], [2, 0, 2]);
  assert.match(result.odd[0]?.reason ?? '', /87000 to 87000 are stored within the hour/);
});

test('a row after the market ended is odd', async (t) => {
  const history = await openStore(t);
  await history.putResolution({
    venue: MARKET.venue,
    storeKey: MARKET.storeKey,
    asset: MARKET.asset,
    outcome: 'yes',
    payout: 1,
    settledAt: epochMs(NOON - 5_000),
    source: 'kalshi:/markets/{ticker}',
    disputed: null,
    recordedAt: epochMs(NOON - 4_000),
  });
  const result = await importInto(history, MARKET, file(`${NOON - 5_000},1`, `${NOON - 4_999},1`));
  assert.deepEqual([result.stored, result.odd.map(({ line }) => line)], [2, [3]]);
});

test('a column of ours that is named twice is refused; others may be', async (t) => {
  const history = await openStore(t);
  for (const header of ['t,p,p', 't,p,T', 't,"p", p ,v', 't,p,v,v', 's,t,p,s']) {
    const open = chunks(`${header}\n${NOON - 1},0.5,0.6,0.7\n`);
    await assert.rejects(importInto(history, MARKET, open), /names [tpvs] twice/, header);
  }
  const open = chunks(`t,p,note,note\n${NOON - 1},0.5,a,b\n`);
  assert.equal((await importInto(history, MARKET, open)).stored, 1);
});

test('a quoted text with line breaks is read over in a column that is ignored', async (t) => {
  const history = await openStore(t);
  const at = (i: number) => NOON - 10_000 + i;
  const text = `t,p,note,v\r\n${at(0)},0.1,"a\r\nb, ""c""\r\n\r\n5,6",1\r\n${at(1)},0.2,plain,2\r\n${at(2)},0.3,"x\ny",\n`;
  for (const size of [1, 7, 1_000]) {
    const other = buildKalshiAsset(`KX${size}`);
    const result = await importInto(history, other, chunks(text, size));
    assert.deepEqual([result.rowsRead, result.stored, result.badCount], [3, 3, 0], String(size));
    const { columns } = await history.read(other, { limit: 9 });
    assert.deepEqual([...columns.p.slice(0, 3)], [0.1, 0.2, 0.3]);
    assert.deepEqual([...columns.v.slice(0, 3)], [1, 2, Number.NaN]);
  }
  // A quote that is never closed makes its own line a bad row, and none of the following ones.
  const open = chunks(
    `t,p,note\n${at(3)},0.4,"oh\n${at(4)},0.5,fine\n${at(5)},0.6,"two\nlines"\n${at(6)},"0.7,x\n`,
  );
  const result = await importInto(history, BTC, open);
  assert.deepEqual([result.rowsRead, result.stored, result.bad.map(({ line }) => line)], [4, 2, [2, 6]]);
});

test('in a file of our columns alone a text that goes on in the next line is an error of its line', async (t) => {
  const history = await openStore(t);
  const result = await importInto(
    history,
    MARKET,
    file(`${NOON - 3},0.5,1,"po`, `ll"`, `${NOON - 1},0.6,,poll`),
  );
  assert.deepEqual([result.rowsRead, result.stored, result.badCount], [3, 1, 2]);
});
