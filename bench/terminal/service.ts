import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { startApp } from '../../src/app/assemble.ts';
import { startSimulatorThread, toSimulatedVenues } from '../../src/cli/serve/simulator-thread.ts';
import { changeConfig, readConfig } from '../../src/config/config.ts';
import { readSecrets } from '../../src/config/secrets.ts';

/** Gives the service's feed a little more than 5,000 markets. */
export const USUAL_MARKETS = 6_200;
const READY_TIMEOUT_MS = 600_000;

export interface BenchService {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the service over the simulator, in a process of its own as it would run, once every venue was polled. */
export async function startService(markets: number): Promise<BenchService> {
  const child = fork(import.meta.filename, [String(markets)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [url] = (await once(child, 'message')) as [string];
  await allVenuesPolled(url);
  return { url, stop: () => stopChild(child) };
}

async function allVenuesPolled(url: string): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (performance.now() < deadline) {
    const response = await fetch(`${url}/api/feed/health`);
    const { venues = {} } = (await response.json()) as { venues?: Record<string, string> };
    const states = Object.values(venues);
    if (states.length === 4 && states.every((state) => state === 'OK')) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`not every venue was polled within ${READY_TIMEOUT_MS / 1_000} s`);
}

async function stopChild(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.send('stop');
  await ended;
}

/** Serves in the other process: states its address, and stops when it is asked to or left alone. */
async function serve(): Promise<void> {
  const simulator = await startSimulatorThread({ port: 0, seed: 7, markets: Number(process.argv[2]) });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-terminal-'));
  const config = changeConfig(readConfig({}, toSimulatedVenues(simulator.urls)), {
    dataDir,
    server: { port: 0, botPort: 0 },
  });
  const app = await startApp({ config, secrets: readSecrets({}), log: pino({ level: 'silent' }) });
  const stop = async () => {
    await app.stop();
    await simulator.close();
    await rm(dataDir, { recursive: true, force: true });
    process.exit(0);
  };
  process.once('message', stop);
  process.once('disconnect', stop);
  process.send?.(app.apiUrl);
}

if (process.argv[1] === import.meta.filename && process.send !== undefined) await serve();
