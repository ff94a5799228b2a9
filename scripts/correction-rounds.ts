/**
 * The long proof of corrections: a writer of debits, reversals, decisions of the review, cancelled codes, removed wallets and keys
 * for a bot is killed at a random moment, and so is the acceptance of a ledger that does not fit its past.
 *
 * Usage: node bin/with-node24 scripts/correction-rounds.ts [--kills 200] [--first-seed 1]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runCorrectionKills } from '../test/simulation/correction-kills.ts';
import { seeded } from '../test/simulation/ledger-world.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    /** Other seeds are other rounds: a long run can be made in parts. */
    'first-seed': { type: 'string', default: '1' },
  },
});

/** Each directory is used for this many kills. */
const KILLS_PER_PLACE = 25;

const kills = Number(values.kills);
let acknowledged = 0;
let killedAcceptances = 0;
for (let done = 0; done < kills; done += KILLS_PER_PLACE) {
  const rounds = Math.min(KILLS_PER_PLACE, kills - done);
  const place = await mkdtemp(path.join(tmpdir(), 'crosstape-correction-rounds-'));
  try {
    const report = await runCorrectionKills(place, rounds, seeded(Number(values['first-seed']) + done));
    acknowledged += report.acknowledged;
    killedAcceptances += report.killedAcceptances;
  } finally {
    await rm(place, { recursive: true, force: true });
  }
  console.log(
    `${done + rounds} kills and ${killedAcceptances} of an acceptance: ${acknowledged} acknowledged, nothing lost, nothing doubled`,
  );
}
