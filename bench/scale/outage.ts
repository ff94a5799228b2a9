import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { epochMs } from '../../src/domain/index.ts';
import type { ClickhouseHistory } from '../../src/history/clickhouse/clickhouse-history.ts';
import { openClickhouseHistory, openClickhouseReader } from '../../src/history/clickhouse/index.ts';
import type { SeriesObservation } from '../../src/history/contract/history-store.ts';
import { ClickhouseServer } from '../../test/servers/clickhouse-server.ts';
import { PostgresEngine } from '../../test/servers/postgres-engine.ts';
import { findPostgres, PostgresServer } from '../../test/servers/postgres-server.ts';

/**
 * An hour without ClickHouse, with time compressed: as many polls as an hour has are appended as fast as they are acknowledged, while the
 * engine of ClickHouse (a library) is dead. Then how long a process starts over that outbox, how fast it is shipped, and that
 * every record is there once. Before that, how long a reader in another process waits for a record; after it, records that are
 * appended while PostgreSQL is away.
 *
 * Usage: node bin/with-node24 bench/scale/outage.ts [--markets 5000] [--polls 3600] [--away 30] [--lag 200]
 *
 * --away: seconds without PostgreSQL; --lag: records whose way to a reader is timed.
 */
const { values } = parseArgs({
  options: {
    markets: { type: 'string', default: '5000' },
    polls: { type: 'string', default: '3600' },
    away: { type: 'string', default: '30' },
    lag: { type: 'string', default: '200' },
  },
});
const [MARKETS, POLLS] = [Number(values.markets), Number(values.polls)];
const START = Date.UTC(2026, 5, 1);
const EVERY_MS = 1_000;
/** Bar for the time to catch up after an hour without ClickHouse, in seconds. */
const BAR_SECONDS = 600;

const [programs] = findPostgres().slice(-1);
if (programs === undefined) throw new Error('PostgreSQL is not installed: npm ci in test/servers');
const postgres = await PostgresServer.start(programs, { fsync: true });
const clickhouse = await ClickhouseServer.start();
const engine = new PostgresEngine(programs.name, postgres.url('postgres'));
const databaseUrl = await engine.createDatabase({ after: () => undefined } as never);
await engine.run("INSERT INTO lease (name, holder, fence) VALUES ('feed:kalshi', 'bench', 1)", databaseUrl);
const urls = { historyUrl: clickhouse.url('outage'), databaseUrl };
let records = 0;
let polls = 0;
try {
  let history = await open();
  await measureLag(history);
  await history.ship();
  await clickhouse.killNow();
  await fillOutbox(history);
  await history.close();
  await clickhouse.restart();
  history = await measureStart();
  await measureShipping(history);
  await loseDatabase(history);
  await history.ship();
  const { observations } = await history.readStats();
  print(
    `${records} acknowledged, ${observations} stored${observations === records ? '' : ': NOT EQUAL'}; load ${loadavg()[0]?.toFixed(1)}`,
  );
  await history.close();
  if (observations !== records) process.exitCode = 1;
} finally {
  await clickhouse.stop();
  await postgres.stop();
}

function open(): Promise<ClickhouseHistory> {
  return openClickhouseHistory(urls, { leadership: { fence: () => 1 } });
}

/** Appends one record of every market. */
async function append(history: ClickhouseHistory, markets = MARKETS): Promise<number> {
  const t = START + ++polls * EVERY_MS;
  const batch = Array.from(
    { length: markets },
    (_, k): SeriesObservation => ({
      venue: 'kalshi',
      storeKey: `kx-${k}`,
      asset: `kalshi-kx-${k}`,
      t: epochMs(t),
      p: ((k + polls) % 199) / 200,
      v: null,
      s: 'poll',
    }),
  );
  await history.append(batch);
  records += markets;
  return t;
}

/** Measures the time from the acknowledgement of a record until a reader that ships nothing has it. */
async function measureLag(history: ClickhouseHistory): Promise<void> {
  await append(history, 1);
  await history.ship();
  const reader = await openClickhouseReader(urls);
  const lags: number[] = [];
  for (let n = 0; n < Number(values.lag); n++) {
    await wait(Math.random() * 1_000);
    const t = await append(history, 1);
    const from = performance.now();
    while (((await reader.findLast({ venue: 'kalshi', storeKey: 'kx-0' }))?.t ?? 0) < t) await wait(20);
    lags.push(performance.now() - from);
  }
  await reader.close();
  lags.sort((a, b) => a - b);
  const at = (part: number) => ((lags[Math.floor(lags.length * part)] ?? 0) / 1_000).toFixed(2);
  print(
    `lag of a reader apart: p50 ${at(0.5)} s, p99 ${at(0.99)} s (bar 2); load ${loadavg()[0]?.toFixed(1)}`,
  );
}

async function fillOutbox(history: ClickhouseHistory): Promise<void> {
  const from = performance.now();
  const cpu = process.cpuUsage();
  for (let poll = 0; poll < POLLS; poll++) await append(history);
  const { user, system } = process.cpuUsage(cpu);
  const { outboxRows, outboxBytes } = await history.readShipping();
  const perPoll = ((user + system) / 1_000 / POLLS).toFixed(1);
  print(
    `${POLLS} polls of ${MARKETS} markets without ClickHouse: ${seconds(from)} s, ${perPoll} ms of processor time a poll; outbox ${outboxRows} records, ${(outboxBytes / 1e6).toFixed(0)} MB`,
  );
}

async function measureStart(): Promise<ClickhouseHistory> {
  const from = performance.now();
  const history = await open();
  const opened = seconds(from);
  const asked = performance.now();
  const { outboxRows } = await history.readShipping();
  print(`start over an outbox of ${outboxRows} records: ${opened} s, its size in ${seconds(asked)} s`);
  return history;
}

async function measureShipping(history: ClickhouseHistory): Promise<void> {
  const from = performance.now();
  const own = process.cpuUsage();
  const ofEngineMs = readCpuMs();
  let peak = 0;
  const looks = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 100);
  // New polls come while the old ones are shipped.
  const waited = POLLS * MARKETS;
  const shipped = history.ship();
  let isDone = false;
  const done = shipped.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await append(history);
    await Promise.race([done, wait(EVERY_MS)]);
  }
  await done;
  clearInterval(looks);
  const { user, system } = process.cpuUsage(own);
  const perRecord = (ms: number) => ((ms * 1_000) / waited).toFixed(2);
  print(
    `shipped in ${seconds(from)} s (bar ${BAR_SECONDS} for an hour), beside a poll a second; processor time a record ${perRecord((user + system) / 1_000)} us here, ${perRecord(readCpuMs() - ofEngineMs)} us of the engine; ${(peak / 1e6).toFixed(0)} MB resident at most; load ${loadavg()[0]?.toFixed(1)}`,
  );
}

/** Polls go on; each is acknowledged when PostgreSQL is back. */
async function loseDatabase(history: ClickhouseHistory): Promise<void> {
  postgres.killNow();
  const waiting: Promise<unknown>[] = [];
  for (let second = 0; second < Number(values.away); second++) {
    waiting.push(append(history));
    await wait(EVERY_MS);
  }
  await postgres.restart();
  const from = performance.now();
  await Promise.all(waiting);
  print(
    `${values.away} s without PostgreSQL: ${waiting.length} polls of ${MARKETS} markets acknowledged ${seconds(from)} s after`,
  );
}

/** Reads the processor time of the process of ClickHouse, in steps of 10 ms. */
function readCpuMs(): number {
  const fields = readFileSync(`/proc/${clickhouse.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function seconds(from: number): string {
  return ((performance.now() - from) / 1_000).toFixed(1);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
