import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type TapeReader, toLevels } from '../../src/history/tape/contract/tape-reader.ts';
import { SqliteTapeReader } from '../../src/history/tape/sqlite/sqlite-tape-reader.ts';
import { verifyTape } from '../../src/history/tape/sqlite/verify-tape.ts';
import type { Random } from './ledger-world.ts';
import {
  BATCHES_A_DAY,
  beginOf,
  bookAfter,
  describeCommit,
  endOf,
  frameTimeOf,
  MARKET_NUMBERS,
  toMarket,
  tradeOf,
} from './tape-story.ts';

export interface TapeKillReport {
  readonly rounds: number;
  /** Batches whose commit the writer had reported, and all that are stored. */
  readonly acknowledged: number;
  readonly stored: number;
  /** Kills that came behind the report before such a commit, within some milliseconds. */
  readonly at: Readonly<Record<'midnight' | 'slice' | 'plain', number>>;
}

/** Most batches of a round. */
const MAX_BATCHES = 30;
/** A kill comes so long after the report at most: within the commit that follows, or between two. */
const MAX_DELAY_MS = 12;
/** Batches of earlier rounds that are read again after each kill. */
const OLD_BATCHES = 5;
/** Number of newest runs of which every time between two is compared. */
const RUNS_COMPARED = 4;

interface Run {
  readonly from: number;
  /** The last batch that is stored. */
  readonly to: number;
}

/**
 * Kills the process that writes a tape again and again, without a word, half of the times about a slice or midnight. After each
 * kill everything that was acknowledged is there as it was written, at most one batch beyond it, nothing is claimed behind
 * the last commit, and what was between two runs is unknown for `restart`.
 *
 * @throws {assert.AssertionError} that names the round.
 */
export async function runTapeKills(dataDir: string, rounds: number, random: Random): Promise<TapeKillReport> {
  const runs: Run[] = [];
  const at = { midnight: 0, slice: 0, plain: 0 };
  let [from, acknowledged] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    const last = from + 1 + Math.floor(random() * MAX_BATCHES);
    const killAfter = random() < 0.5 ? last : toBoundary(last, random);
    const reported = await killWriter(dataDir, from, killAfter, random() * MAX_DELAY_MS);
    at[describeCommit(killAfter + 1)]++;
    acknowledged += Math.max(0, reported - from + 1);
    try {
      const to = await requireKept(dataDir, { from, reported, runs, random });
      if (to >= from) runs.push({ from, to });
      // The next run begins later: what lies between is not recorded.
      from = Math.max(from, to + 1) + 1;
    } catch (error) {
      if (error instanceof Error) error.message = `round ${round}, from batch ${from}: ${error.message}`;
      throw error;
    }
  }
  const { damaged, others } = verifyTape(dataDir);
  assert.deepEqual({ damaged, others }, { damaged: [], others: [] });
  const stored = runs.reduce((sum, run) => sum + run.to - run.from + 1, 0);
  return { rounds, acknowledged, stored, at };
}

/** Finds the batch before the next one that seals a slice or begins a day. */
function toBoundary(batch: number, random: Random): number {
  const wanted = random() < 0.5 ? 'midnight' : 'slice';
  for (let next = batch; next < batch + BATCHES_A_DAY; next++)
    if (describeCommit(next + 1) === wanted) return next;
  return batch;
}

/** Kills a writer and returns the last batch that it reported; the one before the first where it reported none. */
async function killWriter(
  dataDir: string,
  from: number,
  killAfter: number,
  delayMs: number,
): Promise<number> {
  const writer = path.join(import.meta.dirname, 'tape-writer.ts');
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', writer, dataDir, String(from)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const closed = once(child, 'close');
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    if (text.includes(`${killAfter}\n`)) setTimeout(() => child.kill('SIGKILL'), delayMs);
  });
  await closed;
  assert.equal(child.signalCode, 'SIGKILL', 'the writer ended on its own');
  // A last line without its end was cut off by the kill.
  return Number(text.split('\n').slice(0, -1).at(-1) ?? from - 1);
}

interface Kept {
  readonly from: number;
  readonly reported: number;
  readonly runs: readonly Run[];
  readonly random: Random;
}

/** Checks the stored batches and returns the last one. */
async function requireKept(dataDir: string, { from, reported, runs, random }: Kept): Promise<number> {
  const reader = new SqliteTapeReader(dataDir);
  try {
    const newestMs = await reader.findNewestMs();
    let to = from - 1;
    while (newestMs !== null && endOf(to + 1) <= newestMs) to++;
    assert.ok(to >= reported, `batch ${reported} was acknowledged, and the tape ends with ${to}`);
    assert.ok(to <= reported + 1, `batch ${reported} was the last to be acknowledged, and ${to} is stored`);
    for (let batch = from; batch <= to; batch++) await requireBatch(reader, batch, batch === from);
    const old = runs.flatMap((run) => [run.from, run.to]);
    for (let i = 0; i < OLD_BATCHES && runs.length > 0; i++) {
      const run = runs[Math.floor(random() * runs.length)]!;
      old.push(run.from + Math.floor(random() * (run.to - run.from + 1)));
    }
    for (const batch of old.slice(-2 * OLD_BATCHES))
      await requireBatch(
        reader,
        batch,
        runs.some((run) => run.from === batch),
      );
    if (to >= from) await requireTrades(reader, from, to);
    await requireBreaks(reader, (to < from ? runs : [...runs, { from, to }]).slice(-RUNS_COMPARED));
    return to;
  } finally {
    await reader.close();
  }
}

/** Asserts that every book is the one of the batch from its frame on, and that of the batch before it until then. */
async function requireBatch(reader: TapeReader, batch: number, isFirst: boolean): Promise<void> {
  const moments = [
    [frameTimeOf(batch), batch],
    [endOf(batch), batch],
    [frameTimeOf(batch) - 1, isFirst ? null : batch - 1],
  ] as const;
  for (const market of MARKET_NUMBERS)
    for (const [t, of] of moments) {
      const { book } = await reader.findBook(toMarket(market), t);
      const found = book === null ? null : { bids: toPairs(book.bids), asks: toPairs(book.asks) };
      assert.deepEqual(found, of === null ? null : bookAfter(market, of), `market ${market} at ${t}`);
    }
}

function toPairs(side: Parameters<typeof toLevels>[0]) {
  return toLevels(side).map(({ price, size }) => [price, size]);
}

/** Asserts that each trade of a run is stored once, and no other trade. */
async function requireTrades(reader: TapeReader, from: number, to: number): Promise<void> {
  const window = { fromMs: beginOf(from), toMs: endOf(to) + 86_400_000 };
  for (const market of MARKET_NUMBERS) {
    const { trades } = await reader.readTrades(toMarket(market), {
      ...window,
      limit: 100_000,
      order: 'oldest',
    });
    const expected = Array.from({ length: to - from + 1 }, (_, i) => tradeOf(market, from + i));
    assert.deepEqual(
      trades.map(({ t, id, price, size, side }) => ({ t, id, price: price.toFixed(2), size, side })),
      expected.map(({ t, id, price, size, side }) => ({ t, id, price: price.toFixed(2), size, side })),
      `trades of market ${market}`,
    );
  }
}

/** Asserts that nothing is known between two runs, for `restart`, and nothing after the last commit. */
async function requireBreaks(reader: TapeReader, runs: readonly Run[]): Promise<void> {
  const last = runs.at(-1);
  if (last === undefined) return;
  const window = { fromMs: frameTimeOf(runs[0]!.from), toMs: endOf(last.to) + 1 };
  const holes = runs.slice(1).map((run, i) => ({
    fromMs: endOf(runs[i]!.to) + 1,
    toMs: frameTimeOf(run.from) - 1,
    reason: 'restart',
  }));
  for (const market of MARKET_NUMBERS.slice(0, 2)) {
    const key = toMarket(market);
    const { notRecorded } = await reader.readBookCoverage(key, window, 100_000);
    assert.deepEqual(notRecorded.slice(0, -1), holes, `what is not known of market ${market}`);
    assert.equal(notRecorded.at(-1)?.fromMs, endOf(last.to) + 1);
    assert.equal((await reader.findBook(key, endOf(last.to) + 1)).book, null);
    const heard = await reader.readTradeCoverage(key, { ...window, fromMs: beginOf(runs[0]!.from) }, 100_000);
    assert.deepEqual(
      heard.notRecorded.slice(0, -1),
      holes.map((hole, i) => ({ ...hole, toMs: beginOf(runs[i + 1]!.from) - 1 })),
      `times in which trades of market ${market} were not heard`,
    );
  }
}
