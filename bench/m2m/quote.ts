/**
 * Cached quote and cached bundle against a bare node:http server that writes the same bytes and headers, in turns.
 *
 * Usage: node bin/with-node24 bench/m2m/quote.ts [rounds]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import path from 'node:path';
import { requestsPerSecond } from './load.ts';
import { median } from './statistics.ts';

const ROUNDS = Number(process.argv[2] ?? 7);
const ROUND_MS = 1_500;
const LOADS = [
  { connections: 32, pipelining: 1 },
  { connections: 32, pipelining: 8 },
] as const;

const child = fork(path.join(import.meta.dirname, 'quote-server.ts'), { stdio: 'inherit' });
const [message] = await once(child, 'message');
const { port, barePort, paths } = message as { port: number; barePort: number; paths: string[] };

console.log(
  `Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores; medians of ${ROUNDS} rounds.\n`,
);
console.log('| Answer | Connections x pipelined | Here, requests/s | node:http, requests/s | Ratio |');
console.log('|---|---:|---:|---:|---:|');
for (const address of paths) {
  for (const load of LOADS) {
    const ours: number[] = [];
    const bare: number[] = [];
    const ratios: number[] = [];
    await requestsPerSecond({ port, path: address, ...load, durationMs: ROUND_MS });
    await requestsPerSecond({ port: barePort, path: address, ...load, durationMs: ROUND_MS });
    for (let round = 0; round < ROUNDS; round++) {
      const here = await requestsPerSecond({ port, path: address, ...load, durationMs: ROUND_MS });
      const there = await requestsPerSecond({ port: barePort, path: address, ...load, durationMs: ROUND_MS });
      ours.push(here);
      bare.push(there);
      ratios.push(here / there);
    }
    const shown = (values: number[]) => Math.round(median(values)).toLocaleString('en');
    console.log(
      `| ${address} | ${load.connections} x ${load.pipelining} | ${shown(ours)} | ${shown(bare)} | ${median(ratios).toFixed(2)} |`,
    );
  }
}
child.disconnect();
