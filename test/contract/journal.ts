import assert from 'node:assert/strict';
import { Journal } from '../../src/bot/journal/journal.ts';
import type { NewOrder } from '../../src/bot/orders/order-store.ts';
import { DAY_MS, epochMs } from '../../src/domain/index.ts';
import {
  BOT,
  buildFill,
  checksOver,
  NOW,
  type OpenOrderStores,
  type OrderCheck,
} from '../support/order-stores.ts';
import { seededRandom } from '../support/random.ts';
import type { RecountedDays } from '../support/recounted-days.ts';

type Check = OrderCheck & { readonly journal: Journal };

/** Defines the tests of the orders and the days of a bot that every engine passes. */
export function describeJournal(engine: string, open: OpenOrderStores): void {
  const over = checksOver(engine, open);
  const check = (name: string, body: (bench: Check) => Promise<void>) =>
    over(name, (bench) => {
      assert.ok(bench.journalQueries !== null);
      const now = () => epochMs(NOW + 10 * DAY_MS);
      return body({ ...bench, journal: new Journal(bench.journalQueries, now) });
    });
  const fill = async (
    { orders, submit }: Check,
    orderId: string,
    changes: Partial<NewOrder> & { readonly t?: number; readonly shares?: number; readonly price?: number },
  ) => {
    const { t = NOW, shares = 20, price = 0.5, ...more } = changes;
    await submit(orderId, more);
    const fills = [{ ...buildFill(shares, orderId, price), t: epochMs(t) }];
    await orders.applyResult(orderId, { status: 'filled', venueOrderId: orderId, fills });
  };

  check('pages of orders neither overlap nor skip, whatever their times', async (bench) => {
    for (let i = 0; i < 9; i++) {
      await bench.submit(`ord_${i}`);
      // Three orders of one moment.
      if (i % 3 === 2) bench.pass(1_000);
    }
    await bench.orders.applyResult('ord_4', { status: 'rejected', reason: 'no_liquidity', message: '' });
    await bench.submit('other', { botId: 'bot_2' });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await bench.journal.listOrders({ botId: BOT, mode: 'live' }, { limit: 2, cursor });
      assert.ok(page !== null && page.total === 9);
      seen.push(...page.orders.map(({ orderId }) => orderId));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    assert.deepEqual(
      seen,
      [8, 7, 6, 5, 4, 3, 2, 1, 0].map((i) => `ord_${i}`),
    );
  });

  check('orders are found by state, market, time and all of them together', async (bench) => {
    await fill(bench, 'filled', {});
    bench.pass(1_000);
    await bench.submit('sent', { storeKey: 'n', asset: 'pm-n' });
    bench.pass(1_000);
    await bench.submit('refused', { storeKey: 'n', asset: 'pm-n' });
    await bench.orders.applyResult('refused', { status: 'rejected', reason: 'no_liquidity', message: '' });
    await bench.submit('mock', { mode: 'mock' });
    const find = async (filter: object) => {
      const page = await bench.journal.listOrders({ botId: BOT, mode: 'live', ...filter }, { limit: 10 });
      assert.equal(page?.total, page?.orders.length);
      return page?.orders.map(({ orderId }) => orderId);
    };
    const market = { venue: 'polymarket', storeKey: 'n' } as const;
    assert.deepEqual(await find({ mode: 'mock' }), ['mock']);
    assert.deepEqual(await find({ state: 'open' }), ['sent']);
    assert.deepEqual(await find({ state: 'submitted' }), ['sent']);
    assert.deepEqual(await find({ state: 'resting' }), []);
    assert.deepEqual(await find({ state: 'filled' }), ['filled']);
    assert.deepEqual(await find({ market }), ['refused', 'sent']);
    assert.deepEqual(await find({ market: { ...market, venue: 'kalshi' } }), []);
    assert.deepEqual(await find({ market, state: 'rejected' }), ['refused']);
    assert.deepEqual(await find({ from: NOW + 1_000, to: NOW + 1_000 }), ['sent']);
    assert.deepEqual(await find({ from: NOW + 2_001 }), []);
    assert.deepEqual(await find({ to: NOW, state: 'filled', market: { ...market, storeKey: 'm' } }), [
      'filled',
    ]);
  });

  check('days follow one another without a break, and together are the gain of the bot', async (bench) => {
    await fill(bench, 'buy', { shares: 20 });
    bench.pass(3 * DAY_MS);
    await fill(bench, 'sell', { side: 'sell', shares: 12, price: 0.6, t: NOW + 3 * DAY_MS });
    await bench.orders.closePositions('polymarket', 'm', 0, epochMs(NOW + 3 * DAY_MS));
    const list = (page: object) => bench.journal.listDays(BOT, 'live', { limit: 31, ...page });
    const all = await list({});
    assert.ok(all !== null);
    assert.deepEqual([all.total, all.days.length, all.nextCursor], [11, 11, null]);
    assert.deepEqual(
      all.days.map(({ startMs }) => startMs % DAY_MS),
      Array(11).fill(0),
    );
    const [first, second] = [all.days[10], all.days[7]];
    assert.deepEqual(
      [first?.orders, first?.fills, first?.volumeMicroUsd, first?.closings],
      [1, 1, 10_000_000, 0],
    );
    assert.deepEqual([second?.orders, second?.closings, second?.wins], [1, 2, 1]);
    assert.deepEqual([second?.gainMicroUsd, second?.venueFeesMicroUsd], [1_200_000 - 4_000_000, 10_000]);
    assert.deepEqual([first?.accessFeesMicroUsd, second?.accessFeesMicroUsd], [10_000, 10_000]);
    const gain = all.days.reduce((sum, day) => sum + day.gainMicroUsd - day.venueFeesMicroUsd, 0);
    assert.equal(gain, (await bench.orders.findScore(BOT, 'live'))?.realizedMicroUsd);
    // Pages of four make the same list.
    const paged = [];
    let cursor: string | undefined;
    do {
      const page = await list({ limit: 4, cursor });
      assert.ok(page !== null);
      paged.push(...page.days);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    assert.deepEqual(paged, all.days);
  });

  check(
    'the sums of days are those of orders, fills and closings, whatever became of them',
    async (bench) => {
      assert.ok(bench.days !== null);
      const random = seededRandom(40);
      const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value;
      const placed: { readonly id: string; readonly shares: number; readonly price: number }[] = [];
      const markets = ['m', 'n'];
      for (let step = 0; step < 120; step++) {
        const known = pick(placed);
        const [price, t] = [pick([0.2, 0.5, 0.8]), epochMs(NOW + Math.floor(step / 10) * DAY_MS)];
        const build = (shares: number, fillId: string, isFeeKnown: boolean) => {
          const fill = { ...buildFill(shares, fillId, price), t };
          return isFeeKnown ? fill : { ...fill, venueFeeMicroUsd: null };
        };
        const action = known === undefined ? 0 : pick([0, 0, 0, 1, 1, 2, 3, 4, 5]);
        if (action === 0) {
          const id = `ord_${step}`;
          const storeKey = pick(markets);
          await bench.submit(id, { storeKey, asset: `pm-${storeKey}`, side: pick(['buy', 'sell']) });
          const isProvisional = pick([true, false]);
          const fills = [
            { ...build(20, 'sum', pick([true, false])), ...(isProvisional ? { isProvisional } : {}) },
          ];
          const filled = { status: 'filled', venueOrderId: id, fills, isSettling: true } as const;
          const refused = { status: 'rejected', reason: 'no_liquidity', message: '' } as const;
          await bench.orders.applyResult(id, pick([filled, filled, filled, refused]));
          placed.push({ id, shares: 20, price });
        } else if (action === 1) {
          // Its own trades, which correct a provisional fill or state the fee of a sum.
          const fills = [build(12, 'a', true), build(8, 'b', true)];
          await bench.orders.applyResult(known.id, { status: 'filled', venueOrderId: known.id, fills });
        } else if (action === 2) {
          const failed = { reason: 'venue_unavailable', message: '', hasFailedOnChain: true } as const;
          await bench.orders.applyResult(known.id, { status: 'rejected', ...failed });
        } else if (action === 3) {
          await bench.orders.closePositions('polymarket', pick(markets), pick([0, 1]), epochMs(5));
        } else if (action === 4) {
          const storeKey = pick(markets);
          const resolution = { venue: 'polymarket', storeKey, resolvedAt: epochMs(5) } as const;
          await bench.orders.reopenPositions(resolution, `pm-${storeKey}`);
        } else bench.pass(DAY_MS / 3);
        const read: RecountedDays = await bench.days.read(BOT);
        assert.deepEqual(read.kept, read.counted, `step ${step}, action ${action}`);
      }
      const fees = await bench.orders.readFees(BOT, 'live');
      const all = await bench.journal.listDays(BOT, 'live', { limit: 366 });
      const sum = (name: 'venueFeesMicroUsd' | 'fillsWithoutFee') =>
        all?.days.reduce((total, day) => total + day[name], 0);
      assert.deepEqual(fees, {
        venueFeesMicroUsd: sum('venueFeesMicroUsd'),
        withoutFee: sum('fillsWithoutFee'),
      });
    },
  );

  check('amounts of a day beyond what can be counted stay at the largest number', async (bench) => {
    for (const id of ['one', 'two', 'three']) {
      await bench.submit(id);
      const fills = [{ ...buildFill(20, id), notionalMicroUsd: Number.MAX_SAFE_INTEGER }];
      await bench.orders.applyResult(id, { status: 'filled', venueOrderId: id, fills });
    }
    const page = await bench.journal.listDays(BOT, 'live', { limit: 31, to: NOW });
    assert.equal(page?.days[0]?.volumeMicroUsd, Number.MAX_SAFE_INTEGER);
  });

  check('windows of days, those of a bot without any, and cursors of other lists', async (bench) => {
    assert.deepEqual(await bench.journal.listDays(BOT, 'live', { limit: 9 }), {
      days: [],
      total: 0,
      nextCursor: null,
    });
    await fill(bench, 'buy', {});
    const at = (days: number) => NOW + days * DAY_MS;
    const list = (page: object) => bench.journal.listDays(BOT, 'live', { limit: 9, ...page });
    assert.equal((await list({ from: at(1), to: at(3) }))?.days.length, 3);
    assert.equal((await list({ to: at(-1) }))?.total, 0);
    assert.equal((await list({ from: at(20) }))?.days.length, 0);
    assert.equal((await list({ from: at(-400), to: at(400) }))?.total, 11);
    const days = await list({ limit: 1 });
    assert.equal(
      await bench.journal.listOrders(
        { botId: BOT, mode: 'live' },
        { limit: 1, cursor: days?.nextCursor ?? '' },
      ),
      null,
    );
    assert.equal(await list({ cursor: 'WyJib3QtZGF5IiwxXQ' }), null);
    assert.equal(await list({ cursor: '' }), null);
  });
}
