/**
 * The long proof of the ledger: kills of a writer under load, and seeds of the simulation.
 *
 * Usage: node bin/with-node24 scripts/ledger-rounds.ts [--kills 10000] [--seeds 2000] [--first-seed 1]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runLedgerKills } from '../test/simulation/ledger-kills.ts';
import { everybody, runWorld, seeded } from '../test/simulation/ledger-world.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '10000' },
    seeds: { type: 'string', default: '2000' },
    'first-seed': { type: 'string', default: '1' },
  },
});

/** Each file is used for so many kills: its audit stays short, and a whole run covers old and young files. */
const KILLS_PER_FILE = 100;

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

const kills = Number(values.kills);
let acknowledged = 0;
for (let done = 0; done < kills; done += KILLS_PER_FILE) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-kills-'));
  try {
    const rounds = Math.min(KILLS_PER_FILE, kills - done);
    acknowledged += (await runLedgerKills(dataDir, rounds, seeded(done + 1))).acknowledged;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  console.log(
    `${Math.min(kills, done + KILLS_PER_FILE)} kills: ${acknowledged} acknowledged, nothing lost, nothing doubled`,
  );
}
