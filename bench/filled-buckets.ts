import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { epochMs, HOUR_MS } from '../src/domain/index.ts';
import { toColumns } from '../src/history/columns/columns.ts';
import type { HistoryReader } from '../src/history/contract/history-store.ts';
import { HISTORY_FILE } from '../src/history/sqlite/database.ts';
import { openSqliteHistory } from '../src/history/sqlite/index.ts';
import { prepareAggregate } from '../src/http/heavy/jobs/aggregate.ts';
import { seededRandom } from '../test/support/random.ts';
import { median, timed } from './store/table.ts';

/**
 * Answers of hourly buckets, 30 days of which are filled in from candles and 30 recorded, beside those of another checkout
 * over the same history, in turns. Bar: the median of 1.05 of before. Last the bytes of a bar: of perpetuals as they move, and
 * of markets in whole cents.
 *
 *     node bin/with-node24 bench/filled-buckets.ts CHECKOUT
 */
const [checkout = '.'] = process.argv.slice(2);
const ROUNDS = 400;
const HOURS = 720;
const MARKETS = 100;
const PART_BYTES = 65_536;
const POLL_MS = 30_000;
const START = Date.UTC(2026, 9, 1);
const KEY = { venue: 'hyperliquid', storeKey: 'perp-btc', asset: 'hl-BTC' } as const;

const other = (await import(resolve(checkout, 'src/http/heavy/jobs/aggregate.ts'))) as {
  prepareAggregate: typeof prepareAggregate;
};
let bytes = 0;
const dataDir = mkdtempSync(join(tmpdir(), 'bench-filled-'));
try {
  const history = await openSqliteHistory({ dataDir });
  await fill(history);
  console.log('| Answer | Here | Other | Here / other |\n|---|---:|---:|---:|');
  await compare('1,440 hours, half of them filled', history, { fromMs: START });
  await compare('720 hours, all filled', history, { fromMs: START, toMs: START + HOURS * HOUR_MS - 1 });
  await compare('720 hours, none filled', history, { fromMs: START + HOURS * HOUR_MS });
  for (const venue of ['hyperliquid', 'kalshi'] as const) await fillWalks(history, venue);
  await history.close();
  console.log(`${bytes} bytes of answers were written`);
  printBytes();
} finally {
  rmSync(dataDir, { recursive: true });
}

async function fill(history: Awaited<ReturnType<typeof openSqliteHistory>>): Promise<void> {
  const price = (i: number) => Math.round(80_000 + 900 * Math.sin(i / 50) + (i % 13)) + (i % 10) / 10;
  const hours = Array.from({ length: HOURS }, (_, i) => ({
    t: epochMs(START + i * HOUR_MS),
    open: price(i),
    high: price(i) + 220,
    low: price(i) - 220,
    close: price(i + 1),
    volume: 1_000 + (i % 97) * 3.125,
  }));
  await history.putBars(KEY, hours);
  const closes = hours.map(({ t, close }) => ({
    t: epochMs(t + HOUR_MS - 1),
    p: close,
    v: null,
    s: 'backfill' as const,
  }));
  await history.insert(KEY, toColumns(closes));
  const polls = Array.from({ length: (HOURS * HOUR_MS) / POLL_MS }, (_, i) => ({
    t: epochMs(START + HOURS * HOUR_MS + i * POLL_MS),
    p: price(i / 100),
    v: i % 7,
    s: 'poll' as const,
  }));
  await history.insert(KEY, toColumns(polls));
}

/** Bars of a hundred markets, each a random walk. */
async function fillWalks(
  history: Awaited<ReturnType<typeof openSqliteHistory>>,
  venue: 'hyperliquid' | 'kalshi',
): Promise<void> {
  const random = seededRandom(7);
  const isPerp = venue === 'hyperliquid';
  for (let market = 0; market < MARKETS; market++) {
    const decimals = isPerp ? 10 ** (4 - (market % 4)) : 100;
    let price = isPerp ? 10 ** (1 + (market % 5)) : 0.5;
    const round = (value: number) => Math.round(value * decimals) / decimals;
    const hours = Array.from({ length: HOURS }, (_, i) => {
      const open = price;
      const moved = isPerp ? price * (0.99 + 0.02 * random()) : price + 0.06 * (random() - 0.5);
      price = round(isPerp ? moved : Math.min(0.97, Math.max(0.03, moved)));
      const reach = isPerp ? price * 0.005 : 0.02;
      return {
        t: epochMs(START + i * HOUR_MS),
        open: round(open),
        high: round(Math.max(open, price) + reach * random()),
        low: round(Math.min(open, price) - reach * random()),
        close: price,
        volume: Math.round(random() * 5e6) / (isPerp ? 1_000 : 1_000_000),
      };
    });
    await history.putBars({ venue, storeKey: `walk-${market}`, asset: `${venue}-walk-${market}` }, hours);
  }
}

function printBytes(): void {
  const db = new DatabaseSync(join(dataDir, HISTORY_FILE), { readOnly: true });
  const sizes = db.prepare(
    `SELECT venue, sum(length(data)) AS bytes FROM bar WHERE store_key LIKE 'walk-%' GROUP BY venue`,
  );
  for (const { venue, bytes: size } of sizes.all())
    console.log(`${(Number(size) / (MARKETS * HOURS)).toFixed(1)} bytes a bar of ${venue}`);
  const [table] = db.prepare(`SELECT sum(pgsize) AS bytes FROM dbstat WHERE name LIKE '%bar%'`).all();
  console.log(`${(Number(table?.bytes) / ((2 * MARKETS + 1) * HOURS)).toFixed(1)} bytes a bar in the file`);
  db.close();
}

async function compare(
  what: string,
  history: HistoryReader,
  { fromMs, toMs = START + 2 * HOURS * HOUR_MS }: { readonly fromMs: number; readonly toMs?: number },
): Promise<void> {
  const input = {
    key: KEY,
    options: { fromMs: epochMs(fromMs), toMs: epochMs(toMs), bucketMs: HOUR_MS, maxBuckets: 50_000 },
    calendar: null,
    op: 'all',
    now: epochMs(toMs),
    head: {},
  } as const;
  const ms: number[][] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    for (const side of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const { prepareAggregate: prepare } = side === 0 ? { prepareAggregate } : other;
      ms[side]!.push(
        await timed(async () => {
          const body = await prepare(history, input);
          for await (const part of body.parts(PART_BYTES)) bytes += part.length;
        }),
      );
    }
  }
  const [here, there] = ms.map((all) => median(all.slice(ROUNDS / 10)));
  console.log(
    `| ${what} | ${here!.toFixed(3)} ms | ${there!.toFixed(3)} ms | ${(here! / there!).toFixed(2)} |`,
  );
}
