/**
 * Times the analytics endpoints from the request to the last byte, over a store filled with a month of records.
 *
 * Usage: bin/with-node24 bench/screens/run.ts
 */
import { cpus } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { cascades, flow } from '../../src/analytics/index.ts';
import { buildWorld, CURATED, MINUTELY, TICKS, type World } from './world.ts';

interface Row {
  readonly name: string;
  readonly medianMs: number;
  readonly worstMs: number;
  /** Median time of the processor in all threads: what other programs on the machine do not change. */
  readonly cpuMs: number;
  /** 99th percentile of the event loop's delay while it ran. */
  readonly delayP99Ms: number | null;
  readonly bar: string;
}

const ROUNDS = 15;
const RECORDS = 50_000;

console.log(`Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores.\n`);
let world = await buildWorld();
let round = 0;
const rows: Row[] = [];

const ticks = `/api/asset/${TICKS.asset}`;
rows.push(await timed('read of 50,000 records and flow', () => readAndFlow(world), '15 ms'));
rows.push(await timed('read of 50,000 records and cascades', () => readAndCascades(world), '15 ms'));
rows.push(await endpoint('risk, 5,000 records', `${ticks}/risk`));
rows.push(await endpoint('flow, 50,000 records (5 MB of JSON)', `${ticks}/flow?limit=50000`));
rows.push(await endpoint('cascades, 50,000 records', `${ticks}/cascades?limit=50000`));
rows.push(await endpoint('volume profile, 50,000 records', `${ticks}/volprofile?limit=50000&priceStep=50`));
rows.push(await endpoint('statistics of one asset', `/api/asset/${MINUTELY[1]?.asset}/stats`));
const twenty = MINUTELY.map(({ asset }) => asset).join(',');
rows.push(
  await endpoint(
    'correlations, 20 assets, 720 h, a record a minute',
    `/api/correlations?window=720&assets=${twenty}`,
    '60 ms',
  ),
);
const fifty = [TICKS, ...CURATED].slice(0, 50).map(({ asset }) => asset);
rows.push(
  await timedOnce('small lines of 50 assets, first', () => ask(world, `/api/sparklines?assets=${fifty}`), ''),
);
rows.push(await endpoint('small lines of 50 assets, a minute later', `/api/sparklines?assets=${fifty}`));
rows.push(
  await timed(
    'small lines, 64 different lists of 50 at once',
    () =>
      Promise.all(Array.from({ length: 64 }, (_, i) => ask(world, `/api/sparklines?assets=${rotated(i)}`))),
    'delay 50 ms',
    () => world.passAll(),
  ),
);
rows.push(await endpoint('movers, 6,140 markets, references read again', '/api/movers'));

world = await world.reopen();
rows.push(
  await timedOnce('/api/stats, first after a start', () => ask(world, '/api/stats'), '1 s; delay 50 ms'),
);
rows.push(await endpoint('/api/stats, cold, 120 assets', '/api/stats', '1 s; delay 50 ms'));
rows.push(
  await timed('/api/stats, results kept', async () => ask(world, `/api/stats?max=${120 + round++}`), ''),
);
await world.close();

console.log('| From request to last byte | Median | Worst | Processor | Event loop delay, p99 | Bar |');
console.log('|---|---:|---:|---:|---:|---:|');
for (const { name, medianMs, worstMs, cpuMs, delayP99Ms, bar } of rows) {
  const delay = delayP99Ms === null ? '' : shown(delayP99Ms);
  console.log(`| ${name} | ${shown(medianMs)} | ${shown(worstMs)} | ${shown(cpuMs)} | ${delay} | ${bar} |`);
}

/** Rotates the assets: another order is another answer. */
function rotated(by: number): string {
  const at = by % fifty.length;
  return [...fifty.slice(at), ...fifty.slice(0, at), ...(by < fifty.length ? [] : [`hl-X${by}`])]
    .slice(-50)
    .join(',');
}

/** Measures an endpoint whose answer no cache holds: the clock moves on between requests. */
function endpoint(name: string, url: string, bar = ''): Promise<Row> {
  return timed(
    name,
    async () => ask(world, url),
    bar,
    () => world.passAll(),
  );
}

async function ask({ app }: World, url: string): Promise<number> {
  const response = await app.inject(url);
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.body.slice(0, 200)}`);
  return response.rawPayload.length;
}

async function readAndFlow({ history }: World) {
  const { columns } = await history.read(TICKS, { limit: RECORDS });
  return flow(columns, { rollingWindow: 60 });
}

async function readAndCascades({ history }: World) {
  const { columns } = await history.read(TICKS, { limit: RECORDS });
  return cascades(columns, { windowMs: 60_000, minDrawdownPct: 0.002, direction: 'down' });
}

async function timed(
  name: string,
  run: () => Promise<unknown>,
  bar: string,
  before: () => void = () => undefined,
): Promise<Row> {
  for (let warmUp = 0; warmUp < 3; warmUp++) {
    before();
    await run();
  }
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const times: number[] = [];
  const cpuTimes: number[] = [];
  delay.enable();
  for (let i = 0; i < ROUNDS; i++) {
    before();
    const cpuBefore = process.cpuUsage();
    const started = performance.now();
    await run();
    times.push(performance.now() - started);
    cpuTimes.push(cpuMsSince(cpuBefore));
    await sleep(5);
  }
  delay.disable();
  const delayP99Ms = delay.percentile(99) / 1e6;
  return {
    name,
    medianMs: median(times),
    worstMs: Math.max(...times),
    cpuMs: median(cpuTimes),
    delayP99Ms,
    bar,
  };
}

/** Times work that can be done only once. */
async function timedOnce(name: string, run: () => Promise<unknown>, bar: string): Promise<Row> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await sleep(10);
  const cpuBefore = process.cpuUsage();
  const started = performance.now();
  await run();
  const tookMs = performance.now() - started;
  const cpuMs = cpuMsSince(cpuBefore);
  await sleep(10);
  delay.disable();
  return { name, medianMs: tookMs, worstMs: tookMs, cpuMs, delayP99Ms: delay.percentile(99) / 1e6, bar };
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

function shown(ms: number): string {
  return ms >= 100 ? `${ms.toFixed(0)} ms` : `${ms.toFixed(ms >= 10 ? 1 : 2)} ms`;
}
