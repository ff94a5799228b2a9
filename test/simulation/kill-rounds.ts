import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { HistoryStore } from '../../src/history/contract/history-store.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { buildRecord, LASTING, LIFE, SERIES } from './history-writer.ts';

export interface KillReport {
  readonly rounds: number;
  /** Observations whose commit the writer had reported. */
  readonly acknowledged: number;
  readonly stored: number;
}

/** Short markets that are read after every kill; all others are counted. */
const MARKETS_READ = 300;

const MAX_LINES = 500;

/**
 * Kills a writer again and again, without a word, and checks after every kill that each acknowledged
 * observation is there once. At most one batch may be stored beyond them: committed, not yet reported.
 *
 * The markets of the writer come and go, so what is killed are appends, seals, packs and moves into the pages
 * of the catalogue alike.
 *
 * @param random Numbers from 0 to 1 that decide how many batches a round lasts.
 */
export async function runKillRounds(
  dataDir: string,
  rounds: number,
  random: () => number,
): Promise<KillReport> {
  let next = 0;
  let reported = 0;
  for (let round = 0; round < rounds; round++) {
    const lines = await killWriter(dataDir, next, 1 + Math.floor(random() * MAX_LINES));
    const last = lines.at(-1);
    const acknowledged = last === undefined ? next : Number(last) + 1;
    reported += acknowledged - next;
    next = await checkedBatches(dataDir, acknowledged);
  }
  return { rounds, acknowledged: reported * SERIES, stored: next * SERIES };
}

/** Kills a writer and returns the lines that it printed before it died. */
async function killWriter(dataDir: string, from: number, killAfter: number): Promise<string[]> {
  const writer = join(import.meta.dirname, 'history-writer.ts');
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', writer, dataDir, String(from)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const closed = once(child, 'close');
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    if (text.length - text.replaceAll('\n', '').length >= killAfter) child.kill('SIGKILL');
  });
  await closed;
  assert.equal(child.signalCode, 'SIGKILL', 'the writer ended on its own');
  // A last line without its end was cut off by the kill.
  return text.split('\n').slice(0, -1);
}

/** Checks the stored batches and returns their number. */
async function checkedBatches(dataDir: string, acknowledged: number): Promise<number> {
  const history = await openSqliteHistory({ dataDir });
  try {
    const { observations, corruptBlocks } = await history.readStats();
    assert.deepEqual(corruptBlocks, []);
    const stored = observations / SERIES;
    assert.ok(Number.isInteger(stored), 'a batch is stored in part, or twice');
    assert.ok(stored >= acknowledged, `${acknowledged} batches were acknowledged and ${stored} are stored`);
    assert.ok(
      stored <= acknowledged + 1,
      `${acknowledged} batches were acknowledged and ${stored} are stored`,
    );
    for (let series = 0; series < LASTING; series++) await checkSeries(history, series, 0, stored);
    const lives = Math.ceil(stored / LIFE);
    const step = Math.max(1, Math.ceil((lives * (SERIES - LASTING)) / MARKETS_READ));
    for (let k = 0; k < lives * (SERIES - LASTING); k += step) {
      const life = lives - 1 - Math.floor(k / (SERIES - LASTING));
      const series = LASTING + (k % (SERIES - LASTING));
      await checkSeries(history, series, life * LIFE, Math.min(stored, (life + 1) * LIFE));
    }
    return stored;
  } finally {
    await history.close();
  }
}

/** Asserts that the series has exactly its records of the batches from one up to another. */
async function checkSeries(history: HistoryStore, series: number, from: number, to: number): Promise<void> {
  const { columns } = await history.read(buildRecord(from, series), { limit: 10_000_000 });
  const expected = Array.from({ length: to - from }, (_, i) => buildRecord(from + i, series));
  assert.deepEqual(
    [...columns.t],
    expected.map(({ t }) => t),
    `series ${series} from batch ${from}`,
  );
  assert.deepEqual(
    [...columns.p],
    expected.map(({ p }) => p),
  );
}
