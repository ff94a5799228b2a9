import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { SqliteTapeWriter } from '../../src/history/tape/sqlite/sqlite-tape-writer.ts';
import { MadeUpBooks } from './made-up-books.ts';
import { toFrames } from './made-up-frames.ts';

/**
 * The command `export` of books and trades of a day of the tape: time, processor time, peak memory and bytes.
 *
 *     node bin/with-node24 bench/tape/export.ts [changes a second] [markets] [hours]
 */
const [perSecond = 150, markets = 500, hours = 24] = process.argv.slice(2).map(Number);
const BASE_MS = Date.UTC(2026, 10, 28);
/** A second without a commit of its own costs an export nothing: slices are made of minutes. */
const FLUSH_SECONDS = 60;
const TRADES_A_SECOND = 2;
const ROOT = path.resolve(import.meta.dirname, '../..');
/** Says at the end what the process took. */
const WATCH = `data:text/javascript,process.on('exit', () => console.error('took ' + JSON.stringify(process.resourceUsage())))`;

const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-tape-export-bench-'));
const history = await openSqliteHistory({ dataDir });
await history.close();
const changes = fill();
console.log(`${changes} changes of ${markets} markets in ${hours} h, ${TRADES_A_SECOND} trades a second`);
const started = performance.now();
const { out, userCPUTime, systemCPUTime, maxRSS } = await exportTree();
const seconds = (performance.now() - started) / 1_000;
const cpuSeconds = (userCPUTime + systemCPUTime) / 1e6;
console.log(out.trim().split('\n').at(-1));
console.log(
  `export: ${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of processor time, ` +
    `${((1e6 * cpuSeconds) / changes).toFixed(2)} µs a change; at most ${(maxRSS / 1_024).toFixed(0)} MiB`,
);
rmSync(dataDir, { recursive: true });

/** Fills the tape and returns the number of changes. */
function fill(): number {
  const books = new MadeUpBooks({ markets, perSecond, baseMs: BASE_MS });
  const writer = new SqliteTapeWriter({ dataDir, store: '0'.repeat(32), nowMs: BASE_MS });
  writer.nameMarkets(
    Array.from({ length: markets }, (_, i) => {
      const ref = { venue: 'polymarket' as const, storeKey: `m-${i}`, asset: `pm-m-${i}` };
      return { ...ref, number: i + 1, sendsChanges: true, isBinary: true };
    }),
  );
  let written = 0;
  for (let s = 0; s < hours * 3_600; s++) {
    const fromMs = BASE_MS + 1_000 * s;
    const slice = { number: s === 0 ? 1 : 2, isFirstSecond: s === 0 };
    written += writer.addFrames(toFrames(books.drawSecond(fromMs, slice))).changes;
    writer.addTrades(
      Array.from({ length: TRADES_A_SECOND }, (_, i) => toTrade(s * TRADES_A_SECOND + i, fromMs)),
    );
    if (s % FLUSH_SECONDS === FLUSH_SECONDS - 1) writer.flush(fromMs + 999);
  }
  writer.stop(BASE_MS + 3_600_000 * hours - 1);
  return written;
}

function toTrade(number: number, t: number) {
  const id = `0x${(number * 2_654_435_761).toString(16).padStart(64, '0')}:yes`;
  const times = { t, venueTime: t, receivedAt: t + 120 };
  const price = ((number % 97) + 1) / 100;
  const side = number % 3 === 0 ? ('sell' as const) : ('buy' as const);
  return {
    ...times,
    market: 1 + (number % markets),
    price,
    size: 1 + (number % 500),
    side,
    isBlock: false,
    source: 'stream' as const,
    id,
  };
}

async function exportTree(): Promise<NodeJS.ResourceUsage & { readonly out: string }> {
  const tree = path.join(dataDir, 'tree');
  const options = ['export', '--all', '--tables', 'books,trades', '-o', tree, '--data-dir', dataDir];
  const child = spawn(process.execPath, ['--import', WATCH, path.join(ROOT, 'src/main.js'), ...options]);
  let [out, err] = ['', ''];
  child.stdout.on('data', (text) => (out += text));
  child.stderr.on('data', (text) => (err += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  const took = /took (\{.*\})/.exec(err)?.[1];
  if (code !== 0 || took === undefined) throw new Error(`export ended with ${code}: ${err}`);
  return { ...JSON.parse(took), out };
}
