/**
 * Kills of processes whose service database is on PostgreSQL, with every commit synced: of one that posts, of one that
 * trades, of one that takes webhooks, of one that reads a chain, and of the whole service under mixed load over HTTP. In every third round all
 * processes of the server die too.
 *
 * Usage: node bin/with-node24 scripts/server-rounds.ts [--kills 100] [--order-kills 100] [--webhook-kills 100]
 *        [--service-kills 100] [--chain-kills 100] [--first-seed 1] [--server 15]
 */
import { parseArgs } from 'node:util';
import { findPostgres, PostgresServer } from '../test/servers/postgres-server.ts';
import { runChainKills } from '../test/simulation/chain-kills.ts';
import { createPlace, type KilledServer, type RoundsPlace } from '../test/simulation/killed-database.ts';
import { runLedgerKills } from '../test/simulation/ledger-kills.ts';
import { seeded } from '../test/simulation/ledger-world.ts';
import { runOrderKills } from '../test/simulation/order-kills.ts';
import { runServiceKills } from '../test/simulation/service-kills.ts';
import { runWebhookKills } from '../test/simulation/webhook-kills.ts';
import { noEvmNode } from '../test/support/evm-node.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    'order-kills': { type: 'string', default: '100' },
    'webhook-kills': { type: 'string', default: '100' },
    'service-kills': { type: 'string', default: '100' },
    'chain-kills': { type: 'string', default: '100' },
    'first-seed': { type: 'string', default: '1' },
    /** The version of one server; absent: all that are found. */
    server: { type: 'string' },
  },
});
const SERVER_DIES_EVERY = 3;
const DELIVERIES_PER_KILL = 40;
/** Number of blocks of one chain. */
const BLOCKS = 120;
const BLOCKS_AT_ONCE = 3;

const found = findPostgres().filter(
  ({ name }) => values.server === undefined || name === `PostgreSQL ${values.server}`,
);
if (found.length === 0) throw new Error('no PostgreSQL is installed here: run "npm ci" in test/servers');
for (const programs of found) {
  const server = await PostgresServer.start(programs, { fsync: true });
  try {
    await killAll(server);
  } finally {
    await server.stop();
  }
}

async function killAll(server: PostgresServer): Promise<void> {
  let deaths = 0;
  const killed: KilledServer = {
    kill: (round) => {
      if (round % SERVER_DIES_EVERY !== SERVER_DIES_EVERY - 1) return false;
      deaths += 1;
      server.killNow();
      return true;
    },
    restart: () => server.restart(),
  };
  const inPlace = async (
    kills: number,
    run: (place: RoundsPlace & { readonly url: string }) => Promise<string>,
  ) => {
    if (kills === 0) return;
    const place = await createPlace(server.url('postgres'));
    deaths = 0;
    const said = await run({ ...place, url: place.url as string }).finally(() =>
      // After a failure the server may be down; its databases go with it.
      place.remove().catch(() => undefined),
    );
    console.log(`${server.name}, which died ${deaths} times: ${said}`);
  };
  const random = seeded(Number(values['first-seed']));

  const kills = Number(values.kills);
  await inPlace(kills, async ({ url }) => {
    const { acknowledged } = await runLedgerKills(url, kills, random, killed);
    return `${kills} kills of a writer, ${acknowledged} acknowledged, nothing lost, nothing doubled`;
  });
  const orderKills = Number(values['order-kills']);
  await inPlace(orderKills, async ({ url }) => {
    const { answered, left } = await runOrderKills(url, orderKills, random, killed);
    return `${orderKills} kills of a trader, ${answered} answered, left reserved ${left.reserved} and submitted ${left.submitted}, all settled once`;
  });
  const webhookKills = Number(values['webhook-kills']);
  await inPlace(webhookKills, async ({ url }) => {
    const deliveries = webhookKills * DELIVERIES_PER_KILL;
    await runWebhookKills(url, deliveries, webhookKills, random, killed);
    return `${webhookKills} kills while webhooks arrive, ${deliveries} deliveries, each one credit`;
  });
  const serviceKills = Number(values['service-kills']);
  await inPlace(serviceKills, async ({ dataDir, url }) => {
    const report = await runServiceKills(dataDir, serviceKills, random, { url, server: killed });
    return `${serviceKills} kills of the service and ${report.killedAtStart} while it starts, ${report.acknowledged} acknowledged, ${report.unknown} unknown, nothing lost, nothing doubled`;
  });

  const chainKills = Number(values['chain-kills']);
  if (chainKills === 0) return;
  if (noEvmNode !== false) {
    console.log(`kills of one that reads a chain: left out, ${noEvmNode}`);
    return;
  }
  deaths = 0;
  let [done, deposits] = [0, 0];
  while (done < chainKills) {
    const options = { maxSpan: BLOCKS_AT_ONCE, url: server.url('postgres'), killed };
    const report = await runChainKills(BLOCKS, random, options);
    if (report.deposits !== BLOCKS || report.balance !== BLOCKS || report.findings.length > 0)
      throw new Error(JSON.stringify(report));
    done += report.kills;
    deposits += report.deposits;
  }
  console.log(
    `${server.name}, which died ${deaths} times: ${done} kills of one that reads a chain, ${deposits} deposits, each credited once`,
  );
}
