import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { seededRandom } from '../../../../test/support/random.ts';
import type { ReadTrade, TapePosition, TradeQuery } from '../contract/tape-reader.ts';
import type { NumberedMarket, TakenTrade } from '../contract/tape-writer.ts';
import { SqliteTapeReader } from './sqlite-tape-reader.ts';
import { SqliteTapeWriter } from './sqlite-tape-writer.ts';
import { isClosed } from './tape-folder.ts';

const root = mkdtempSync(path.join(tmpdir(), 'crosstape-tape-trades-'));
after(() => rmSync(root, { recursive: true }));

const STORE = 'cd'.repeat(16);
const DAY = 86_400_000;
const MIDNIGHT = Date.UTC(2026, 10, 29);
const HASH = `0x${'5e'.repeat(32)}`;
let next = 0;

const makeDir = () => path.join(root, String(next++));

function toMarket(number: number): NumberedMarket {
  const storeKey = `market-${number}`;
  const asset = `pm-${storeKey}`;
  return { number, venue: 'polymarket', storeKey, asset, sendsChanges: true, isBinary: true };
}

function open(dataDir: string, nowMs: number): SqliteTapeWriter {
  const writer = new SqliteTapeWriter({ dataDir, store: STORE, nowMs });
  writer.nameMarkets([toMarket(1), toMarket(2)]);
  return writer;
}

function trade(t: number, size: number, members: Partial<TakenTrade> = {}): TakenTrade {
  return {
    market: 1,
    t,
    venueTime: t,
    receivedAt: t + 80,
    price: 0.42,
    size,
    side: 'buy',
    isBlock: false,
    source: 'stream',
    id: null,
    ...members,
  };
}

async function readAll(
  dataDir: string,
  query: Omit<TradeQuery, 'limit'>,
  limit: number,
): Promise<ReadTrade[]> {
  const reader = new SqliteTapeReader(dataDir);
  const trades: ReadTrade[] = [];
  let from: TapePosition | null = null;
  do {
    const page = await reader.readTrades(toMarket(1), {
      ...query,
      limit,
      ...(from === null ? {} : { after: from }),
    });
    assert.ok(page.trades.length <= limit);
    trades.push(...page.trades);
    from = page.next;
  } while (from !== null);
  await reader.close();
  return trades;
}

test('trades come in the order of their time, then of their arrival, forwards and backwards, in pages of any size', async () => {
  const dataDir = makeDir();
  const random = seededRandom(7);
  const writer = open(dataDir, MIDNIGHT - 900_000);
  const sent: TakenTrade[] = [];
  for (let s = 0; s < 60; s++) {
    const nowMs = MIDNIGHT - 900_000 + 30_000 * (s + 1);
    const drawn = Array.from({ length: Math.floor(random() * 8) }, (_, i) =>
      trade(nowMs - Math.floor(random() * 20) * 1_000, 1 + s * 10 + i, {
        id: `${s}-${i}`,
        market: random() < 0.8 ? 1 : 2,
      }),
    );
    writer.addTrades(drawn);
    sent.push(...drawn);
    writer.flush(nowMs);
  }
  const window = { fromMs: MIDNIGHT - 900_000, toMs: MIDNIGHT + 900_000 };
  const ids = sent
    .filter(({ market }) => market === 1)
    .sort((a, b) => a.t - b.t)
    .map(({ id }) => id);
  for (const limit of [1, 7, 500]) {
    assert.deepEqual(
      (await readAll(dataDir, { ...window, order: 'oldest' }, limit)).map(({ id }) => id),
      ids,
    );
    assert.deepEqual(
      (await readAll(dataDir, { ...window, order: 'newest' }, limit)).map(({ id }) => id),
      ids.toReversed(),
    );
  }
  writer.stop(MIDNIGHT + 900_000);
  assert.deepEqual(
    (await readAll(dataDir, { ...window, order: 'oldest' }, 9)).map(({ id }) => id),
    ids,
  );
});

test('a trade belongs to the day of its time, however late or early it comes, and closed days are closed again', async () => {
  const dataDir = makeDir();
  const writer = open(dataDir, MIDNIGHT - 10_000);
  writer.addTrades([
    trade(MIDNIGHT - 5_000, 1),
    trade(MIDNIGHT + 2_000, 2),
    trade(MIDNIGHT - 3 * DAY, 3, { source: 'backfill', receivedAt: null }),
  ]);
  writer.flush(MIDNIGHT - 1_000);
  writer.addTrades([trade(MIDNIGHT + 3_000, 4)]);
  writer.flush(MIDNIGHT + 4_000);
  writer.addTrades([trade(MIDNIGHT - 4_000, 5)]);
  writer.flush(MIDNIGHT + 5_000);
  const reader = new SqliteTapeReader(dataDir);
  assert.deepEqual(await reader.listDays(), ['2026-11-26', '2026-11-28', '2026-11-29']);
  const window = { fromMs: MIDNIGHT - 5 * DAY, toMs: MIDNIGHT + DAY };
  const { trades } = await reader.readTrades(toMarket(1), { ...window, order: 'oldest', limit: 10 });
  assert.deepEqual(
    trades.map(({ size }) => size),
    [3, 1, 5, 2, 4],
  );
  await reader.close();
  for (const day of ['2026-11-26', '2026-11-28'])
    assert.ok(isClosed(path.join(dataDir, 'tape', `${day}.sqlite`)), day);
  writer.stop(MIDNIGHT + 6_000);
});

test('quotients are rounded, and what is no price or size is refused', async () => {
  const dataDir = makeDir();
  const writer = open(dataDir, MIDNIGHT);
  const bad = [Number.NaN, -1, 0, 1e16, Number.POSITIVE_INFINITY].flatMap((value) => [
    trade(MIDNIGHT + 1, value),
    trade(MIDNIGHT + 1, 1, { price: value }),
  ]);
  assert.equal(writer.addTrades(bad), bad.length);
  const third = trade(MIDNIGHT + 1, 10 / 3, { price: 1 / 3 });
  assert.equal(
    writer.addTrades([third, trade(MIDNIGHT + 2, 20_000_000), trade(MIDNIGHT + 3, 0.00000001)]),
    0,
  );
  writer.flush(MIDNIGHT + 1_000);
  writer.stop(MIDNIGHT + 2_000);
  const trades = await readAll(dataDir, { fromMs: MIDNIGHT, toMs: MIDNIGHT + 1_000, order: 'oldest' }, 10);
  assert.deepEqual(
    trades.map(({ price, size }) => [price, size]),
    [
      [0.333333333333, 3.33333333],
      [0.42, 20_000_000],
      [0.42, 0.00000001],
    ],
  );
});

test('a trade is settled up to where its market was compared, unless it is known that it never was', async () => {
  const dataDir = makeDir();
  const writer = open(dataDir, MIDNIGHT - 10_000);
  const id = (n: number) => `${HASH}:${n % 2 === 0 ? 'yes' : 'no'}${n > 1 ? `:${n}` : ''}`;
  writer.addTrades([0, 1, 2, 3].map((n) => trade(MIDNIGHT - 4_000 + n * 2_000, 1 + n, { id: id(n) })));
  writer.addTrades([trade(MIDNIGHT - 3_999, 9)]);
  writer.flush(MIDNIGHT + 5_000);
  writer.setUnsettled({ market: 1, id: id(1), t: MIDNIGHT - 2_000 }, MIDNIGHT + 6_000);
  writer.setChecked(1, MIDNIGHT + 1_000);
  writer.flush(MIDNIGHT + 6_000);
  const trades = await readAll(
    dataDir,
    { fromMs: MIDNIGHT - DAY, toMs: MIDNIGHT + DAY, order: 'oldest' },
    10,
  );
  assert.deepEqual(
    trades.map(({ id: of, settled }) => [of, settled]),
    [
      [id(0), true],
      [null, null],
      [id(1), false],
      [id(2), true],
      [id(3), null],
    ],
  );
  writer.stop(MIDNIGHT + 6_000);
});

test('trades are known while they are heard, and a back-fill closes a hole', async () => {
  const dataDir = makeDir();
  const writer = open(dataDir, MIDNIGHT - 100_000);
  const key = { venue: 'polymarket', market: 1 } as const;
  writer.beginHeard(key, MIDNIGHT - 90_000);
  writer.flush(MIDNIGHT - 80_000);
  writer.endHeard(key, { toMs: MIDNIGHT - 70_000, reason: 'connection' });
  writer.beginHeard(key, MIDNIGHT - 50_000);
  writer.flush(MIDNIGHT + 10_000);
  const reader = new SqliteTapeReader(dataDir);
  const window = { fromMs: MIDNIGHT - 100_000, toMs: MIDNIGHT + 11_000 };
  const coverage = await reader.readTradeCoverage(toMarket(1), window);
  assert.deepEqual(coverage.notRecorded, [
    { fromMs: MIDNIGHT - 100_000, toMs: MIDNIGHT - 90_001, reason: 'before' },
    { fromMs: MIDNIGHT - 69_999, toMs: MIDNIGHT - 50_001, reason: 'connection' },
    { fromMs: MIDNIGHT + 10_001, toMs: MIDNIGHT + 11_000, reason: 'pending' },
  ]);
  writer.fillHeard(key, MIDNIGHT - 70_000, MIDNIGHT - 50_000);
  writer.flush(MIDNIGHT + 11_000);
  assert.equal(
    (await reader.readTradeCoverage(toMarket(1), { ...window, fromMs: MIDNIGHT - 90_000 })).state,
    'full',
  );
  assert.equal((await reader.readTradeCoverage(toMarket(2), window)).state, 'never');
  await reader.close();
  writer.stop(MIDNIGHT + 12_000);
});

test('what a venue that is polled has heard ends with its last whole poll, over midnight too', async () => {
  const dataDir = makeDir();
  const writer = open(dataDir, MIDNIGHT - 100_000);
  const key = { venue: 'polymarket', market: null } as const;
  writer.beginHeard(key, MIDNIGHT - 100_000, MIDNIGHT - 95_000);
  writer.flush(MIDNIGHT - 90_000);
  writer.extendHeard(key, MIDNIGHT - 40_000);
  writer.flush(MIDNIGHT - 20_000);
  writer.addTrades([trade(MIDNIGHT + 500, 1)]);
  writer.flush(MIDNIGHT + 1_000);
  const reader = new SqliteTapeReader(dataDir);
  const ask = async (toMs: number) =>
    (await reader.readTradeCoverage(toMarket(2), { fromMs: MIDNIGHT - 100_000, toMs })).notRecorded;
  assert.deepEqual(await ask(MIDNIGHT), [{ fromMs: MIDNIGHT - 39_999, toMs: MIDNIGHT, reason: 'pending' }]);
  writer.extendHeard(key, MIDNIGHT - 10_000);
  writer.flush(MIDNIGHT + 5_000);
  assert.deepEqual(await ask(MIDNIGHT), [{ fromMs: MIDNIGHT - 9_999, toMs: MIDNIGHT, reason: 'pending' }]);
  writer.extendHeard(key, MIDNIGHT + 4_000);
  writer.flush(MIDNIGHT + 9_000);
  assert.deepEqual(await ask(MIDNIGHT + 4_000), []);
  writer.endHeard(key, { toMs: MIDNIGHT + 9_000, reason: 'silence' });
  writer.flush(MIDNIGHT + 10_000);
  assert.deepEqual(await ask(MIDNIGHT + 6_000), [
    { fromMs: MIDNIGHT + 4_001, toMs: MIDNIGHT + 6_000, reason: 'silence' },
  ]);
  await reader.close();
  writer.stop(MIDNIGHT + 10_000);
});

test('a number that was forgotten names another market, and what the first one had stays its own', async () => {
  const dataDir = makeDir();
  const writer = open(dataDir, MIDNIGHT);
  writer.addTrades([trade(MIDNIGHT + 1, 5)]);
  writer.flush(MIDNIGHT + 1_000);
  assert.deepEqual(writer.forgetMarkets([1]), []);
  writer.nameMarkets([{ ...toMarket(3), number: 1 }]);
  writer.addTrades([trade(MIDNIGHT + 2, 7)]);
  writer.stop(MIDNIGHT + 2_000);
  const sizes = async (number: number) => {
    const reader = new SqliteTapeReader(dataDir);
    const query = { fromMs: MIDNIGHT, toMs: MIDNIGHT + 5_000, order: 'oldest', limit: 10 } as const;
    const { trades } = await reader.readTrades(toMarket(number), query);
    await reader.close();
    return trades.map(({ size }) => size);
  };
  assert.deepEqual([await sizes(1), await sizes(3)], [[5], [7]]);
});

test('a flood of trades is sealed before its five minutes are over', async () => {
  const dataDir = makeDir();
  const writer = open(dataDir, MIDNIGHT);
  const slices = () => {
    const database = new DatabaseSync(path.join(dataDir, 'tape', '2026-11-29.sqlite'), { readOnly: true });
    const found = Object.values(database.prepare('SELECT count(*) FROM slice').get() ?? {});
    database.close();
    return found;
  };
  const flood = Array.from({ length: 65_535 }, (_, i) => trade(MIDNIGHT + 1 + (i % 900), 1 + (i % 50)));
  writer.addTrades(flood);
  writer.flush(MIDNIGHT + 1_000);
  assert.deepEqual(slices(), [0]);
  writer.addTrades([trade(MIDNIGHT + 1_500, 7)]);
  writer.flush(MIDNIGHT + 2_000);
  assert.deepEqual(slices(), [1]);
  writer.stop(MIDNIGHT + 3_000);
  const window = { fromMs: MIDNIGHT, toMs: MIDNIGHT + 3_000 };
  const read = await readAll(dataDir, { ...window, order: 'oldest' }, 10_000);
  assert.deepEqual([read.length, read.at(-1)?.size], [65_536, 7]);
});
