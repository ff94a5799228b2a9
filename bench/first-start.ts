/**
 * Measures the time from `git clone` to the first answer of `npm run demo`, for this checkout and others in turn. Each
 * round clones again; what is committed counts. Packages come from npm's cache, or with --cold over the network into an
 * empty one.
 *
 *     node bin/with-node24 bench/first-start.ts [OTHER_CHECKOUT...] [--rounds 3] [--cold] [--node DIR]
 *
 * --node DIR puts a folder with `node` and `npm` first in the path, to see what users of that version see; otherwise
 * it is what the shell finds.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ROOT } from '../bin/runtime.js';
import { runToEnd, startWithNpm } from './npm-start.ts';

const { values, positionals } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    cold: { type: 'boolean', default: false },
    node: { type: 'string' },
  },
  allowPositionals: true,
});
const QUESTION = '/api/history/hyperliquid/perp-btc?limit=2';
const ASK_EVERY_MS = 50;

interface Start {
  readonly clonedMs: number;
  readonly readyMs: number;
  readonly answerMs: number;
  readonly modulesMiB: number;
}

const folder = mkdtempSync(join(tmpdir(), 'crosstape-first-start-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const PATH = [values.node, process.env.PATH].filter((entry) => entry !== undefined).join(delimiter);

const checkouts = [ROOT, ...positionals];
const starts = new Map<string, Start[]>(checkouts.map((checkout) => [checkout, []]));
process.stdout.write(
  `npm cache: ${values.cold ? 'empty at each start' : 'warm'}; node ${version()}\n   clone s  ready s  answer s  node_modules MiB\n`,
);
// The first start of each fills the cache and is not counted.
if (!values.cold) for (const checkout of checkouts) await firstStart(checkout);
for (let round = 0; round < Number(values.rounds); round++) {
  for (const checkout of checkouts) {
    const start = await firstStart(checkout);
    starts.get(checkout)?.push(start);
    const cells = [start.clonedMs, start.readyMs, start.answerMs].map((ms) =>
      (ms / 1_000).toFixed(1).padStart(8),
    );
    process.stdout.write(`${cells.join(' ')}  ${String(start.modulesMiB).padStart(8)}  ${checkout}\n`);
  }
}
const here = median(ROOT);
for (const checkout of checkouts) {
  const seconds = median(checkout);
  const share = checkout === ROOT ? '' : `; this checkout takes ${(here / seconds).toFixed(2)} of it`;
  process.stdout.write(`clone to first answer, median ${seconds.toFixed(1)} s: ${checkout}${share}\n`);
}
process.exit(0);

async function firstStart(checkout: string): Promise<Start> {
  const clone = join(folder, 'clone');
  const cache = join(folder, 'cache');
  if (values.cold) rmSync(cache, { recursive: true, force: true });
  const began = performance.now();
  runToEnd('git', ['clone', '--quiet', '--no-hardlinks', checkout, clone]);
  const clonedMs = performance.now() - began;
  const service = await startWithNpm(clone, 'demo', {
    PATH,
    ...(values.cold && { npm_config_cache: cache }),
  });
  try {
    const readyMs = performance.now() - began;
    while (!(await answers(service.url))) await sleep(ASK_EVERY_MS);
    const answerMs = performance.now() - began;
    return { clonedMs, readyMs, answerMs, modulesMiB: sizeMiB(join(clone, 'node_modules')) };
  } finally {
    await service.stop();
    rmSync(clone, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
  }
}

async function answers(url: string): Promise<boolean> {
  const response = await fetch(url + QUESTION);
  const body = (await response.json()) as { count?: number };
  return response.ok && (body.count ?? 0) > 0;
}

function median(checkout: string): number {
  const sorted = (starts.get(checkout) ?? []).map(({ answerMs }) => answerMs).sort((a, b) => a - b);
  return (sorted[Math.floor(sorted.length / 2)] ?? Number.NaN) / 1_000;
}

function sizeMiB(path: string): number {
  return Math.round(Number(runToEnd('du', ['-skL', path]).split('\t')[0]) / 1024);
}

function version(): string {
  return runToEnd('node', ['--version'], { PATH }).trim();
}
