import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { epochMs, type VenueId } from '../../domain/index.ts';
import { columnsOf } from '../columns.ts';
import type { HistoryReader, SeriesObservation } from '../history-store.ts';
import { HISTORY_FILE } from './database.ts';
import { openReadOnlyHistory, openSqliteHistory } from './index.ts';
import { verifyHistory } from './verify.ts';

const SHORT = 60;
const LONG = { venue: 'hyperliquid', storeKey: 'perp-btc', asset: 'hl-BTC' } as const;
const START = 1_700_000_000_000;

const directory = mkdtempSync(join(tmpdir(), 'history-damage-'));
const whole = join(directory, 'whole');
const damaged = join(directory, 'damaged');
/** What every series holds, by venue and key. */
const expected = new Map<string, string>();

function short(i: number): { venue: VenueId; storeKey: string; asset: string } {
  const storeKey = `kx-${String(i).padStart(3, '0')}`;
  return { venue: 'kalshi', storeKey, asset: `kalshi-${storeKey.toUpperCase()}` };
}

/** A file with every kind of row: packs shared and alone, minutes, pages, rows, a journal, gaps, resolutions. */
before(async () => {
  const history = await openSqliteHistory({ dataDir: whole });
  const poll = (series: ReturnType<typeof short> | typeof LONG, i: number): SeriesObservation => ({
    ...series,
    t: epochMs(START + i * 30_000),
    p: (i % 97) / 100 + series.storeKey.length,
    v: i % 3 === 0 ? null : i,
    s: 'poll',
  });
  const keys = Array.from({ length: SHORT }, (_, i) => short(i));
  for (let i = 0; i < 20; i++) await history.append(keys.map((key) => poll(key, i)));
  await history.insert(
    LONG,
    columnsOf(
      Array.from({ length: 3_000 }, (_, i) => ({ t: epochMs(START + i * 5_000), p: i, v: 1, s: 'import' })),
    ),
  );
  await history.settle();
  for (let i = 1_000; i < 1_005; i++)
    await history.append([...keys.slice(0, 10), LONG].map((key) => poll(key, i)));
  const gap = {
    venue: 'kalshi',
    storeKey: null,
    fromMs: epochMs(5),
    toMs: epochMs(9),
    reason: 'no answer',
  } as const;
  await history.putGap(gap);
  await history.putResolution({
    ...short(1),
    outcome: 'yes',
    payout: 1,
    settledAt: null,
    source: 'kalshi:/markets/{ticker}',
    disputed: null,
    recordedAt: epochMs(START),
  });
  for (const key of [...keys, LONG]) expected.set(key.storeKey, await contentOf(history, key));
  await history.close();
});
after(() => rmSync(directory, { recursive: true, force: true }));

async function contentOf(
  history: HistoryReader,
  key: ReturnType<typeof short> | typeof LONG,
): Promise<string> {
  const { columns } = await history.read(key, { limit: 100_000 });
  return [columns.t, columns.p, columns.v, columns.s].map((column) => column.join()).join(';');
}

/**
 * Changes one byte, and looks at everything: what is read is right, or it is reported, or refused with an
 * error. What is not reported is there.
 *
 * @returns How many series were read as they were.
 */
async function assertNothingWrong(what: string): Promise<number> {
  let reader: HistoryReader;
  try {
    reader = await openReadOnlyHistory({ dataDir: damaged });
  } catch (error) {
    assert.ok(error instanceof Error, what);
    return 0;
  }
  let right = 0;
  const differing: string[] = [];
  for (const key of [...Array.from({ length: SHORT }, (_, i) => short(i)), LONG]) {
    const content = await contentOf(reader, key).catch(() => null);
    if (content === expected.get(key.storeKey)) right++;
    else differing.push(key.storeKey);
  }
  await reader.close();
  const { damaged: found, problems } = verifyHistory(damaged);
  if (differing.length > 0)
    assert.ok(found.length + problems.length > 0, `${what}: ${differing} is not reported`);
  return right;
}

/** Changes the content of a table as if it had been written so. */
function changeValue(table: string, column: string, change: (db: DatabaseSync) => void): void {
  copyWhole();
  const db = new DatabaseSync(join(damaged, HISTORY_FILE));
  try {
    change(db);
    assert.ok(db.prepare(`SELECT ${column} FROM ${table}`).get() !== undefined, `${table} is empty`);
  } finally {
    db.close();
  }
}

function copyWhole(): void {
  rmSync(damaged, { recursive: true, force: true });
  mkdirSync(damaged);
  copyFileSync(join(whole, HISTORY_FILE), join(damaged, HISTORY_FILE));
}

test('the whole file has nothing to report', () => {
  const { series, records, damaged: found, problems } = verifyHistory(whole);
  assert.deepEqual([series, records, found, problems], [SHORT + 1, SHORT * 20 + 3_000 + 55, [], []]);
});

const BLOBS = [
  ['pack', 'data'],
  ['pack', 'minutes'],
  ['catalogue', 'data'],
  ['journal', 'data'],
  ['piece', 'bars'],
] as const;

for (const [table, column] of BLOBS) {
  test(`a flipped bit in ${table}.${column} is reported by key, and the rest is read`, async () => {
    const key = table === 'piece' ? 'pos' : 'id';
    for (const share of [0, 0.05, 0.3, 0.7, 1]) {
      const what = `${table}.${column}, ${share} of its length`;
      changeValue(table, column, (db) => {
        const row = db.prepare(
          `SELECT ${key} AS k, ${column} AS data FROM ${table} WHERE ${column} IS NOT NULL`,
        );
        const { k, data } = row.get()!;
        const bytes = Uint8Array.from(data as Uint8Array);
        const at = Math.floor((bytes.length - 1) * share);
        bytes[at] = bytes[at]! ^ 16;
        db.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`).run(bytes, Number(k));
      });
      const { damaged: found } = verifyHistory(damaged);
      assert.ok(found.length > 0, `${what}: nothing is reported`);
      assert.ok(found.every(({ venue }) => venue === 'kalshi' || venue === 'hyperliquid'));
      assert.ok((await assertNothingWrong(what)) > 0, `${what}: nothing can be read`);
    }
  });
}

const NUMBERS = [
  ['series', 'records'],
  ['series', 'last_ms'],
  ['series', 'sealed_row'],
  ['series', 'pack'],
  ['piece', 'records'],
  ['piece', 'slot'],
  ['piece', 'pack'],
  ['piece', 'from_ms'],
  ['gap', 'to_ms'],
  ['resolution', 'recorded_at'],
] as const;

for (const [table, column] of NUMBERS) {
  test(`a changed ${table}.${column} is reported`, async () => {
    changeValue(table, column, (db) => db.exec(`UPDATE ${table} SET ${column} = ${column} + 1`));
    assert.ok(verifyHistory(damaged).damaged.length > 0);
    await assertNothingWrong(`${table}.${column}`);
  });
}

test('a flipped bit anywhere in the file never gives wrong records without a report', async () => {
  const bytes = readFileSync(join(whole, HISTORY_FILE));
  let state = 11;
  let read = 0;
  for (let round = 0; round < 70; round++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    // Every page in turn, at another byte each time.
    const page = round % (bytes.length / 4_096);
    const at = page * 4_096 + ((state >>> 8) % 4_096);
    copyWhole();
    const changed = Uint8Array.from(bytes);
    changed[at]! ^= 1 << (state & 7);
    writeFileSync(join(damaged, HISTORY_FILE), changed);
    read += await assertNothingWrong(`byte ${at}`);
  }
  assert.ok(read > 45 * SHORT, 'most of the file stays readable');
});
