import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import {
  type RecordedWindow,
  recordSeries,
  recordWindow,
  textAt,
} from '../../../test/support/evidence-record.ts';
import { ManualClock } from '../../../test/support/markets.ts';
import { buildPolymarketAsset, DAY_MS, epochMs, HOUR_MS, MINUTE_MS, REFERENCES } from '../../domain/index.ts';
import type { HistoryStore } from '../../history/contract/history-store.ts';
import { openSqliteHistory } from '../../history/sqlite/index.ts';
import { HourRecord } from '../days/hour-record.ts';
import { RecordDayMaker, SettledDayCloser } from '../days/settled-day-closer.ts';
import { verifySettledDays } from '../days/verify-days.ts';
import { type Evidence, findEvidence } from './evidence.ts';
import { type EvidenceFile, toEvidenceFile } from './evidence-file.ts';

const CHECKER = path.join(import.meta.dirname, '../../../clients/check-settled.py');
const DAY = Date.UTC(2026, 9, 5) / DAY_MS;
const NOON = DAY * DAY_MS + 12 * HOUR_MS;
const KEY = 'twap60-btc';
const WINDOW: RecordedWindow = {
  slug: 'btc-updown-15m-1',
  openAt: NOON,
  closeAt: NOON + 15 * MINUTE_MS,
  recordedAt: NOON + 16 * MINUTE_MS,
};

/** Opens a store with the values of a quarter of an hour, and the parts that close its days. */
async function open(t: TestContext, leftOut: readonly number[] = []) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'evidence-'));
  const clock = new ManualClock(NOON + HOUR_MS);
  const store = await openSqliteHistory({ dataDir, clock: clock.read });
  t.after(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  await recordSeries(store, KEY, NOON - MINUTE_MS, NOON + 16 * MINUTE_MS, leftOut);
  const record = new HourRecord(store);
  const closer = new SettledDayCloser({
    store,
    maker: new RecordDayMaker(record),
    findFirst: () => record.findFirst(),
    clock: clock.read,
  });
  return { dataDir, clock, store, record, closer };
}

function setTo(clock: ManualClock, t: number): void {
  clock.advance(t - clock.read());
}

async function find(store: HistoryStore, slug = WINDOW.slug): Promise<Evidence> {
  const { venue, storeKey } = buildPolymarketAsset(slug);
  const found = await findEvidence({ history: store, record: new HourRecord(store) }, { venue, storeKey });
  assert.ok(found !== null);
  return found;
}

function toFile(found: Evidence, isWithheld = false): EvidenceFile {
  return toEvidenceFile({ asset: found.verdict.asset, venue: 'polymarket' }, found, isWithheld);
}

function check(file: object, ...options: string[]) {
  const run = spawnSync('python3', [CHECKER, '-', ...options], {
    input: JSON.stringify(file),
    encoding: 'utf8',
  });
  return { code: run.status, lines: run.stdout.trim().split('\n'), error: run.stderr };
}

async function listFindings(store: HistoryStore) {
  const days = await store.listSettledDays(0, DAY + 100);
  const findings: string[] = [];
  for await (const checked of verifySettledDays(new HourRecord(store), days))
    findings.push(...checked.findings);
  return findings;
}

test('a day is closed twenty minutes after its end, the days before it first, and heads have no gap', async (t) => {
  const { store, clock, closer } = await open(t);
  await recordWindow(store, WINDOW);
  setTo(clock, (DAY + 1) * DAY_MS + 20 * MINUTE_MS - 1);
  await closer.closeDue();
  assert.deepEqual(await store.listSettledDays(0, DAY + 9), []);
  setTo(clock, (DAY + 3) * DAY_MS + 20 * MINUTE_MS);
  await closer.closeDue();
  const days = await store.listSettledDays(0, DAY + 9);
  assert.deepEqual(
    days.map(({ day }) => day - DAY),
    [0, 1, 2],
  );
  // The root of a day without entries is the hash of nothing.
  assert.equal(
    Buffer.from(days[1]!.root).toString('hex'),
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  );
  assert.deepEqual(await listFindings(store), []);
  await closer.closeDue();
  assert.equal((await store.listSettledDays(0, DAY + 9)).length, 3);
});

test('where nothing was recorded no day is closed, and values of an import close none', async (t) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'evidence-'));
  const store = await openSqliteHistory({ dataDir });
  t.after(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const mark = {
    key: KEY,
    t: epochMs(NOON),
    text: '1',
    receivedAt: epochMs(NOON),
    relay: 'rtds',
    count: null,
  };
  await store.putMarks([mark]);
  const record = new HourRecord(store);
  const closer = new SettledDayCloser({
    store,
    maker: new RecordDayMaker(record),
    findFirst: () => record.findFirst(),
    clock: () => epochMs((DAY + 3) * DAY_MS),
  });
  await closer.closeDue();
  assert.equal(await store.findLastSettledDay(), null);
});

test('evidence of an open day holds but for its proof; of a closed one it holds whole', async (t) => {
  const { store, clock, closer } = await open(t);
  await recordWindow(store, {
    ...WINDOW,
    stated: { strike: { kind: 'double', text: '79000' }, value: null, openTakenAt: null, closeTakenAt: null },
  });
  const before = toFile(await find(store));
  assert.deepEqual(before.whyNull, { proof: 'day_open' });
  const unproven = check(before);
  assert.equal(unproven.code, 3, unproven.lines.join('\n'));
  assert.equal(unproven.lines[1], 'verdict: holds');

  setTo(clock, (DAY + 1) * DAY_MS + HOUR_MS);
  await closer.closeDue();
  const file = toFile(await find(store));
  assert.deepEqual(file.whyNull, {});
  assert.equal(file.series?.[KEY]?.length, 2);
  assert.equal(file.proof?.minutes.length, 2);
  const bytes = Buffer.byteLength(JSON.stringify(file));
  assert.ok(bytes <= 20_000, `${bytes} bytes`);
  const proven = check(file, '--head', file.proof!.head);
  assert.deepEqual(
    proven.lines,
    ['rules', 'verdict', 'values', 'result', 'tree', 'head'].map((one) => `${one}: holds`),
  );
  assert.equal(proven.code, 0);
  assert.match(check(file).lines.at(-1)!, /^head: not checked/);
  assert.equal(check(file, '--head', 'a'.repeat(64)).code, 1);
});

test('a missing second has evidence, which says that absence is not proven', async (t) => {
  const { store, clock, closer } = await open(t, [WINDOW.closeAt]);
  await recordWindow(store, WINDOW);
  setTo(clock, (DAY + 1) * DAY_MS + HOUR_MS);
  await closer.closeDue();
  const file = toFile(await find(store));
  assert.equal(file.verdict?.reason, 'second_missing');
  const { code, lines } = check(file, '--head', file.proof!.head);
  assert.equal(lines[2], `absence: not checked: absence is not proven: ${WINDOW.closeAt}`);
  assert.equal(code, 0, lines.join('\n'));
});

test('a window over midnight has parts of two days, and a late result stands in its own', async (t) => {
  const midnight = (DAY + 1) * DAY_MS;
  const { store, clock, closer } = await open(t);
  await recordSeries(store, KEY, midnight - 10 * MINUTE_MS, midnight + 10 * MINUTE_MS);
  const [openAt, closeAt] = [midnight - 5 * MINUTE_MS, midnight + 5 * MINUTE_MS];
  await recordWindow(store, { slug: 'over-midnight', openAt, closeAt, recordedAt: closeAt + MINUTE_MS });
  setTo(clock, midnight + HOUR_MS);
  await closer.closeDue();
  assert.deepEqual(toFile(await find(store, 'over-midnight')).whyNull, { proof: 'day_open' });
  setTo(clock, midnight + DAY_MS + HOUR_MS);
  await closer.closeDue();
  const file = toFile(await find(store, 'over-midnight'));
  assert.deepEqual(
    file.proof!.minutes.map(({ day }) => day),
    ['2026-10-05', undefined],
  );
  assert.equal(file.proof!.day, '2026-10-06');
  // The given head also confirms the head of the day before, which it includes.
  const { code, lines } = check(file, '--head', file.proof!.head);
  assert.equal(code, 0, lines.join('\n'));
});

test('withheld values are left out also where leaves have them', async (t) => {
  const { store, clock, closer } = await open(t);
  await recordWindow(store, WINDOW);
  setTo(clock, (DAY + 1) * DAY_MS + HOUR_MS);
  await closer.closeDue();
  const found = await find(store);
  const file = toFile(found, true);
  assert.deepEqual(file.whyNull, { series: 'withheld' });
  assert.doesNotMatch(JSON.stringify(file), new RegExp(textAt(WINDOW.closeAt).replace('.', '\\.')));
  assert.deepEqual([file.verdict!.value, file.verdict!.strike], [null, null]);
  const { code, lines } = check(file, '--head', file.proof!.head);
  assert.equal(code, 3, lines.join('\n'));
  assert.ok(lines.includes('tree: holds') && lines.includes('result: holds'));
});

test('a value that is altered after its day was closed is found, and takes the proof away', async (t) => {
  const { dataDir, store, clock, closer } = await open(t);
  await recordWindow(store, WINDOW);
  setTo(clock, (DAY + 1) * DAY_MS + HOUR_MS);
  await closer.closeDue();
  await store.addSettledLine({
    ...(await store.findSettledLines(buildPolymarketAsset(WINDOW.slug)))[0]!,
    outcome: 'no',
    payout: 0,
  });
  assert.deepEqual(await listFindings(store), [
    '2026-10-05T12:00:00.000Z: results: altered since the day was closed',
  ]);
  const file = toFile(await find(store));
  assert.deepEqual(file.whyNull, { proof: 'day_changed' });
  assert.equal(file.proof, null);
  const db = new DatabaseSync(path.join(dataDir, 'history.sqlite'));
  db.exec('UPDATE settled_day SET head = zeroblob(32)');
  db.close();
  assert.deepEqual(await store.listSettledDays(0, DAY + 9), []);
});

for (const [what, members, verdict] of [
  ['voided', { outcome: 'void', payout: null }, 'void'],
  ['paid at half', { outcome: 'void', payout: 0.5 }, 'void'],
  ['paid the other way', { outcome: 'no', payout: 0 }, null],
  ['that names a candle', { terms: { statistic: 'candle' } }, 'statistic_unsupported'],
  ['whose terms are silent', { terms: { test: null } }, 'terms_silent'],
] as const) {
  test(`a market ${what} has evidence that holds`, async (t) => {
    const { store, clock, closer } = await open(t);
    await recordWindow(store, { ...WINDOW, ...members });
    setTo(clock, (DAY + 1) * DAY_MS + HOUR_MS);
    await closer.closeDue();
    const file = toFile(await find(store));
    assert.equal(file.verdict?.reason, verdict);
    const { code, lines } = check(file, '--head', file.proof!.head);
    assert.equal(code, 0, lines.join('\n'));
    assert.deepEqual(check({ ...file, resolution: { ...file.resolution, payout: 0.25 } }).code, 1);
  });
}

test('a result that is corrected a day later is proven by its last line, and no closed day changes', async (t) => {
  const { store, clock, closer } = await open(t);
  await recordWindow(store, WINDOW);
  setTo(clock, (DAY + 1) * DAY_MS + HOUR_MS);
  await closer.closeDue();
  const [closed] = await store.listSettledDays(DAY, DAY);
  await recordWindow(store, { ...WINDOW, outcome: 'no', payout: 0, recordedAt: WINDOW.recordedAt + DAY_MS });
  assert.deepEqual(toFile(await find(store)).whyNull, { proof: 'day_open' });
  setTo(clock, (DAY + 2) * DAY_MS + HOUR_MS);
  await closer.closeDue();
  assert.deepEqual(await store.listSettledDays(DAY, DAY), [closed]);
  assert.deepEqual(await listFindings(store), []);
  const file = toFile(await find(store));
  assert.deepEqual([file.proof!.day, file.proof!.minutes[0]!.day], ['2026-10-06', '2026-10-05']);
  const { code, lines } = check(file, '--head', file.proof!.head);
  assert.equal(code, 0, lines.join('\n'));
});

test('a second with two values, a double alone and a text of 25 digits are proven as they came', async (t) => {
  const taken = WINDOW.closeAt + 2_000;
  const { store, clock, closer } = await open(t, [WINDOW.closeAt]);
  const at = epochMs(WINDOW.openAt);
  const long = '1234567.123456789012345678';
  const mark = {
    key: KEY,
    t: at,
    place: 1,
    text: long,
    receivedAt: epochMs(at + 2_500),
    relay: 'polybolt',
    count: null,
  };
  const value = {
    venue: REFERENCES,
    storeKey: KEY,
    asset: `ref-${KEY}`,
    t: at,
    p: Number(long),
    v: null,
    s: 'poll',
  } as const;
  await store.append([value], { venue: REFERENCES, at, changed: [], marks: [mark] });
  const stated = { strike: null, value: null, openTakenAt: null, closeTakenAt: taken };
  await recordWindow(store, { ...WINDOW, terms: { toleranceSeconds: 5 }, stated });
  setTo(clock, (DAY + 1) * DAY_MS + HOUR_MS);
  await closer.closeDue();
  const file = toFile(await find(store));
  assert.equal(file.verdict?.reason, 'second_disputed');
  assert.deepEqual(
    file.series?.[KEY]?.map(({ t: moment, text }) => [moment, text]),
    [
      [at, textAt(at)],
      [at, long],
      [taken, null],
    ],
  );
  const { code, lines } = check(file, '--head', file.proof!.head);
  assert.equal(code, 0, lines.join('\n'));
  const swapped = file.series![KEY]!.toSpliced(0, 2, file.series![KEY]![1]!, file.series![KEY]![0]!);
  assert.equal(check({ ...file, series: { [KEY]: swapped } }).code, 1);
});
