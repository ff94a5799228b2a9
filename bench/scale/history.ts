import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { epochMs } from '../../src/domain/index.ts';
import { openClickhouseHistory } from '../../src/history/clickhouse/index.ts';
import { RecordRows } from '../../src/history/clickhouse/record-rows.ts';
import { RowReader } from '../../src/history/clickhouse/row-binary.ts';
import { ClickhouseServer as RecordServer } from '../../src/history/clickhouse/server.ts';
import { describeRecordTable } from '../../src/history/clickhouse/table.ts';
import type { HistoryStore, SeriesObservation } from '../../src/history/contract/history-store.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { ClickhouseServer } from '../../test/servers/clickhouse-server.ts';
import { PostgresEngine } from '../../test/servers/postgres-engine.ts';
import { findPostgres, PostgresServer } from '../../test/servers/postgres-server.ts';

/**
 * Costs of a history on ClickHouse, whose engine runs as a library: bytes of a record; processor time of inserts with and
 * without projections, of buckets and of newest records; an acknowledged append beside the local file. From these it computes
 * disk and cost for 5,000 to 1,000,000 markets. Ratios are of one run, with one query at a time.
 *
 * Usage: node bin/with-node24 bench/scale/history.ts [--series 2000] [--long 1000000]
 */
const { values } = parseArgs({
  options: { series: { type: 'string', default: '2000' }, long: { type: 'string', default: '1000000' } },
});
const SERIES = Number(values.series);
const LONG = Number(values.long);
/** Records of a series in one insert, as a shipper joins them, and inserts. */
const POLLS = 5;
const INSERTS = 30;
const EVERY_MS = 5_000;
const START = Date.UTC(2026, 5, 1);

/** Assumed prices of storage, USD a terabyte and month: the last month on SSD, older months in an object store. */
const PRICES = { ssd: 80, objects: 20 };
const COPIES = 2;
const MONTHS = 60;

const [programs] = findPostgres().slice(-1);
if (programs === undefined) throw new Error('PostgreSQL is not installed: npm ci in test/servers');
const postgres = await PostgresServer.start(programs, { fsync: true });
const clickhouse = await ClickhouseServer.start();
const url = clickhouse.url('default');
const records = await RecordServer.open(url);
/** Bytes of a record, and processor time of its insert in µs. */
const cost = { bytes: 0, insertUs: 0, outboxBytes: 0 };
try {
  await measureInserts();
  await measureReads();
  await measureAppends();
  printSizes();
} finally {
  await records.close();
  await clickhouse.stop();
  await postgres.stop();
}

/** Makes one insert of all series: a third perpetuals with volume, two thirds binaries in cents. */
function makeRows(insert: number, prices: Float64Array): RecordRows {
  const rows = new RecordRows(SERIES * POLLS);
  for (let k = 0; k < SERIES; k++) {
    const number = BigInt.asIntN(64, BigInt(k + 1) * 0x9e37_79b9_7f4a_7c15n);
    for (let poll = 0; poll < POLLS; poll++) {
      const isPerp = k % 3 === 0;
      const n = insert * POLLS + poll;
      prices[k] = walk(prices[k]!, isPerp);
      const v = isPerp && Math.random() < 0.7 ? Number((Math.random() * 40).toPrecision(5)) : Number.NaN;
      // The receive time of a poll is that of all its records, a few milliseconds off the beat.
      const t = START + n * EVERY_MS + ((n * 37) % 23);
      rows.push(number, { t, b: n, i: 0, p: prices[k]!, v, s: 1, f: 0 });
    }
  }
  return rows;
}

function walk(price: number, isPerp: boolean): number {
  if (Math.random() < 0.6) return price;
  if (isPerp) return Number((price * (1 + (Math.random() - 0.5) * 1e-3)).toPrecision(5));
  return Math.min(99, Math.max(1, Math.round(price * 100) + (Math.random() < 0.5 ? 1 : -1))) / 100;
}

async function measureInserts(): Promise<void> {
  const withoutProjections = (text: string) => text.replace(/,\s*PROJECTION[\s\S]*?GROUP BY k, bt\)\n/, '\n');
  const plain = withoutProjections(describeRecordTable('plain'));
  const gorilla = withoutProjections(describeRecordTable('gorilla'))
    .replace('t Int64 CODEC(Delta(8), ZSTD(1))', 't Int64 CODEC(DoubleDelta, ZSTD(1))')
    .replace('p Float64 CODEC(Delta(8), ZSTD(1))', 'p Float64 CODEC(Gorilla, ZSTD(1))')
    .replace('v Float64 CODEC(ZSTD(1))', 'v Float64 CODEC(Gorilla, ZSTD(1))');
  for (const sql of [describeRecordTable('obs'), plain, gorilla]) await records.execute(sql);
  const prices = Float64Array.from({ length: SERIES }, (_, k) => (k % 3 === 0 ? 20 + k : 0.4));
  const cpu = { obs: 0, plain: 0, gorilla: 0 };
  for (let insert = 0; insert < INSERTS; insert++) {
    const block = makeRows(insert, prices).encode();
    for (const table of ['obs', 'plain', 'gorilla'] as const) {
      const before = readCpuMs();
      await records.insert(table, block, `${table}-${insert}`);
      cpu[table] += readCpuMs() - before;
    }
  }
  const rows = SERIES * POLLS * INSERTS;
  for (const table of ['obs', 'plain', 'gorilla']) await records.execute(`OPTIMIZE TABLE ${table} FINAL`);
  const sizes = {
    obs: (await readBytes('obs')) / rows,
    plain: (await readBytes('plain')) / rows,
    gorilla: (await readBytes('gorilla')) / rows,
  };
  cost.bytes = sizes.obs;
  cost.insertUs = (cpu.obs * 1_000) / rows;
  print('records', rows);
  print('bytes a record, projections included', sizes.obs.toFixed(2));
  print('bytes a record: plain / Gorilla and DoubleDelta', ratio(sizes.plain, sizes.gorilla, 0.7));
  print('processor time of an insert, µs a record', cost.insertUs.toFixed(2));
  print('processor time of an insert: with projections / without', ratio(cpu.obs, cpu.plain, 1.6));
}

async function measureReads(): Promise<void> {
  for (let from = 0; from < LONG; from += 100_000) {
    const rows = new RecordRows(Math.min(100_000, LONG - from));
    for (let n = from; n < Math.min(LONG, from + 100_000); n++) {
      rows.push(-7n, {
        t: START + n * EVERY_MS,
        b: n,
        i: 0,
        p: 100 + Math.sin(n / 900),
        v: 1,
        s: 1,
        f: 0,
      });
    }
    await records.insert('obs', rows.encode(), `long-${from}`);
  }
  const bars = `argMin(p, t), argMax(p, t), max(p), min(p), count(), sumIf(v, NOT isNaN(v)), max(bitAnd(f, 2))`;
  const sql = `SELECT k, intDiv(t, 3600000) AS bt, ${bars} FROM obs WHERE k = -7 GROUP BY k, bt`;
  const scan = await measure(() => records.read(sql, { settings: { optimize_use_projections: 0 } }));
  const hour = await measure(() => records.read(sql, { settings: { force_optimize_projection: 1 } }));
  const newest = await measure(() =>
    records.read(
      'SELECT t, b, i, p, v, s FROM obs WHERE k = -7 ORDER BY k DESC, t DESC, b DESC, i DESC LIMIT 1001',
    ),
  );
  print(`hours of ${LONG} records: projection ${hour.ms.toFixed(1)} ms, scan ${scan.ms.toFixed(1)} ms`, '');
  print('hours, processor time: projection / scan', ratio(hour.cpuMs, scan.cpuMs, 0.2));
  print('newest 1,000, ms at p50 (bar 30)', newest.ms.toFixed(1));
}

async function measureAppends(): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-scale-'));
  const engine = new PostgresEngine(programs?.name ?? '', postgres.url('postgres'));
  const databaseUrl = await engine.createDatabase({ after: () => undefined } as never);
  await engine.run("INSERT INTO lease (name, holder, fence) VALUES ('feed:kalshi', 'bench', 1)", databaseUrl);
  const local = await openSqliteHistory({ dataDir });
  const onServers = await openClickhouseHistory(
    { historyUrl: clickhouse.url('appends'), databaseUrl },
    { leadership: { fence: () => 1 } },
  );
  const times = { local: [] as number[], onServers: [] as number[] };
  for (let n = 0; n < 40; n++) {
    const batch = Array.from(
      { length: SERIES },
      (_, k): SeriesObservation => ({
        venue: 'kalshi',
        storeKey: `kx-${k}`,
        asset: `kalshi-kx-${k}`,
        t: epochMs(START + n * EVERY_MS),
        p: ((k + n) % 99) / 100,
        v: null,
        s: 'poll',
      }),
    );
    times.local.push(await time(local, batch));
    times.onServers.push(await time(onServers, batch));
  }
  const { outboxBytes, outboxRows } = await onServers.readShipping();
  await local.close();
  await onServers.close();
  rmSync(dataDir, { recursive: true, force: true });
  print(`append of ${SERIES} records, p50: local ${p50(times.local).toFixed(1)} ms`, '');
  print('append, p50: servers / local file', ratio(p50(times.onServers), p50(times.local), 3));
  cost.outboxBytes = outboxBytes / Math.max(1, outboxRows);
  print('outbox, bytes a record', cost.outboxBytes.toFixed(1));
}

async function time(store: HistoryStore, batch: readonly SeriesObservation[]): Promise<number> {
  const from = performance.now();
  await store.append(batch);
  return performance.now() - from;
}

/** Prints the table of sizes in docs/scaling.md: one record a second and market over five years. */
function printSizes(): void {
  const seconds = (365.25 * 86_400) / 12;
  print('', '');
  print('| Markets | one copy, TB | two copies, USD a month | to the outbox, MB/s |', '');
  print('|---|---|---|---|', '');
  for (const markets of [5_000, 100_000, 1_000_000]) {
    const month = (markets * seconds * cost.bytes) / 1e12;
    const usd = COPIES * month * (PRICES.ssd + (MONTHS - 1) * PRICES.objects);
    const columns = [
      markets.toLocaleString('en-US'),
      Number((month * MONTHS).toPrecision(2)),
      Number(usd.toPrecision(2)).toLocaleString('en-US'),
      Number(((markets * cost.outboxBytes) / 1e6).toPrecision(2)),
    ];
    print(`| ${columns.join(' | ')} |`, '');
  }
}

async function measure(
  run: () => Promise<unknown>,
): Promise<{ readonly ms: number; readonly cpuMs: number }> {
  await run();
  const times: number[] = [];
  const before = readCpuMs();
  for (let n = 0; n < 15; n++) {
    const from = performance.now();
    await run();
    times.push(performance.now() - from);
  }
  return { ms: p50(times), cpuMs: (readCpuMs() - before) / 15 };
}

function p50(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[times.length >> 1]!;
}

function ratio(one: number, other: number, bar: number): string {
  return `${(one / other).toFixed(2)} (bar ${bar}; ${one.toFixed(2)} and ${other.toFixed(2)})`;
}

async function readBytes(table: string): Promise<number> {
  const sql = `SELECT sum(bytes_on_disk) FROM system.parts WHERE table = '${table}' AND active`;
  return new RowReader(await records.read(sql)).i64();
}

/** Reads the processor time of the process of ClickHouse, in steps of 10 ms. */
function readCpuMs(): number {
  const fields = readFileSync(`/proc/${clickhouse.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function print(what: string, value: string | number): void {
  process.stdout.write(`${what}${value === '' ? '' : `: ${value}`}\n`);
}
