import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { decodeBooks, encodePlanned } from '../../src/history/tape/coding/book-block.ts';
import type { BookRun } from '../../src/history/tape/coding/book-run.ts';
import { FrameLog } from '../../src/history/tape/coding/frame-log.ts';
import { type PlannedRun, planRuns } from '../../src/history/tape/coding/planned-runs.ts';
import { median } from '../store/table.ts';
import { MadeUpBooks } from './made-up-books.ts';

/**
 * Changes of books as blocks of the tape: bytes and processor time of a change, beside the same changes as Parquet with
 * ZSTD(9), sorted by market, written by DuckDB. One slice of five minutes of books that are made up.
 *
 *     node bin/with-node24 bench/tape/coding.ts [changes a second] [markets]
 */
const [perSecond = 7_000, markets = 2_560] = process.argv.slice(2).map(Number);
const SLICE_S = 300;
const BLOCK_CHANGES = 8_192;
const BASE_MS = Date.UTC(2026, 10, 28, 12);
const ROUNDS = 7;

const books = new MadeUpBooks({ markets, perSecond, baseMs: BASE_MS });
const seconds = Array.from({ length: SLICE_S }, (_, s) =>
  books.drawSecond(BASE_MS + 1_000 * s, { number: 2, isFirstSecond: s === 0 }),
);
const log = new FrameLog();
for (const ofSecond of seconds) log.appendRuns(ofSecond);
const runs = planRuns(log, (market) => market);
const changes = runs.reduce((sum, run) => sum + run.changes, 0);
const blocks = toBlocks(runs);

const encoded = blocks.map((ofBlock) => encodePlanned(ofBlock, BASE_MS));
const bytes = encoded.reduce((sum, { length }) => sum + length, 0);
const decoded = encoded.flatMap((data) => decodeBooks(data, BASE_MS));
requireSame(decoded, runs);
const encodeUs = measure(() => {
  for (const ofBlock of blocks) encodePlanned(ofBlock, BASE_MS);
});
const decodeUs = measure(() => {
  for (const data of encoded) decodeBooks(data, BASE_MS);
});

console.log(`${changes} changes of ${runs.length} runs in ${blocks.length} blocks`);
console.log('| | B a change | encode, µs | decode, µs |\n|---|---:|---:|---:|');
console.log(
  `| blocks of the tape | ${(bytes / changes).toFixed(2)} | ${encodeUs.toFixed(2)} | ${decodeUs.toFixed(2)} |`,
);
console.log(`| Parquet, ZSTD(9), by market | ${((await writeParquet(decoded)) / changes).toFixed(2)} | | |`);

/** Measures the median processor time of a change in µs. */
function measure(work: () => void): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / changes;
  });
  return median(rounds);
}

/** Throws unless every size came back. */
function requireSame(back: readonly BookRun[], planned: readonly PlannedRun[]): void {
  for (const [i, { columns, order, from, to, sizeUnits }] of planned.entries()) {
    let at = 0;
    for (const frame of order.subarray(from, to)) {
      for (let change = columns.starts[frame]!; change < columns.starts[frame + 1]!; change++, at++) {
        if (back[i]!.sizes[at] !== Math.round(columns.sizes[change]! * sizeUnits))
          throw new Error('a size came back changed');
      }
    }
  }
}

function toBlocks(all: readonly PlannedRun[]): PlannedRun[][] {
  const blocks: PlannedRun[][] = [];
  let room = 0;
  for (const run of all) {
    if (room < run.changes) {
      blocks.push([]);
      room = BLOCK_CHANGES;
    }
    blocks.at(-1)!.push(run);
    room -= run.changes;
  }
  return blocks;
}

async function writeParquet(all: readonly BookRun[]): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'crosstape-tape-bench-'));
  const [csv, parquet] = [path.join(folder, 'changes.csv'), path.join(folder, 'changes.parquet')];
  const lines = ['market,t,lag,side,price,size'];
  for (const run of all.filter(({ prices }) => prices.length > 0)) {
    let frame = 0;
    let left = run.counts[0]!;
    for (let i = 0; i < run.prices.length; i++, left--) {
      if (left === 0) left = run.counts[++frame]!;
      const [t, venueTime] = [run.times[frame]!, run.venueTimes![frame]!];
      lines.push([run.market, t, t - venueTime, run.sides[i], run.prices[i], run.sizes[i]].join(','));
    }
  }
  writeFileSync(csv, lines.join('\n'));
  const connection = await (await DuckDBInstance.create()).connect();
  await connection.run(`COPY (SELECT * FROM read_csv('${csv}') ORDER BY market, t) TO '${parquet}'
    (FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 9, PARQUET_VERSION v2)`);
  const { size } = statSync(parquet);
  rmSync(folder, { recursive: true });
  return size;
}
