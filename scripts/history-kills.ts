import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HISTORY_FILE } from '../src/history/sqlite/database.ts';
import { killUpgrades, runKillRounds } from '../test/simulation/kill-rounds.ts';
import { writeOldFile } from '../test/support/format-1-file.ts';

/**
 * Kills a writer that appends, seals, packs and moves, and upgrades of old files, and counts what is stored afterwards.
 *
 * Usage: node bin/with-node24 scripts/history-kills.ts [ROUNDS]
 */
const rounds = Number(process.argv[2] ?? 200);
const UPGRADES = Math.ceil(rounds / 20);

const dataDir = mkdtempSync(join(tmpdir(), 'history-kill-'));
try {
  const {
    acknowledged,
    stored,
    rounds: kills,
  } = await runKillRounds(dataDir, rounds, () => Math.random() / 4);
  console.log(
    `${kills} kills of a writer: ${acknowledged} observations acknowledged, ${stored} stored, none lost, none twice`,
  );
  let killed = 0;
  for (let i = 0; i < UPGRADES; i++) {
    const old = join(dataDir, `old-${i}`);
    killed += await killedUpgrades(old);
  }
  console.log(`${killed} kills of ${UPGRADES} upgrades: all continued to the end`);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

async function killedUpgrades(old: string): Promise<number> {
  mkdirSync(old);
  writeOldFile(join(old, HISTORY_FILE));
  return killUpgrades(old);
}
