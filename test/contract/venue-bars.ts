import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { epochMs, HOUR_MS } from '../../src/domain/index.ts';
import { CursorError } from '../../src/history/contract/cursor.ts';
import type { HistoryStore } from '../../src/history/contract/history-store.ts';
import type { BarOfSeries, VenueBar } from '../../src/history/contract/venue-bars.ts';
import type { HistoryEngine } from './history-store.ts';

const START = 1_790_000_000_000 - (1_790_000_000_000 % HOUR_MS);

function bar(hour: number, members: Partial<VenueBar> = {}): VenueBar {
  return {
    t: epochMs(START + hour * HOUR_MS),
    open: 0.1 + 0.2,
    high: 0.51,
    low: 0.07,
    close: 0.42,
    volume: 1_234_567.891_234_5,
    ...members,
  };
}

/** Runs the promises of `VenueBarReader` and `VenueBarWriter` against one engine. */
export function testVenueBars(engine: HistoryEngine): void {
  describe(`bars that venues state: ${engine.name}`, () => {
    let store: HistoryStore;
    let next = 0;
    before(async () => {
      store = await engine.open();
    });
    after(() => store.close());
    const fresh = () => {
      const storeKey = `bar-${String(next++).padStart(3, '0')}`;
      return { venue: 'kalshi' as const, storeKey, asset: `kalshi-${storeKey}` };
    };
    const reopen = async () => {
      if (engine.reopen !== undefined) store = await engine.reopen(store);
    };

    test('bars are read as they were stored, over blocks of weeks and in any order of their coming', async () => {
      const series = fresh();
      const hours = Array.from({ length: 2_500 }, (_, i) =>
        bar(i * 3, { close: 0.07 + (i % 40) / 100, high: 0.6, volume: i % 7 === 0 ? null : i / 8 }),
      );
      await store.putBars(series, hours.slice(1_200));
      await store.putBars(series, hours.slice(0, 1_200).reverse());
      await store.putBars(series, []);
      await reopen();
      assert.deepEqual(await store.findBars(series, {}), hours);
      const window = { fromMs: hours[10]!.t, toMs: epochMs(hours[1_400]!.t + 1) };
      assert.deepEqual(await store.findBars(series, window), hours.slice(10, 1_401));
      assert.deepEqual(await store.findBars(series, { toMs: epochMs(START - 1) }), []);
      assert.deepEqual(await store.findBars(fresh(), {}), []);
    });

    test('of two bars of an hour the later one is kept', async () => {
      const series = fresh();
      await store.putBars(series, [bar(0), bar(1)]);
      const changed = bar(1, { close: 0.5, volume: 7 });
      await store.putBars(series, [changed, bar(2)]);
      await reopen();
      assert.deepEqual(await store.findBars(series, {}), [bar(0), changed, bar(2)]);
    });

    test('an impossible bar is refused, and with it those beside it', async () => {
      const series = fresh();
      const impossible: Partial<VenueBar>[] = [
        { high: 0.05 },
        { open: 0.6 },
        { close: 0.01 },
        { low: Number.NaN },
        { high: Number.POSITIVE_INFINITY },
        { volume: -1 },
        { volume: Number.NaN },
        { t: epochMs(START + 1) },
        { t: epochMs(-HOUR_MS) },
      ];
      for (const members of impossible) {
        await assert.rejects(store.putBars(series, [bar(0), bar(1, members)]), RangeError);
      }
      assert.deepEqual(await store.findBars(series, {}), []);
    });

    test('pages hold every bar once, by venue, key and time', async () => {
      const both = [fresh(), fresh()];
      const rows = both.flatMap((series) =>
        [0, 1, 2, 2_000, 2_001].map((hour): BarOfSeries => ({ ...series, ...bar(hour) })),
      );
      for (const series of both) {
        await store.putBars(
          series,
          [0, 1, 2, 2_000, 2_001].map((hour) => bar(hour)),
        );
      }
      const read: BarOfSeries[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await store.listBars({ limit: 2, ...(cursor === undefined ? {} : { cursor }) });
        assert.ok(page.bars.length <= 2);
        read.push(...page.bars.filter(({ storeKey }) => both.some((one) => one.storeKey === storeKey)));
        if (page.nextCursor === null) break;
        cursor = page.nextCursor;
      }
      assert.deepEqual(read, rows);
      await assert.rejects(store.listBars({ limit: 2, cursor: 'x' }), CursorError);
    });

    test('two writers of one series at the same time lose no bar', async () => {
      const series = fresh();
      const hours = Array.from({ length: 40 }, (_, i) => bar(i));
      await Promise.all(hours.map((one) => store.putBars(series, [one])));
      assert.deepEqual(await store.findBars(series, {}), hours);
    });
  });
}
