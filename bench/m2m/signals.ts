/**
 * Bundles on streams of many assets: processor time of the service while readers follow 200 assets each, all of which
 * move four times a second, how many bundles each reader receives, and what another request feels meanwhile. With another
 * checkout the same readers follow that one too, one after the other.
 *
 * Usage: node bin/with-node24 bench/m2m/signals.ts [readers] [assets of each] [seconds] [other checkout].
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT } from '../../bin/runtime.js';
import type * as service from './service.ts';
import { quantile } from './statistics.ts';

const [readers = '5', assets = '200', seconds = '20', other] = process.argv.slice(2);
const RATE_PER_SECOND = 4;
const STEP_MS = 10;
const RECORDS = 2_000;
const PROBE_EVERY_MS = 50;
const SERVED = 'BENCH_SERVED';

async function run(root: string): Promise<void> {
  const server = fork(import.meta.filename, process.argv.slice(2), {
    env: { ...process.env, [SERVED]: root },
  });
  process.once('exit', () => server.kill('SIGKILL'));
  const [{ port, list }] = (await once(server, 'message')) as [{ port: number; list: readonly string[] }];
  const alone = await measureCpu(server, Number(seconds));
  const from = performance.now();
  const counts = Array.from({ length: Number(readers) }, () => 0);
  const open = counts.map((_, i) => {
    const own = list.slice(i * Number(assets), (i + 1) * Number(assets)).join(',');
    return get(`http://127.0.0.1:${port}/api/stream?assets=${own}&kinds=signal`, (response) => {
      let rest = '';
      // The end of a stream that was destroyed.
      response.on('error', () => undefined);
      response.setEncoding('utf8').on('data', (text: string) => {
        const blocks = (rest + text).split('\n\n');
        rest = blocks.pop() ?? '';
        counts[i]! += blocks.filter((block) => block.includes('event: signal')).length;
      });
    });
  });
  await pause(5_000);
  const before = [...counts];
  const probing = probe(port);
  const busy = await measureCpu(server, Number(seconds));
  const waits = probing();
  const rates = counts.map((count, i) => (count - before[i]!) / Number(seconds));
  const total = rates.reduce((sum, rate) => sum + rate, 0);
  const percent = (frac: number) => `${(frac * 100).toFixed(1)} % of a core`;
  console.log(
    `${root}: ${readers} readers of ${assets} assets each, ${((performance.now() - from) / 1_000).toFixed(0)} s`,
  );
  console.log(
    `changes alone ${percent(alone)}, with readers ${percent(busy)}; ${total.toFixed(1)} bundles/s, of a reader ${Math.min(...rates).toFixed(1)} to ${Math.max(...rates).toFixed(1)}, ${(((busy - alone) * 1_000) / total).toFixed(2)} ms each`,
  );
  console.log(
    `a quote meanwhile: p50 ${quantile(waits, 0.5).toFixed(1)} ms, p99 ${quantile(waits, 0.99).toFixed(1)} ms`,
  );
  for (const request of open) request.on('error', () => undefined).destroy();
  server.send('stop');
  await once(server, 'exit');
}

/** Asks for a quote again and again. Returns the function that ends this and tells how long each took, in ms. */
function probe(port: number): () => readonly number[] {
  const waits: number[] = [];
  const timer = setInterval(() => {
    const from = performance.now();
    get(`http://127.0.0.1:${port}/api/m2m/hl-BTC/quote`, (response) => {
      response.resume().on('end', () => waits.push(performance.now() - from));
    });
  }, PROBE_EVERY_MS);
  return () => {
    clearInterval(timer);
    return waits;
  };
}

/** Measures the processor time of the server for some seconds, as a share of one core. */
async function measureCpu(server: ChildProcess, forS: number): Promise<number> {
  const before = await readCpu(server);
  await pause(forS * 1_000);
  return ((await readCpu(server)) - before) / (forS * 1e6);
}

async function readCpu(server: ChildProcess): Promise<number> {
  server.send('cpu');
  const [microseconds] = (await once(server, 'message')) as [number];
  return microseconds;
}

async function serve(root: string): Promise<void> {
  const { record, startService } = (await import(path.join(root, 'bench/m2m/service.ts'))) as typeof service;
  const served = await startService({ streams: 1_000, perps: Number(assets) * Number(readers) });
  for (const ref of served.assets) await record(served.history, ref, RECORDS);
  await served.app.listen({ host: '127.0.0.1', port: 0 });
  const list = served.assets.map(({ asset }) => asset);
  const perStep = (list.length * RATE_PER_SECOND * STEP_MS) / 1_000;
  let due = 0;
  let next = 0;
  let price = 87_000;
  const changing = setInterval(() => {
    for (due += perStep; due >= 1; due--) {
      price += 0.5;
      served.sayOf(list[next++ % list.length]!, price);
    }
  }, STEP_MS);
  process.on('message', async (command: 'cpu' | 'stop') => {
    if (command === 'cpu') {
      const { user, system } = process.cpuUsage();
      process.send?.(user + system);
      return;
    }
    clearInterval(changing);
    await served.close();
    process.disconnect();
  });
  process.send?.({ port: (served.app.server.address() as AddressInfo).port, list });
}

const served = process.env[SERVED];
if (served !== undefined) await serve(served);
else for (const root of other === undefined ? [ROOT] : [ROOT, path.resolve(other)]) await run(root);
