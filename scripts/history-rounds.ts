import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openClickhouseHistory } from '../src/history/clickhouse/index.ts';
import { holdVenues } from '../src/history/clickhouse/postgres/venue-leases.ts';
import { RowReader } from '../src/history/clickhouse/row-binary.ts';
import { ClickhouseServer as RecordServer } from '../src/history/clickhouse/server.ts';
import { ClickhouseServer } from '../test/servers/clickhouse-server.ts';
import { PostgresEngine } from '../test/servers/postgres-engine.ts';
import { findPostgres, PostgresServer } from '../test/servers/postgres-server.ts';

/**
 * Kills the recording process, ClickHouse and PostgreSQL in turns, and freezes the process while another one takes over, while
 * batches are appended; some answers of ClickHouse are lost besides. Then every record that was acknowledged is in the table once,
 * and no other one twice.
 *
 * Usage: node bin/with-node24 scripts/history-rounds.ts [--rounds 20] [--control tokens|lists]
 *
 * A control leaves out what keeps the promise, and must fail.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, control: { type: 'string' } },
});
const WRITER = path.resolve(import.meta.dirname, '../test/servers/history-writer.ts');

const [programs] = findPostgres().slice(-1);
if (programs === undefined) throw new Error('PostgreSQL is not installed: npm ci in test/servers');
const postgres = await PostgresServer.start(programs, { fsync: true });
const clickhouse = await ClickhouseServer.start();
const engine = new PostgresEngine(programs.name, postgres.url('postgres'));
const drops: (() => Promise<void>)[] = [];
const databaseUrl = await engine.createDatabase({
  after: (drop: () => Promise<void>) => drops.push(drop),
} as never);
const historyUrl = clickhouse.url('rounds');

/** Prices of records that were acknowledged. */
const acknowledged = new Set<number>();
let writers = 0;
const running = new Set<ChildProcess>();

function startWriter(diesAfterInsert: boolean): ChildProcess {
  const writer = ++writers;
  const flags = [
    ...(diesAfterInsert ? ['--die-after-insert'] : []),
    ...(values.control === undefined ? [] : ['--control', values.control]),
  ];
  const child = spawn(process.execPath, [WRITER, historyUrl, databaseUrl, String(writer), ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let rest = '';
  child.stdout.on('data', (chunk) => {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      for (let i = 0; i < 50; i++) acknowledged.add(writer * 1e10 + Number(line) * 100 + i);
    }
  });
  return child;
}

/** Waits until a writer has been acknowledged so many more batches. @param mayEnd It may end itself meanwhile. */
async function progress(child: ChildProcess, batches: number, mayEnd = false): Promise<void> {
  const wanted = acknowledged.size + batches * 50;
  const end = performance.now() + 60_000;
  while (acknowledged.size < wanted) {
    const isOver = child.exitCode !== null || child.signalCode !== null;
    if (isOver && mayEnd) return;
    if (isOver) throw new Error(`a writer ended by itself: ${child.exitCode ?? child.signalCode}`);
    if (performance.now() > end) throw new Error('nothing was acknowledged for 60 s');
    await wait(20);
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function playRound(round: number): Promise<string> {
  const turn = ['feed', 'clickhouse', 'feed after an insert', 'postgres', 'frozen feed'][round % 5]!;
  const endsItself = turn === 'feed after an insert';
  const child = startWriter(endsItself);
  await progress(child, 5 + Math.floor(Math.random() * 40), endsItself);
  await wait(Math.random() * 1_500);
  if (turn === 'clickhouse') {
    await clickhouse.killNow();
    await progress(child, 5);
    await clickhouse.restart();
  } else if (turn === 'postgres') {
    postgres.killNow();
    await wait(Math.random() * 2_000);
    await postgres.restart();
  } else if (turn === 'feed after an insert') {
    await Promise.race([once(child, 'exit'), wait(4_000)]);
  } else if (turn === 'frozen feed') {
    child.kill('SIGSTOP');
    const other = startWriter(false);
    await progress(other, 5);
    child.kill('SIGCONT');
    await progress(other, 20);
    await kill(other);
  }
  if (turn === 'clickhouse' || turn === 'postgres') await progress(child, 10);
  await kill(child);
  return turn;
}

let hasFailed = false;
try {
  // Its tables are there before the first kill.
  await (await open()).close();
  for (let round = 0; round < Number(values.rounds); round++) {
    const turn = await playRound(round);
    process.stdout.write(`round ${round + 1}, ${turn}: ${acknowledged.size} records acknowledged\n`);
  }
  const history = await open();
  await history.ship();
  await history.close();
  const { lost, doubled, stored } = await count();
  process.stdout.write(
    `${acknowledged.size} acknowledged, ${stored} stored: ${lost} lost, ${doubled} doubled\n`,
  );
  hasFailed = lost + doubled > 0;
} finally {
  for (const child of running) await kill(child);
  await clickhouse.stop();
  await postgres.stop();
}
const isControl = values.control !== undefined;
if (isControl)
  process.stdout.write(hasFailed ? 'the control fails, as it must\n' : 'the control did not fail\n');
process.exit(hasFailed === isControl ? 0 : 1);

function open() {
  const leadership = holdVenues(databaseUrl, ['kalshi'], `count-${++writers}`);
  return openClickhouseHistory({ historyUrl, databaseUrl }, { leadership });
}

async function count() {
  const server = await RecordServer.open(historyUrl);
  const reader = new RowReader(await server.read('SELECT p, count() FROM obs GROUP BY p'));
  await server.close();
  const counts = new Map<number, number>();
  while (!reader.isAtEnd) counts.set(reader.f64(), reader.i64());
  return {
    stored: counts.size,
    lost: [...acknowledged].filter((price) => !counts.has(price)).length,
    doubled: [...counts.values()].filter((times) => times > 1).length,
  };
}
