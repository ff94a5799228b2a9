import assert from 'node:assert/strict';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { parquetReadObjects } from 'hyparquet';
import { importTreeDirectory } from '../../../src/cli/data/import-tree.ts';
import { DAY_MS, epochMs } from '../../../src/domain/index.ts';
import { PARQUET_COMPRESSORS } from '../../../src/history/formats/parquet/compressors.ts';
import { openSqliteHistory } from '../../../src/history/sqlite/index.ts';
import { openTreeSource } from '../../../src/history/sqlite/tree/sqlite-tree-source.ts';
import { SqliteTapeReader } from '../../../src/history/tape/sqlite/sqlite-tape-reader.ts';
import { SqliteTapeWriter } from '../../../src/history/tape/sqlite/sqlite-tape-writer.ts';
import {
  openTapeTreeSource,
  type TapeTreeSourceOptions,
} from '../../../src/history/tape/sqlite/tree/sqlite-tape-tree-source.ts';
import { requireSameTree } from '../../../src/history/tree/same-tree.ts';
import { completeTables, type TreeTable } from '../../../src/history/tree/tables.ts';
import {
  planTree,
  type TreeOptions,
  type WrittenTree,
  writeTree,
} from '../../../src/history/tree/write-tree.ts';
import { lockDirectory } from '../../../src/storage/sqlite/directory-lock.ts';
import { BTC, fresh, record } from '../../support/history-trees.ts';
import { writeTapeFixture } from '../../support/tape/tape-fixture.ts';

const DAY = Date.UTC(2026, 10, 29);
const NOW = epochMs(DAY + 2 * DAY_MS);
const VENUE = 'venue=polymarket';
const FOLDER = `${VENUE}/date=2026-11-29`;

let filling: Promise<string> | null = null;

/** A data directory with a record and the tape of two days; beside them `books.csv` and `trades.csv` of the second. */
function ready(): Promise<string> {
  filling ??= fill();
  return filling;
}

async function fill(): Promise<string> {
  const dataDir = fresh('tape');
  const history = await openSqliteHistory({ dataDir, clock: () => NOW });
  await history.append([{ ...BTC, ...record(DAY, 50_000) }]);
  await history.close();
  await writeTapeFixture(dataDir);
  return dataDir;
}

/** A copy that a test may change. */
async function copied(): Promise<string> {
  const dataDir = fresh('copy');
  cpSync(await ready(), dataDir, { recursive: true });
  return dataDir;
}

interface Wanted extends Partial<TreeOptions> {
  readonly tables?: readonly TreeTable[];
  readonly format?: 'csv' | 'parquet';
  readonly assets?: readonly string[];
  readonly source?: TapeTreeSourceOptions;
}

async function exportTape(dataDir: string, directory: string, wanted: Wanted = {}): Promise<WrittenTree> {
  const { tables = ['books', 'trades'], format = 'csv', assets, source: limits, ...options } = wanted;
  const source = openTreeSource(dataDir, { clock: () => NOW });
  const tape = openTapeTreeSource(dataDir, limits);
  try {
    return await writeTree(source, {
      directory,
      selection: {
        venues: null,
        assets: assets === undefined ? null : [...assets],
        tables: completeTables(tables),
        format,
        compression: format === 'csv' ? 'none' : 'zstd',
      },
      window: { fromMs: null, toMs: null },
      simulated: true,
      lock: lockDirectory,
      tape,
      ...options,
    });
  } finally {
    tape.close();
    source.close();
  }
}

const readRows = (directory: string, name: string) =>
  readFileSync(join(directory, name), 'utf8').split('\r\n').slice(1, -1);

/** Rows of spans of a file of CSV. */
function readSpans(directory: string) {
  return readRows(directory, `bookSpans/${FOLDER}/part-0.csv`).map((line) => {
    const [asset = '', fromMs, toMs, everyMs, depth, opened, ended, resyncs] = line.split(',');
    return {
      asset,
      fromMs: Number(fromMs),
      toMs: Number(toMs),
      everyMs: Number(everyMs),
      depth,
      opened,
      ended,
      resyncs: Number(resyncs),
    };
  });
}

test('books and trades of a day are the rows that the reader of the service gives, byte by byte', async () => {
  const dataDir = await ready();
  const expected = (table: string) => readFileSync(join(dataDir, `${table}.csv`), 'utf8');
  const small = [{}, { maxChanges: 400, maxTrades: 50 }, { maxChanges: 1, maxTrades: 1 }];
  for (const source of small) {
    const directory = fresh('tree');
    const { manifest } = await exportTape(dataDir, directory, { source });
    for (const table of ['books', 'trades']) {
      const file = readFileSync(join(directory, `${table}/${FOLDER}/part-0.csv`), 'utf8');
      assert.equal(file, expected(table), `${table} with ${JSON.stringify(source)}`);
    }
    assert.deepEqual(manifest.selection.tables, ['books', 'bookSpans', 'trades']);
    assert.deepEqual(Object.keys(manifest.schema), ['books', 'bookSpans', 'trades']);
    assert.deepEqual(manifest.damaged, []);
    const [books] = manifest.parts.filter(({ path }) => path === `books/${FOLDER}/part-0.csv`);
    const times = readRows(directory, `books/${FOLDER}/part-0.csv`).map((line) => Number(line.split(',')[1]));
    assert.equal(books?.rows, times.length);
    assert.equal(books?.series, 5);
    assert.deepEqual([books?.firstMs, books?.lastMs], [Math.min(...times), Math.max(...times)]);
    assert.equal(books?.closed, true);
  }
});

test('a tree has books and trades only where they are named', async () => {
  const dataDir = await ready();
  const directory = fresh('tree');
  await exportTape(dataDir, directory, { tables: ['observations'] });
  assert.deepEqual(
    readdirSync(directory).filter((name) => !/^\.|\./.test(name)),
    ['observations'],
  );
});

test('spans are the times at which the reader knows the book, and each begins with a whole one', async () => {
  const dataDir = await ready();
  const directory = fresh('tree');
  await exportTape(dataDir, directory);
  const spans = readSpans(directory);
  const books = readRows(directory, `books/${FOLDER}/part-0.csv`).map((line) => line.split(','));
  const reader = new SqliteTapeReader(dataDir);
  const markets = await reader.listMarkets('2026-11-29');
  assert.deepEqual(
    [...new Set(spans.map(({ asset }) => asset))],
    markets.map(({ asset }) => asset),
  );
  for (const market of markets) {
    const own = spans.filter(({ asset }) => asset === market.asset);
    const window = { fromMs: DAY, toMs: own.at(-1)!.toMs };
    const { notRecorded, sampled, resyncs } = await reader.readBookCoverage(market, window);
    const holes = own.flatMap(({ toMs }, i) => {
      const next = own[i + 1];
      return next === undefined || next.fromMs === toMs + 1
        ? []
        : [{ fromMs: toMs + 1, toMs: next.fromMs - 1 }];
    });
    assert.deepEqual(
      holes,
      notRecorded.map(({ fromMs, toMs }) => ({ fromMs, toMs })),
    );
    assert.deepEqual(
      own.filter(({ everyMs }) => everyMs > 0).reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs + 1, 0),
      sampled.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs + 1, 0),
    );
    assert.equal(
      own.reduce((sum, one) => sum + one.resyncs, 0),
      resyncs.length,
    );
    const rows = books.filter(([asset]) => asset === market.asset);
    for (const [, t, , isSnapshot] of rows) {
      const span = own.findLast(({ fromMs, toMs }) => fromMs <= Number(t) && Number(t) <= toMs);
      assert.ok(span !== undefined, `a row at ${t} lies in no span`);
      if (isSnapshot === '1') assert.equal(Number(t), span.fromMs);
    }
    for (const { fromMs } of own)
      assert.ok(rows.some(([, t, , snapshot]) => Number(t) === fromMs && snapshot === '1'));
  }
  await reader.close();
});

test('Parquet has the same values, with real times and numbers', async () => {
  const dataDir = await ready();
  const [text, directory] = [fresh('tree'), fresh('tree')];
  await exportTape(dataDir, text);
  await exportTape(dataDir, directory, { format: 'parquet' });
  for (const table of ['books', 'bookSpans', 'trades']) {
    const bytes = readFileSync(join(directory, `${table}/${FOLDER}/part-0.parquet`));
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
    const rows = await parquetReadObjects({ file, compressors: PARQUET_COMPRESSORS });
    const lines = rows.map((row) =>
      Object.values(row)
        .map((value) => (value === null ? '' : value instanceof Date ? value.getTime() : String(value)))
        .map((value) => (/[",]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : value))
        .join(','),
    );
    assert.deepEqual(lines, readRows(text, `${table}/${FOLDER}/part-0.csv`));
  }
});

test('a window begins with the book as it stood, and cuts its span', async () => {
  const dataDir = await ready();
  const directory = fresh('tree');
  const window = { fromMs: epochMs(DAY + 300_000), toMs: epochMs(DAY + 360_000) };
  await exportTape(dataDir, directory, { window });
  assert.ok(!existsSync(join(directory, 'books', VENUE, 'date=2026-11-28')));
  const reader = new SqliteTapeReader(dataDir);
  for (const market of await reader.listMarkets('2026-11-29')) {
    const page = await reader.readChanges(market, { ...window, limit: 1_000_000 });
    const times = [...page.columns.t].filter((_, i) => page.columns.kind[i] !== 2);
    const rows = readRows(directory, `books/${FOLDER}/part-0.csv`).map((line) => line.split(','));
    assert.deepEqual(
      rows.filter(([asset]) => asset === market.asset).map(([, t]) => Number(t)),
      times,
    );
  }
  await reader.close();
  const spans = readSpans(directory);
  const [first, last] = [
    spans.filter(({ fromMs }) => fromMs === window.fromMs),
    spans.filter(({ toMs }) => toMs === window.toMs),
  ];
  assert.ok(first.length > 0 && first.every(({ opened }) => opened === ''));
  assert.ok(last.length > 0 && last.every(({ ended }) => ended === ''));
});

test('some assets are their rows alone', async () => {
  const dataDir = await ready();
  const directory = fresh('tree');
  await exportTape(dataDir, directory, { assets: ['pm-märket-4'] });
  for (const table of ['books', 'trades']) {
    const all = readRows(dataDir, `${table}.csv`).filter((line) => line.startsWith('pm-märket-4,'));
    assert.deepEqual(readRows(directory, `${table}/${FOLDER}/part-0.csv`), all);
  }
});

test('a later run makes what changed, and no more', async () => {
  const dataDir = await copied();
  const directory = fresh('tree');
  assert.equal((await exportTape(dataDir, directory)).made, 6);
  assert.equal((await exportTape(dataDir, directory)).made, 0);
  const before = readFileSync(join(directory, `trades/${FOLDER}/part-0.csv`));

  const writer = new SqliteTapeWriter({ dataDir, store: '5a'.repeat(16), nowMs: NOW - 1_000 });
  writer.nameMarkets([
    {
      number: 1,
      venue: 'polymarket',
      storeKey: 'märket-1',
      asset: 'pm-märket-1',
      sendsChanges: true,
      isBinary: true,
    },
  ]);
  const late = { market: 1, t: DAY + 10, venueTime: DAY + 10, receivedAt: null, price: 0.5, size: 7 };
  writer.addTrades([{ ...late, side: 'buy', isBlock: false, source: 'backfill', id: null }]);
  writer.flush(NOW - 900);
  writer.stop(NOW - 800);
  const after = await exportTape(dataDir, directory);
  assert.deepEqual(
    after.manifest.parts
      .filter(({ asOfMs }) => asOfMs === NOW)
      .map(({ table }) => table)
      .sort(),
    after.manifest.parts.map(({ table }) => table).sort(),
  );
  assert.equal(after.made, 1);
  const now = readFileSync(join(directory, `trades/${FOLDER}/part-0.csv`));
  assert.notDeepEqual(now, before);
  assert.equal(now.toString().split('\r\n').length, before.toString().split('\r\n').length + 1);
});

test('books that the tape let go leave the tree, trades stay', async () => {
  const dataDir = await copied();
  const directory = fresh('tree');
  await exportTape(dataDir, directory);
  const writer = new SqliteTapeWriter({ dataDir, store: '5a'.repeat(16), nowMs: NOW + 5 * DAY_MS });
  while (writer.removeBooks(1) !== null);
  writer.stop(NOW + 5 * DAY_MS + 1);
  const { manifest } = await exportTape(dataDir, directory);
  assert.deepEqual([...new Set(manifest.parts.map(({ table }) => table))], ['trades']);
  assert.deepEqual(
    [existsSync(join(directory, 'books')), existsSync(join(directory, 'bookSpans'))],
    [false, false],
  );
  rmSync(join(dataDir, 'tape'), { recursive: true });
  assert.deepEqual((await exportTape(dataDir, directory)).manifest.parts, []);
});

test('damage is named, cuts the spans that it lies in, and costs no other row', async () => {
  const dataDir = await copied();
  const [whole, directory] = [fresh('tree'), fresh('tree')];
  await exportTape(dataDir, whole);
  const file = join(dataDir, 'tape', '2026-11-29.sqlite');
  const database = new DatabaseSync(file);
  const slice = database.prepare('SELECT id, from_ms FROM slice ORDER BY id LIMIT 1 OFFSET 1').get();
  database
    .prepare("UPDATE block SET data = CAST(data || x'00' AS BLOB) WHERE slice = ?")
    .run(Number(slice?.id));
  database.exec('UPDATE market SET crc = 1 WHERE id = 5');
  database.close();
  const { manifest } = await exportTape(dataDir, directory);
  assert.ok(
    manifest.damaged.some(({ kind, reason }) => kind === 'books' && /of block of 2026-11-29/.test(reason)),
  );
  assert.ok(manifest.damaged.some(({ kind, reason }) => kind === 'trades' && /row 5 of market/.test(reason)));
  const rows = new Set(readRows(whole, `books/${FOLDER}/part-0.csv`));
  const left = readRows(directory, `books/${FOLDER}/part-0.csv`);
  assert.ok(left.length > 0 && left.length < rows.size);
  assert.ok(
    left.every((row) => rows.has(row) || /,1,/.test(row)),
    'what is not of before is a whole book',
  );
  const spans = readSpans(directory);
  assert.ok(
    spans.some(({ ended }) => ended === 'damaged') && spans.some(({ opened }) => opened === 'damaged'),
  );

  // Of a file that cannot be read at all the tree keeps what it has.
  truncateSync(file, 8_192);
  const cut = await exportTape(dataDir, directory);
  assert.deepEqual(
    cut.manifest.parts,
    manifest.parts.map((part) => ({ ...part, asOfMs: NOW })),
  );
  assert.ok(
    cut.manifest.damaged.some(({ reason }) =>
      /the file of the tape of 2026-11-29 cannot be read/.test(reason),
    ),
  );
});

test('an import names books, spans and trades, and leaves them out', async () => {
  const directory = fresh('tree');
  await exportTape(await ready(), directory, {
    tables: ['observations', 'gaps', 'markets', 'books', 'trades'],
    format: 'parquet',
  });
  const dataDir = fresh('data');
  let said = '';
  await importTreeDirectory(directory, { dataDir }, { write: (text) => (said += text) }, () => NOW);
  assert.match(said, /rows read 1, stored 1, skipped 0\n/);
  for (const table of ['books', 'bookSpans', 'trades'])
    assert.match(said, new RegExp(`left out: \\d+ rows of ${table};`));
  assert.ok(!existsSync(join(dataDir, 'tape')));
});

test('a directory of other tables is not continued', async () => {
  const dataDir = await ready();
  const directory = fresh('tree');
  const { manifest } = await exportTape(dataDir, directory, { tables: ['trades'] });
  const wanted = { directory, window: { fromMs: null, toMs: null }, simulated: true };
  assert.throws(
    () =>
      requireSameTree(manifest, {
        ...wanted,
        selection: { ...manifest.selection, tables: completeTables(['books']) },
      }),
    /different selection \(tables\)/,
  );
});

test('a plan names the days of books and trades', async () => {
  const dataDir = await ready();
  const source = openTreeSource(dataDir, { clock: () => NOW });
  const tape = openTapeTreeSource(dataDir);
  const { days } = await planTree(source, {
    directory: fresh('tree'),
    selection: {
      venues: null,
      assets: null,
      tables: completeTables(['books', 'trades']),
      format: 'csv',
      compression: 'none',
    },
    window: { fromMs: null, toMs: null },
    simulated: true,
    tape,
  });
  assert.deepEqual(
    days.map(({ table, venue, day }) => [table, venue, day * DAY_MS]),
    [
      ['books', 'polymarket', DAY - DAY_MS],
      ['books', 'polymarket', DAY],
      ['trades', 'polymarket', DAY - DAY_MS],
      ['trades', 'polymarket', DAY],
    ],
  );
  tape.close();
  source.close();
});
