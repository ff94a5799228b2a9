import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { epochMs, NO_NAMES, NO_TERMS } from '../../src/domain/index.ts';
import { CursorError } from '../../src/history/contract/cursor.ts';
import type { Forecast } from '../../src/history/contract/forecasts.ts';
import type { HistoryStore } from '../../src/history/contract/history-store.ts';
import type { ListedMarket } from '../../src/history/contract/market-register.ts';
import type { HistoryEngine } from './history-store.ts';

const AT = epochMs(1_763_700_000_000);

function listed(
  storeKey: string,
  closesAt: number | null,
  members: Partial<ListedMarket> = {},
): ListedMarket {
  return {
    venue: 'kalshi',
    storeKey,
    asset: `kalshi-${storeKey}`,
    kind: 'kalshi',
    title: `Will ${storeKey} be?`,
    eventKey: 'EVENT',
    event: 'What will be?',
    category: null,
    settling: null,
    statedBy: null,
    outcomes: ['Yes', 'No'],
    ...NO_NAMES,
    terms: NO_TERMS,
    closesAt: closesAt === null ? null : epochMs(closesAt),
    endsAt: null,
    nativeIds: {},
    url: null,
    rules: null,
    ...members,
  };
}

const forecast = (storeKey: string, horizon: string, p: number, end: number = AT): Forecast => ({
  venue: 'kalshi',
  storeKey,
  horizon,
  t: epochMs(AT - 10),
  p,
  end: epochMs(end),
});

/** Runs the promises of `ForecastReader` and `ForecastWriter` against one engine. */
export function testForecasts(engine: HistoryEngine): void {
  describe(`forecasts: ${engine.name}`, () => {
    let store: HistoryStore;
    let next = 0;
    before(async () => {
      store = await engine.open();
    });
    after(() => store.close());
    const fresh = () => ({ venue: 'kalshi' as const, storeKey: `kx-${next++}` });
    const reopen = async () => {
      if (engine.reopen !== undefined) store = await engine.reopen(store);
    };
    const list = (changed: readonly ListedMarket[], at: number) =>
      store.append([], { venue: 'kalshi', at: epochMs(at), changed });
    const findEnds = async (key: ReturnType<typeof fresh>) => (await store.findEndsMany([key]))[0];

    test('each change of a stated end is kept, and nothing else', async () => {
      const key = fresh();
      const { storeKey } = key;
      assert.deepEqual(await store.findEndsMany([key]), [[]]);
      await list([listed(storeKey, null)], AT);
      assert.deepEqual(await findEnds(key), []);
      await list([listed(storeKey, AT + 50)], AT + 1);
      await list([listed(storeKey, AT + 50, { title: 'Another title' })], AT + 2);
      await list([listed(storeKey, AT + 70, { endsAt: epochMs(AT + 60) })], AT + 3);
      await list([listed(storeKey, null)], AT + 4);
      await reopen();
      const stated = [
        { from: AT + 1, end: AT + 50 },
        { from: AT + 3, end: AT + 60 },
        { from: AT + 4, end: null },
      ];
      assert.deepEqual(await store.findEndsMany([fresh(), key]), [[], stated]);
    });

    test('a market of another register states its end from its first sight, once', async () => {
      const key = fresh();
      const market = { ...listed(key.storeKey, AT + 50), seenFrom: epochMs(AT - 5), changedAt: AT };
      await store.putMarkets([market]);
      await store.putMarkets([{ ...market, closesAt: epochMs(AT + 90), changedAt: epochMs(AT + 9) }]);
      assert.deepEqual(await findEnds(key), [{ from: AT - 5, end: AT + 50 }]);
      const perp = fresh();
      const facts = { kind: 'hl-perp', terms: null, outcomes: null } as const;
      await store.putMarkets([{ ...market, ...perp, ...facts }]);
      assert.deepEqual(await findEnds(perp), []);
    });

    test('all stated ends come once, in order, however small the pages are', async () => {
      const keys = [fresh(), fresh(), fresh()];
      await list(
        keys.map(({ storeKey }) => listed(storeKey, AT + 5)),
        AT,
      );
      const ends = [];
      for (let cursor: string | undefined; ; ) {
        const page = await store.listEnds({ limit: 2, ...(cursor === undefined ? {} : { cursor }) });
        ends.push(...page.ends);
        if (page.nextCursor === null) break;
        cursor = page.nextCursor;
      }
      const names = ends.map(({ venue, storeKey, from }) => `${venue} ${storeKey} ${from}`);
      assert.deepEqual(names, names.toSorted());
      for (const key of keys) {
        assert.deepEqual(
          ends.filter(({ storeKey }) => storeKey === key.storeKey),
          [{ ...key, from: AT, end: AT + 5 }],
        );
      }
      await assert.rejects(store.listEnds({ limit: 2, cursor: 'x' }), CursorError);
    });

    test('forecasts come with a poll, and the newest of a market and horizon stays', async () => {
      const [key, other] = [fresh(), fresh()];
      const record = { ...key, asset: `kalshi-${key.storeKey}`, t: AT, p: 0.5, v: null, s: 'poll' } as const;
      const listing = { venue: 'kalshi', at: AT, changed: [] } as const;
      const first = [forecast(key.storeKey, '1h', 0.1 + 0.2), forecast(key.storeKey, '10m', 0.4)];
      await store.append([record], { ...listing, forecasts: first });
      const moved = { ...forecast(key.storeKey, '1h', 0.5), t: epochMs(AT - 5) };
      await store.append([], { ...listing, forecasts: [moved, forecast(other.storeKey, '1m', 1)] });
      await reopen();
      const [found, beside, none] = await store.findForecastsMany([key, other, fresh()]);
      assert.deepEqual(found, [first[1], moved]);
      assert.deepEqual(beside, [forecast(other.storeKey, '1m', 1)]);
      assert.deepEqual(none, []);
      const page = await store.listForecasts({ limit: 2 });
      const rest = await store.listForecasts({ limit: 9, cursor: page.nextCursor ?? '' });
      const all = [...page.forecasts, ...rest.forecasts];
      assert.deepEqual(
        all.map(({ storeKey, horizon }) => [storeKey, horizon]),
        [
          [key.storeKey, '10m'],
          [key.storeKey, '1h'],
          [other.storeKey, '1m'],
        ],
      );
      await assert.rejects(store.listForecasts({ limit: 2, cursor: 'x' }), CursorError);
    });

    test('a day takes the forecasts of its markets with it, and is replaced', async () => {
      const [settled, living] = [fresh(), fresh()];
      const forecasts = [settled, living].map(({ storeKey }) => forecast(storeKey, '1h', 0.5));
      await store.append([], { venue: 'kalshi', at: AT, changed: [], forecasts });
      assert.equal(await store.findForecastDay(20_000), null);
      await store.putForecastDay(20_001, Uint8Array.of(9), []);
      await store.putForecastDay(20_000, Uint8Array.of(1, 2, 0), [settled]);
      await store.putForecastDay(20_000, Uint8Array.of(1, 2, 3), []);
      await reopen();
      assert.deepEqual(await store.listForecastDays(), [20_000, 20_001]);
      assert.deepEqual(Buffer.from((await store.findForecastDay(20_000))!), Buffer.of(1, 2, 3));
      assert.deepEqual(await store.findForecastsMany([settled, living]), [[], [forecasts[1]]]);
    });

    test('forecasts of markets that ended long ago are dropped, and their markets counted', async () => {
      const [old, young] = [fresh(), fresh()];
      const forecasts = [
        forecast(old.storeKey, '1h', 0.5, AT - 1_000),
        forecast(old.storeKey, '1m', 0.5, AT - 1_000),
        forecast(young.storeKey, '1h', 0.5, AT - 999),
      ];
      await store.append([], { venue: 'kalshi', at: AT, changed: [], forecasts });
      assert.equal(await store.dropForecasts(epochMs(AT - 999)), 1);
      assert.deepEqual(await store.findForecastsMany([old, young]), [[], [forecasts[2]]]);
      assert.equal(await store.dropForecasts(epochMs(AT - 999)), 0);
    });
  });
}
