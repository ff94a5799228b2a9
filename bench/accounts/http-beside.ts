/**
 * Gated answers and credits over HTTP of this checkout beside those of another, in short slices in turn: requests a second
 * and processor time of the serving process for one. Then the whole service of each: memory at rest and after credits.
 *
 * Usage: node bin/with-node24 bench/accounts/http-beside.ts <other checkout> [rounds] [starts]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type LoadOptions, requestsPerSecond } from '../m2m/load.ts';
import { median } from '../m2m/statistics.ts';
import { processorMs, residentMb, startService } from '../overload/service.ts';

const [other, rounds = '15', starts = '3'] = process.argv.slice(2);
if (other === undefined) throw new Error('name the other checkout');
const ROOTS = [path.resolve(import.meta.dirname, '../..'), path.resolve(other)] as const;
const ROUNDS = Number(rounds);
const STARTS = Number(starts);
const SLICE_MS = 700;
const WARM_UP = 3;
/** Over HTTP, each stored before its answer. */
const CREDITS = 5_000;
/** Time from the ready line until a service is at rest, ms. */
const REST_MS = 10_000;
const ADMIN_TOKEN = 'an-admin-token-of-more-than-32-characters';

interface Server {
  readonly pid: number;
  readonly gatedPort: number;
  readonly rawKey: string;
  readonly adminToken: string;
  readonly asset: string;
  stop(): Promise<void>;
}

async function startServer(root: string): Promise<Server> {
  const child = fork(path.join(root, 'bench/accounts/http-server.ts'), { stdio: 'inherit' });
  const [message] = await once(child, 'message');
  const stop = async () => {
    child.disconnect();
    await once(child, 'exit');
  };
  return { ...(message as Omit<Server, 'pid' | 'stop'>), pid: child.pid as number, stop };
}

let next = 0;
function credits(token: string): Partial<LoadOptions> & Pick<LoadOptions, 'path'> {
  return {
    path: '/api/account/credit',
    connections: 64,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: () => `{"owner":"owner_${next % 500}","microUsd":1000,"ref":"bench-${next++}"}`,
  };
}

const LOADS: Readonly<Record<string, (server: Server) => Partial<LoadOptions> & Pick<LoadOptions, 'path'>>> =
  {
    'cached bundle with a key': ({ asset, rawKey }) => ({
      path: `/api/m2m/${asset}/bundle`,
      headers: { 'x-api-key': rawKey },
    }),
    'cached quote with a key': ({ asset, rawKey }) => ({
      path: `/api/m2m/${asset}/quote`,
      headers: { 'x-api-key': rawKey },
    }),
    credits: ({ adminToken }) => credits(adminToken),
  };

const servers = [await startServer(ROOTS[0]), await startServer(ROOTS[1])] as const;
console.log(
  '| 32 connections (credits: 64) | A second here | There | Ratio | µs of processor here | There | Ratio of work |',
);
console.log('|---|---:|---:|---:|---:|---:|---:|');
for (const [name, build] of Object.entries(LOADS)) {
  const perSecond: [number[], number[]] = [[], []];
  const micros: [number[], number[]] = [[], []];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    // The second one meets a warmer machine, so they take turns.
    for (const i of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const server = servers[i];
      const before = processorMs(server.pid);
      const load = { port: server.gatedPort, connections: 32, pipelining: 1, ...build(server) };
      const rate = await requestsPerSecond({ ...load, durationMs: SLICE_MS });
      if (round < 0) continue;
      perSecond[i].push(rate);
      micros[i].push(((processorMs(server.pid) - before) * 1_000) / ((rate * SLICE_MS) / 1_000));
    }
  }
  const ratio = (values: readonly [number[], number[]], here: 0 | 1) =>
    median(values[here].map((value, k) => value / (values[1 - here]?.[k] ?? 0))).toFixed(2);
  const shown = (values: number[]) => Math.round(median(values)).toLocaleString('en');
  const cells = [
    shown(perSecond[0]),
    shown(perSecond[1]),
    ratio(perSecond, 0),
    median(micros[0]).toFixed(1),
    median(micros[1]).toFixed(1),
    ratio(micros, 1),
  ];
  console.log(`| ${name} | ${cells.join(' | ')} |`);
}
for (const server of servers) await server.stop();

/**
 * Measures the memory of a whole service without venues, MB: when it has been ready for a while, and after credits over
 * HTTP.
 */
async function readMemory(root: string): Promise<{ rest: number; after: number }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-bench-'));
  const service = await startService(root, dataDir, {
    CROSSTAPE_VENUES: 'kalshi',
    CROSSTAPE_KALSHI_URL: 'http://127.0.0.1:9',
    CROSSTAPE_STREAMS: 'off',
    CROSSTAPE_PAID_GATING: 'on',
    CROSSTAPE_ADMIN_TOKEN: ADMIN_TOKEN,
  });
  const pid = service.process.pid as number;
  await setTimeout(REST_MS);
  const rest = residentMb(pid);
  const port = Number(new URL(service.url).port);
  const load = { port, pipelining: 1, connections: 64, ...credits(ADMIN_TOKEN) };
  const until = next + CREDITS;
  while (next < until) await requestsPerSecond({ ...load, durationMs: SLICE_MS });
  const after = residentMb(pid);
  service.process.kill();
  await once(service.process, 'exit');
  rmSync(dataDir, { recursive: true, force: true });
  return { rest, after };
}

const memory: [{ rest: number; after: number }[], { rest: number; after: number }[]] = [[], []];
for (let start = 0; start < STARTS; start++) {
  for (const i of start % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
    memory[i].push(await readMemory(ROOTS[i]));
  }
}
console.log('\n| MB of memory | Here | There | Ratio |\n|---|---:|---:|---:|');
for (const [when, name] of [
  ['rest', 'at rest'],
  ['after', `after ${CREDITS.toLocaleString('en')} credits over HTTP`],
] as const) {
  const [here, there] = memory.map((values) => median(values.map((value) => value[when]))) as [
    number,
    number,
  ];
  console.log(`| ${name} | ${here.toFixed(0)} | ${there.toFixed(0)} | ${(there / here).toFixed(2)} |`);
}
