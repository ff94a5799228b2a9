/**
 * Credits over HTTP; a cached bundle with a key against one without gating; a free route with and without gating.
 *
 * Usage: node bin/with-node24 bench/accounts/http.ts [rounds]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import path from 'node:path';
import { type LoadOptions, requestsPerSecond } from '../m2m/load.ts';
import { median } from '../m2m/statistics.ts';

const ROUNDS = Number(process.argv[2] ?? 5);
const ROUND_MS = 1_500;

const child = fork(path.join(import.meta.dirname, 'http-server.ts'), { stdio: 'inherit' });
const [message] = await once(child, 'message');
const { gatedPort, openPort, rawKey, adminToken, asset } = message as {
  gatedPort: number;
  openPort: number;
  rawKey: string;
  adminToken: string;
  asset: string;
};
const bundle = `/api/m2m/${asset}/bundle`;
const quote = `/api/m2m/${asset}/quote`;
const shown = (values: number[]) => Math.round(median(values)).toLocaleString('en');
const measure = (load: Partial<LoadOptions> & Pick<LoadOptions, 'port' | 'path'>) =>
  requestsPerSecond({ connections: 32, pipelining: 1, durationMs: ROUND_MS, ...load });

console.log(
  `Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores; medians of ${ROUNDS} rounds.\n`,
);
console.log('| 32 connections | With gating, requests/s | Without, requests/s | Ratio |');
console.log('|---|---:|---:|---:|');
for (const [what, address, headers] of [
  ['cached bundle with a key', bundle, { 'x-api-key': rawKey }],
  ['cached quote (free)', quote, {}],
] as const) {
  const withGating: number[] = [];
  const without: number[] = [];
  const ratios: number[] = [];
  await measure({ port: gatedPort, path: address, headers });
  await measure({ port: openPort, path: address, headers });
  for (let round = 0; round < ROUNDS; round++) {
    const here = await measure({ port: gatedPort, path: address, headers });
    const there = await measure({ port: openPort, path: address, headers });
    withGating.push(here);
    without.push(there);
    ratios.push(here / there);
  }
  console.log(`| ${what} | ${shown(withGating)} | ${shown(without)} | ${median(ratios).toFixed(2)} |`);
}

let next = 0;
const credits: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  credits.push(
    await measure({
      port: gatedPort,
      path: '/api/account/credit',
      connections: 256,
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      body: () => `{"owner":"owner_${next % 500}","microUsd":1000,"ref":"bench-${next++}"}`,
    }),
  );
}
console.log(
  `\nCredits over HTTP, 256 keep-alive connections, each answered after its commit: ${shown(credits)}/s.`,
);
child.disconnect();
