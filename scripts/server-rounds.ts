/**
 * Kills of writers whose service database is on PostgreSQL, with every commit synced: of a process that posts, and of one
 * that trades. In every third round all processes of the server die at the same moment.
 *
 * Usage: node bin/with-node24 scripts/server-rounds.ts [--kills 100] [--order-kills 100] [--first-seed 1]
 */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { findPostgres, PostgresServer } from '../test/servers/postgres-server.ts';
import type { KilledServer } from '../test/simulation/killed-database.ts';
import { runLedgerKills } from '../test/simulation/ledger-kills.ts';
import { seeded } from '../test/simulation/ledger-world.ts';
import { runOrderKills } from '../test/simulation/order-kills.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    'order-kills': { type: 'string', default: '100' },
    'first-seed': { type: 'string', default: '1' },
  },
});
const SERVER_DIES_EVERY = 3;

const found = findPostgres();
if (found.length === 0) throw new Error('no PostgreSQL is installed here: run "npm ci" in test/servers');
for (const programs of found) {
  const server = await PostgresServer.start(programs, { fsync: true });
  try {
    await createDatabases(server);
    const killed: KilledServer = {
      kill: (round) => {
        if (round % SERVER_DIES_EVERY !== SERVER_DIES_EVERY - 1) return false;
        server.killNow();
        return true;
      },
      restart: () => server.restart(),
    };
    const random = seeded(Number(values['first-seed']));
    const posts = await runLedgerKills(server.url('ledger'), Number(values.kills), random, killed);
    console.log(
      `${server.name}: ${posts.rounds} kills, ${posts.acknowledged} acknowledged, nothing lost, nothing doubled`,
    );
    const orders = await runOrderKills(server.url('orders'), Number(values['order-kills']), random, killed);
    console.log(
      `${server.name}: ${orders.rounds} kills of a trader, ${orders.answered} answered, left reserved ${orders.left.reserved} and submitted ${orders.left.submitted}, all settled once`,
    );
  } finally {
    await server.stop();
  }
}

async function createDatabases(server: PostgresServer): Promise<void> {
  const client = new pg.Client({ connectionString: server.url('postgres') });
  await client.connect();
  for (const name of ['ledger', 'orders']) await client.query(`CREATE DATABASE ${name}`);
  await client.end();
}
