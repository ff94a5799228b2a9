import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runKillRounds } from '../test/simulation/kill-rounds.ts';

const rounds = Number(process.argv[2] ?? 30);
const dataDir = mkdtempSync(join(tmpdir(), 'history-kill-'));
try {
  const report = await runKillRounds(dataDir, rounds, Math.random);
  const { acknowledged, stored } = report;
  console.log(
    `${report.rounds} kills: ${acknowledged} observations acknowledged, ${stored} stored, none lost, none twice`,
  );
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
