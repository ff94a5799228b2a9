/**
 * The long proof of live orders: rounds in which requests, answers and a process get lost, and kills of the order path
 * with its ledger, at every step, over simulated venues that keep what they took.
 *
 * Usage: node bin/with-node24 scripts/live-order-rounds.ts [--rounds 1000] [--kills 1000] [--first-seed 1]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { seeded } from '../test/simulation/ledger-world.ts';
import { runLiveKills } from '../test/simulation/live-order-kills.ts';
import { runLiveOrderRounds } from '../test/simulation/live-order-rounds.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '1000' },
    /** Other seeds are other rounds: a long run can be made in parts. */
    'first-seed': { type: 'string', default: '1' },
  },
});

/** Each file is used for this many kills: its checks stay short, and a whole run covers old and young files. */
const KILLS_PER_FILE = 50;

const [rounds, kills, first] = [values.rounds, values.kills, values['first-seed']].map(Number) as [
  number,
  number,
  number,
];
if (rounds > 0) {
  const report = await runLiveOrderRounds(rounds, first);
  console.log(
    `${report.rounds} rounds, ${report.filled} filled, ${report.rejected} rejected, ${report.neverSent} never sent, ` +
      `${report.lookedUp} looked up; no order twice, every outcome is what the venue did`,
  );
}
let orders = 0;
let filled = 0;
for (let done = 0; done < kills; done += KILLS_PER_FILE) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-live-kills-'));
  const part = Math.min(KILLS_PER_FILE, kills - done);
  try {
    const report = await runLiveKills(dataDir, part, seeded(first + done));
    orders += report.orders;
    filled += report.filled;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  console.log(
    `${done + part} kills: ${orders} orders, ${filled} filled; no order twice, no fee twice, none set aside, ` +
      'every order is what its venue did',
  );
}
