import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { seededRandom } from '../../../test/support/random.ts';
import { epochMs, HOUR_MS, MINUTE_MS, type TakerSide, VENUES, type VenueId } from '../../domain/index.ts';
import { SqliteTapeReader } from '../../history/tape/sqlite/sqlite-tape-reader.ts';
import { SqliteTapeWriter } from '../../history/tape/sqlite/sqlite-tape-writer.ts';
import { HourVolumes } from './hour-volumes.ts';
import type { NumberedTrade, TapeReport } from './messages.ts';
import { StatedVolumes } from './stated-volumes.ts';
import { restoreTrades } from './stored-trades.ts';
import { TapeDesk } from './tape-desk.ts';
import { TradeDesk, type TradeTraits } from './trade-desk.ts';

const NOON = Date.UTC(2026, 10, 28, 12);
const TRAITS = Object.fromEntries(
  VENUES.map((venue): [VenueId, TradeTraits] => [venue, { openedMs: 0, ids: 'transaction' }]),
) as Record<VenueId, TradeTraits>;
const MARKETS = ['a', 'b'].map((storeKey, number) => ({
  number,
  asset: `pm-${storeKey}`,
  venue: 'polymarket' as const,
  storeKey,
  sendsChanges: true,
  isBinary: true,
}));

function buildTrade(t: number, size: number, more: Partial<NumberedTrade> = {}): NumberedTrade {
  return {
    market: 0,
    id: `0x${t}:yes`,
    price: 0.5,
    size,
    side: 'buy',
    sideSource: 'venue',
    venueTime: epochMs(t),
    receivedAt: epochMs(t),
    source: 'stream',
    isBlock: false,
    ...more,
  };
}

/** Reads the sums as at a start of the service. */
async function readVolumes(reader: SqliteTapeReader, nowMs: number) {
  const volumes = new HourVolumes();
  await restoreTrades({ reader, desk: new TradeDesk(TRAITS), volumes, traits: TRAITS, nowMs });
  return volumes.take();
}

/** Opens a tape desk whose reports update the sums. */
async function open(dataDir: string, nowMs: number) {
  const writer = new SqliteTapeWriter({ dataDir, store: '0'.repeat(32), nowMs });
  const reader = new SqliteTapeReader(dataDir);
  const volumes = new StatedVolumes();
  const reports: TapeReport[] = [];
  const desk = new TapeDesk({
    writer,
    trades: new TradeDesk(TRAITS),
    reader,
    bookDays: 0,
    now: () => 0,
    report: (report) => {
      reports.push(report);
      volumes.add(report.volumes);
    },
    onError: (error) => assert.fail(String(error)),
  });
  volumes.replace(await readVolumes(reader, nowMs));
  return {
    desk,
    writer,
    volumes,
    reports,
    take: (atMs: number, trades: readonly NumberedTrade[]) =>
      desk.receive({
        kind: 'batch',
        atMs,
        markets: MARKETS,
        forgotten: [],
        frames: null,
        breakAll: null,
        classes: [],
        trades,
        heard: [],
      }),
    list: (fromMs: number, toMs: number, trades: readonly NumberedTrade[]) =>
      desk.receiveListing({ kind: 'listing', market: 0, fromMs, toMs, trades, isOfSettled: true }),
    stop: async (atMs: number) => {
      desk.flush(atMs);
      writer.stop(atMs);
      await reader.close();
    },
  };
}

function place(t: TestContext): string {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tape-volumes-'));
  t.after(() => rmSync(dataDir, { recursive: true }));
  return dataDir;
}

test('trades count from their commit on, by side, without those outside of the book', async (t) => {
  const { take, desk, volumes } = await open(place(t), NOON);
  take(NOON + 1_000, [
    buildTrade(NOON, 5),
    buildTrade(NOON + 1, 2, { side: 'sell' }),
    buildTrade(NOON + 2, 1, { side: null, sideSource: null }),
    buildTrade(NOON + 3, 100, { isBlock: true }),
    buildTrade(NOON, 5),
  ]);
  assert.equal(volumes.find('pm-a', NOON + 1_000), null, 'not on the disk yet');
  desk.flush(NOON + 2_000);
  assert.deepEqual(volumes.find('pm-a', NOON + MINUTE_MS), {
    buys: 5,
    sells: 2,
    unknown: 1,
    trades: 3,
    windowMs: 23 * HOUR_MS + MINUTE_MS,
  });
  assert.equal(volumes.find('pm-b', NOON + MINUTE_MS), null);
});

test('a refused commit gives nothing, and the next one everything', async (t) => {
  const { take, desk, writer, volumes, reports } = await open(place(t), NOON);
  take(NOON + 1_000, [buildTrade(NOON, 5)]);
  t.mock.method(writer, 'flush', () => {
    throw new Error('database or disk is full');
  });
  desk.flush(NOON + 2_000);
  assert.deepEqual([reports.at(-1)?.failure, volumes.find('pm-a', NOON)], ['database or disk is full', null]);
  t.mock.restoreAll();
  desk.flush(NOON + 3_000);
  assert.equal(volumes.find('pm-a', NOON)?.buys, 5);
});

test('late trades count in their hour, and a trade that never settled is taken back, also one of an earlier run', async (t) => {
  const dataDir = place(t);
  const first = await open(dataDir, NOON);
  first.take(NOON + 1_000, [buildTrade(NOON, 5), buildTrade(NOON + 500, 7, { side: 'sell' })]);
  await first.stop(NOON + 2_000);
  const { take, list, volumes, desk } = await open(dataDir, NOON + MINUTE_MS);
  assert.deepEqual(volumes.find('pm-a', NOON + HOUR_MS)?.sells, 7);
  const nowMs = NOON + 3 * HOUR_MS;
  take(nowMs, []);
  await list(NOON, nowMs, [
    buildTrade(NOON, 5, { receivedAt: null }),
    buildTrade(NOON + 20 * MINUTE_MS, 1, { receivedAt: null }),
  ]);
  desk.flush(nowMs + 1_000);
  const found = volumes.find('pm-a', nowMs);
  assert.deepEqual([found?.buys, found?.sells, found?.trades], [6, 0, 2]);
  // The hour of these trades is at first the oldest that counts, and then no longer counts.
  assert.equal(volumes.find('pm-a', NOON + 24 * HOUR_MS - 1)?.trades, 2);
  assert.equal(volumes.find('pm-a', NOON + 24 * HOUR_MS), null);
  volumes.forgetOld(NOON + 24 * HOUR_MS);
  assert.equal(volumes.find('pm-a', NOON + 24 * HOUR_MS - 1), null, 'forgotten');
});

test('sums kept in memory are those of the store, over midnight, starts, late trades and unsettled ones', async (t) => {
  const dataDir = place(t);
  const random = seededRandom(7);
  let nowMs = Date.UTC(2026, 10, 28, 22);
  const pick = (max: number) => Math.floor(random() * max);
  const compare = async (volumes: StatedVolumes) => {
    const reader = new SqliteTapeReader(dataDir);
    const stored = new StatedVolumes();
    stored.replace(await readVolumes(reader, nowMs));
    await reader.close();
    for (const { asset } of MARKETS) {
      const [kept, read] = [volumes.find(asset, nowMs), stored.find(asset, nowMs)];
      assert.equal(kept?.trades, read?.trades);
      for (const side of ['buys', 'sells', 'unknown'] as const)
        assert.ok(Math.abs((kept?.[side] ?? 0) - (read?.[side] ?? 0)) < 1e-9, `${side} of ${asset}`);
    }
    return volumes.find('pm-a', nowMs)?.trades ?? 0;
  };
  let unsettled = 0;
  for (let run = 0; run < 4; run++) {
    const part = await open(dataDir, nowMs);
    for (let step = 0; step < 12; step++) {
      nowMs += 10 * MINUTE_MS;
      const trades = Array.from({ length: 20 }, (_, i) => {
        const lateMs = pick(5) === 0 ? pick(5) * HOUR_MS : 0;
        const side = ([null, 'buy', 'sell'] as const)[pick(3)] ?? null;
        return buildTrade(nowMs - lateMs - i, (1 + pick(1_000)) / 100, {
          market: pick(2),
          side,
          isBlock: pick(9) === 0,
        });
      });
      part.take(nowMs, trades);
      part.desk.flush(nowMs);
      if (step % 4 !== 3) continue;
      // The list lacks every second print, because some never settled.
      const fromMs = nowMs - 4 * HOUR_MS;
      const before = part.volumes.find('pm-a', nowMs)?.trades ?? 0;
      const listed = trades.filter(({ market }, i) => market === 0 && i % 2 === 0);
      await part.list(
        fromMs,
        nowMs,
        listed.map((row) => ({ ...row, receivedAt: null, side: row.side as TakerSide | null })),
      );
      part.desk.flush(nowMs);
      if ((part.volumes.find('pm-a', nowMs)?.trades ?? 0) < before) unsettled++;
    }
    assert.ok((await compare(part.volumes)) > 0);
    await part.stop(nowMs);
    nowMs += MINUTE_MS;
  }
  assert.ok(unsettled > 0, 'some were taken back');
});
