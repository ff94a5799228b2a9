import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { FakeAdapter } from '../../test/support/fake-adapter.ts';
import { ManualClock } from '../../test/support/markets.ts';
import { buildKalshiAsset, type Candle, epochMs, UpstreamError } from '../domain/index.ts';
import { toColumns } from '../history/columns/columns.ts';
import { describeCoverage } from '../history/contract/coverage.ts';
import type { HistoryStore } from '../history/contract/history-store.ts';
import { openSqliteHistory } from '../history/sqlite/index.ts';
import { verifyHistory } from '../history/sqlite/verify.ts';
import { Backfiller } from './backfiller.ts';

const ref = buildKalshiAsset('A');
const NOW = Date.UTC(2026, 10, 1, 12, 20);
const signal = new AbortController().signal;

function candle(hour: number, close: number): Candle {
  return { t: epochMs(hour), open: close, high: close, low: close, close, volume: 3, trades: 1 };
}

async function withStore(
  use: (parts: {
    history: HistoryStore;
    adapter: FakeAdapter;
    backfiller: Backfiller;
    clock: ManualClock;
  }) => Promise<void>,
) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'backfiller-'));
  const clock = new ManualClock(NOW);
  const history = await openSqliteHistory({ dataDir, clock: clock.read });
  const adapter = new FakeAdapter('kalshi');
  const backfiller = new Backfiller({ history, adapters: new Map([['kalshi', adapter]]), clock: clock.read });
  try {
    await use({ history, adapter, backfiller, clock });
  } finally {
    await history.close();
    await rm(dataDir, { recursive: true });
  }
}

const hour = (n: number) => Date.UTC(2026, 10, 1, n);

test('closes of whole hours are stored at the last millisecond of their hour, without volume', async () => {
  await withStore(async ({ history, adapter, backfiller }) => {
    adapter.candlesByAsset.set(ref.asset, [
      candle(hour(10), 0.4),
      candle(hour(11), 0.5),
      candle(hour(12), 0.6),
    ]);
    const result = await backfiller.fill(ref, 1, signal);
    assert.deepEqual(result, { candles: 2, stored: 2, skipped: 0 }, 'the running hour waits');
    const { columns } = await history.read(ref, { limit: 10 });
    assert.deepEqual([...columns.t], [hour(11) - 1, hour(12) - 1]);
    assert.deepEqual([...columns.p], [0.4, 0.5]);
    assert.ok(columns.v.every(Number.isNaN));
  });
});

test('hours that were recorded live are left alone, also when they hold a single record', async () => {
  await withStore(async ({ history, adapter, backfiller }) => {
    const live = (t: number) => ({ ...ref, t: epochMs(t), p: 0.9, v: null, s: 'poll' as const });
    await history.append([live(hour(9) + 5_000), live(hour(10) + 5_000), live(hour(10) + 35_000)]);
    adapter.candlesByAsset.set(
      ref.asset,
      [8, 9, 10, 11].map((n) => candle(hour(n), 0.4)),
    );
    const result = await backfiller.fill(ref, 1, signal);
    assert.equal(result.stored, 2);
    const { columns } = await history.read(ref, { limit: 10 });
    assert.deepEqual([...columns.p], [0.4, 0.9, 0.9, 0.9, 0.4]);
  });
});

test('a hole between the candles and the first live record is not recorded time', async () => {
  await withStore(async ({ history, adapter, backfiller }) => {
    await history.append([{ ...ref, t: epochMs(hour(11) + 5_000), p: 0.9, v: null, s: 'poll' }]);
    adapter.candlesByAsset.set(
      ref.asset,
      [1, 2, 3].map((n) => candle(hour(n), 0.4)),
    );
    await backfiller.fill(ref, 1, signal);
    const now = epochMs(hour(11) + 60_000);
    const window = { fromMs: epochMs(hour(2)), toMs: now };
    const gaps = await history.listGaps('kalshi', window, ref.storeKey);
    assert.deepEqual(
      gaps.map(({ fromMs, toMs }) => [fromMs, toMs]),
      [[hour(4) - 1, hour(11) + 5_000]],
    );
    const coverage = describeCoverage({ window, entry: await history.find(ref), gaps, now });
    assert.equal(coverage.state, 'partial');
    assert.ok(coverage.recordedFrac > 0.2 && coverage.recordedFrac < 0.25);
  });
});

test('a hole inside the candles is a gap, unless it was recorded live', async () => {
  await withStore(async ({ history, adapter, backfiller }) => {
    const now = epochMs(hour(12));
    const from = (n: number) => hour(12) - (120 - n) * 3_600_000;
    const hours = [
      ...Array(60).keys(),
      ...Array(29)
        .keys()
        .map((n) => n + 91),
    ];
    adapter.candlesByAsset.set(
      ref.asset,
      hours.map((n) => candle(from(n), 0.4)),
    );
    await backfiller.fill(ref, 5, signal);
    const window = { fromMs: epochMs(from(0) + 3_599_999), toMs: now };
    const gaps = await history.listGaps('kalshi', window, ref.storeKey);
    assert.deepEqual(
      gaps.map(({ fromMs, toMs }) => [fromMs, toMs]),
      [[from(60) - 1, from(92) - 1]],
    );
    const coverage = describeCoverage({ window, entry: await history.find(ref), gaps, now });
    assert.equal(coverage.state, 'partial');
  });
});

test('candles that reach the first live record leave no hole', async () => {
  await withStore(async ({ history, adapter, backfiller }) => {
    await history.append([{ ...ref, t: epochMs(hour(11) + 5_000), p: 0.9, v: null, s: 'poll' }]);
    adapter.candlesByAsset.set(
      ref.asset,
      [8, 9, 10].map((n) => candle(hour(n), 0.4)),
    );
    await backfiller.fill(ref, 1, signal);
    assert.deepEqual(await history.listGaps('kalshi', {}, ref.storeKey), []);
  });
});

test('a second run stores nothing again, and the same process does not ask again', async () => {
  await withStore(async ({ history, adapter, backfiller }) => {
    adapter.candlesByAsset.set(ref.asset, [candle(hour(9), 0.4), candle(hour(10), 0.5)]);
    await backfiller.fill(ref, 1, signal);
    assert.deepEqual(await backfiller.fill(ref, 1, signal), { candles: 0, stored: 0, skipped: 0 });
    assert.equal(adapter.calls.candles, 1);

    const clock = new ManualClock(NOW);
    const nextProcess = new Backfiller({
      history,
      adapters: new Map([['kalshi', adapter]]),
      clock: clock.read,
    });
    const again = await nextProcess.fill(ref, 1, signal);
    assert.deepEqual(again, { candles: 2, stored: 0, skipped: 2 });
    assert.equal((await history.read(ref, { limit: 10 })).columns.length, 2);
  });
});

test('a venue that gives no candles is an error and is asked again next time', async () => {
  await withStore(async ({ adapter, backfiller }) => {
    await assert.rejects(backfiller.fill(ref, 1, signal), UpstreamError);
    adapter.candlesByAsset.set(ref.asset, [candle(hour(9), 0.4)]);
    assert.equal((await backfiller.fill(ref, 1, signal)).stored, 1);
  });
});

const whole = (n: number, members: Partial<Candle> = {}): Candle => ({
  t: epochMs(hour(n)),
  open: 0.4,
  high: 0.7,
  low: 0.3,
  close: 0.5,
  volume: 12.5,
  trades: 3,
  ...members,
});
const toBar = ({ trades: _, ...bar }: Candle) => bar;

test('whole candles of closed hours that were not recorded live are kept as bars', async () => {
  await withStore(async ({ history, adapter, backfiller }) => {
    adapter.hasOwnCandles = true;
    await history.append([{ ...ref, t: epochMs(hour(9) + 5_000), p: 0.9, v: null, s: 'poll' }]);
    const candles = [whole(8), whole(9), whole(10, { volume: null }), whole(12)];
    adapter.candlesByAsset.set(ref.asset, candles);
    await backfiller.fill(ref, 1, signal);
    const kept = [candles[0]!, candles[2]!].map(toBar);
    assert.deepEqual(await history.findBars(ref, {}), kept, 'the live hour and the running one have none');
    const closes = [...(await history.read(ref, { limit: 10 })).columns.p];
    assert.deepEqual(closes, [0.5, 0.9, 0.5], 'closes are as before');
  });
});

test('of candles that a venue makes of points no bar is made', async () => {
  await withStore(async ({ history, adapter, backfiller }) => {
    adapter.candlesByAsset.set(ref.asset, [whole(8), whole(9)]);
    assert.equal((await backfiller.fill(ref, 1, signal)).stored, 2);
    assert.deepEqual(await history.findBars(ref, {}), []);
  });
});

test('a candle that the venue changes later replaces its bar, each time, until the hour is recorded otherwise', async () => {
  await withStore(async ({ history, adapter, clock }) => {
    adapter.hasOwnCandles = true;
    const fill = () =>
      new Backfiller({ history, adapters: new Map([['kalshi', adapter]]), clock: clock.read }).fill(
        ref,
        1,
        signal,
      );
    for (const close of [0.5, 0.6, 0.65]) {
      adapter.candlesByAsset.set(ref.asset, [whole(8, { close }), whole(9)]);
      await fill();
      assert.deepEqual(await history.findBars(ref, {}), [whole(8, { close }), whole(9)].map(toBar));
    }
    const imported = { t: epochMs(hour(8) + 60_000), p: 0.1, v: null, s: 'import' as const };
    await history.insert(ref, toColumns([imported]));
    adapter.candlesByAsset.set(ref.asset, [whole(8, { close: 0.31 }), whole(9)]);
    await fill();
    assert.equal((await history.findBars(ref, {}))[0]?.close, 0.65);
  });
});

test('closes that an earlier version stored alone get their bars', async () => {
  await withStore(async ({ history, adapter, backfiller }) => {
    adapter.candlesByAsset.set(ref.asset, [whole(8), whole(9)]);
    await backfiller.fill(ref, 1, signal);
    adapter.hasOwnCandles = true;
    await backfiller.fill(ref, 2, signal);
    assert.deepEqual(await history.findBars(ref, {}), [whole(8), whole(9)].map(toBar));
    assert.equal((await history.read(ref, { limit: 10 })).columns.length, 2);
  });
});

test('a kill at any step of a fill loses no bar that was acknowledged, and the next fill brings the rest', async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'backfiller-kill-'));
  t.after(() => rm(dataDir, { recursive: true }));
  const script = path.join(import.meta.dirname, '../../test/support/killed-fill.ts');
  const candles = [3, 4, 5, 9].map((n) => whole(n));
  let isDone = false;
  let steps = 0;
  for (; !isDone; steps++) {
    const folder = path.join(dataDir, String(steps));
    const input = JSON.stringify({ dataDir: folder, step: steps, now: NOW, candles });
    const {
      stdout,
      signal: killedBy,
      status,
      stderr,
    } = spawnSync(process.execPath, [script, input], {
      encoding: 'utf8',
    });
    isDone = killedBy === null;
    assert.ok(killedBy === 'SIGKILL' || status === 0, stderr);
    const acknowledged = stdout.includes('bars\n');
    const history = await openSqliteHistory({ dataDir: folder });
    const found = await history.findBars(ref, {});
    if (acknowledged) assert.deepEqual(found, candles.map(toBar), `killed at step ${steps}`);
    else assert.ok(found.length === 0 || found.length === candles.length, `killed at step ${steps}`);
    const adapter = new FakeAdapter('kalshi');
    adapter.hasOwnCandles = true;
    adapter.candlesByAsset.set(ref.asset, candles);
    const adapters = new Map([['kalshi', adapter] as const]);
    await new Backfiller({ history, adapters, clock: () => epochMs(NOW) }).fill(ref, 1, signal);
    assert.deepEqual(await history.findBars(ref, {}), candles.map(toBar));
    assert.deepEqual([...(await history.read(ref, { limit: 10 })).columns.p], [0.5, 0.5, 0.5, 0.5]);
    assert.equal(verifyHistory(folder).damaged.length, 0);
    await history.close();
  }
  assert.ok(steps > 8, `${steps} steps`);
});
