import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { NODE_FLAGS } from '../bin/runtime.js';
import { median } from './store/table.ts';

/**
 * Measures the time from the command to its ready line and to the first answers: `ready.ts [--root checkout]
 * [--observations n] [--dead n] [--starts n] [--cold]`, by default ten million observations of 500 series and nine
 * starts. `--dead 1000000` fills the directory with a million series that have ended instead, as churn.ts does.
 * `--cold` leaves the cache of compiled sources out. `--without=<flag>` starts Node itself, without a flag of the
 * launcher (`--without=` with all of them). No venue can be reached.
 */
const { values: flags } = parseArgs({
  options: {
    root: { type: 'string', default: join(import.meta.dirname, '..') },
    observations: { type: 'string', default: '10000000' },
    dead: { type: 'string', default: '0' },
    starts: { type: 'string', default: '9' },
    cold: { type: 'boolean', default: false },
    without: { type: 'string' },
    /** A directory that is filled already; it is kept. */
    data: { type: 'string' },
  },
});

interface Start {
  /** ms from the command to the line that says ready. */
  readonly readyMs: number;
  /** Processor time until then of all processes and threads, ms. */
  readonly readyCpuMs: number;
  /** ms from the command to the answer of `/api/health`, and then to that of `/api/feed`. */
  readonly healthMs: number;
  readonly feedMs: number;
}

const dataDir = flags.data ?? mkdtempSync(join(tmpdir(), 'crosstape-ready-'));
const address = await refusingAddress();
try {
  if (flags.data === undefined) fill();
  // The first start finds a store that was filled rather than recorded, and compiles what changed; it is not counted.
  await start();
  const starts: Start[] = [];
  while (starts.length < Number(flags.starts)) starts.push(await start());
  console.log('| What | Median | Fastest | Slowest |\n|---|---:|---:|---:|');
  row('command to ready', starts, 'readyMs');
  row('processor time until then, all processes', starts, 'readyCpuMs');
  row('command to the first /api/health', starts, 'healthMs');
  row('command to the first /api/feed after it', starts, 'feedMs');
} finally {
  if (flags.data === undefined) rmSync(dataDir, { recursive: true, force: true });
}

/** Runs one start from the command to two answers, and stops it. */
async function start(): Promise<Start> {
  const began = performance.now();
  const child = spawn(...listCommand(), {
    env: {
      PATH: process.env.PATH,
      ...(flags.cold ? { NODE_DISABLE_COMPILE_CACHE: '1' } : {}),
      CROSSTAPE_PORT: '0',
      CROSSTAPE_BOT_PORT: '0',
      CROSSTAPE_LOG_LEVEL: 'error',
      CROSSTAPE_DATA_DIR: dataDir,
      CROSSTAPE_VENUES: 'kalshi',
      CROSSTAPE_KALSHI_URL: address,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    const url = await readyUrl(child);
    const readyMs = performance.now() - began;
    const readyCpuMs = processorMs(child.pid!);
    await answer(`${url}/api/health`);
    const healthMs = performance.now() - began;
    await answer(`${url}/api/feed`);
    return { readyMs, readyCpuMs, healthMs, feedMs: performance.now() - began };
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/** The launcher's command, or what it runs. */
function listCommand(): [program: string, args: string[]] {
  if (flags.without === undefined) return [join(flags.root, 'bin/crosstape'), ['serve']];
  const nodeFlags = NODE_FLAGS.filter((flag: string) => flag !== flags.without);
  return [process.execPath, [...nodeFlags, join(flags.root, 'src/main.js'), 'serve']];
}

async function readyUrl(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const url = /^crosstape ready: api (\S+) bot \S+$/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error('the service did not start');
}

async function answer(url: string): Promise<void> {
  const response = await fetch(url);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
}

/** Reads the processor time of a process, its threads, and its children, ms; the system counts in steps of 10 ms. */
function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // utime, stime, and those of children that have ended: fields 14 to 17 of proc(5).
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + processorMs(Number(child)), ticks * 10);
}

/** Fills the directory with the code of this checkout, in a process of its own. */
function fill(): void {
  const writer = Number(flags.dead) > 0 ? 'store/churn-writer.ts' : 'store/start.ts';
  const args = Number(flags.dead) > 0 ? ['write', dataDir, flags.dead] : [dataDir, flags.observations];
  execFileSync(process.execPath, [...NODE_FLAGS, join(import.meta.dirname, writer), ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Finds an address without a server. */
async function refusingAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

function row(what: string, starts: readonly Start[], field: keyof Start): void {
  const values = starts.map((one) => one[field]);
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  console.log(
    `| ${what} | ${ms(median(values))} | ${ms(Math.min(...values))} | ${ms(Math.max(...values))} |`,
  );
}
