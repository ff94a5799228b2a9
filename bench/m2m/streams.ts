/**
 * Many readers of one stream: memory per reader and delivery times against a bare node:http server of events, and
 * what other requests feel meanwhile.
 *
 * Usage: node bin/with-node24 bench/m2m/streams.ts [readers] [pulses]. Needs `ulimit -n` above the readers.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { cpus } from 'node:os';
import path from 'node:path';
import { quantile } from './statistics.ts';

const READERS = Number(process.argv[2] ?? 10_000);
const PULSES = Number(process.argv[3] ?? 20);
const WARM_READERS = Math.min(500, READERS);
const PROBE_EVERY_MS = 20;
const HERE = import.meta.dirname;

interface Memory {
  readonly rss: number;
  readonly heapUsed: number;
  readonly external: number;
}

interface Result {
  readonly rssPerReader: number;
  readonly heapPerReader: number;
  readonly ages: readonly number[];
  readonly probes: readonly number[];
}

console.log(
  `Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores; ${READERS} readers, ${PULSES} pulses.\n`,
);
const bare = await measure('bare');
const here = await measure('here');
const kib = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`;
const ms = (values: readonly number[], q: number) => `${quantile(values, q).toFixed(0)} ms`;
console.log('| | Here | node:http | Ratio |');
console.log('|---|---:|---:|---:|');
row('Resident memory per reader', here.rssPerReader, bare.rssPerReader);
row('Heap per reader', here.heapPerReader, bare.heapPerReader);
for (const q of [0.5, 0.99, 1]) {
  console.log(`| Delivery, ${formatQuantile(q)} | ${ms(here.ages, q)} | ${ms(bare.ages, q)} | |`);
}
console.log(`| Events delivered | ${here.ages.length} | ${bare.ages.length} | |`);
for (const q of [0.5, 0.99])
  console.log(`| Quote meanwhile, ${formatQuantile(q)} | ${ms(here.probes, q)} | | |`);

function row(name: string, ours: number, theirs: number): void {
  console.log(`| ${name} | ${kib(ours)} | ${kib(theirs)} | ${(ours / theirs).toFixed(2)} |`);
}

function formatQuantile(q: number): string {
  return q === 1 ? 'slowest' : `p${q * 100}`;
}

async function measure(kind: 'here' | 'bare'): Promise<Result> {
  const server = fork(path.join(HERE, 'stream-server.ts'), [kind, String(READERS + WARM_READERS)], {
    execArgv: [...process.execArgv, '--expose-gc'],
  });
  const [{ port, path: address }] = (await once(server, 'message')) as [{ port: number; path: string }];

  const warm = await startReaders(port, address, WARM_READERS);
  for (let i = 0; i < 5; i++) await pulse(server, 300);
  stop(warm);
  await pause(1_000);
  const before = await readMemory(server);
  const readers = await startReaders(port, address, READERS);
  await pulse(server, 2_000);
  const after = await readMemory(server);

  readers.send('measure');
  const probes: number[] = [];
  const probing = kind === 'here' ? probe(port, probes) : null;
  for (let i = 0; i < PULSES; i++) await pulse(server, 1_000);
  probing?.();
  await pause(500);
  readers.send('report');
  const [{ ages }] = (await once(readers, 'message')) as [{ ages: number[] }];
  stop(readers);
  server.send('stop');
  await once(server, 'exit');
  return {
    rssPerReader: (after.rss - before.rss) / READERS,
    heapPerReader: (after.heapUsed + after.external - before.heapUsed - before.external) / READERS,
    ages,
    probes,
  };
}

async function startReaders(port: number, address: string, count: number): Promise<ChildProcess> {
  const readers = fork(path.join(HERE, 'stream-readers.ts'), [String(port), address, String(count)]);
  await once(readers, 'message');
  return readers;
}

function stop(readers: ChildProcess): void {
  readers.send('stop');
}

async function pulse(server: ChildProcess, waitMs: number): Promise<void> {
  server.send('pulse');
  await pause(waitMs);
}

async function readMemory(server: ChildProcess): Promise<Memory> {
  server.send('memory');
  const [memory] = (await once(server, 'message')) as [Memory];
  return memory;
}

/** Asks for a quote again and again. @returns the way to stop. */
function probe(port: number, latencies: number[]): () => void {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const timer = setInterval(() => {
    const started = performance.now();
    get({ host: '127.0.0.1', port, path: '/api/m2m/hl-BTC/quote', agent }, (response) => {
      response.resume().on('end', () => latencies.push(performance.now() - started));
    });
  }, PROBE_EVERY_MS);
  return () => {
    clearInterval(timer);
    agent.destroy();
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
