/**
 * Bundles and batches that nothing is cached of: the store holds 100,000 records of the asset, and 10,000 of each
 * of 50 assets for the batch. Caches expire before every call.
 *
 * Usage: node bin/with-node24 bench/m2m/cold.ts [calls]
 */
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus } from 'node:os';
import { HOT, record, startService } from './service.ts';
import { quantile } from './statistics.ts';

const CALLS = Number(process.argv[2] ?? 300);
const service = await startService({ streams: 20 });
const batch = service.assets.slice(0, 50);
await record(service.history, HOT, 100_000);
for (const ref of batch.slice(1)) await record(service.history, ref, 10_000);
await service.app.listen({ host: '127.0.0.1', port: 0 });
const { port } = service.app.server.address() as AddressInfo;
const agent = new Agent({ keepAlive: true });

const assets = JSON.stringify({ assets: batch.map(({ asset }) => asset) });
const WORK = [
  { name: 'Bundle, cold', path: `/api/m2m/${HOT.asset}/bundle`, body: null, calls: CALLS, bar: 10 },
  {
    name: 'Bundle with series, cold',
    path: `/api/m2m/${HOT.asset}/bundle?series=true`,
    body: null,
    calls: CALLS,
    bar: null,
  },
  { name: 'Quote, cold', path: `/api/m2m/${HOT.asset}/quote`, body: null, calls: CALLS, bar: null },
  { name: 'Batch of 50, cold', path: '/api/m2m/batch', body: assets, calls: Math.ceil(CALLS / 10), bar: 150 },
  {
    name: 'Batch of 50, warm',
    path: '/api/m2m/batch',
    body: assets,
    calls: Math.ceil(CALLS / 10),
    bar: null,
  },
  {
    name: 'Index of 2,060 assets, cold',
    path: '/api/m2m/index',
    body: null,
    calls: Math.ceil(CALLS / 10),
    bar: null,
  },
] as const;

console.log(`Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores.\n`);
console.log(
  'Wall time as a caller sees it; processor time of the thread that answers and asks, which other programs do',
);
console.log('not lengthen.\n');
console.log('| Answer | Calls | p50 | p99 | Processor p50 | Processor p99 | Bar, p99 |');
console.log('|---|---:|---:|---:|---:|---:|---:|');
for (const { name, path, body, calls, bar } of WORK) {
  const isWarm = name.endsWith('warm');
  for (let i = 0; i < 20; i++) await call(path, body, isWarm);
  const wall: number[] = [];
  const processor: number[] = [];
  for (let i = 0; i < calls; i++) {
    const before = process.threadCpuUsage();
    wall.push(await call(path, body, isWarm));
    const { user, system } = process.threadCpuUsage(before);
    processor.push((user + system) / 1_000);
  }
  const ms = (values: number[], q: number) => `${quantile(values, q).toFixed(1)} ms`;
  const cells = [
    name,
    calls,
    ms(wall, 0.5),
    ms(wall, 0.99),
    ms(processor, 0.5),
    ms(processor, 0.99),
    bar === null ? '' : `${bar} ms`,
  ];
  console.log(`| ${cells.join(' | ')} |`);
}
agent.destroy();
await service.close();

/** Sends a request and returns the ms until the last byte. */
function call(path: string, body: string | null, isWarm: boolean): Promise<number> {
  if (!isWarm) service.expire();
  const method = body === null ? 'GET' : 'POST';
  const headers = body === null ? {} : { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const started = performance.now();
    request({ host: '127.0.0.1', port, path, method, headers, agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}`));
      response.resume().on('end', () => resolve(performance.now() - started));
    })
      .on('error', reject)
      .end(body ?? undefined);
  });
}
