import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runKillRounds } from '../test/simulation/kill-rounds.ts';

/**
 * Kills a writer that appends, seals, packs and moves, and counts what is stored afterwards.
 *
 * Usage: node bin/with-node24 scripts/history-kills.ts [ROUNDS]
 */
const dataDir = mkdtempSync(join(tmpdir(), 'history-kill-'));
try {
  const rounds = Number(process.argv[2] ?? 200);
  const report = await runKillRounds(dataDir, rounds, () => Math.random() / 4);
  console.log(
    `${report.rounds} kills of a writer: ${report.acknowledged} observations acknowledged, ${report.stored} stored, none lost, none twice`,
  );
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
