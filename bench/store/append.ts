import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { epochMs } from '../../src/domain/index.ts';
import type { SeriesObservation } from '../../src/history/contract/history-store.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { randomNumbers, START, STEP } from './generated.ts';
import { type Table, timed } from './table.ts';

const BATCH = 2_000;

/** A batch packed as tightly as the journal packs it: what the disk alone needs for one acknowledged batch. */
const PLAIN_BYTES = 44_000;

/**
 * Measures durable appends: one commit per batch of 2,000, the same batches to all. SQLite rows have the key that makes
 * them readable by series and time, and both databases the write-ahead log with synchronous=FULL.
 */
export async function measureAppends(table: Table, directory: string, count: number): Promise<void> {
  for (const series of [500, 1]) await measure(table, join(directory, `append-${series}`), count, series);
}

async function measure(table: Table, directory: string, count: number, series: number): Promise<void> {
  const history = await openSqliteHistory({ dataDir: directory });
  const rows = new DatabaseSync(join(directory, 'rows.sqlite'));
  rows.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    PRAGMA cache_size = -24576; PRAGMA wal_autocheckpoint = 4000;
    CREATE TABLE r (series INTEGER, t INTEGER, n INTEGER, p REAL, v REAL, s INTEGER, PRIMARY KEY (series, t, n))
    WITHOUT ROWID`);
  const insert = rows.prepare('INSERT INTO r VALUES (?, ?, ?, ?, ?, 1)');
  const plain = openSync(join(directory, 'plain'), 'w');
  const bytes = new Uint8Array(PLAIN_BYTES).fill(7);

  const totals = { ours: 0, rows: 0, plain: 0 };
  const cpu = { user: 0, system: 0 };
  const batches = pollBatches(series);
  for (let done = 0; done < count; done += BATCH) {
    const batch = batches.next().value;
    const before = process.cpuUsage();
    totals.ours += await timed(() => history.append(batch));
    const used = process.cpuUsage(before);
    cpu.user += used.user / 1_000;
    cpu.system += used.system / 1_000;
    totals.rows += await timed(() => {
      rows.exec('BEGIN');
      batch.forEach(({ storeKey, t, p, v }, i) => {
        insert.run(Number(storeKey.slice(6)), t, done + i, p, v);
      });
      rows.exec('COMMIT');
    });
    totals.plain += await timed(() => {
      writeSync(plain, bytes);
      fdatasyncSync(plain);
    });
  }
  await history.close();
  rows.close();
  closeSync(plain);
  const perSecond = (ms: number) => count / ms / 1_000;
  // Inverted, so that a smaller ratio is better in every row.
  table.add({
    what: `append to ${series} series, 2,000 a commit (${perSecond(totals.ours).toFixed(2)} M/s)`,
    ours: totals.ours,
    peers: { 'SQLite rows': totals.rows, [`${PLAIN_BYTES} bytes and fdatasync a batch`]: totals.plain },
    unit: 'ms',
  });
  table.add({
    what: `processor time of that append (${perSecond(cpu.user + cpu.system).toFixed(2)} M/s)`,
    ours: cpu.user + cpu.system,
    peers: {},
    unit: 'ms',
  });
}

function* pollBatches(series: number): Generator<SeriesObservation[], never> {
  const random = randomNumbers();
  const keys = Array.from({ length: series }, (_, i) => ({ storeKey: `perp-a${i}`, asset: `hl-A${i}` }));
  const cents = keys.map((_, i) => 100_000 + i * 10_000);
  for (let n = 0; ; ) {
    const batch: SeriesObservation[] = [];
    for (let i = 0; i < BATCH; i++, n++) {
      const at = n % series;
      cents[at]! += Math.round((random() - 0.5) * 200);
      batch.push({
        venue: 'hyperliquid',
        storeKey: keys[at]!.storeKey,
        asset: keys[at]!.asset,
        t: epochMs(START + Math.floor(n / series) * STEP),
        p: cents[at]! / 100,
        v: Math.round(random() * 10_000) / 1_000,
        s: 'poll',
      });
    }
    yield batch;
  }
}
