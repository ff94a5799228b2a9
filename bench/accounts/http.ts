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

const ROUNDS = Number(process.argv[2] ?? 7);
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
console.log(
  '| 32 connections | With gating, requests/s | Without, requests/s | Ratio | µs of processor with | Without | Ratio of work |',
);
console.log('|---|---:|---:|---:|---:|---:|---:|');
for (const [what, address, headers] of [
  ['cached bundle with a key', bundle, { 'x-api-key': rawKey }],
  ['cached quote (free)', quote, {}],
] as const) {
  const rounds: { readonly here: Measured; readonly there: Measured }[] = [];
  await measured({ port: gatedPort, path: address, headers });
  await measured({ port: openPort, path: address, headers });
  for (let round = 0; round < ROUNDS; round++) {
    // Whoever comes second meets a warmer machine: they take turns.
    const isHereFirst = round % 2 === 0;
    const early = await measured({ port: isHereFirst ? gatedPort : openPort, path: address, headers });
    const late = await measured({ port: isHereFirst ? openPort : gatedPort, path: address, headers });
    rounds.push(isHereFirst ? { here: early, there: late } : { here: late, there: early });
  }
  const ofAll = (value: (round: (typeof rounds)[number]) => number) => median(rounds.map(value));
  const cells = [
    shown(rounds.map(({ here }) => here.perSecond)),
    shown(rounds.map(({ there }) => there.perSecond)),
    ofAll(({ here, there }) => here.perSecond / there.perSecond).toFixed(2),
    ofAll(({ here }) => here.microseconds).toFixed(1),
    ofAll(({ there }) => there.microseconds).toFixed(1),
    ofAll(({ here, there }) => there.microseconds / here.microseconds).toFixed(2),
  ];
  console.log(`| ${what} | ${cells.join(' | ')} |`);
}

interface Measured {
  readonly perSecond: number;
  /** Processor time of the serving process for one request: what other programs take does not count. */
  readonly microseconds: number;
}

async function measured(load: Parameters<typeof measure>[0]): Promise<Measured> {
  const before = await processorTime();
  const perSecond = await measure(load);
  const microseconds = (await processorTime()) - before;
  return { perSecond, microseconds: microseconds / ((perSecond * ROUND_MS) / 1_000) };
}

/** Reads the processor time of the serving process so far, in µs. */
async function processorTime(): Promise<number> {
  child.send('processor time');
  const [answer] = await once(child, 'message');
  return answer as number;
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
