import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { epochMs } from '../../src/domain/index.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import type { DrillResult } from './drill-result.ts';

const READERS = 3;
const READS = 50_000;
const APPENDS_ALONE = 1_500;
const PAUSE_MS = 5;

export const SERIES = Array.from({ length: 50 }, (_, i) => ({
  venue: 'kalshi',
  storeKey: `k${i}`,
  asset: `kalshi-k${i}`,
})) as [Series, ...Series[]];

interface Series {
  readonly venue: 'kalshi';
  readonly storeKey: string;
  readonly asset: string;
}

export interface ReaderReport {
  /** Reads that lacked a record which was acknowledged before they began. */
  readonly missed: number;
}

/** Appends of the local file, alone and beside processes that read its newest records. */
export async function drillHistory(): Promise<readonly DrillResult[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-history-drill-'));
  const history = await openSqliteHistory({ dataDir });
  let batch = 0;
  const append = async (): Promise<number> => {
    batch++;
    const t = epochMs(batch * 1_000);
    const from = performance.now();
    await history.append(SERIES.map((series) => ({ ...series, t, p: batch, v: null, s: 'poll' as const })));
    return performance.now() - from;
  };
  try {
    const alone: number[] = [];
    while (alone.length < APPENDS_ALONE) {
      alone.push(await append());
      await sleep(PAUSE_MS);
    }
    const readers = await Promise.all(Array.from({ length: READERS }, () => startReader(dataDir)));
    const reports = Promise.all(readers.map(receive));
    let isOver = false;
    reports.finally(() => {
      isOver = true;
    });
    const beside: number[] = [];
    while (!isOver) {
      beside.push(await append());
      for (const reader of readers) reader.send(batch);
      await sleep(PAUSE_MS);
    }
    for (const reader of readers) reader.disconnect();
    const missed = (await reports).reduce((sum, report) => sum + (report?.missed ?? 0), 0);
    const [before, after] = [p99(alone), p99(beside)];
    return [
      {
        what: `p99 of ${alone.length} appends of ${SERIES.length} records alone, and of ${beside.length} beside ${READERS} reading processes`,
        found: `${before.toFixed(2)} and ${after.toFixed(2)} ms`,
        bar: 'at most twice',
        isHeld: after <= 2 * before,
      },
      {
        what: `${READS} reads by ${READERS} processes beside the writer`,
        found: `${missed} without the newest acknowledged record`,
        bar: '0',
        isHeld: missed === 0,
      },
    ];
  } finally {
    await history.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function startReader(dataDir: string): Promise<ChildProcess> {
  const file = path.join(import.meta.dirname, 'history-reader.ts');
  const reader = fork(file, [dataDir, String(Math.ceil(READS / READERS))], { stdio: 'inherit' });
  await receive(reader);
  return reader;
}

async function receive(reader: ChildProcess): Promise<ReaderReport | null> {
  const ended = once(reader, 'exit').then(([code]) => {
    throw new Error(`a reader ended with ${code}`);
  });
  ended.catch(() => undefined);
  const [message] = await Promise.race([once(reader, 'message'), ended]);
  return message as ReaderReport | null;
}

function p99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
}
