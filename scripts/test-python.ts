import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { type Simulator, startSimulator } from '../simulator/index.ts';
import { getIds } from '../simulator/polymarket/shapes.ts';
import { ladderAt } from '../simulator/world/listing.ts';
import { isOpen } from '../simulator/world/world.ts';
import { startApp } from '../src/app/assemble.ts';
import { toSimulatedVenues } from '../src/cli/serve/simulator-thread.ts';
import { type Config, changeConfig, readConfig } from '../src/config/config.ts';
import { readSecrets } from '../src/config/secrets.ts';
import { VENUES } from '../src/domain/index.ts';
import { openSqliteHistory } from '../src/history/sqlite/index.ts';
import { WHOLE_DAY, writeTapeFixture } from '../test/support/tape/tape-fixture.ts';

/**
 * Checks the types of the Python client, and runs its tests against a service that records the simulator. Python and its
 * packages are installed into `clients/python/.venv`; where that cannot be done this says so, and is a failure with
 * CROSSTAPE_REQUIRE_SERVERS=1.
 *
 * Usage: npm run test:python
 */
const FOLDER = path.resolve(import.meta.dirname, '../clients/python');
const BIN = path.join(FOLDER, '.venv', process.platform === 'win32' ? 'Scripts' : 'bin');
const MAIN = path.resolve(import.meta.dirname, '../src/main.js');
const READY_MS = 60_000;
/** Compares day files with the tree that is exported of them: whoever records must have stopped. */
const TREE_TEST = 'tests/test_tape_tree.py';
/** The tree of books and trades in a data directory. */
const TAPE_TREE = 'tape-tree';

const reason = install();
if (reason === null) process.exitCode = await runTests();
else {
  console.error(`skipped: the Python client, since ${reason}`);
  if (process.env.CROSSTAPE_REQUIRE_SERVERS === '1') process.exitCode = 1;
}

/** Installs the client for the tests; returns the reason why it cannot be tested here, or null. */
function install(): string | null {
  const version = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']);
  if (version.error !== undefined) return 'python3 is not installed here';
  if (version.status !== 0) return 'python3 is older than 3.10 here';
  if (!existsSync(path.join(BIN, 'pip'))) {
    const made = spawnSync('python3', ['-m', 'venv', '.venv'], { cwd: FOLDER, encoding: 'utf8' });
    if (made.status !== 0) return 'python3 cannot make an environment here (Debian: python3-venv)';
  }
  const problem = installExtra('test');
  if (problem !== null) return `its packages cannot be installed here: ${problem}`;
  const missing = installExtra('venues');
  if (missing !== null) console.error(`skipped: the vectors of the venues' packages, since ${missing}`);
  return null;
}

/** Installs the packages of one extra; returns the reason why they cannot be installed, or null. */
function installExtra(extra: string): string | null {
  const arguments_ = ['install', '--quiet', '--disable-pip-version-check', '--editable', `.[${extra}]`];
  const installed = spawnSync(path.join(BIN, 'pip'), arguments_, { cwd: FOLDER, encoding: 'utf8' });
  return installed.status === 0 ? null : (installed.stderr.trim().split('\n').at(-1) ?? '');
}

async function runTests(): Promise<number> {
  const types = await run('mypy', {});
  if (types !== 0) return types;
  const simulator = await startSimulator({ port: 0, seed: 7, markets: 60 });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-python-'));
  const config = changeConfig(readConfig({}, toSimulatedVenues(simulator.urls)), {
    dataDir,
    server: { port: 0, botPort: 0 },
    feed: { adapters: Object.fromEntries(VENUES.map((venue) => [venue, { pollMs: 1_000 }])) },
  });
  try {
    const tested = await testService(simulator, config, dataDir);
    return tested === 0 ? await testTapes(dataDir) : tested;
  } finally {
    await simulator.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Tests beside a service that records. */
async function testService(simulator: Simulator, config: Config, dataDir: string): Promise<number> {
  const app = await startApp({ config, secrets: readSecrets({}), log: pino({ level: 'silent' }) });
  try {
    await untilRecorded(app.apiUrl);
    const tree = path.join(dataDir, 'tree');
    const exported = await exportAll(dataDir, '-o', tree);
    if (exported !== 0) return exported;
    return await run(
      'pytest',
      {
        ...(await describePolymarket(simulator)),
        ...(await describeKalshi(simulator)),
        CROSSTAPE_URL: app.apiUrl,
        CROSSTAPE_BOT_URL: app.botUrl ?? '',
        CROSSTAPE_TREE: tree,
        CROSSTAPE_TAPE: await writeTapeFixture(path.join(dataDir, 'fixture')),
      },
      ['--ignore', TREE_TEST],
    );
  } finally {
    await app.stop();
  }
}

/** Compares a whole day that the store wrote, and what the service has just recorded, with their trees. */
async function testTapes(dataDir: string): Promise<number> {
  const day = path.join(dataDir, 'day');
  await writeTapeFixture(day, WHOLE_DAY);
  const history = await openSqliteHistory({ dataDir: day });
  await history.close();
  for (const folder of [day, dataDir]) {
    const exported = await exportAll(folder, '--tables', 'books,trades', '-o', path.join(folder, TAPE_TREE));
    if (exported !== 0) return exported;
  }
  return run('pytest', { CROSSTAPE_TAPES: JSON.stringify([day, dataDir]) }, ['-rP', TREE_TEST]);
}

function exportAll(dataDir: string, ...options: readonly string[]): Promise<number> {
  return run(process.execPath, {}, [MAIN, 'export', '--all', ...options, '--data-dir', dataDir]);
}

/** Describes the simulated Polymarket, an account there, and a market of Protocol V2 with orders on both sides. */
async function describePolymarket({
  urls,
  trading,
  world,
  now,
}: Simulator): Promise<Readonly<Record<string, string>>> {
  const { secret } = await trading.register({ venue: 'polymarket', usd: 1_000 });
  const listing = world.universe(now()).byVenue.polymarket.find((one) => {
    const { bids, asks } = ladderAt(one, now());
    return getIds(one).version === 'v2' && isOpen(one, now()) && bids.length > 1 && asks.length > 1;
  });
  if (listing === undefined) return {};
  return {
    POLYMARKET_GAMMA: urls.polymarketGamma,
    POLYMARKET_CLOB: urls.polymarketClob,
    POLYMARKET_DATA: urls.polymarketData,
    POLYMARKET_KEY: secret.privateKey ?? '',
    POLYMARKET_FUNDER: secret.funder ?? '',
    POLYMARKET_POSITION: getIds(listing).tokens[0],
  };
}

/** Describes the simulated Kalshi, an account there with an Ed25519 key, and a market with orders on both sides. */
async function describeKalshi({
  urls,
  trading,
  world,
  now,
}: Simulator): Promise<Readonly<Record<string, string>>> {
  const { secret } = await trading.register({ venue: 'kalshi', usd: 1_000, keyKind: 'ed25519' });
  const listing = world.universe(now()).byVenue.kalshi.find((one) => {
    const { bids, asks } = ladderAt(one, now());
    return isOpen(one, now()) && bids.length > 1 && asks.length > 1;
  });
  if (listing === undefined) return {};
  return {
    KALSHI_URL: urls.kalshi,
    KALSHI_KEY_ID: secret.keyId ?? '',
    KALSHI_KEY_PEM: secret.privateKeyPem ?? '',
    KALSHI_TICKER: listing.name,
  };
}

/** Tests read pages of seven records. */
async function untilRecorded(apiUrl: string): Promise<void> {
  const end = Date.now() + READY_MS;
  for (const asset of ['hl-BTC', 'hl-ETH']) {
    for (;;) {
      const response = await fetch(`${apiUrl}/api/history/hyperliquid/${asset}?limit=20`);
      const { count = 0 } = (await response.json()) as { count?: number };
      if (count === 20) break;
      if (Date.now() > end) throw new Error(`the history of ${asset} did not grow within ${READY_MS} ms`);
      await sleep(200);
    }
  }
}

/** Runs a program. @param program In the environment of the client, unless it is a path. */
function run(
  program: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(path.resolve(BIN, program), args, {
      cwd: FOLDER,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    child.once('exit', (status) => resolve(status ?? 1));
  });
}
