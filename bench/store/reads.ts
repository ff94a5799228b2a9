import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DuckDBInstance } from '@duckdb/node-api';
import { Session } from 'chdb';
import { epochMs } from '../../src/domain/index.ts';
import { readObservation } from '../../src/history/columns/columns.ts';
import type { HistoryStore } from '../../src/history/contract/history-store.ts';
import { formatJsonLines } from '../../src/history/formats/json.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { KEY, randomWalk, START, STEP } from './generated.ts';
import { median, type Table, timed } from './table.ts';

/** Reads and aggregates of one long series at 5 s spacing, against DuckDB, ClickHouse and SQLite rows. */
export async function measureReads(table: Table, directory: string, count: number): Promise<void> {
  const records = randomWalk(count);
  const dataDir = join(directory, 'reads');
  let history = await openSqliteHistory({ dataDir });
  await history.insert(KEY, records);
  const plain = new DatabaseSync(join(directory, 'plain.sqlite'));
  const duck = await (await DuckDBInstance.create(join(directory, 'duck.db'))).connect();
  const click = new Session(join(directory, 'click'));
  const csv = join(directory, 'records.csv');
  const line = (i: number) => `${records.t[i]},${records.p[i]},${records.v[i]},1`;
  await writeFile(csv, Array.from({ length: count }, (_, i) => line(i)).join('\n'));

  plain.exec('CREATE TABLE r (t INTEGER, p REAL, v REAL, s INTEGER); BEGIN');
  const insert = plain.prepare('INSERT INTO r VALUES (?, ?, ?, 1)');
  for (let i = 0; i < count; i++) insert.run(records.t[i]!, records.p[i]!, records.v[i]!);
  plain.exec('COMMIT; CREATE INDEX r_t ON r (t)');
  // DuckDB at its best: its two threads, rows in the order of time, the narrowest types.
  await duck.run('SET threads = 2; CREATE TABLE r (t BIGINT, p DOUBLE, v DOUBLE, s TINYINT)');
  await duck.run(`INSERT INTO r SELECT * FROM read_csv('${csv}', header = false) ORDER BY 1`);
  await duck.run('CHECKPOINT');
  click.query('CREATE DATABASE d ENGINE = Atomic');
  click.query(
    `CREATE TABLE d.r (t Int64 CODEC(DoubleDelta, ZSTD(1)), p Float64 CODEC(Gorilla, ZSTD(1)),
     v Float64 CODEC(Gorilla, ZSTD(1)), s Int8 CODEC(ZSTD(1))) ENGINE = MergeTree ORDER BY t`,
  );
  click.query(`INSERT INTO d.r SELECT * FROM file('${csv}', CSV, 't Int64, p Float64, v Float64, s Int8')`);
  click.query('OPTIMIZE TABLE d.r FINAL');
  click.query(
    `CREATE TABLE d.h ENGINE = MergeTree ORDER BY b AS SELECT ${clickBuckets(3_600_000)} FROM d.r GROUP BY b`,
  );

  for (const limit of [20_000, 50_000]) {
    const from = START + (count - limit) * STEP;
    const where = `WHERE t >= ${from} ORDER BY t`;
    await table.compare(`read ${limit} records`, () => history.read(KEY, { limit }), {
      ClickHouse: () => click.query(`SELECT t, p, v, s FROM d.r ${where}`, 'Native'),
      DuckDB: async () => (await duck.runAndReadAll(`SELECT * FROM r ${where}`)).getColumns(),
      'SQLite rows': () => plain.prepare(`SELECT * FROM r ${where}`).all(),
    });
    if (limit !== 50_000) continue;
    await table.compare(
      '50,000 records as lines of JSON, read included',
      async () => formatJsonLines((await history.read(KEY, { limit })).columns),
      {
        ClickHouse: () => click.query(`SELECT t, p, v, s FROM d.r ${where}`, 'JSONEachRow'),
        DuckDB: async () => {
          const rows = await duck.runAndReadAll(`SELECT to_json(r) AS j FROM r ${where}`);
          return `[${(rows.getColumns()[0] ?? []).join(',')}]`;
        },
        'SQLite rows': () => JSON.stringify(plain.prepare(`SELECT * FROM r ${where}`).all()),
      },
    );
  }
  await measureThousand(table, history);

  const window = { fromMs: epochMs(START + 7_777), toMs: epochMs(START + count * STEP - 7_777) };
  const where = `WHERE t BETWEEN ${window.fromMs} AND ${window.toMs}`;
  const duckBuckets = (bucketMs: number) =>
    `SELECT t // ${bucketMs} AS b, arg_min(p, t), max(p), min(p), arg_max(p, t), count(*), sum(v),
     sum(p * v) / sum(v) FROM r ${where} GROUP BY b ORDER BY b`;
  for (const [name, bucketMs] of [
    ['1 h', 3_600_000],
    ['7 min', 420_000],
  ] as const) {
    const peers = {
      ClickHouse: () =>
        click.query(`SELECT ${clickBuckets(bucketMs)} FROM d.r ${where} GROUP BY b ORDER BY b`, 'Native'),
      DuckDB: async () => (await duck.runAndReadAll(duckBuckets(bucketMs))).getColumns(),
    };
    const view = {
      'ClickHouse hourly view': () => click.query('SELECT * FROM d.h ORDER BY b', 'Native'),
    };
    await table.compare(
      `${count} records to ${name} buckets`,
      () => history.aggregate(KEY, { ...window, bucketMs }),
      { ...peers, ...(bucketMs === 3_600_000 ? view : {}) },
    );
  }
  const firstMs: number[] = [];
  const clickMs: number[] = [];
  const duckMs: number[] = [];
  for (let round = 0; round < 5; round++) {
    await history.close();
    history = await openSqliteHistory({ dataDir });
    firstMs.push(await timed(() => history.aggregate(KEY, { ...window, bucketMs: 420_000 })));
    const query = `SELECT ${clickBuckets(420_000)} FROM d.r ${where} GROUP BY b ORDER BY b`;
    clickMs.push(await timed(() => click.query(query, 'Native')));
    duckMs.push(await timed(async () => (await duck.runAndReadAll(duckBuckets(420_000))).getColumns()));
  }
  table.add({
    what: `${count} records to 7 min buckets, first time after opening (peers: asked before)`,
    ours: median(firstMs),
    peers: { ClickHouse: median(clickMs), DuckDB: median(duckMs) },
    unit: 'ms',
  });
  await history.close();
  plain.close();
  click.cleanup();
}

async function measureThousand(table: Table, history: HistoryStore): Promise<void> {
  const { columns } = await history.read(KEY, { limit: 1_000 });
  const rows = Array.from({ length: 1_000 }, (_, i) => readObservation(columns, i));
  const hundred = (run: () => unknown) => () => {
    for (let i = 0; i < 100; i++) run();
  };
  await table.compare(
    '100 times 1,000 records as lines of JSON',
    hundred(() => formatJsonLines(columns)),
    {
      'JSON.stringify of row objects': hundred(() => JSON.stringify(rows)),
    },
  );
}

function clickBuckets(bucketMs: number): string {
  return `intDiv(t, ${bucketMs}) AS b, argMin(p, t), max(p), min(p), argMax(p, t), count(), sum(v), sum(p * v) / sum(v)`;
}
