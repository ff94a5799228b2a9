/**
 * The long proof of the ledger: seeds of the simulation, seeds with a payment provider, kills of a writer under load,
 * kills of the whole service under mixed load over HTTP, and kills while webhooks arrive. With CROSSTAPE_TEST_DATABASE_URL
 * what is killed keeps its ledger on that server, in databases that are made for it; scripts/server-rounds.ts kills the
 * server too.
 *
 * Usage: node bin/with-node24 scripts/ledger-rounds.ts [--seeds 2000] [--deposit-seeds 2000] [--kills 10000] [--service-kills 1000]
 *        [--webhook-kills 1000] [--first-seed 1]
 */
import { parseArgs } from 'node:util';
import { runDepositWorld } from '../test/simulation/deposit-world.ts';
import { createPlace, NO_SERVER, type RoundsPlace } from '../test/simulation/killed-database.ts';
import { runLedgerKills } from '../test/simulation/ledger-kills.ts';
import { everybody, type Random, runWorld, seeded } from '../test/simulation/ledger-world.ts';
import { createSqliteEngine } from '../test/simulation/money-engine.ts';
import { runServiceKills } from '../test/simulation/service-kills.ts';
import { runWebhookKills } from '../test/simulation/webhook-kills.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '2000' },
    'deposit-seeds': { type: 'string', default: '2000' },
    kills: { type: 'string', default: '10000' },
    'service-kills': { type: 'string', default: '1000' },
    'webhook-kills': { type: 'string', default: '1000' },
    /** Other seeds are other rounds: a long run can be made in parts. */
    'first-seed': { type: 'string', default: '1' },
  },
});

/** Each file is used for this many kills: its audit stays short, and a whole run covers old and young files. */
const WRITER_KILLS_PER_FILE = 100;
const SERVICE_KILLS_PER_FILE = 20;
const WEBHOOK_KILLS_PER_FILE = 20;
const DELIVERIES_PER_KILL = 40;

const seeds = Number(values.seeds);
const first = Number(values['first-seed']);
let operations = 0;
let crashes = 0;
for (let seed = first; seed < first + seeds; seed++) {
  // A seed that fails prints itself; it belongs into the list of test/simulation/ledger-world.test.ts then.
  const report = await runWorld(seed, everybody());
  operations += report.operations;
  crashes += report.crashes;
}
console.log(`${seeds} seeds: ${operations} operations, ${crashes} crashes, nothing lost, nothing doubled`);

const depositSeeds = Number(values['deposit-seeds']);
let deliveries = 0;
let ends = 0;
for (let seed = first; seed < first + depositSeeds; seed++) {
  // A seed that fails prints itself; it belongs into the list of test/simulation/deposit-world.test.ts then.
  const report = await runDepositWorld(seed, createSqliteEngine);
  deliveries += report.deliveries;
  ends += report.crashes;
}
console.log(
  `${depositSeeds} seeds with a provider: ${deliveries} deliveries, ${ends} crashes, every payment credited once`,
);

await killAll(
  'kills of a writer',
  Number(values.kills),
  WRITER_KILLS_PER_FILE,
  ({ dataDir, url }, kills, random) => runLedgerKills(url ?? dataDir, kills, random),
);
await killAll(
  'kills of the service',
  Number(values['service-kills']),
  SERVICE_KILLS_PER_FILE,
  ({ dataDir, url }, kills, random) =>
    runServiceKills(dataDir, kills, random, url === null ? null : { url, server: NO_SERVER }),
);

await killAll(
  'kills while webhooks arrive',
  Number(values['webhook-kills']),
  WEBHOOK_KILLS_PER_FILE,
  ({ dataDir, url }, kills, random) =>
    runWebhookKills(url ?? dataDir, kills * DELIVERIES_PER_KILL, kills, random),
);

/** Prints what was proved after each file. */
async function killAll(
  what: string,
  kills: number,
  perFile: number,
  run: (place: RoundsPlace, rounds: number, random: Random) => Promise<{ readonly acknowledged: number }>,
): Promise<void> {
  let acknowledged = 0;
  for (let done = 0; done < kills; done += perFile) {
    const place = await createPlace();
    const rounds = Math.min(perFile, kills - done);
    try {
      acknowledged += (await run(place, rounds, seeded(first + done))).acknowledged;
    } finally {
      await place.remove();
    }
    console.log(`${done + rounds} ${what}: ${acknowledged} acknowledged, nothing lost, nothing doubled`);
  }
}
