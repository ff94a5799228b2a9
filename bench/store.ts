import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DuckDBInstance } from '@duckdb/node-api';
import { Session } from 'chdb';
import { epochMs, type Observation } from '../src/domain/index.ts';
import { jsonRecords } from '../src/history/json.ts';
import { openSqliteHistory } from '../src/history/sqlite/index.ts';

/** Records of the long series, 5 s apart, and where it starts: off every round hour. */
const RECORDS = Number(process.argv[2] ?? 1_000_000);
const START = 1_700_000_123_456;
const STEP = 5_000;
const ROUNDS = 5;
const BATCH = 2_000;

const KEY = { venue: 'hyperliquid', storeKey: 'perp-btc', asset: 'hl-BTC' } as const;

interface Row {
  readonly what: string;
  readonly ours: number;
  readonly peers: Readonly<Record<string, number>>;
  readonly unit: string;
}

const table: Row[] = [];
const directory = mkdtempSync(join(tmpdir(), 'crosstape-bench-'));
try {
  await measure();
} finally {
  rmSync(directory, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const records = randomWalk(RECORDS);
  const history = await openSqliteHistory({ dataDir: join(directory, 'ours') });
  const plain = new DatabaseSync(join(directory, 'plain.sqlite'));
  plain.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE r (t INTEGER, p REAL, v REAL, s INTEGER)',
  );
  const duck = await (await DuckDBInstance.create(join(directory, 'duck.db'))).connect();
  await duck.run('SET threads = 2; CREATE TABLE r (t BIGINT, p DOUBLE, v DOUBLE, s TINYINT)');
  const click = new Session(join(directory, 'click'));

  // Appends: the same batches, one durable commit each.
  const insert = plain.prepare('INSERT INTO r VALUES (?, ?, ?, 1)');
  const appendMs: number[] = [];
  const plainMs: number[] = [];
  for (let i = 0; i < records.length; i += BATCH) {
    const part = records.slice(i, i + BATCH);
    const batch = part.map((record) => ({ ...record, ...KEY }));
    appendMs.push(await timed(() => history.append(batch)));
    plainMs.push(
      await timed(() => {
        plain.exec('BEGIN');
        for (const { t, p, v } of part) insert.run(t, p, v);
        plain.exec('COMMIT');
      }),
    );
  }
  plain.exec('CREATE INDEX r_t ON r (t)');
  const total = (times: readonly number[]) => times.reduce((sum, ms) => sum + ms, 0);
  table.push({
    what: `append ${RECORDS} in batches of ${BATCH}`,
    ours: total(appendMs),
    peers: { 'SQLite rows': total(plainMs) },
    unit: 'ms',
  });

  const csv = join(directory, 'records.csv');
  await writeCsv(csv, records);
  await duck.run(`INSERT INTO r SELECT * FROM read_csv('${csv}', header = false) ORDER BY 1`);
  click.query('CREATE DATABASE IF NOT EXISTS d ENGINE = Atomic');
  click.query(
    `CREATE TABLE d.r (t Int64 CODEC(DoubleDelta, ZSTD(3)), p Float64 CODEC(Gorilla, ZSTD(3)),
     v Float64 CODEC(Gorilla, ZSTD(3)), s Int8 CODEC(ZSTD(3))) ENGINE = MergeTree ORDER BY t`,
  );
  click.query(`INSERT INTO d.r SELECT * FROM file('${csv}', CSV, 't Int64, p Float64, v Float64, s Int8')`);
  click.query('OPTIMIZE TABLE d.r FINAL');
  click.query(
    `CREATE TABLE d.h ENGINE = MergeTree ORDER BY b AS SELECT ${clickBuckets(3_600_000)} FROM d.r GROUP BY b`,
  );

  const json = { ours: async () => jsonRecords((await history.read(KEY, { limit: 50_000 })).columns) };
  const from = START + (RECORDS - 50_000) * STEP;
  await compare('50,000 records as JSON', json.ours, {
    ClickHouse: () => click.query(`SELECT t, p, v, s FROM d.r WHERE t >= ${from} ORDER BY t`, 'JSONEachRow'),
    DuckDB: async () =>
      JSON.stringify(
        (await duck.runAndReadAll(`SELECT * FROM r WHERE t >= ${from} ORDER BY t`)).getRowsJson(),
      ),
    'SQLite rows': () => JSON.stringify(plain.prepare('SELECT * FROM r WHERE t >= ? ORDER BY t').all(from)),
  });
  for (const limit of [20_000, 50_000]) {
    await compare(`read ${limit} records`, () => history.read(KEY, { limit }), {
      'SQLite rows': () => plain.prepare('SELECT * FROM r ORDER BY t DESC LIMIT ?').all(limit),
      DuckDB: async () =>
        (await duck.runAndReadAll(`SELECT * FROM r ORDER BY t DESC LIMIT ${limit}`)).getColumns(),
    });
  }

  const window = { fromMs: epochMs(START + 7_777), toMs: epochMs(START + RECORDS * STEP - 7_777) };
  const where = `WHERE t BETWEEN ${window.fromMs} AND ${window.toMs}`;
  for (const [name, bucketMs] of [
    ['1 h', 3_600_000],
    ['7 min', 420_000],
  ] as const) {
    await compare(
      `${RECORDS} records to ${name} buckets`,
      () => history.aggregate(KEY, { ...window, bucketMs }),
      {
        ClickHouse: () =>
          click.query(`SELECT ${clickBuckets(bucketMs)} FROM d.r ${where} GROUP BY b ORDER BY b`, 'Native'),
        ...(bucketMs === 3_600_000
          ? { 'ClickHouse hourly view': () => click.query('SELECT * FROM d.h ORDER BY b', 'Native') }
          : {}),
        DuckDB: async () =>
          (
            await duck.runAndReadAll(
              `SELECT t // ${bucketMs} AS b, first(p ORDER BY t), max(p), min(p), last(p ORDER BY t), count(*), sum(v),
             sum(p * v) / sum(v) FROM r ${where} GROUP BY b ORDER BY b`,
            )
          ).getColumns(),
      },
    );
  }
  const bytes = click.query(
    "SELECT sum(bytes_on_disk) FROM system.parts WHERE table = 'r' AND active",
    'TSV',
  );
  table.push({
    what: 'bytes per observation, generated',
    ours: ((await history.find(KEY))?.bytes ?? 0) / RECORDS,
    peers: { ClickHouse: Number(bytes) / RECORDS },
    unit: 'B',
  });
  await history.close();
  const openMs = await timed(async () => {
    await (await openSqliteHistory({ dataDir: join(directory, 'ours') })).close();
  });
  table.push({ what: 'open and close', ours: openMs, peers: {}, unit: 'ms' });
  plain.close();
  print();
}

function clickBuckets(bucketMs: number): string {
  return `intDiv(t, ${bucketMs}) AS b, argMin(p, t), max(p), min(p), argMax(p, t), count(), sum(v), sum(p * v) / sum(v)`;
}

async function compare(
  what: string,
  ours: () => unknown,
  peers: Readonly<Record<string, () => unknown>>,
): Promise<void> {
  const all = { ours, ...peers };
  const times: Record<string, number[]> = {};
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, run] of Object.entries(all)) {
      const ms = await timed(run);
      // The first round warms up.
      if (round > 0) times[name] = [...(times[name] ?? []), ms];
    }
  }
  const { ours: own, ...others } = times;
  table.push({
    what,
    ours: median(own ?? []),
    peers: Object.fromEntries(Object.entries(others).map(([name, values]) => [name, median(values)])),
    unit: 'ms',
  });
}

function print(): void {
  const [cpu] = cpus();
  console.log(
    `${cpus().length} x ${cpu?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}\n`,
  );
  console.log('| What | Crosstape | Peer | Peer value | Crosstape / peer |\n|---|---|---|---|---|');
  for (const { what, ours, peers, unit } of table) {
    const entries = Object.entries(peers);
    if (entries.length === 0) console.log(`| ${what} | ${ours.toFixed(2)} ${unit} | | | |`);
    for (const [name, value] of entries) {
      const ratio = (ours / value).toFixed(3);
      console.log(
        `| ${what} | ${ours.toFixed(2)} ${unit} | ${name} | ${value.toFixed(2)} ${unit} | ${ratio} |`,
      );
    }
  }
}

async function timed(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** A price that moves by cents, with volumes of three decimals; the same every time. */
function randomWalk(count: number): Observation[] {
  let seed = 42;
  const random = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  let cents = 6_500_000;
  return Array.from({ length: count }, (_, i) => {
    cents += Math.round((random() - 0.5) * 2_000);
    return {
      t: epochMs(START + i * STEP),
      p: cents / 100,
      v: Math.round(random() * 10_000) / 1_000,
      s: 'poll',
    };
  });
}

async function writeCsv(file: string, records: readonly Observation[]): Promise<void> {
  const { writeFile } = await import('node:fs/promises');
  await writeFile(file, records.map(({ t, p, v }) => `${t},${p},${v},1`).join('\n'));
}
