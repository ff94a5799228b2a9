import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { recordOf, SERIES } from './history-writer.ts';

export interface KillReport {
  readonly rounds: number;
  /** Observations whose commit the writer had reported. */
  readonly acknowledged: number;
  readonly stored: number;
}

/**
 * Kills a writer again and again, without a word, and checks after every kill that each acknowledged
 * observation is there once. At most one batch may be stored beyond them: committed, not yet reported.
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
    const acknowledged = await killWriter(dataDir, next, 1 + Math.floor(random() * 400));
    reported += acknowledged - next;
    next = await checkedBatches(dataDir, acknowledged);
  }
  return { rounds, acknowledged: reported * SERIES, stored: next * SERIES };
}

/** @returns The number of batches acknowledged when the writer died. */
async function killWriter(dataDir: string, from: number, batches: number): Promise<number> {
  const writer = join(import.meta.dirname, 'history-writer.ts');
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', writer, dataDir, String(from)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const closed = once(child, 'close');
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    const lines = text.length - text.replaceAll('\n', '').length;
    if (lines >= batches) child.kill('SIGKILL');
  });
  await closed;
  assert.equal(child.signalCode, 'SIGKILL', 'the writer ended by itself');
  // A last line without its end was cut off by the kill.
  const complete = text.slice(0, text.lastIndexOf('\n')).split('\n');
  return Number(complete.at(-1)) + 1;
}

/** @returns How many batches are stored. */
async function checkedBatches(dataDir: string, acknowledged: number): Promise<number> {
  const history = await openSqliteHistory({ dataDir });
  try {
    const counts = new Set<number>();
    for (let series = 0; series < SERIES; series++) {
      const { columns } = await history.read(recordOf(0, series), { limit: 10_000_000 });
      counts.add(columns.length);
      for (let batch = 0; batch < columns.length; batch++) {
        const { t, p } = recordOf(batch, series);
        assert.deepEqual([columns.t[batch], columns.p[batch]], [t, p], `series ${series}, batch ${batch}`);
      }
    }
    assert.equal(counts.size, 1, 'a batch is stored in part');
    const [stored = 0] = counts;
    assert.ok(stored >= acknowledged, `${acknowledged} batches were acknowledged and ${stored} are stored`);
    assert.ok(
      stored <= acknowledged + 1,
      `${acknowledged} batches were acknowledged and ${stored} are stored`,
    );
    return stored;
  } finally {
    await history.close();
  }
}
