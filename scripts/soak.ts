/**
 * Runs the service as users do, against the simulator in a process of its own, and prints once a minute what
 * it takes: memory, and how late the event loop is. Polls at the default intervals. `waited s` says how long in
 * that minute the service was ready to run while other programs had the processor: those delays are not its own.
 *
 *     node bin/with-node24 scripts/soak.ts [--minutes 60] [--minute-s 60] [--markets 5000] [--data-dir DIR] [--profile DIR]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { MALLOC_SETTINGS, NODE_FLAGS } from '../bin/runtime.js';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    /** Length of a row in seconds. Short rows show that the soak runs, not what it uses. */
    'minute-s': { type: 'string', default: '60' },
    markets: { type: 'string', default: '5000' },
    'data-dir': { type: 'string' },
    /** Path of a CPU profile of the service. */
    profile: { type: 'string' },
  },
});
const minutes = Number(values.minutes);
const MAIN = path.resolve(import.meta.dirname, '../src/main.js');
const RSS_BAR_MIB = 400;
const DELAY_BAR_MS = 50;
const READY_WITHIN_MS = 120_000;
/** The first minutes fill caches and compile code; they are shown and not judged. */
const WARM_UP_MINUTES = 3;
const HOUR_MINUTES = 60;

const dataDir = values['data-dir'] ?? (await mkdtemp(path.join(tmpdir(), 'crosstape-soak-')));
const simulator = start(['simulate', '--port', '0', '--markets', values.markets], {}, []);
/** The addresses of the simulator, as the settings that name them. */
const addresses: Record<string, string> = {};
await readLine(simulator, (line) => {
  const [, variable = '', url = ''] = /^export (\w+)=(\S+)$/.exec(line) ?? [];
  if (variable !== '') addresses[variable] = url;
  return line === '# simulator ready';
});
const profiling = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];
const env = {
  CROSSTAPE_PORT: '0',
  CROSSTAPE_BOT_PORT: '0',
  CROSSTAPE_LOG_LEVEL: 'error',
  CROSSTAPE_DATA_DIR: dataDir,
  ...addresses,
};
await startOnce();
const service = start(['serve'], env, profiling);
const ready = await readLine(service, (line) => line.startsWith('crosstape ready'));
const apiUrl = /api (\S+)/.exec(ready)?.[1] ?? '';
let isEnding = false;
service.once('exit', (code) => {
  if (isEnding) return;
  process.stderr.write(`the service ended with ${code}\n`);
  simulator.kill('SIGKILL');
  process.exit(1);
});

interface Minute {
  readonly rssMiB: number;
  readonly p99Ms: number;
}
const judged: Minute[] = [];
process.stdout.write(
  'minute  markets    rss MiB   heap MiB  external MiB  loop p50 ms  p99 ms  max ms  ran s  waited s  observations  store MiB  bytes/obs\n',
);
await readMetrics();
let before = await schedule(service);
for (let minute = 1; minute <= minutes; minute++) {
  await sleep(Number(values['minute-s']) * 1_000);
  const metric = await readMetrics();
  const rssMiB = (await residentBytes(service)) / 1024 ** 2;
  const mib = (name: string) => metric(name) / 1024 ** 2;
  const ms = (name: string) => metric(name) * 1_000;
  const now = await schedule(service);
  const observations = metric('crosstape_history_observations');
  const bytes = await storeBytes();
  const row = [
    [String(minute), 6],
    [String(metric('crosstape_feed_markets{state="listed"}')), 7],
    [rssMiB.toFixed(0), 9],
    [mib('crosstape_nodejs_heap_size_used_bytes').toFixed(0), 9],
    [mib('crosstape_nodejs_external_memory_bytes').toFixed(0), 12],
    [ms('crosstape_event_loop_delay_p50_seconds').toFixed(1), 11],
    [ms('crosstape_event_loop_delay_p99_seconds').toFixed(1), 6],
    [ms('crosstape_event_loop_delay_max_seconds').toFixed(1), 6],
    [seconds(now.ranNs - before.ranNs), 5],
    [seconds(now.waitedNs - before.waitedNs), 8],
    [String(observations), 12],
    [(bytes / 1024 ** 2).toFixed(1), 9],
    [(bytes / observations).toFixed(2), 9],
  ] as const;
  process.stdout.write(`${row.map(([text, width]) => text.padStart(width)).join('  ')}\n`);
  before = now;
  if (minute > WARM_UP_MINUTES) judged.push({ rssMiB, p99Ms: ms('crosstape_event_loop_delay_p99_seconds') });
}

isEnding = true;
service.kill('SIGTERM');
await once(service, 'exit');
simulator.kill('SIGTERM');
await once(simulator, 'exit');
if (values['data-dir'] === undefined) await rm(dataDir, { recursive: true, force: true });

const worstRss = Math.max(...judged.map(({ rssMiB }) => rssMiB));
const sortedP99 = judged.map(({ p99Ms }) => p99Ms).sort((a, b) => a - b);
const [first] = judged;
const last = judged.at(-1);
const hourAgo = judged.at(-1 - HOUR_MINUTES);
const growth =
  hourAgo === undefined || last === undefined
    ? ''
    : `, in its last hour ${((last.rssMiB / hourAgo.rssMiB - 1) * 100).toFixed(1)} % more`;
const summary = `after minute ${WARM_UP_MINUTES}: rss ${first?.rssMiB.toFixed(0)} MiB at first, ${last?.rssMiB.toFixed(0)} MiB at last, at most ${worstRss.toFixed(0)} MiB (bar ${RSS_BAR_MIB})${growth}; event loop delay p99 of a minute: median ${sortedP99[Math.floor(sortedP99.length / 2)]?.toFixed(1)} ms, at most ${sortedP99.at(-1)?.toFixed(1)} ms (bar ${DELAY_BAR_MS})`;
process.stdout.write(
  `${judged.length === 0 ? `no minute is judged: the first ${WARM_UP_MINUTES} warm up` : summary}\n`,
);
process.exit(0);

function start(args: readonly string[], env: Record<string, string>, flags: readonly string[]): ChildProcess {
  return spawn(process.execPath, [...NODE_FLAGS, ...flags, MAIN, ...args], {
    env: { ...MALLOC_SETTINGS, PATH: process.env.PATH, NODE_OPTIONS: process.env.NODE_OPTIONS, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/**
 * Starts a version once, which compiles its code and holds the compiler of TypeScript, 25 MiB, until it ends. Later
 * starts are measured.
 */
async function startOnce(): Promise<void> {
  const first = start(['serve'], env, []);
  await readLine(first, (line) => line.startsWith('crosstape ready'));
  first.kill('SIGTERM');
  await once(first, 'exit');
}

/**
 * Reads the lines of a process up to the wanted one.
 *
 * @throws when the process ends, or says nothing of the kind in time.
 */
async function readLine(child: ChildProcess, isLast: (line: string) => boolean): Promise<string> {
  if (child.stdout === null) throw new Error('no stdout');
  const lines = createInterface({ input: child.stdout, signal: AbortSignal.timeout(READY_WITHIN_MS) });
  for await (const line of lines) if (isLast(line)) return line;
  child.kill('SIGKILL');
  throw new Error(`the process was not ready within ${READY_WITHIN_MS / 1_000} s`);
}

/** Reads /metrics; a metric with labels is the sum over those that hold the given one. */
async function readMetrics(): Promise<(name: string) => number> {
  const text = await (await fetch(`${apiUrl}/metrics`)).text();
  const samples = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const space = line.lastIndexOf(' ');
      return { name: line.slice(0, space), value: Number(line.slice(space + 1)) };
    });
  return (wanted) => {
    const [name = '', label = ''] = wanted.replace('}', '').split('{');
    return samples
      .filter(
        (sample) =>
          sample.name === name || (sample.name.startsWith(`${name}{`) && sample.name.includes(label)),
      )
      .reduce((sum, { value }) => sum + value, 0);
  };
}

/** Reads the memory of the process. Linux states it of any process; elsewhere the metric has it. */
async function residentBytes({ pid }: ChildProcess): Promise<number> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
  } catch {
    // The system has no /proc.
    return (await readMetrics())('crosstape_process_resident_memory_bytes');
  }
}

/** Reads how long the main thread ran, and how long it was ready while other programs had the processor. Linux only. */
async function schedule({ pid }: ChildProcess): Promise<{ ranNs: number; waitedNs: number }> {
  const text = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '');
  const [ranNs = Number.NaN, waitedNs = Number.NaN] = text.split(' ').map(Number);
  return { ranNs, waitedNs };
}

function seconds(ns: number): string {
  return Number.isFinite(ns) ? (ns / 1e9).toFixed(1) : '-';
}

async function storeBytes(): Promise<number> {
  let bytes = 0;
  for (const file of ['history.sqlite', 'history.sqlite-wal']) {
    bytes += await stat(path.join(dataDir, file)).then(
      ({ size }) => size,
      () => 0,
    );
  }
  return bytes;
}
