import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { epochMs, HOUR_MS } from '../src/domain/index.ts';
import { toColumns } from '../src/history/columns/columns.ts';
import type { HistoryReader } from '../src/history/contract/history-store.ts';
import { openSqliteHistory } from '../src/history/sqlite/index.ts';
import { prepareAggregate } from '../src/http/heavy/jobs/aggregate.ts';
import { median, timed } from './store/table.ts';

/**
 * Answers of hourly buckets, 30 days of which are filled in from candles and 30 recorded, beside those of another checkout
 * over the same history, in turns. Bar: the median of 1.05 of before.
 *
 *     node bin/with-node24 bench/filled-buckets.ts CHECKOUT
 */
const [checkout = '.'] = process.argv.slice(2);
const ROUNDS = 400;
const HOURS = 720;
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
  const bars = (await history.findBars(KEY, {})).length;
  await history.close();
  console.log(`${bars} bars; ${bytes} bytes of answers were written`);
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
