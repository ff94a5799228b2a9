import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mock, type TestContext, test } from 'node:test';
import { epochMs, type TradesRead, VENUES, type VenueId } from '../../domain/index.ts';
import { SqliteTapeReader } from '../../history/tape/sqlite/sqlite-tape-reader.ts';
import { SqliteTapeWriter } from '../../history/tape/sqlite/sqlite-tape-writer.ts';
import type { VenueAdapter } from '../../venues/venue-adapter.ts';
import { HourVolumes } from './hour-volumes.ts';
import type { NumberedTrade, TapeBatch } from './messages.ts';
import { restoreTrades } from './stored-trades.ts';
import { TapeDesk } from './tape-desk.ts';
import { TradeDesk, type TradeTraits } from './trade-desk.ts';
import { TradeReads } from './trade-reads.ts';

const NOW = 1_795_867_200_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const TRAITS = Object.fromEntries(
  VENUES.map((venue): [VenueId, TradeTraits] => [venue, { openedMs: 0, ids: 'transaction' }]),
) as Record<VenueId, TradeTraits>;
const MARKET = {
  number: 0,
  asset: 'pm-a',
  venue: 'polymarket',
  storeKey: 'a',
  sendsChanges: true,
  isBinary: true,
} as const;

function trade(id: string, at: number, size: number, isListed = false): NumberedTrade {
  return {
    market: 0,
    id,
    price: 0.5,
    size,
    side: 'buy',
    sideSource: 'venue',
    venueTime: epochMs(at),
    receivedAt: isListed ? null : epochMs(at + 50),
    source: isListed ? 'backfill' : 'stream',
    isBlock: false,
  };
}

function open(dataDir: string, nowMs = NOW) {
  const writer = new SqliteTapeWriter({ dataDir, store: '0'.repeat(32), nowMs });
  const reader = new SqliteTapeReader(dataDir);
  const trades = new TradeDesk(TRAITS);
  const onError = (error: unknown) => assert.fail(String(error));
  const desk = new TapeDesk({
    writer,
    trades,
    reader,
    bookDays: 0,
    now: () => 0,
    report: () => undefined,
    onError,
  });
  const take = (atMs: number, came: readonly NumberedTrade[]) => {
    const batch: TapeBatch = {
      kind: 'batch',
      atMs,
      markets: [MARKET],
      forgotten: [],
      frames: null,
      breakAll: null,
      classes: [],
      trades: came,
      heard: [],
    };
    desk.receive(batch);
  };
  const list = (fromMs: number, toMs: number, rows: readonly NumberedTrade[]) =>
    desk.receiveListing({ kind: 'listing', market: 0, fromMs, toMs, trades: rows, isOfSettled: true });
  const readAll = async () => {
    const window = { fromMs: NOW - HOUR, toMs: NOW + 5 * HOUR, limit: 100, order: 'oldest' } as const;
    const page = await reader.readTrades(MARKET, window);
    return page.trades.map(({ id, settled, source }) => [id, settled, source]);
  };
  return { writer, reader, trades, desk, take, list, readAll };
}

function place(t: TestContext): string {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tape-listed-'));
  t.after(() => rmSync(dataDir, { recursive: true }));
  return dataDir;
}

test('what the stream missed is added, and what never settled is found after two hours', async (t) => {
  const { writer, take, list, readAll } = open(place(t));
  take(NOW + 2_000, [trade('0xa:yes', NOW, 5), trade('0xb:no', NOW + 1_000, 7)]);
  const rows = [
    trade('0xa:yes', NOW + 3_000, 5, true),
    trade('0xa:yes', NOW + 3_000, 2, true),
    trade('0xc:no', NOW + 4_000, 1, true),
  ];
  take(NOW + 16 * MINUTE, [trade('0xd:yes', NOW + 16 * MINUTE, 1)]);
  const first = await list(NOW, NOW + 16 * MINUTE, rows);
  assert.deepEqual(
    [first.oldestMissingMs, first.nextMs],
    [NOW + 1_000, NOW + 16 * MINUTE],
    'a young print is compared later, one that is missing again',
  );
  take(NOW + 3 * HOUR, []);
  const second = await list(NOW + 1_000, NOW + 3 * HOUR, [
    ...rows,
    trade('0xd:yes', NOW + 17 * MINUTE, 1, true),
  ]);
  assert.deepEqual([second.oldestMissingMs, second.nextMs], [null, null]);
  writer.stop(NOW + 3 * HOUR + 1);
  assert.deepEqual(await readAll(), [
    ['0xa:yes', true, 'stream'],
    ['0xb:no', false, 'stream'],
    ['0xa:yes:2', true, 'backfill'],
    ['0xc:no', true, 'backfill'],
    ['0xd:yes', true, 'stream'],
  ]);
});

test('a print of the second in which a list was read is the listed trade of that second', async (t) => {
  const { writer, take, list, desk, readAll } = open(place(t));
  take(NOW + 2_000, [trade('0xa:yes', NOW + 400, 5)]);
  await list(NOW - MINUTE, NOW + 100, [trade('0xa:yes', NOW, 5, true)]);
  const rows = [trade('0xa:yes', NOW, 5, true)];
  await desk.receiveVenueListing({
    kind: 'venueListing',
    venue: 'polymarket',
    fromMs: NOW - MINUTE,
    toMs: NOW + 100,
    trades: rows,
  });
  writer.stop(NOW + 3_000);
  assert.deepEqual(
    (await readAll()).map(([id, , source]) => [id, source]),
    [['0xa:yes', 'stream']],
  );
});

test('a list of the whole venue adds what is missing of each market, and comes twice without harm', async (t) => {
  const { writer, take, desk, readAll } = open(place(t));
  take(NOW + 2_000, [trade('0xa', NOW, 5)]);
  const listing = {
    kind: 'venueListing',
    venue: 'polymarket',
    fromMs: NOW - 1_000,
    toMs: NOW + 2_000,
    trades: [trade('0xa', NOW, 5, true), trade('0xb', NOW + 1_000, 7, true)],
  } as const;
  await desk.receiveVenueListing(listing);
  await desk.receiveVenueListing(listing);
  writer.stop(NOW + 3_000);
  assert.deepEqual(
    (await readAll()).map(([id, , source]) => [id, source]),
    [
      ['0xa', 'stream'],
      ['0xb', 'backfill'],
    ],
  );
});

test('the end of what was heard in an earlier run is that of its polls, not its last commit', async (t) => {
  const dataDir = place(t);
  const before = open(dataDir);
  before.take(NOW + 1_000, [trade('0xa', NOW, 5)]);
  before.writer.beginHeard({ venue: 'polymarket', market: null }, NOW - 60_000, NOW - 30_000);
  before.writer.extendHeard({ venue: 'polymarket', market: null }, NOW - 20_000);
  before.desk.flush(NOW + 5_000);
  before.writer.stop(NOW + 6_000);
  await before.reader.close();
  const after = open(dataDir, NOW + MINUTE);
  const restored = await restoreTrades({
    reader: after.reader,
    desk: after.trades,
    volumes: new HourVolumes(),
    traits: TRAITS,
    nowMs: NOW + MINUTE,
  });
  assert.deepEqual(restored?.heardToMs, { polymarket: NOW - 20_000 });
});

test('a print that comes again after a start is a repetition, and old ones wait to be compared', async (t) => {
  const dataDir = place(t);
  const before = open(dataDir);
  before.take(NOW + 1_000, [trade('0xa:yes', NOW, 5)]);
  before.writer.stop(NOW + 2_000);
  await before.reader.close();
  const after = open(dataDir, NOW + MINUTE);
  const restored = await restoreTrades({
    reader: after.reader,
    desk: after.trades,
    volumes: new HourVolumes(),
    traits: TRAITS,
    nowMs: NOW + MINUTE,
  });
  assert.deepEqual(restored?.uncompared, [{ asset: 'pm-a', t: NOW }]);
  assert.deepEqual(restored?.assets, ['pm-a']);
  after.take(NOW + MINUTE + 100, [trade('0xa:yes', NOW, 5), trade('0xa:yes', NOW, 6)]);
  after.writer.stop(NOW + MINUTE + 200);
  assert.deepEqual(
    (await after.readAll()).map(([id]) => id),
    ['0xa:yes', '0xa:yes:2'],
  );
});

test('a market is read 15 minutes after a trade, and after a hole at once and again', async (t) => {
  mock.timers.enable({ apis: ['setInterval', 'setTimeout', 'Date'], now: NOW });
  t.after(() => mock.timers.reset());
  const asked: number[][] = [];
  const filled: unknown[] = [];
  const adapter = {
    venue: 'polymarket',
    readTrades: async (
      _: unknown,
      { fromMs, toMs }: { fromMs: number; toMs: number },
    ): Promise<TradesRead> => {
      asked.push([fromMs - NOW, toMs - NOW]);
      return { trades: [], wholeFrom: epochMs(fromMs), isCut: false };
    },
  } as unknown as VenueAdapter;
  const reads = new TradeReads({
    adapters: [adapter],
    listsSettled: () => true,
    clock: () => epochMs(Date.now()),
    onRead: () => undefined,
    onFilled: (asset, hole) => filled.push([asset, hole]),
    onError: (error) => assert.fail(String(error)),
  });
  reads.start();
  t.after(() => reads.stop());
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 250) {
      mock.timers.tick(250);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  reads.noteTrade('pm-a', 'polymarket', NOW);
  reads.noteTrade('pm-a', 'polymarket', NOW + 1_000);
  await pass(14 * MINUTE);
  assert.deepEqual(asked, []);
  await pass(MINUTE + 500);
  assert.deepEqual(asked, [[0, 15 * MINUTE]]);
  asked.length = 0;
  reads.noteHole('pm-b', 'polymarket', NOW - 5_000, NOW - 1);
  await pass(500);
  assert.deepEqual([asked.length, filled], [1, []]);
  await pass(15 * MINUTE);
  assert.equal(asked.length, 2);
  assert.deepEqual(filled, [['pm-b', { fromMs: NOW - 5_000, toMs: NOW - 1 }]]);
});
