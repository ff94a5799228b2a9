import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { pino } from 'pino';
import { startApp } from '../../src/app/assemble.ts';
import { changeConfig, readConfig } from '../../src/config/config.ts';
import { readSecrets } from '../../src/config/secrets.ts';
import { epochMs, VENUES } from '../../src/domain/index.ts';
import { readObservation } from '../../src/history/columns/columns.ts';
import type { HistoryStore } from '../../src/history/contract/history-store.ts';
import type { SeriesKey } from '../../src/history/contract/series.ts';
import { HISTORY_FILE } from '../../src/history/sqlite/database.ts';
import { openReadOnlyHistory, openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { verifyHistory } from '../../src/history/sqlite/verify.ts';
import { migrate } from '../../src/storage/sqlite/migrate.ts';
import { MIGRATIONS, SCHEMA_VERSION } from '../../src/storage/sqlite/migrations/index.ts';
import {
  closeWriter,
  openReader,
  openWriter,
  readPragma,
  SERVICE_FILE,
} from '../../src/storage/sqlite/open.ts';
import { copyCutShortRedo, copyOldData, newDirectory, readExpected } from '../support/data-of-1-1-0.ts';
import { runCommand } from '../support/run-command.ts';

/** Shortly after the directory was left: what it counts by the month is still of this month. */
const LEFT_AT = Date.UTC(2026, 10, 29, 12);

/** Addresses where nothing listens: the service starts with what its directory holds. */
const NOWHERE = {
  CROSSTAPE_REFERENCES: 'off',
  CROSSTAPE_HYPERLIQUID_URL: 'http://127.0.0.1:9',
  CROSSTAPE_HYPERLIQUID_WS_URL: 'ws://127.0.0.1:9',
  CROSSTAPE_POLYMARKET_GAMMA_URL: 'http://127.0.0.1:9',
  CROSSTAPE_POLYMARKET_CLOB_URL: 'http://127.0.0.1:9',
  CROSSTAPE_POLYMARKET_DATA_URL: 'http://127.0.0.1:9',
  CROSSTAPE_POLYMARKET_WS_URL: 'ws://127.0.0.1:9',
  CROSSTAPE_KALSHI_URL: 'http://127.0.0.1:9/trade-api/v2',
  CROSSTAPE_KALSHI_WS_URL: 'ws://127.0.0.1:9/trade-api/ws/v2',
  CROSSTAPE_LIMITLESS_URL: 'http://127.0.0.1:9',
  CROSSTAPE_LIMITLESS_WS_URL: 'ws://127.0.0.1:9',
  CROSSTAPE_PREPAID_BILLING: 'on',
};

test('a history of 1.1.0 has every record, gap, market, rules text and import that it had', async (t) => {
  const dataDir = copyOldData(t);
  const { history: expected } = readExpected();
  const history = await openSqliteHistory({ dataDir });
  t.after(() => history.close());
  for (const { venue, storeKey, asset, count, sha256 } of expected.series) {
    const facts = await history.find({ venue, storeKey });
    assert.deepEqual([facts?.asset, facts?.count], [asset, count]);
    assert.equal(await hashRecords(history, { venue, storeKey }), sha256, asset);
  }
  const stats = await history.readStats();
  assert.deepEqual([stats.series, stats.corruptBlocks], [expected.series.length, []]);
  const gaps = [];
  for (const venue of VENUES) gaps.push(...(await history.listGaps(venue, {})));
  assert.deepEqual(gaps, expected.gaps);
  const { markets } = await history.listMarkets({ limit: 1_000 });
  assert.equal(markets.length, expected.markets.length);
  assert.partialDeepStrictEqual(markets, expected.markets);
  assert.deepEqual((await history.listRules({ limit: 1_000 })).rules, expected.rules);
  assert.deepEqual(await history.listBatches(), expected.batches);
  assert.deepEqual(verifyHistory(dataDir).damaged, []);
});

async function hashRecords(history: HistoryStore, key: SeriesKey): Promise<string> {
  const { columns } = await history.read(key, { limit: 100_000 });
  const records = Array.from({ length: columns.length }, (_, i) => {
    const { t, p, v, s } = readObservation(columns, i);
    return [t, p, v, s];
  });
  return createHash('sha256').update(JSON.stringify(records)).digest('hex');
}

test('a service database of 1.1.0 keeps the value of each column of each row', (t) => {
  const dataDir = copyOldData(t);
  const before = readTables(dataDir);
  const db = openWriter(dataDir);
  assert.equal(readPragma(db, 'user_version'), 24);
  migrate(db);
  assert.equal(readPragma(db, 'user_version'), SCHEMA_VERSION);
  closeWriter(db);
  const after = readTables(dataDir);
  for (const [table, rows] of before) {
    if (rows.length === 0) continue;
    assert.equal(after.get(table)?.length, rows.length, table);
    assert.partialDeepStrictEqual(after.get(table), rows, table);
  }
});

function readTables(dataDir: string): Map<string, readonly object[]> {
  const db = new DatabaseSync(join(dataDir, SERVICE_FILE));
  try {
    const names = db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .all();
    return new Map(names.map(({ name }) => [String(name), db.prepare(`SELECT * FROM "${name}"`).all()]));
  } finally {
    db.close();
  }
}

test('a service that starts on a directory of 1.1.0 answers its holder as that version did', async (t) => {
  const dataDir = copyOldData(t);
  const expected = readExpected();
  const config = changeConfig(readConfig(NOWHERE, {}), { dataDir, server: { port: 0, botPort: 0 } });
  const app = await startApp({
    config,
    secrets: readSecrets({}),
    clock: () => epochMs(LEFT_AT + performance.now()),
    log: pino({ level: 'silent' }),
  });
  t.after(() => app.stop());
  const ask = async (url: string) => {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${expected.key}` } });
    return (await answer.json()) as object;
  };
  assert.partialDeepStrictEqual(await ask(`${app.apiUrl}/api/account/balance`), expected.balance);
  assert.partialDeepStrictEqual(await ask(`${app.apiUrl}/api/account/usage`), expected.usage);
  assert.partialDeepStrictEqual(await ask(`${app.botUrl}/api/bot/status`), expected.bot);
});

test('a redo that 1.1.0 did not end is undone when the history is opened, and its rows are freed', async (t) => {
  const dataDir = copyCutShortRedo(t);
  const history = await openSqliteHistory({ dataDir });
  t.after(() => history.close());
  const key = { venue: 'kalshi', storeKey: 'kxrain' } as const;
  const [batch] = await history.listBatches();
  assert.equal(batch?.state, 'undoing');
  assert.equal((await history.find(key))?.count, 7_792);
  assert.deepEqual(await history.resumeBatches(), [batch.id]);
  assert.deepEqual(await history.listBatches(), [{ ...batch, state: 'withdrawn' }]);
  const { columns } = await history.read(key, { limit: 10_000 });
  assert.equal(columns.length, 6_000);
  assert.ok(columns.p.subarray(0, columns.length).every((price) => price === 0.5));
  assert.deepEqual(await history.listGaps('kalshi', {}, key.storeKey), []);
  const db = new DatabaseSync(join(dataDir, HISTORY_FILE), { readOnly: true });
  t.after(() => db.close());
  assert.equal(db.prepare('SELECT count(*) AS n FROM import_part').get()?.n, 0);
  assert.deepEqual(verifyHistory(dataDir).damaged, []);
});

test('a new service database has the schema that 1.1.0 is brought to', (t) => {
  const schemas = [copyOldData(t), newDirectory(t)].map((dataDir) => {
    const db = openWriter(dataDir);
    // Not the list itself, whose second file is made at once.
    migrate(db, [...MIGRATIONS]);
    closeWriter(db);
    return readSchema(dataDir);
  });
  assert.deepEqual(schemas[1], schemas[0]);
});

/** Statements of a schema without quotes and breaks of lines, and with added columns where they were added. */
function readSchema(dataDir: string): string[] {
  const db = new DatabaseSync(join(dataDir, SERVICE_FILE), { readOnly: true });
  try {
    const made = db.prepare('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL').all();
    return made
      .map(({ sql }) =>
        String(sql)
          .replaceAll('"', '')
          .replaceAll(/\s*([(),]|\s)\s*/g, '$1'),
      )
      .sort();
  } finally {
    db.close();
  }
}

const TOO_OLD = /: this file is of a version before 1\.1\.0: start 1\.1\.0 on it once, then this version$/;

/** Changes that make a file one that this version does not read, and the sentence that refuses it. */
const UNREADABLE: readonly [what: string, file: string, change: (file: string) => void, said: RegExp][] = [
  ['older', SERVICE_FILE, (file) => setVersion(file, 23), TOO_OLD],
  ['older', HISTORY_FILE, (file) => setVersion(file, 1), TOO_OLD],
  [
    'newer',
    SERVICE_FILE,
    (file) => setVersion(file, SCHEMA_VERSION + 1),
    /knows \d+: use the newer version that wrote it$/,
  ],
  ['newer', HISTORY_FILE, (file) => setVersion(file, 3), /reads format 2: use a newer version$/],
  [
    'newer, by its log alone,',
    SERVICE_FILE,
    (file) => setVersionInLog(file, SCHEMA_VERSION + 1),
    /knows \d+: use the newer version that wrote it$/,
  ],
  [
    'newer, by its log alone,',
    HISTORY_FILE,
    (file) => setVersionInLog(file, 3),
    /reads format 2: use a newer version$/,
  ],
  ['older, by its log alone,', SERVICE_FILE, (file) => setVersionInLog(file, 23), TOO_OLD],
  ['of another product', SERVICE_FILE, makeOther, /is not a database of this service$/],
  ['of another product', HISTORY_FILE, makeOther, /is not a history file$/],
  ['half copied', SERVICE_FILE, cutInHalf, /was cut short, \d+ bytes of it are missing: copy it again/],
  ['half copied', HISTORY_FILE, cutInHalf, /was cut short, \d+ bytes of it are missing: copy it again/],
  ['no database', SERVICE_FILE, (file) => writeFileSync(file, 'a text'), /is damaged|not a database/],
  ['no database', HISTORY_FILE, (file) => writeFileSync(file, 'a text'), /is not a history file$/],
];

for (const [what, name, change, said] of UNREADABLE) {
  test(`a ${name} that is ${what} is refused in one sentence, and nothing is written`, async (t) => {
    const dataDir = copyOldData(t);
    change(join(dataDir, name));
    const before = readDirectory(dataDir);
    if (name === SERVICE_FILE) {
      assert.throws(() => openWriter(dataDir), { message: said });
      assert.throws(() => openReader(dataDir), { message: said });
    } else {
      await assert.rejects(openSqliteHistory({ dataDir }), { message: said });
      await assert.rejects(openReadOnlyHistory({ dataDir }), { message: said });
    }
    assert.deepEqual(readDirectory(dataDir), before);

    // Nor by the command, which writes what is its own beside the files.
    const { code, err } = await runCommand([
      'serve',
      '--data-dir',
      dataDir,
      '--port',
      '0',
      '--bot-port',
      '0',
    ]);
    assert.equal(code, 1, err);
    const [sentence = '', ...more] = err.split('\n').filter((line) => line.startsWith('crosstape: '));
    assert.match(sentence, said);
    assert.deepEqual(more, []);
    for (const [file, bytes] of before) assert.deepEqual(readDirectory(dataDir).get(file), bytes, file);
  });
}

function setVersion(file: string, version: number): void {
  const db = new DatabaseSync(file);
  db.exec(`PRAGMA user_version = ${version}`);
  db.close();
}

/** As a killed process leaves it: the change is in the log, and not in the file yet. */
function setVersionInLog(file: string, version: number): void {
  const db = new DatabaseSync(file);
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA user_version = ${version}`);
  const left = [file, `${file}-wal`].map((name) => [name, readFileSync(name)] as const);
  db.close();
  for (const [name, bytes] of left) writeFileSync(name, bytes);
}

function makeOther(file: string): void {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA application_id = 7');
  db.close();
}

function cutInHalf(file: string): void {
  truncateSync(file, readFileSync(file).length / 2);
}

function readDirectory(dataDir: string): Map<string, string> {
  const hash = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(dataDir, name)))
      .digest('hex');
  // The index of a log is made anew by whoever reads it.
  const names = readdirSync(dataDir).filter((name) => !name.endsWith('-shm'));
  return new Map(names.map((name) => [name, hash(name)]));
}
