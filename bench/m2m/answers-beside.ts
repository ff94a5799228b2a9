/**
 * Answers about many markets from this checkout and another, in turn: both read one simulator of their own side. Each round
 * asks another limit or market, so that no answer is repeated from a cache.
 *
 *     node bin/with-node24 bench/m2m/answers-beside.ts OTHER [--rounds 201] [--markets 2000] [--warm 90] [--speed 20]
 *         [--resolved 500] [--only movers,links]
 *
 * --resolved is how many ended markets each store has before, --warm how long both record before the first question, in
 * seconds.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { NODE_FLAGS, ROOT } from '../../bin/runtime.js';
import { type RunningService, startService } from '../overload/service.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '201' },
    markets: { type: 'string', default: '2000' },
    warm: { type: 'string', default: '90' },
    speed: { type: 'string', default: '20' },
    resolved: { type: 'string', default: '500' },
    only: { type: 'string' },
  },
});
const [other] = positionals;
if (other === undefined) throw new Error('name the other checkout');
const ROUNDS = Number(values.rounds);
const WARM_ROUNDS = 3;

type Build = (i: number, assets: readonly string[]) => string;

const PATHS: Readonly<Record<string, Build>> = {
  feed: (i) => `/api/feed?top=${300 + i}`,
  index: (i) => `/api/m2m/index?limit=${1_000 + i}`,
  movers: (i) => `/api/movers?topN=50&minPriceChangePct=${i / 1e9}`,
  stats: (i) => `/api/stats?max=${60 + (i % 60)}`,
  links: (i) => `/api/links?limit=${500 + i}`,
  resolutions: (i) => `/api/resolutions?limit=500&since=${i}`,
  bundle: (i, assets) => `/api/m2m/${assets[i % assets.length]}/bundle`,
  quote: (i, assets) => `/api/m2m/${assets[i % assets.length]}/quote`,
  // Reads books of the venues, at most for five seconds.
  'arb/sim': (i) => `/api/arb/sim?capital=${1_000 + i}`,
};

const agent = new Agent({ keepAlive: true });
const simulator = spawn(
  process.execPath,
  [
    ...NODE_FLAGS,
    path.join(ROOT, 'src/main.js'),
    'simulate',
    '--port=0',
    '--seed=7',
    `--markets=${values.markets}`,
    `--speed=${values.speed}`,
  ],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
const settings: Record<string, string> = { CROSSTAPE_BOOKS: 'off', CROSSTAPE_TRADES: 'off' };
for await (const line of createInterface({ input: simulator.stdout })) {
  const set = /^export (\w+)=(\S+)$/.exec(line);
  if (set?.[1] !== undefined && set[2] !== undefined) settings[set[1]] = set[2];
  if (line === '# simulator ready') break;
}

// A failure leaves no process behind.
process.on('exit', () => {
  simulator.kill('SIGKILL');
  for (const { service } of running) service.process.kill('SIGKILL');
});

const running: { readonly service: RunningService; readonly dataDir: string }[] = [];
for (const root of [ROOT, path.resolve(other)]) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-answers-'));
  const fill = path.join(import.meta.dirname, 'fill-resolved.ts');
  execFileSync(process.execPath, [...NODE_FLAGS, fill, root, dataDir, values.resolved]);
  running.push({ service: await startService(root, dataDir, settings), dataDir });
}
await new Promise((resolve) => setTimeout(resolve, Number(values.warm) * 1_000));

const read = async (index: number, url: string) =>
  JSON.parse(await take(`${running[index]?.service.url}${url}`));
const { entries } = await read(0, '/api/m2m/index?limit=5000');
const shared: string[] = [];
for (const { asset } of entries as readonly { readonly asset: string }[])
  shared.push(encodeURIComponent(asset));
const { resolutions } = await read(0, '/api/resolutions?limit=500');
console.log(`${shared.length} markets, ${resolutions.length} resolutions, ${ROUNDS} rounds`);

const chosen = values.only?.split(',') ?? Object.keys(PATHS);
for (const [name, build] of Object.entries(PATHS)) {
  if (!chosen.includes(name)) continue;
  const ms: number[][] = [[], []];
  const bytes = [0, 0];
  for (let round = -WARM_ROUNDS; round < ROUNDS; round++) {
    const inTurn = [0, 1];
    // The second of a pair finds the caches of the processor warm, or the garbage of the first: each is it as often.
    if (round % 2 !== 0) inTurn.reverse();
    for (const i of inTurn) {
      const url = `${running[i]?.service.url}${build(round + WARM_ROUNDS, shared)}`;
      const from = performance.now();
      const body = await take(url);
      if (round < 0) continue;
      ms[i]?.push(performance.now() - from);
      bytes[i] = body.length;
    }
  }
  const [ours = 0, theirs = 0] = ms.map(median);
  console.log(
    `${name}: p50 ${ours.toFixed(2)} ms, other ${theirs.toFixed(2)} ms, ratio ${(ours / theirs).toFixed(3)}; ${bytes.join(' and ')} bytes`,
  );
}
agent.destroy();
for (const { service, dataDir } of running) {
  service.process.kill('SIGTERM');
  await once(service.process, 'exit');
  await rm(dataDir, { recursive: true, force: true });
}
simulator.kill('SIGTERM');

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

function take(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => {
        // A market that ended since is 404 for both.
        if (response.statusCode === 200 || response.statusCode === 404) resolve(body);
        else reject(new Error(`${url}: ${response.statusCode} ${body.slice(0, 300)}`));
      });
    }).on('error', reject);
  });
}
