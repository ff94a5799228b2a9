import { spawn, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import { findPostgres, PostgresServer } from '../test/servers/postgres-server.ts';

/**
 * Runs what needs real servers (`test/servers/*.servers.ts`), once for each version that is found: Debian's packages, and
 * one that npm brings. What is not found is named, and is a failure with CROSSTAPE_REQUIRE_SERVERS=1.
 *
 * Usage: npm run test:servers [-- PATTERN]
 */
const WANTED = [15, 18];

const folder = path.resolve(import.meta.dirname, '../test/servers');
// What cannot be installed is missing below.
spawnSync('npm', ['ci', '--silent'], { cwd: folder, stdio: 'inherit' });

const found = findPostgres();
const missing = WANTED.filter((version) => !found.some(({ name }) => name === `PostgreSQL ${version}`));
for (const version of missing) console.error(`skipped: PostgreSQL ${version} is not installed here`);
const isRequired = process.env.CROSSTAPE_REQUIRE_SERVERS === '1';
if (missing.length > 0 && isRequired) process.exit(1);

const started = await Promise.allSettled(found.map((programs) => PostgresServer.start(programs)));
const servers = started.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
for (const [i, start] of started.entries()) {
  if (start.status === 'fulfilled') continue;
  console.error(`skipped: ${found[i]?.name} does not start here: ${(start.reason as Error).message}`);
  if (isRequired) process.exitCode = 1;
}
if (servers.length === 0) process.exit();
try {
  const files = globSync(process.argv[2] ?? 'test/servers/*.servers.ts');
  const urls = Object.fromEntries(servers.map((server) => [server.name, server.url('postgres')]));
  const { status } = await new Promise<{ status: number | null }>((resolve) => {
    const child = spawn(process.execPath, [...process.execArgv, '--test', ...files], {
      stdio: 'inherit',
      env: { ...process.env, CROSSTAPE_TEST_SERVERS: JSON.stringify(urls) },
    });
    child.once('exit', (status) => resolve({ status }));
  });
  process.exitCode ||= status ?? 1;
} finally {
  await Promise.all(servers.map((server) => server.stop()));
}
