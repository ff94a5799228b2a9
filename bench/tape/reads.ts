import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/domain/index.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { SqliteTapeReader } from '../../src/history/tape/sqlite/sqlite-tape-reader.ts';
import { SqliteTapeWriter } from '../../src/history/tape/sqlite/sqlite-tape-writer.ts';
import { prepareBookChangesFile } from '../../src/http/heavy/jobs/tape/book-changes.ts';
import { prepareBookDepth } from '../../src/http/heavy/jobs/tape/book-depth.ts';
import { prepareTrades } from '../../src/http/heavy/jobs/tape/trades.ts';
import { buildApi } from '../../test/support/api-server.ts';
import { binary, ELECTION, FixedFeed, NOW } from '../../test/support/fixed-feed.ts';
import { openMemoryStaleReports } from '../../test/support/memory/stale-reports.ts';
import { randomNumbers } from '../store/generated.ts';
import { MadeUpBooks } from './made-up-books.ts';
import { toFrames } from './made-up-frames.ts';

/**
 * Answers from a day of a market with five changes a second, among others that are quieter: processor time of spread and
 * depth by the minute, of all changes as Arrow, and of a page of 5,000 trades, each by a reader that has nothing in memory;
 * then the same kinds of answers over HTTP, one at a time, each to a question that was not asked before.
 *
 *     node bin/with-node24 bench/tape/reads.ts [hours] [markets] [rounds] [requests]
 */
const [hours = 24, markets = 20, rounds = 7, requests = 300] = process.argv.slice(2).map(Number);
const PER_SECOND = 5;
/** A second without a commit of its own costs no answer anything: slices are made of minutes. */
const FLUSH_SECONDS = 60;
const TRADE_EVERY_S = 10;
const TRADES_A_PAGE = 5_000;
const WARM_UP = 20;
const MAX_ROWS = 1_000_000;
const PART_BYTES = 256 * 1_024;
const BASE_MS = Math.floor(NOW / DAY_MS - 1) * DAY_MS;
const WINDOW = { fromMs: BASE_MS, toMs: BASE_MS + hours * HOUR_MS - 1 };
const { venue, storeKey, asset } = ELECTION;

const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-reads-bench-'));
const changes = fill();
console.log(`${changes} changes of ${markets} markets in ${hours} h, ${PER_SECOND} a second of the busiest`);
const key = { venue, storeKey };
const page = { key, window: WINDOW, after: null, exclusion: null, head: {} };
await measure('spread and depth by the minute', 300, (reader) =>
  prepareBookDepth(reader, { ...page, bucketMs: MINUTE_MS, within: [1, 2, 5], unit: 'cents' }),
);
await measure('all changes as Arrow', 200, async (reader) => {
  const body = await prepareBookChangesFile(reader, {
    ...page,
    limit: MAX_ROWS,
    format: 'arrow',
    search: '',
  });
  for await (const _ of body.parts(PART_BYTES));
});
await measure(`a page of ${TRADES_A_PAGE} trades`, 50, (reader) =>
  prepareTrades(reader, { ...page, limit: TRADES_A_PAGE }),
);
await measureHttp();
rmSync(dataDir, { recursive: true });

/** Fills the tape and returns the number of changes. */
function fill(): number {
  const weight = Array.from({ length: markets }, (_, i) => 1 / (i + 1)).reduce(
    (sum, share) => sum + share,
    0,
  );
  const books = new MadeUpBooks({ markets, perSecond: PER_SECOND * weight, baseMs: BASE_MS });
  const writer = new SqliteTapeWriter({ dataDir, store: '0'.repeat(32), nowMs: BASE_MS });
  writer.nameMarkets(
    Array.from({ length: markets }, (_, i) => {
      const ref = i === 0 ? { venue, storeKey, asset } : { venue, storeKey: `m-${i}`, asset: `pm-m-${i}` };
      return { ...ref, number: i + 1, sendsChanges: true, isBinary: true };
    }),
  );
  writer.beginHeard({ venue, market: 1 }, BASE_MS);
  const random = randomNumbers(47);
  let written = 0;
  for (let s = 0; s < hours * 3_600; s++) {
    const fromMs = BASE_MS + s * SECOND_MS;
    const slice = { number: s === 0 ? 1 : 2, isFirstSecond: s === 0 };
    written += writer.addFrames(toFrames(books.drawSecond(fromMs, slice))).changes;
    if (s % TRADE_EVERY_S === 0) writer.addTrades([drawTrade(s, fromMs, random)]);
    if (s % FLUSH_SECONDS === FLUSH_SECONDS - 1) writer.flush(fromMs + SECOND_MS - 1);
  }
  writer.stop(WINDOW.toMs);
  return written;
}

function drawTrade(number: number, t: number, random: () => number) {
  const id = `0x${Math.floor(random() * 2 ** 48)
    .toString(16)
    .padStart(64, '0')}:${number % 2 === 0 ? 'yes' : 'no'}`;
  const price = 0.2 + Math.floor(random() * 600) / 1_000;
  const side = random() < 0.5 ? ('buy' as const) : ('sell' as const);
  const times = { t, venueTime: t, receivedAt: t + 120 };
  const size = Math.ceil(random() * 10_000) / 100;
  return { ...times, market: 1, price, size, side, isBlock: false, source: 'stream' as const, id };
}

/** Prints the median of the processor time of an answer, each round by a reader of its own. */
async function measure(name: string, barMs: number, work: (reader: SqliteTapeReader) => Promise<unknown>) {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const reader = new SqliteTapeReader(dataDir);
    const before = process.cpuUsage();
    await work(reader);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1_000);
    await reader.close();
  }
  const [median, least] = [quantile(times, 0.5), quantile(times, 0)];
  console.log(`${name}: ${median.toFixed(0)} ms of processor time, least ${least.toFixed(0)} (bar ${barMs})`);
}

async function measureHttp(): Promise<void> {
  const history = await openSqliteHistory({ dataDir: path.join(dataDir, 'history') });
  const reader = new SqliteTapeReader(dataDir);
  const feed = new FixedFeed();
  feed.set('polymarket', [binary(ELECTION)]);
  const app = await buildApi({
    feed,
    history,
    staleReports: openMemoryStaleReports(),
    tapeReader: reader,
    tape: {
      isThere: () => true,
      waitFor: () => reader.findNewestMs(),
      findExclusion: async () => null,
    },
    clock: () => NOW,
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const random = randomNumbers(48);
  const drawMs = (span: number) => BASE_MS + Math.floor(random() * Math.max(1, hours * HOUR_MS - span));
  const questions: Readonly<Record<string, () => string>> = {
    'book at a moment': () => `/api/book/${asset}/at?t=${drawMs(0)}`,
    'page of 500 trades': () => `/api/trades/${asset}?fromMs=${BASE_MS}&toMs=${drawMs(0)}`,
    'spread and depth of an hour': () => {
      const fromMs = drawMs(HOUR_MS);
      return `/api/book/${asset}/depth?fromMs=${fromMs}&toMs=${fromMs + HOUR_MS - 1}`;
    },
  };
  for (const [name, draw] of Object.entries(questions)) {
    const times: number[] = [];
    for (let i = -WARM_UP; i < requests; i++) {
      const url = `${address}${draw()}`;
      const before = performance.now();
      const response = await fetch(url);
      const text = await response.text();
      if (i >= 0) times.push(performance.now() - before);
      if (response.status !== 200) throw new Error(`${url}: ${response.status} ${text}`);
    }
    const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
    console.log(`${name} over HTTP, ms: p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}`);
  }
  await app.close();
  await reader.close();
  await history.close();
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
