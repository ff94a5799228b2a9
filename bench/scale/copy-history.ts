import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { epochMs } from '../../src/domain/index.ts';
import { openClickhouseReader } from '../../src/history/clickhouse/index.ts';
import type { Columns, HistoryReader } from '../../src/history/contract/history-store.ts';
import { openReadOnlyHistory, openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { ClickhouseServer } from '../../test/servers/clickhouse-server.ts';
import { PostgresEngine } from '../../test/servers/postgres-engine.ts';
import { findPostgres, PostgresServer } from '../../test/servers/postgres-server.ts';

/**
 * Copies a generated history into ClickHouse's engine as a library and PostgreSQL, with the command as users run it: once
 * without an interruption, which is timed, and once killed five times, after which both copies are compared record by record. Both
 * servers and the command share this machine: the processor time of the command and that of the engine tell them apart.
 *
 * Usage: node bin/with-node24 bench/scale/copy-history.ts [--records 1000000] [--series 500] [--months 3]
 */
const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '1000000' },
    series: { type: 'string', default: '500' },
    months: { type: 'string', default: '3' },
  },
});
const [RECORDS, SERIES, MONTHS] = [Number(values.records), Number(values.series), Number(values.months)];
const START = Date.UTC(2026, 0);
const EACH = Math.ceil(RECORDS / SERIES);
const STEP_MS = Math.floor((Date.UTC(2026, MONTHS) - START) / EACH);
/** Records of a series that come in one append of the generator. */
const POLLS = 2_000;
const BAR = 100_000;
/** Entry of the service. A child of `bin/crosstape` would outlive a kill. */
const COMMAND = path.resolve(import.meta.dirname, '../../src/main.js');

const [programs] = findPostgres().slice(-1);
if (programs === undefined) throw new Error('PostgreSQL is not installed: npm install in test/servers');
const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-copy-bench-'));
const postgres = await PostgresServer.start(programs, { fsync: true });
const clickhouse = await ClickhouseServer.start();
const engine = new PostgresEngine(programs.name, postgres.url('postgres'));
try {
  await generate();
  const whole = await createUrls('whole');
  const engineMs = readCpuMs(clickhouse.pid);
  const { seconds, cpuMs } = await copyWhole(whole);
  const ofEngineMs = readCpuMs(clickhouse.pid) - engineMs;
  const records = await compare(whole);
  const perSecond = Math.round(records / seconds);
  print(
    `${records} records of ${SERIES} series in ${MONTHS} months, copied and compared in ${seconds.toFixed(1)} s: ${perSecond} records/s (bar ${BAR}); load ${loadavg()[0]?.toFixed(1)}`,
  );
  print(
    `processor time a record: ${perRecord(cpuMs, records)} us of the command, ${perRecord(ofEngineMs, records)} us of the engine`,
  );
  const interrupted = await createUrls('interrupted');
  for (let kill = 1; kill <= 5; kill++) await copyAndKill(interrupted, (seconds * 1_000 * kill) / 6);
  await copyWhole(interrupted);
  print(`killed five times, then equal: ${await compare(interrupted)} records`);
} finally {
  await clickhouse.stop();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Probabilities in cents, a third of them with volume. */
async function generate(): Promise<void> {
  const history = await openSqliteHistory({ dataDir });
  for (let from = 0; from < EACH; from += POLLS) {
    const length = Math.min(POLLS, EACH - from);
    for (let n = 0; n < SERIES; n++) {
      const columns: Columns = {
        length,
        t: Float64Array.from({ length }, (_, i) => START + (from + i) * STEP_MS),
        p: Float64Array.from({ length }, (_, i) => ((from + i + n * 7) % 199) / 200),
        v: Float64Array.from({ length }, (_, i) => (n % 3 === 0 ? ((from + i) % 40) / 4 : Number.NaN)),
        s: new Uint8Array(length).fill(1),
      };
      await history.insert({ venue: 'kalshi', storeKey: `kx-${n}`, asset: `kalshi-kx-${n}` }, columns);
    }
  }
  await history.close();
  writeFileSync(path.join(dataDir, 'data-kind'), 'simulated\n');
}

async function createUrls(name: string) {
  const databaseUrl = await engine.createDatabase({ after: () => undefined } as never);
  return { historyUrl: clickhouse.url(name), databaseUrl };
}

type Urls = Awaited<ReturnType<typeof createUrls>>;

function startCopy({ historyUrl, databaseUrl }: Urls): ChildProcess {
  return spawn(process.execPath, [COMMAND, 'copy', 'history', '--data-dir', dataDir], {
    env: { ...process.env, CROSSTAPE_HISTORY_URL: historyUrl, CROSSTAPE_DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function copyWhole(urls: Urls): Promise<{ readonly seconds: number; readonly cpuMs: number }> {
  const from = performance.now();
  const child = startCopy(urls);
  let cpuMs = 0;
  const looks = setInterval(() => {
    cpuMs = Math.max(cpuMs, readCpuMs(child.pid ?? null));
  }, 50);
  const [code] = await once(child, 'exit');
  clearInterval(looks);
  if (code !== 0) throw new Error(`the copy ended with ${code}`);
  return { seconds: (performance.now() - from) / 1_000, cpuMs };
}

/** Reads the processor time of a process, in steps of 10 ms; 0 once it is gone. */
function readCpuMs(pid: number | null): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    // The process has ended, or the system has no /proc.
    return 0;
  }
}

function perRecord(ms: number, records: number): string {
  return ((ms * 1_000) / records).toFixed(2);
}

async function copyAndKill(urls: Urls, afterMs: number): Promise<void> {
  const child = startCopy(urls);
  const ended = once(child, 'exit');
  await Promise.race([ended, wait(afterMs)]);
  child.kill('SIGKILL');
  await ended;
}

/** Reads both sides whole. @returns How many records they have. */
async function compare(urls: Urls): Promise<number> {
  const source = await openReadOnlyHistory({ dataDir });
  const copy = await openClickhouseReader(urls);
  let records = 0;
  for (let n = 0; n < SERIES; n++) {
    const key = { venue: 'kalshi' as const, storeKey: `kx-${n}` };
    const [ours, theirs] = [await readAll(source, key), await readAll(copy, key)];
    for (const column of ['t', 'p', 'v', 's'] as const) {
      if (Buffer.compare(toBytes(ours[column]), toBytes(theirs[column])) !== 0) {
        throw new Error(`kx-${n} has another ${column} in the copy`);
      }
    }
    records += ours.t.length;
  }
  await Promise.all([source.close(), copy.close()]);
  return records;
}

async function readAll(reader: HistoryReader, key: { venue: 'kalshi'; storeKey: string }) {
  const { columns } = await reader.readForward(key, { limit: EACH + 1, fromMs: epochMs(0) });
  return columns;
}

function toBytes({ buffer, byteOffset, byteLength }: Float64Array | Uint8Array): Uint8Array {
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
