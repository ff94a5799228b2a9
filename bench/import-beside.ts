import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { pino } from 'pino';
import { NODE_FLAGS } from '../bin/runtime.js';
import { startApp } from '../src/app/assemble.ts';
import { startSimulatorThread, toSimulatedVenues } from '../src/cli/serve/simulator-thread.ts';
import { changeConfig, readConfig } from '../src/config/config.ts';
import { readSecrets } from '../src/config/secrets.ts';
import { epochMs, HOUR_MS, VENUES, type VenueId } from '../src/domain/index.ts';
import { ColumnBuilder } from '../src/history/columns/columns.ts';
import { openSqliteHistory } from '../src/history/sqlite/index.ts';
import { describeTurn, TurnLog } from './import/turn-log.ts';

/**
 * The commands `import` and `--undo` beside a service that polls four simulated venues: rows spread over the
 * pieces of one long series, then rows behind its end, then trees of thousands of short series twice, with the minute
 * behind each in which their tails are sealed. Before, the service is measured alone, and beside a process that
 * takes a processor as the command does. The service runs in this process, so the delays of its event loop are measured
 * within, and the answers of `/api/health` from a thread of its own. The control of the service alone is the event loop
 * of a process that has nothing to do, at the same time. `import/poll-turns.ts` is run first. Below each line are its longest turns of the event loop, and what
 * they were. `--polls default` polls as often as the service does by itself.
 *
 *     bin/with-node24 bench/import-beside.ts [--rows 1000000|0] [--pieces 10000] [--alone 20] [--markets 2000] [--polls default]
 *         [--series 3519] [--turns 3]
 *
 * Exit code 1 when, beside a command, the p99 of the event loop is above 20 ms, that of health above 50 ms, the longest
 * delay above 40 ms and above the one beside the process that only computes, or when a venue has a gap; or when the
 * longest delay of the service alone is above 25 ms and above its control.
 */
const ROWS = Number(option('--rows') ?? 1_000_000);
const PIECES = Number(option('--pieces') ?? 10_000);
const MARKETS = Number(option('--markets') ?? 2_000);
/** Short series of the trees that are imported. */
const SERIES_COUNT = Number(option('--series') ?? 3_519);
/** Times that the tree of short series is imported. */
const TURNS = ['first', 'second', 'third'].slice(0, Number(option('--turns') ?? 3));
const QUIET_LONGEST_MS = 25;
const BARS = { p99Ms: 20, longestMs: 40, healthMs: 50, gaps: 0 };

interface Measured {
  readonly said: string;
  readonly p99Ms: number;
  readonly longestMs: number;
  readonly healthMs: number;
  readonly gaps: number;
}

/**
 * Poll interval of venues whose limits on requests would delay a faster poll of 2,000 markets, ms. Default: a second.
 */
const POLL_MS: Readonly<Partial<Record<VenueId, number>>> = { polymarket: 5_000, limitless: 15_000 };
const SERIES = { venue: 'kalshi', storeKey: 'kxbench', asset: 'kalshi-kxbench' } as const;
const FIRST_MS = Date.UTC(2026, 0, 1);
/** A record a second, and pieces of 1,024 of them. */
const PIECE_MS = 1_024_000;
const FILLED_AT_ONCE = 51_200;

await startAsServiceDoes();
let missed = (await runPollTurns()) ? 0 : 1;
const directory = mkdtempSync(join(tmpdir(), 'crosstape-bench-'));
const dataDir = join(directory, 'data');
await fill();
const simulator = await startSimulatorThread({ port: 0, markets: MARKETS });
const simulated = changeConfig(readConfig({}, toSimulatedVenues(simulator.urls)), {
  dataDir,
  server: { port: 0, botPort: 0 },
  ...(option('--polls') === 'default'
    ? {}
    : {
        feed: {
          adapters: Object.fromEntries(VENUES.map((venue) => [venue, { pollMs: POLL_MS[venue] ?? 1_000 }])),
        },
      }),
});
const app = await startApp({ config: simulated, secrets: readSecrets({}), log: pino({ level: 'error' }) });
let health: number[] = [];
const caller = new Worker(new URL('./import/health-caller.ts', import.meta.url), {
  workerData: { url: app.apiUrl },
});
caller.on('message', (ms: number) => health.push(ms));
/** Links are matched for the first time after a start, which keeps the event loop busy. */
const SETTLE_MS = 30_000;
/** Seconds behind an import in which most of its tails are sealed. */
const SEALED_S = 30;
/** Seconds for which the service is measured alone, first. */
const ALONE_S = Number(option('--alone') ?? 20);
const SHOWN_TURNS = 3;
try {
  if (ALONE_S > 1) await sleep(SETTLE_MS);
  const idle = measureIdleProcess();
  const alone = await measure('service alone', () => sleep(ALONE_S * 1_000, ''));
  const idleMs = await idle;
  process.stdout.write(`    a process with nothing to do, meanwhile: longest ${idleMs.toFixed(1)} ms\n`);
  if (alone.longestMs > Math.max(QUIET_LONGEST_MS, idleMs)) noteMissed();
  const control = await measure('service beside a process that only computes', compute);
  const bars = { ...BARS, longestMs: Math.max(BARS.longestMs, control.longestMs) };
  const change = async (what: string, ...args: string[]): Promise<string> => {
    const measured = await measure(what, () => run(...args));
    if (isAbove(bars, measured)) noteMissed();
    return measured.said;
  };
  const spanMs = PIECES * PIECE_MS;
  const spread = await writeRows('spread.csv', (i) => FIRST_MS + Math.floor((i * spanMs) / ROWS) + 7);
  const behind = await writeRows('behind.csv', (i) => FIRST_MS + spanMs + i * 100);
  for (const [name, file] of [
    [`rows over ${PIECES} pieces`, spread],
    ['rows behind the end', behind],
  ] as const) {
    if (ROWS === 0) break;
    const said = await change(`import of ${ROWS} ${name}`, 'kalshi', 'kxbench', file);
    const batch = /^batch (\S+)$/m.exec(said)?.[1] ?? '';
    await change('its undo', '--undo', batch);
  }
  for (const turn of TURNS) {
    const tree = await exportShortSeries(turn);
    const what = `import of ${SERIES_COUNT} short series, the ${turn} time, and what is sealed behind it`;
    const measured = await measure(what, async () => {
      const said = await run(tree);
      await sleep(SEALED_S * 1_000);
      return said;
    });
    if (isAbove(bars, measured)) noteMissed();
  }
} finally {
  await caller.terminate();
  await app.stop();
  await simulator.close();
  rmSync(directory, { recursive: true, force: true });
}
process.exitCode = missed === 0 ? 0 : 1;

function noteMissed(): void {
  missed++;
  process.stdout.write('    a bar is missed\n');
}

/** Exports a tree of a few rows of many series, later ones at each turn. */
async function exportShortSeries(turn: string): Promise<string> {
  const from = join(directory, `from-${turn}`);
  const tree = join(directory, `tree-${turn}`);
  const hour = ['first', 'second', 'third'].indexOf(turn);
  const history = await openSqliteHistory({ dataDir: from });
  for (let i = 0; i < 3; i++) {
    const t = epochMs(FIRST_MS + hour * HOUR_MS + i * 60_000);
    const ids = Array.from({ length: SERIES_COUNT }, (_, n) => `kxshort-${n}`);
    await history.append(
      ids.map((key) => ({
        venue: 'kalshi',
        storeKey: key,
        asset: `kalshi-${key}`,
        t,
        p: 0.5,
        v: null,
        s: 'poll',
      })),
    );
  }
  await history.close();
  await runCommand('export', '--all', '-o', tree, '--data-dir', from);
  return tree;
}

/** Measures the longest delay of an event loop that has nothing to do, which the machine alone makes. */
function measureIdleProcess(): Promise<number> {
  const child = spawn(process.execPath, [
    '-e',
    `const d = require('node:perf_hooks').monitorEventLoopDelay({ resolution: 1 }); d.enable(); setTimeout(() => console.log(d.max / 1e6), ${ALONE_S * 1_000})`,
  ]);
  let said = '';
  child.stdout.on('data', (chunk) => (said += String(chunk)));
  return new Promise((resolve) => child.once('exit', () => resolve(Number(said))));
}

async function fill(): Promise<void> {
  const history = await openSqliteHistory({ dataDir });
  for (let from = 0; from < PIECES * 1_024; from += FILLED_AT_ONCE) {
    const rows = new ColumnBuilder(FILLED_AT_ONCE);
    for (let i = from; i < Math.min(from + FILLED_AT_ONCE, PIECES * 1_024); i++) {
      rows.push(FIRST_MS + i * 1_000, (40 + ((i * 7_919) % 21)) / 100, Number.NaN, 1);
    }
    await history.insert(SERIES, rows);
  }
  await history.close();
}

async function writeRows(name: string, time: (i: number) => number): Promise<string> {
  const file = join(directory, name);
  const output = createWriteStream(file);
  output.write('t,p\n');
  for (let from = 0; from < ROWS; from += 10_000) {
    const count = Math.min(10_000, ROWS - from);
    output.write(Array.from({ length: count }, (_, i) => `${time(from + i)},0.25\n`).join(''));
  }
  output.end();
  await finished(output);
  return file;
}

async function measure(what: string, work: () => Promise<string>): Promise<Measured> {
  const before = (await app.history.readStats()).commits;
  const startedMs = Date.now();
  const delays = monitorEventLoopDelay({ resolution: 1 });
  health = [];
  const turns = new TurnLog();
  delays.enable();
  const startedAt = performance.now();
  const said = await work();
  const seconds = (performance.now() - startedAt) / 1_000;
  delays.disable();
  const { longest, busiest } = await turns.stop(SHOWN_TURNS);
  const [p50Ms, p99Ms, longestMs] = [delays.percentile(50), delays.percentile(99), delays.max].map(
    (ns) => ns / 1e6,
  ) as [number, number, number];
  const commits = (await app.history.readStats()).commits - before;
  const healthMs = health.sort((a, b) => a - b)[Math.floor(health.length * 0.99)] ?? 0;
  let gaps = 0;
  for (const venue of VENUES)
    gaps += (await app.history.listGaps(venue, { fromMs: epochMs(startedMs) })).length;
  process.stdout.write(
    `${what}: ${seconds.toFixed(1)} s, event loop p50 ${p50Ms.toFixed(1)}, p99 ${p99Ms.toFixed(1)}, longest ${longestMs.toFixed(1)} ms; health p99 ${healthMs.toFixed(1)} ms of ${health.length}; ${commits} commits, ${gaps} gaps\n`,
  );
  process.stdout.write(`    the longest: ${longest.map(describeTurn).join('; ')}\n`);
  if (busiest !== null) process.stdout.write(`    the busiest: ${describeTurn(busiest)}\n`);
  return { said, p99Ms, longestMs, healthMs, gaps };
}

function isAbove(bars: typeof BARS, measured: Measured): boolean {
  const { p99Ms, longestMs, healthMs, gaps } = measured;
  return p99Ms > bars.p99Ms || longestMs > bars.longestMs || healthMs > bars.healthMs || gaps > bars.gaps;
}

function run(...args: string[]): Promise<string> {
  return runCommand('import', ...args, '--data-dir', dataDir);
}

function runCommand(...args: string[]): Promise<string> {
  const command = join(new URL('..', import.meta.url).pathname, 'bin/crosstape');
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve(said) : reject(new Error(`ended with ${code}: ${said}`)),
    );
  });
}

/** Keeps a processor as busy as the command does, with nothing for the service to do. */
function compute(): Promise<string> {
  const child = spawn(process.execPath, [
    '-e',
    `const end = Date.now() + ${ALONE_S * 1_000}; while (Date.now() < end);`,
  ]);
  return new Promise((resolve) => child.once('exit', () => resolve('')));
}

/**
 * Starts this benchmark again with the settings of the service's garbage collector, which works with less room than
 * Node gives by itself.
 */
async function startAsServiceDoes(): Promise<void> {
  if (NODE_FLAGS.every((flag) => process.execArgv.includes(flag))) return;
  const child = spawn(process.execPath, [...NODE_FLAGS, ...process.argv.slice(1)], { stdio: 'inherit' });
  const end = () => child.kill('SIGTERM');
  process.once('SIGTERM', end).once('SIGINT', end);
  const [code] = await once(child, 'exit');
  process.exit(typeof code === 'number' ? code : 1);
}

/** Runs polls in turn with an import; returns whether they held their bar. */
async function runPollTurns(): Promise<boolean> {
  const file = new URL('./import/poll-turns.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [...NODE_FLAGS, file, String(MARKETS)], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return code === 0;
}

function option(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : process.argv[at + 1];
}
