import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { parquetReadObjects } from 'hyparquet';
import { DAY_MS, epochMs, FORECAST_HORIZONS } from '../../../src/domain/index.ts';
import { toColumns } from '../../../src/history/columns/columns.ts';
import { encodeForecastDay } from '../../../src/history/forecasts/day-coding.ts';
import { PARQUET_COMPRESSORS } from '../../../src/history/formats/parquet/compressors.ts';
import { FILE_FORMATS, type FileFormat } from '../../../src/history/formats/table.ts';
import { HISTORY_FILE } from '../../../src/history/sqlite/database.ts';
import { openSqliteHistory } from '../../../src/history/sqlite/index.ts';
import { openTreeSource } from '../../../src/history/sqlite/tree/sqlite-tree-source.ts';
import { ForeignDirectoryError } from '../../../src/history/tree/directory.ts';
import { ManifestError, parseManifest } from '../../../src/history/tree/manifest.ts';
import { OtherTreeError } from '../../../src/history/tree/same-tree.ts';
import { readSmallTableRows } from '../../../src/history/tree/small-tables.ts';
import { TABLE_COLUMNS, TREE_TABLES } from '../../../src/history/tree/tables.ts';
import { findBrokenParts, planTree, writeTree } from '../../../src/history/tree/write-tree.ts';
import {
  at,
  BTC,
  byAsset,
  contents,
  copied,
  FIRST_DAY,
  fresh,
  MARKS,
  NOW,
  PEPE,
  readAll,
  readStore,
  readTree,
  ready,
  record,
  shared,
  short,
  toOptions,
  write,
} from '../../support/history-trees.ts';
import { settledRow } from '../../support/settled-rows.ts';

test('a tree has every record of the store once, in order, and states what it holds', async () => {
  const dataDir = await copied();
  const directory = fresh('tree');
  const { manifest, made: parts } = await write(dataDir, directory);
  const stored = await readAll(dataDir);
  assert.deepEqual(byAsset(await readTree(directory, manifest)), byAsset(stored));

  const rows = [...stored.values()].reduce((sum, list) => sum + list.length, 0);
  assert.deepEqual(manifest.totals.rows, rows);
  assert.equal(manifest.totals.series, stored.size);
  assert.equal(parts, manifest.parts.filter(({ table }) => table === 'observations').length);
  assert.deepEqual(
    [manifest.gaps, manifest.damaged, manifest.withdrawn, manifest.asOfMs, manifest.simulated],
    [2, [], [], NOW, false],
  );
  const open = manifest.parts.filter(({ table, closed }) => table === 'observations' && !closed);
  assert.deepEqual(
    open.map(({ path }) => path),
    ['observations/venue=hyperliquid/date=2026-11-22/part-0.parquet'],
  );
  // Days between the monthly records have none, and no part.
  const limitless = manifest.parts.filter(({ path }) => path.includes('venue=limitless'));
  assert.deepEqual(
    limitless.map(({ rows: count }) => count),
    [1, 1, 1, 1],
  );
  assert.deepEqual(parseManifest(readFileSync(join(directory, 'manifest.json'), 'utf8')), manifest);
  assert.deepEqual(await findBrokenParts(directory, manifest), []);
  assert.ok(readFileSync(join(directory, 'duckdb.sql'), 'utf8').includes('VIEW observations'));
});

test('tables beside the observations hold texts exactly, in every format', async () => {
  const dataDir = await copied();
  const titles: Record<FileFormat, unknown[]> = { parquet: [], arrow: [], csv: [], jsonl: [] };
  for (const format of FILE_FORMATS) {
    const directory = fresh(format);
    await write(dataDir, directory, { selection: { format, compression: 'none' } });
    const bytes = readFileSync(join(directory, `markets.${format}`));
    titles[format] = await TITLES[format](bytes);
    assert.ok(
      existsSync(join(directory, `rules.${format}`)) && existsSync(join(directory, `links.${format}`)),
    );
  }
  const expected = ['=SUM(1,2)', 'a,"b"\r\nc', 'ä 😀 \u0000'];
  assert.deepEqual(titles, { parquet: expected, arrow: expected, csv: expected, jsonl: expected });
});

const TITLES: Record<FileFormat, (bytes: Buffer) => unknown[] | Promise<unknown[]>> = {
  parquet: async (bytes) => {
    const file = new Uint8Array(bytes).buffer;
    return (await parquetReadObjects({ file, compressors: PARQUET_COMPRESSORS })).map(({ title }) => title);
  },
  arrow: async (bytes) => {
    const { tableFromIPC } = await import('apache-arrow');
    return tableFromIPC(bytes)
      .toArray()
      .map(({ title }) => title);
  },
  csv: (bytes) =>
    [...bytes.toString().matchAll(/kalshi,("(?:[^"]|"")*"|[^",]*),,,it/g)].map(([, cell]) => unquote(cell!)),
  jsonl: (bytes) =>
    bytes
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).title),
};

const unquote = (cell: string) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);

test('a tree that is brought up to date makes open and changed days alone', async () => {
  const dataDir = await copied();
  const directory = fresh('tree');
  await write(dataDir, directory);
  const closed = FIRST_DAY + 6 * DAY_MS;
  const first = contents(directory);
  assert.equal((await write(dataDir, directory)).made, 0);
  assert.deepEqual(contents(directory), first);
  const now = await openSqliteHistory({ dataDir, clock: () => NOW });
  await now.append([{ ...BTC, ...record(at(4, 2_000), 2) }]);
  await now.close();
  assert.equal((await write(dataDir, directory)).made, 1);
  const ended = await write(dataDir, directory, {}, closed);
  assert.equal(ended.made, 0);
  assert.ok(ended.manifest.parts.every((part) => part.table !== 'observations' || part.closed));

  const history = await openSqliteHistory({ dataDir, clock: () => NOW });
  const batch = await history.openBatch({ fileSha256: '0'.repeat(64), asset: BTC.asset });
  await batch.insert(BTC, toColumns([record(at(1, 5), 9), record(at(-30), 9)]));
  await batch.end();
  const source = openTreeSource(dataDir, { clock: () => epochMs(closed) });
  const plan = await planTree(source, toOptions(directory));
  source.close();
  assert.deepEqual(
    plan.days.map(({ day }) => day * DAY_MS),
    [at(-30), at(1)],
  );
  const { manifest, made: remade } = await write(dataDir, directory, {}, closed);
  assert.equal(remade, 2);
  assert.deepEqual(byAsset(await readTree(directory, manifest)), byAsset(await readAll(dataDir)));

  await history.undoBatch(batch.id);
  await history.close();
  const undone = await write(dataDir, directory, {}, closed);
  assert.deepEqual(undone.manifest.withdrawn, [batch.id]);
  assert.ok(!existsSync(join(directory, 'observations/venue=hyperliquid/date=2026-10-19/part-0.parquet')));
  assert.deepEqual(byAsset(await readTree(directory, undone.manifest)), byAsset(await readAll(dataDir)));
});

test('a run that is cut short after any day is continued to the same bytes', async () => {
  const dataDir = await copied();
  const whole = fresh('whole');
  await write(dataDir, whole);
  const expected = contents(whole);
  const source = openTreeSource(dataDir, { clock: () => NOW });
  const { days } = await planTree(source, toOptions(fresh('none')));
  source.close();
  for (let step = 0; step <= days.length; step += 3) {
    const directory = fresh('cut');
    const onProgress = (done: number) => {
      if (done === step) throw new Error('killed');
    };
    await assert.rejects(write(dataDir, directory, { onProgress }), /killed/);
    // What a kill leaves besides: a file that is not finished, and a line that was not.
    mkdirSync(join(directory, 'observations/venue=kalshi/date=2026-11-18'), { recursive: true });
    for (const name of ['part-0.parquet.part', '.part-0.parquet.part']) {
      writeFileSync(join(directory, 'observations/venue=kalshi/date=2026-11-18', name), 'half');
    }
    appendFileSync(join(directory, '.crosstape-progress'), '[{"path":"observations/venue=kalshi/da');
    await write(dataDir, directory, {}, NOW + 3_600_000);
    assert.deepEqual(contents(directory), expected, `cut short after ${step} days`);
  }
  // Killed between the marker and anything else, and behind the manifest.
  for (const left of [['.crosstape-export'], Object.keys(expected)]) {
    const directory = fresh('cut');
    mkdirSync(directory);
    for (const name of left) cpSync(join(whole, name), join(directory, name), { recursive: true });
    writeFileSync(join(directory, '.crosstape-progress'), '');
    await write(dataDir, directory, {}, NOW + 3_600_000);
    assert.deepEqual(contents(directory), expected);
  }
});

test('who reads the folder while it is written meets whole files alone', async () => {
  const dataDir = await copied();
  const directory = fresh('read');
  mkdirSync(directory);
  const seen = new Set<string>();
  const watcher = watch(directory, { recursive: true }, (_, name) => seen.add(String(name)));
  await write(dataDir, directory);
  await new Promise((resolve) => setTimeout(resolve, 50));
  watcher.close();
  const unfinished = [...seen].filter((name) => name.endsWith('.part'));
  assert.ok(unfinished.length > 0);
  for (const name of unfinished) assert.ok(basename(name).startsWith('.'), name);
});

test('a run that goes on leaves no part of what the killed one made and the tree no longer has', async () => {
  const dataDir = await copied();
  const whole = fresh('whole');
  await write(dataDir, whole);
  const history = await openSqliteHistory({ dataDir, clock: () => NOW });
  const batch = await history.openBatch({ fileSha256: '0'.repeat(64), asset: BTC.asset });
  await batch.insert(BTC, toColumns([record(at(-30), 9)]));
  await batch.end();
  const directory = fresh('cut');
  const onProgress = (done: number, total: number) => {
    if (done === total) throw new Error('killed');
  };
  await assert.rejects(write(dataDir, directory, { onProgress }), /killed/);
  const noted = 'observations/venue=hyperliquid/date=2026-10-19/part-0.parquet';
  assert.ok(existsSync(join(directory, noted)));
  // A whole part of a day that was not noted yet.
  const unnoted = 'observations/venue=hyperliquid/date=2026-11-18/part-7.parquet';
  writeFileSync(join(directory, unnoted), 'whole');
  await history.undoBatch(batch.id);
  await history.close();
  const { manifest } = await write(dataDir, directory, {}, NOW + 3_600_000);
  const files = Object.keys(contents(directory)).filter((name) => name.startsWith('observations/'));
  const parts = manifest.parts.map(({ path }) => path).filter((name) => name.startsWith('observations/'));
  assert.deepEqual(files, parts);
});

test('beside a writer each acknowledged record is there once, also over many snapshots', async () => {
  const dataDir = await copied();
  const history = await openSqliteHistory({ dataDir, clock: () => NOW });
  const before = await readStore(history);
  let isDone = false;
  let appended = 0;
  const append = async () => {
    for (let i = 0; !isDone; i++) {
      const t = at(4, 10_000 + i * 250);
      // Short series wake up, and become long while they are read.
      await history.append(
        [BTC, short(i % 40), short(1_700)].map((series) => ({ ...series, ...record(t, -i) })),
      );
      appended++;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const source = openTreeSource(dataDir, { clock: () => NOW, limits: { maxAgeMs: 0 } });
  const directory = fresh('tree');
  const writing = append();
  const { manifest } = await writeTree(source, toOptions(directory)).finally(() => {
    isDone = true;
    source.close();
  });
  await writing;
  assert.ok(appended > 10);
  const found = await readTree(directory, manifest);
  for (const [asset, list] of before) {
    const own = (found.get(asset) ?? []).filter(({ t, p }) => !(t >= at(4, 10_000) && p <= 0));
    assert.deepEqual(own, list, asset);
  }
  // What came meanwhile is there once or not at all, and in order.
  const late = (found.get(BTC.asset) ?? []).filter(({ t }) => t >= at(4, 10_000)).map(({ p }) => -p);
  assert.deepEqual(
    late,
    late.map((_, i) => i),
  );
  // The next run brings the rest.
  const next = await write(dataDir, directory);
  assert.deepEqual(byAsset(await readTree(directory, next.manifest)), byAsset(await readStore(history)));
  await history.close();
});

test('forecasts have a row for each market and horizon, then those of markets that live', async () => {
  const directory = fresh('tree');
  const { manifest } = await write(await copied(), directory);
  assert.equal(manifest.parts.find(({ table }) => table === 'forecasts')?.rows, FORECAST_HORIZONS.length + 1);
  const file = readFileSync(join(directory, 'forecasts.parquet'));
  const rows = await parquetReadObjects({
    file: new Uint8Array(file).buffer,
    compressors: PARQUET_COMPRESSORS,
  });
  const nothing = { t: null, p: null, y: null, end: null };
  const [asset, resolvedAt] = [short(3).asset, new Date(at(2))];
  assert.deepEqual(rows[0], {
    asset,
    horizon: '30d',
    ...nothing,
    event: 'E',
    resolvedAt,
    leftOut: 'not_listed',
  });
  const sample = { t: new Date(at(1)), p: 0.9, y: 1, end: new Date(at(1, 60_000)) };
  assert.deepEqual(rows[7], { asset, horizon: '1m', ...sample, event: 'E', resolvedAt, leftOut: null });
  assert.deepEqual(
    [rows[8]?.asset, rows[8]?.p, rows[8]?.y, rows[8]?.resolvedAt],
    [short(4).asset, 0.1 + 0.2, null, null],
  );
});

test('marks stand by time, key and arrival, imported ones first, and only those of the selection', async () => {
  const dataDir = await copied();
  const history = await openSqliteHistory({ dataDir, clock: () => NOW });
  const { place: _, ...mark } = MARKS[0]!;
  const imported = ['7', '6'].map((text) => ({ ...mark, text }));
  await history.putMarks(imported);
  await history.putMarks([{ ...mark, key: 'rti-eth', t: at(3) }]);
  await history.close();
  const directory = fresh('tree');
  await write(dataDir, directory);
  const [t, receivedAt] = [new Date(at(2)), (ms: number) => new Date(at(2, ms))];
  const btc = { key: 'twap60-btc', t, relay: 'rtds' };
  const rows = [
    ...['7', '6'].map((text) => ({ ...btc, text, receivedAt: receivedAt(1_300), count: null })),
    { ...btc, text: MARKS[0]!.text, receivedAt: receivedAt(1_300), count: null },
    { ...btc, text: '79640.5', receivedAt: receivedAt(1_301), count: null },
    { ...btc, text: null, receivedAt: receivedAt(1_302), count: 59 },
    {
      key: 'rti-eth',
      t: new Date(at(3)),
      text: '79639.795829763498573824',
      receivedAt: receivedAt(1_300),
      relay: 'rtds',
      count: null,
    },
  ];
  assert.deepEqual(await readSmallTable(directory, 'marks'), rows);
  const count = async (overrides: Parameters<typeof write>[2]) => {
    const { manifest } = await write(dataDir, fresh('tree'), overrides);
    return manifest.parts.find(({ table }) => table === 'marks')?.rows;
  };
  assert.equal(await count({ selection: { assets: ['ref-rti-eth'] } }), 1);
  assert.equal(await count({ selection: { assets: [BTC.asset] } }), 0);
  assert.equal(await count({ selection: { venues: ['ref'] } }), 6);
  assert.equal(await count({ selection: { venues: ['kalshi'] } }), 0);
  assert.equal(await count({ window: { fromMs: at(3), toMs: null } }), 1);
  assert.equal(await count({ window: { fromMs: null, toMs: at(2) } }), 5);
});

test('verdicts have the members of their row, and none is there of a market that was taken back', async () => {
  const directory = fresh('tree');
  await write(await copied(), directory);
  const { storeKey: _, agrees, ...row } = settledRow('up');
  const times = ['openAt', 'closeAt', 'settledAt', 'recordedAt', 'decidedAt'] as const;
  assert.deepEqual(await readSmallTable(directory, 'settled'), [
    {
      ...row,
      ...Object.fromEntries(times.map((name) => [name, new Date(row[name]!)])),
      agrees: JSON.stringify(agrees),
      detail: '{"seconds":[1]}',
      missing: `[${at(1)}]`,
    },
  ]);
});

test('values that are withheld are in no mark and no verdict', async () => {
  const source = openTreeSource(await copied(), { clock: () => NOW });
  const read = (table: 'marks' | 'settled', withheld: readonly string[]) => {
    const selection = { venues: null, assets: null, withheld };
    const names = TABLE_COLUMNS[table].map(({ name }) => name);
    return [...readSmallTableRows(source, table, selection, { fromMs: null, toMs: null })].flatMap(
      ({ length, columns }) =>
        Array.from({ length }, (_, i) =>
          Object.fromEntries(names.map((name, n) => [name, (columns[n] as ArrayLike<unknown>)[i]])),
        ),
    );
  };
  const { value, strike, strikeBy } = settledRow('up');
  const values = (withheld: string[]) =>
    read('settled', withheld).map((row) => [row.value, row.strike, row.strikeBy]);
  assert.equal(strikeBy, 'record');
  assert.deepEqual(values(['rti']), [[value, strike, 'record']]);
  assert.deepEqual(values(['twap60']), [[null, null, 'record']]);
  assert.deepEqual([read('marks', ['rti']).length, read('marks', ['twap60']).length], [3, 0]);
  source.close();
});

/** Rows of a table of one file in a Parquet tree. */
async function readSmallTable(directory: string, table: string) {
  const file = new Uint8Array(readFileSync(join(directory, `${table}.parquet`))).buffer;
  return parquetReadObjects({ file, compressors: PARQUET_COMPRESSORS });
}

test('bars stand by venue, key and time, within the window and of the selection alone', async () => {
  const dataDir = await copied();
  const history = await openSqliteHistory({ dataDir, clock: () => NOW });
  const bar = (day: number) => ({ t: at(day), open: 2, high: 4, low: 1, close: 3, volume: null });
  await history.putBars(short(3), [bar(1)]);
  await history.putBars(BTC, [bar(2), { ...bar(0), volume: 5 }]);
  await history.close();
  const directory = fresh('tree');
  await write(dataDir, directory);
  const row = (asset: string, day: number) => ({ asset, ...bar(day), t: new Date(at(day)) });
  assert.deepEqual(await readSmallTable(directory, 'bars'), [
    { ...row(BTC.asset, 0), volume: 5 },
    row(BTC.asset, 2),
    row(short(3).asset, 1),
  ]);
  const count = async (overrides: Parameters<typeof write>[2]) => {
    const { manifest } = await write(dataDir, fresh('tree'), overrides);
    return manifest.parts.find(({ table }) => table === 'bars')?.rows;
  };
  assert.equal(await count({ selection: { assets: [BTC.asset] } }), 2);
  assert.equal(await count({ selection: { venues: ['kalshi'] } }), 1);
  assert.equal(await count({ window: { fromMs: at(1), toMs: at(2) } }), 2);
});

test('a tree that was made before there were forecasts, marks, verdicts or bars gains them', async () => {
  const dataDir = await copied();
  for (const [first, lacking] of [
    ['forecasts', ['forecasts', 'marks', 'settled', 'bars']],
    ['marks', ['marks', 'settled', 'bars']],
    ['bars', ['bars']],
  ] as const) {
    const directory = fresh('tree');
    const tables = TREE_TABLES.filter((table) => !(lacking as readonly string[]).includes(table));
    await write(dataDir, directory, { selection: { tables } });
    const { manifest } = await write(dataDir, directory);
    for (const added of lacking)
      assert.ok(
        manifest.parts.some(({ table }) => table === added),
        `${first}: ${added}`,
      );
  }
  const directory = fresh('tree');
  await write(dataDir, directory, {
    selection: { tables: TREE_TABLES.filter((table) => table !== 'forecasts') },
  });
  await assert.rejects(write(dataDir, directory), OtherTreeError);
});

test('tables of one file are written when their rows have changed, and left alone else', async () => {
  const dataDir = await copied();
  const directory = fresh('tree');
  const tables = TREE_TABLES.filter((table) => table !== 'observations');
  const inodes = () => tables.map((table) => statSync(join(directory, `${table}.parquet`)).ino);
  const findWritten = async () => {
    const before = inodes();
    await write(dataDir, directory);
    const after = inodes();
    return tables.filter((_, i) => before[i] !== after[i]);
  };
  await write(dataDir, directory);
  assert.deepEqual(await findWritten(), []);

  const history = await openSqliteHistory({ dataDir, clock: () => NOW });
  const [market] = (await history.listMarkets({ limit: 1 })).markets;
  const { rulesHash: _hash, ...known } = market!;
  const gap = { ...short(5), fromMs: at(2), reason: 'another' };
  await history.putGap({ ...gap, toMs: null });
  assert.deepEqual(await findWritten(), ['gaps']);
  await history.putGap({ ...gap, toMs: at(2, 5) });
  assert.deepEqual(await findWritten(), ['gaps']);
  await history.putMarkets([{ ...known, title: 'reworded', rules: null, changedAt: NOW }]);
  assert.deepEqual(await findWritten(), ['markets', 'rules']);
  await history.putResolution({
    ...short(4),
    outcome: 'no',
    payout: 0,
    settledAt: null,
    source: 'kalshi',
    disputed: null,
    recordedAt: at(3),
  });
  assert.deepEqual(await findWritten(), ['resolutions']);
  const spans = await history.listLinkSpans({ limit: 1 });
  await history.putLinkSpans([{ ...spans.spans[0]!, toMs: NOW }]);
  assert.deepEqual(await findWritten(), ['links']);
  const { venue, storeKey } = short(5);
  const forecast = { venue, storeKey, horizon: '1h', t: at(3), p: 0.5, end: at(3, 9) };
  await history.append([], { venue, at: at(3), changed: [], forecasts: [forecast] });
  assert.deepEqual(await findWritten(), ['forecasts']);
  const day = encodeForecastDay({ madeBy: 'history', dropped: 0, markets: [] });
  await history.putForecastDay(20_000, day, [forecast]);
  assert.deepEqual(await findWritten(), ['forecasts']);
  await history.putSettled(settledRow('up', { verdict: 'contradicted', changedFrom: 'reproduced' }));
  assert.deepEqual(await findWritten(), ['settled']);
  await history.putMarks([MARKS[0]!, { ...MARKS[0]!, text: '8' }]);
  assert.deepEqual(await findWritten(), ['marks']);
  const bar = { t: at(2), open: 2, high: 4, low: 1, close: 3, volume: null };
  await history.putBars(BTC, [bar]);
  assert.deepEqual(await findWritten(), ['bars']);
  await history.putBars(BTC, [{ ...bar, close: 2 }]);
  assert.deepEqual(await findWritten(), ['bars']);
  await history.close();

  // One whose file was changed, or is not what was noted, is written too.
  writeFileSync(join(directory, 'gaps.parquet'), 'short');
  assert.deepEqual(await findWritten(), ['gaps']);
  rmSync(join(directory, '.crosstape-tables'));
  assert.deepEqual(await findWritten(), tables);
});

test('a selection of venues, assets and times is kept to, and another one is refused', async () => {
  const dataDir = await copied();
  const directory = fresh('tree');
  const selection = { assets: [BTC.asset, short(3).asset] };
  const window = { fromMs: at(0, 3_600_000), toMs: at(2, 5) };
  const { manifest } = await write(dataDir, directory, { selection, window });
  const stored = await readAll(dataDir);
  const within = (asset: string) =>
    stored.get(asset)!.filter(({ t }) => t >= window.fromMs && t <= window.toMs);
  const found = await readTree(directory, manifest);
  assert.deepEqual(byAsset(found), [[BTC.asset, within(BTC.asset)]]);
  assert.equal(manifest.totals.series, 2);
  assert.equal(manifest.parts.find(({ table }) => table === 'markets')?.rows, 0);
  assert.equal(manifest.parts.find(({ table }) => table === 'resolutions')?.rows, 1);
  await assert.rejects(write(dataDir, directory), OtherTreeError);
  await assert.rejects(write(dataDir, directory, { selection, window, simulated: true }), OtherTreeError);
  const venues = await write(dataDir, fresh('tree'), {
    selection: { venues: ['polymarket'], tables: ['observations'] },
  });
  assert.deepEqual(
    venues.manifest.parts.map(({ path, rows }) => [path, rows]),
    [['observations/venue=polymarket/date=2026-11-19/part-0.parquet', 4]],
  );
});

test('a day of many rows has several parts, which a later run with fewer leaves no trace of', async () => {
  const dataDir = fresh('data');
  const history = await openSqliteHistory({ dataDir, clock: () => NOW });
  const rows = Array.from({ length: 300_000 }, (_, i) => record(at(1, i), i % 100));
  await history.insert(BTC, toColumns(rows));
  await history.append([{ ...PEPE, ...record(at(1), 1) }]);
  await history.close();
  const directory = fresh('tree');
  const { manifest } = await write(dataDir, directory, { partRows: 130_000 });
  const parts = manifest.parts.filter(({ table }) => table === 'observations');
  assert.deepEqual(
    parts.map(({ path, rows: count, series }) => [path.slice(-14), count, series]),
    [
      ['part-0.parquet', 245_760, 1],
      ['part-1.parquet', 54_241, 2],
    ],
  );
  assert.deepEqual(byAsset(await readTree(directory, manifest)), byAsset(await readAll(dataDir)));
});

test('parts that differ are found, and made again alone', async () => {
  const dataDir = await copied();
  const directory = fresh('tree');
  const closed = FIRST_DAY + 6 * DAY_MS;
  const { manifest } = await write(dataDir, directory, {}, closed);
  const before = contents(directory);
  const name = 'observations/venue=kalshi/date=2026-11-19/part-0.parquet';
  const bytes = readFileSync(join(directory, name));
  bytes[100]! ^= 1;
  writeFileSync(join(directory, name), bytes);
  const broken = await findBrokenParts(directory, manifest);
  assert.deepEqual(broken, [name]);
  assert.equal((await write(dataDir, directory, { broken: new Set(broken) }, closed)).made, 1);
  assert.deepEqual(contents(directory), before);
  rmSync(join(directory, name));
  assert.equal((await write(dataDir, directory, {}, closed)).made, 1);
  assert.deepEqual(contents(directory), before);
});

test('what is damaged is left out and named, also by a later run that leaves the part as it is', async () => {
  const dataDir = await copied();
  const db = new DatabaseSync(join(dataDir, HISTORY_FILE));
  const [first] = db.prepare('SELECT id, data FROM pack ORDER BY id').all();
  const data = first!.data as Uint8Array;
  data[data.length - 5]! ^= 1;
  db.prepare('UPDATE pack SET data = ? WHERE id = ?').run(data, first!.id!);
  db.close();
  const directory = fresh('tree');
  const closed = FIRST_DAY + 6 * DAY_MS;
  const { manifest } = await write(dataDir, directory, {}, closed);
  assert.ok(manifest.damaged.length > 0);
  const lost = new Set(manifest.damaged.map(({ asset }) => asset));
  const found = await readTree(directory, manifest);
  for (const [asset, list] of await readAll(shared)) {
    if (!lost.has(asset)) assert.deepEqual(found.get(asset), list, asset);
    else assert.ok((found.get(asset)?.length ?? 0) < list.length, asset);
  }
  const again = await write(dataDir, directory, {}, closed);
  assert.equal(again.made, 0);
  assert.deepEqual(again.manifest.damaged, manifest.damaged);
});

test('a directory of something else is refused, and nothing is written to it', async () => {
  const dataDir = await copied();
  // What a kill at the very first write leaves.
  const begun = fresh('begun');
  mkdirSync(begun);
  writeFileSync(join(begun, '.crosstape-export.part'), '{"store":');
  await write(dataDir, begun);
  assert.ok(!existsSync(join(begun, '.crosstape-export.part')));

  const foreign = fresh('foreign');
  mkdirSync(foreign);
  writeFileSync(join(foreign, 'thesis.txt'), 'mine');
  await assert.rejects(write(dataDir, foreign), (error: Error) => {
    assert.ok(error instanceof ForeignDirectoryError);
    assert.match(error.message, /thesis\.txt.*name an empty directory/);
    return true;
  });
  assert.deepEqual(readdirSync(foreign), ['thesis.txt']);

  const other = fresh('data');
  await (await openSqliteHistory({ dataDir: other })).close();
  const directory = fresh('tree');
  await write(dataDir, directory);
  const before = contents(directory);
  await assert.rejects(write(other, directory), /tree of another history/);
  const manifest = join(directory, 'manifest.json');
  const text = readFileSync(manifest, 'utf8');
  for (const [wrong, message] of [
    [text.replace('"version": 1', '"version": 2'), /version 2.*use a newer release/],
    [text.slice(0, -20), /is not JSON/],
    [text.replace('"rows"', '"lines"'), /no manifest of a tree/],
    [text.replace('"path":"gaps', '"path":"../gaps'), /no manifest of a tree/],
  ] as const) {
    writeFileSync(manifest, wrong);
    await assert.rejects(write(dataDir, directory), (error: Error) => {
      assert.ok(error instanceof ManifestError);
      assert.match(error.message, message);
      return true;
    });
  }
  writeFileSync(manifest, text);
  assert.deepEqual(contents(directory), before);
});

test('a full disk fails the run, which goes on when there is room', { skip: tmpfsReason() }, async () => {
  const dataDir = await copied();
  const whole = fresh('whole');
  await write(dataDir, whole);
  const disk = fresh('disk');
  mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
  try {
    const directory = join(disk, 'tree');
    await assert.rejects(write(dataDir, directory), { code: 'ENOSPC' });
    execFileSync('mount', ['-o', 'remount,size=16m', disk]);
    await write(dataDir, directory, {}, NOW + 1_000);
    assert.deepEqual(contents(directory), contents(whole));
  } finally {
    execFileSync('umount', [disk]);
  }
});

function tmpfsReason(): string | false {
  const place = mkdtempSync(join(tmpdir(), 'crosstape-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', place], { stdio: 'ignore' });
    execFileSync('umount', [place]);
    return false;
  } catch {
    return 'needs the right to mount a small disk';
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

test('a history keeps its id in backups, and one of an earlier version is given one when it is written to', async () => {
  const dataDir = await copied();
  const readId = (dir: string) => {
    const source = openTreeSource(dir);
    source.close();
    return source.store;
  };
  await ready();
  assert.match(readId(dataDir), /^[0-9a-f]{32}$/);
  assert.equal(readId(dataDir), readId(shared));
  const old = fresh('data');
  mkdirSync(old);
  copyFileSync(join(dataDir, HISTORY_FILE), join(old, HISTORY_FILE));
  const db = new DatabaseSync(join(old, HISTORY_FILE));
  db.exec('DROP TABLE store');
  db.close();
  assert.throws(() => openTreeSource(old), /has no id yet/);
  await (await openSqliteHistory({ dataDir: old })).close();
  assert.match(readId(old), /^[0-9a-f]{32}$/);
  assert.notEqual(readId(old), readId(shared));
});
