/**
 * The long proof of backup and restore: a writer of money, keys and records is killed at a random moment, an earlier backup
 * is put back, and the restore is killed at random moments too.
 *
 * Usage: node bin/with-node24 scripts/restore-rounds.ts [--kills 50] [--first-seed 1]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { seeded } from '../test/simulation/ledger-world.ts';
import { runRestoreKills } from '../test/simulation/restore-kills.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    /** Other seeds are other rounds: a long run can be made in parts. */
    'first-seed': { type: 'string', default: '1' },
  },
});

/** Each directory is used for this many kills. */
const KILLS_PER_PLACE = 10;

const kills = Number(values.kills);
let acknowledged = 0;
let killedRestores = 0;
const phases: Record<string, number> = {};
for (let done = 0; done < kills; done += KILLS_PER_PLACE) {
  const rounds = Math.min(KILLS_PER_PLACE, kills - done);
  const place = await mkdtemp(path.join(tmpdir(), 'crosstape-restore-rounds-'));
  try {
    const report = await runRestoreKills(place, rounds, seeded(Number(values['first-seed']) + done));
    acknowledged += report.acknowledged;
    killedRestores += report.killedRestores;
    for (const [phase, count] of Object.entries(report.phases)) phases[phase] = (phases[phase] ?? 0) + count;
  } finally {
    await rm(place, { recursive: true, force: true });
  }
  const where = Object.entries(phases)
    .map(([phase, count]) => `${count} ${phase}`)
    .join(', ');
  console.log(
    `${done + rounds} kills: ${acknowledged} acknowledged, ${killedRestores} restores killed (${where}); each ended with its backup, nothing of after it alive, files of before kept`,
  );
}
