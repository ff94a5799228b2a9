/**
 * Runs the tests that start a whole service on several processes: one `feed,bot` and three `api` behind haproxy with the
 * configuration that is shipped, over PostgreSQL and Redis. Without haproxy a small proxy of our own takes its place.
 * `test/support/one-process-tests.ts` names what speaks of one process alone.
 *
 *     node bin/with-node24 scripts/test-roles.ts [--apis 3] [FILE...]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findPostgres, PostgresServer } from '../test/servers/postgres-server.ts';
import { findRedis, RedisServer } from '../test/servers/redis-server.ts';
import { FILE_ONLY_TESTS } from '../test/support/file-only-tests.ts';
import { listWholeServiceFiles, ONE_PROCESS_TESTS } from '../test/support/one-process-tests.ts';
import { findMissingServer } from './scaled/installation.ts';

const { values, positionals } = parseArgs({
  options: { apis: { type: 'string', default: '3' } },
  allowPositionals: true,
});
const [programs] = findPostgres();
const [program] = findRedis();
if (programs === undefined || program === undefined) {
  process.stderr.write(`${findMissingServer()}\n`);
  process.exit(1);
}

const [postgres, redis] = await Promise.all([PostgresServer.start(programs), RedisServer.start(program)]);
try {
  const child = spawn(process.execPath, [...process.execArgv, ...listArguments()], {
    stdio: 'inherit',
    env: {
      ...process.env,
      CROSSTAPE_TEST_API_PROCESSES: values.apis,
      CROSSTAPE_TEST_DATABASE_URL: postgres.url('postgres'),
      CROSSTAPE_TEST_REDIS_URL: redis.url,
    },
  });
  const [code] = await once(child, 'exit');
  process.exitCode = (code as number | null) ?? 1;
} finally {
  await Promise.all([postgres.stop(), redis.stop()]);
}

function listArguments(): string[] {
  // Accounts and orders are on PostgreSQL.
  const leftOut = [...ONE_PROCESS_TESTS, ...FILE_ONLY_TESTS];
  const whole = leftOut.filter(({ test }) => test === undefined).map(({ file }) => `test/service/${file}`);
  const single = leftOut.flatMap(({ test }) => (test === undefined ? [] : [test]));
  const files = positionals.length > 0 ? positionals : listWholeServiceFiles();
  return [
    ...single.map((name) => `--test-skip-pattern=/${RegExp.escape(name)}$/`),
    path.resolve(import.meta.dirname, 'test.ts'),
    '--processes',
    '1',
    '--again',
    ...files.filter((file) => !whole.includes(file)),
  ];
}
