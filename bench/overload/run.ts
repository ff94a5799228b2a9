// What everybody else notices while one caller asks for all that is heavy.
// node bin/with-node24 bench/overload/run.ts [records] [checkout]
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startSimulatorThread } from '../../src/cli/serve/simulator-thread.ts';
import { type Call, FIFTY, SEVENTY } from './calls.ts';
import { fillStore } from './fill.ts';
import { type RunningService, residentMb, startService, waitedSeconds } from './service.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const [records = '1000000', checkout = ROOT] = process.argv.slice(2);

const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-overload-'));
const simulator = await startSimulatorThread({ port: 0, markets: 500 });
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
try {
  const fillFrom = performance.now();
  await fillStore(dataDir, Number(records));
  console.log(`${records} records stored in ${((performance.now() - fillFrom) / 1_000).toFixed(1)} s`);
  const service = await startService(checkout, dataDir, venueSettings());
  try {
    await delay(8_000);
    await phase(service, 'nothing heavy', [], 0, 3_000);
    await phase(service, '70 heavy calls', SEVENTY, 0);
    await delay(2_000);
    await phase(service, '50 x 50,000 records', FIFTY, 0);
    await delay(2_000);
    await phase(service, '50 x 50,000 records, slow readers', later(FIFTY), 40);
  } finally {
    service.process.kill('SIGTERM');
    await once(service.process, 'exit');
  }
} finally {
  agent.destroy();
  await simulator.close();
  await rm(dataDir, { recursive: true, force: true });
}

/** Fires the calls and measures `/api/health` until they have ended. */
async function phase(
  service: RunningService,
  name: string,
  calls: readonly Call[],
  pauseMs: number,
  minMs = 0,
): Promise<void> {
  await get200(`${service.url}/metrics`);
  const load = fork(path.join(import.meta.dirname, 'load.ts'), [service.url, String(pauseMs)]);
  const ended = once(load, 'message');
  await delay(300);
  load.send(calls);
  const pings: number[] = [];
  let peakMb = 0;
  let report: { counts: unknown; bytes: number; ms: number } | null = null;
  ended.then(([message]) => {
    report = message;
  });
  const startedAt = performance.now();
  const waitedBefore = waitedSeconds(service.process.pid as number);
  while (report === null || performance.now() - startedAt < minMs) {
    const from = performance.now();
    await get200(`${service.url}/api/health?n=${pings.length}`);
    pings.push(performance.now() - from);
    peakMb = Math.max(peakMb, residentMb(service.process.pid as number));
    await delay(4);
  }
  load.disconnect();
  const waited = waitedSeconds(service.process.pid as number) - waitedBefore;
  const metrics = await get200(`${service.url}/metrics`);
  const heapMb = ['nodejs_heap_size_total_bytes', 'nodejs_external_memory_bytes']
    .map((name) => (Number(new RegExp(`^\\w*${name} (\\S+)$`, 'm').exec(metrics)?.[1]) / 1e6).toFixed(0))
    .join(' + ');
  const lag = Number(/^\w*eventloop_lag_p99_seconds (\S+)$/m.exec(metrics)?.[1]) * 1_000;
  pings.sort((a, b) => a - b);
  const at = (q: number) => (pings[Math.min(pings.length - 1, Math.floor(pings.length * q))] ?? 0).toFixed(1);
  const { counts, bytes, ms } = report as { counts: unknown; bytes: number; ms: number };
  console.log(
    `${name}: health p50 ${at(0.5)} p99 ${at(0.99)} max ${at(1)} ms of ${pings.length}; event loop p99 ${lag.toFixed(1)} ms (waited ${waited.toFixed(1)} s of ${((performance.now() - startedAt) / 1_000).toFixed(1)} for a processor); ` +
      `peak ${peakMb.toFixed(0)} MB (heap + external of the main thread after it: ${heapMb}); ${JSON.stringify(counts)}, ${(bytes / 1e6).toFixed(0)} MB in ${(ms / 1_000).toFixed(1)} s`,
  );
}

function get200(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve(text));
    }).on('error', reject);
  });
}

/** Moves calls to other addresses, so that nothing of them is cached. */
function later(calls: readonly Call[]): Call[] {
  return calls.map((call, i) => ({ ...call, path: call.path.replace(/fromMs=\d+/, `fromMs=${1_000 + i}`) }));
}

function venueSettings(): Record<string, string> {
  const { urls } = simulator;
  return {
    CROSSTAPE_HYPERLIQUID_URL: urls.hyperliquid,
    CROSSTAPE_HYPERLIQUID_WS_URL: urls.hyperliquidWs,
    CROSSTAPE_POLYMARKET_GAMMA_URL: urls.polymarketGamma,
    CROSSTAPE_POLYMARKET_CLOB_URL: urls.polymarketClob,
    CROSSTAPE_POLYMARKET_DATA_URL: urls.polymarketData,
    CROSSTAPE_POLYMARKET_WS_URL: urls.polymarketWs,
    CROSSTAPE_KALSHI_URL: urls.kalshi,
    CROSSTAPE_KALSHI_WS_URL: urls.kalshiWs,
    CROSSTAPE_LIMITLESS_URL: urls.limitless,
    CROSSTAPE_LIMITLESS_WS_URL: urls.limitlessWs,
  };
}
