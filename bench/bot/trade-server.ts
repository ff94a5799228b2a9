/** Child process of `trades.ts`: the whole service over simulated venues, with billing, writing to a disk with fsync. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { startApp } from '../../src/app/assemble.ts';
import { startSimulatorThread, toSimulatedVenues } from '../../src/cli/serve/simulator-thread.ts';
import { changeConfig, readConfig } from '../../src/config/config.ts';
import { readSecrets } from '../../src/config/secrets.ts';

// In a thread of its own, as `serve --simulate` has it: what the venues do must not hold up the service.
const simulator = await startSimulatorThread({ port: 0, seed: 7, markets: 50 });
const dataDir = mkdtempSync(path.join(process.env.CROSSTAPE_BENCH_DIR ?? tmpdir(), 'crosstape-bot-bench-'));
const config = changeConfig(readConfig(process.env, toSimulatedVenues(simulator.urls)), {
  dataDir,
  server: { port: 0, botPort: 0, maxStreamsPerAddress: 10_000, maxStreams: 10_000 },
  accounts: { paidGating: true, prepaidBilling: true },
  bot: { ratePerMin: 1_000_000 },
});
const app = await startApp({ config, secrets: readSecrets(process.env), log: pino({ level: 'silent' }) });
process.stdout.write(`${JSON.stringify({ apiUrl: app.apiUrl, botUrl: app.botUrl })}\n`);
process.once('SIGTERM', async () => {
  await app.stop();
  await simulator.close();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
});
