// Single answers of this checkout beside those of another, asked in turn.
// node bin/with-node24 bench/overload/compare.ts <other checkout> [records]
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { processorMs, type RunningService, startService } from './service.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const [other, records = '200000'] = process.argv.slice(2);
if (other === undefined) throw new Error('name the other checkout');
const ROUNDS = 41;
const NO_VENUE = {
  CROSSTAPE_VENUES: 'kalshi',
  CROSSTAPE_KALSHI_URL: 'http://127.0.0.1:9',
  CROSSTAPE_STREAMS: 'off',
};
const SERIES = '/api/history/hyperliquid/perp-btc';
const PATHS: Readonly<Record<string, (i: number) => string>> = {
  '1,000 records': (i) => `${SERIES}?fromMs=${i}`,
  '5,000 records': (i) => `${SERIES}?limit=5000&fromMs=${i}`,
  '50,000 records': (i) => `${SERIES}?limit=50000&fromMs=${i}`,
  'hourly buckets': (i) => `${SERIES}/aggregate?bucketMs=3600000&fromMs=${i}`,
  'minute buckets': (i) => `${SERIES}/aggregate?bucketMs=60000&fromMs=${i}`,
  'flow of 50,000': (i) => `/api/asset/hl-BTC/flow?limit=50000&fromMs=${i}`,
  '1,000 records, cached': () => SERIES,
};

const agent = new Agent({ keepAlive: true });
const running: { service: RunningService; dataDir: string }[] = [];
for (const root of [ROOT, path.resolve(other)]) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-compare-'));
  // Each checkout fills its own store: their formats may differ.
  execFileSync(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    path.join(import.meta.dirname, 'fill-with.ts'),
    root,
    dataDir,
    records,
  ]);
  running.push({ service: await startService(root, dataDir, NO_VENUE), dataDir });
}
for (const [name, buildPath] of Object.entries(PATHS)) {
  const ms: number[][] = [[], []];
  const processor: number[][] = [[], []];
  for (let round = -3; round < ROUNDS; round++) {
    const inTurn = [...running.entries()];
    // Whoever comes second finds the caches of the processor warm or the other's garbage: each does as often.
    if (round % 2 !== 0) inTurn.reverse();
    for (const [i, { service }] of inTurn) {
      const pid = service.process.pid as number;
      const processorBefore = processorMs(pid);
      const from = performance.now();
      await take(service.url + buildPath(1_000 + round));
      if (round < 0) continue;
      ms[i]?.push(performance.now() - from);
      processor[i]?.push(processorMs(pid) - processorBefore);
    }
  }
  const [ours = 0, theirs = 0] = ms.map(median);
  console.log(
    `${name}: ${ours.toFixed(2)} ms, other ${theirs.toFixed(2)} ms, ratio ${(ours / theirs).toFixed(2)}; processor ${processor.map((times) => median(times).toFixed(2)).join(' and ')} ms`,
  );
}
agent.destroy();
for (const { service, dataDir } of running) {
  service.process.kill('SIGTERM');
  await once(service.process, 'exit');
  await rm(dataDir, { recursive: true, force: true });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function take(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
      response.resume().on('end', resolve);
    }).on('error', reject);
  });
}
