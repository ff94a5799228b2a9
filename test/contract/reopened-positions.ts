import assert from 'node:assert/strict';
import type { SettledMarket } from '../../src/bot/orders/order-figures.ts';
import type { KnownLegs, OrderResult } from '../../src/bot/orders/order-store.ts';
import { type EpochMs, epochMs } from '../../src/domain/index.ts';
import {
  BOT,
  buildFill,
  checksOver,
  NOW,
  type OpenOrderStores,
  PREPARED,
  requestOrder,
} from '../support/order-stores.ts';

const buildFilled = (fill: ReturnType<typeof buildFill>): OrderResult => ({
  status: 'filled',
  venueOrderId: 'v',
  fills: [fill],
});
const buildPlaced = (result: OrderResult): KnownLegs => ({
  legs: [{ prepared: PREPARED, result }],
  sizedBy: null,
});

/** Defines the tests of resolutions that venues take back, which every engine of the orders passes. */
export function describeReopenedPositions(engine: string, open: OpenOrderStores): void {
  const check = checksOver(engine, open);

  check(
    'a resolution that is taken back opens its positions again, and the next end settles anew',
    async (bench) => {
      let { orders } = bench;
      const at = (resolvedAt: number | null) =>
        ({ venue: 'polymarket', storeKey: 'm', resolvedAt: resolvedAt as EpochMs | null }) as const;
      const look = async () => {
        const [position] = await orders.listPositions(BOT, 'live');
        const score = await orders.findScore(BOT, 'live');
        return [
          position?.asset,
          position?.size,
          position?.costMicroUsd,
          score?.realizedMicroUsd,
          score?.closings,
          score?.wins,
          score?.fills,
          score?.openPositions,
        ];
      };
      await orders.record(requestOrder('ord_1'), buildPlaced(buildFilled(buildFill(20))));
      const open = ['pm-m', '20', 10_000_000, -10_000, 0, 0, 1, 1];
      assert.deepEqual(await look(), open);
      assert.equal(await orders.closePositions('polymarket', 'm', 1, epochMs(5)), 1);
      const won = [undefined, undefined, undefined, 9_990_000, 1, 1, 1, 0];
      assert.deepEqual(await look(), won);
      assert.deepEqual(await orders.listSettledMarkets(NOW, 10), [at(5)]);
      assert.deepEqual(await orders.listSettledMarkets(epochMs(NOW + 1), 10), []);
      assert.deepEqual(await orders.listSettledMarkets(NOW, 10, at(5)), []);
      assert.equal(await orders.reopenPositions(at(4), 'pm-m'), 0, 'another resolution');
      assert.deepEqual(await look(), won);

      for (const count of [1, 0]) assert.equal(await orders.reopenPositions(at(5), 'pm-m'), count);
      assert.deepEqual(await look(), open);
      assert.deepEqual(await orders.listSettledMarkets(NOW, 10), []);

      // Its next end is No; the one after that says Yes again.
      bench.pass(1_000);
      assert.equal(await orders.closePositions('polymarket', 'm', 0, epochMs(7)), 1);
      const lost = [undefined, undefined, undefined, -10_010_000, 1, 0, 1, 0];
      assert.deepEqual(await look(), lost);
      ({ orders } = await bench.reopen());
      assert.deepEqual(await orders.listSettledMarkets(NOW, 10), [at(7)]);
      assert.equal(await orders.reopenPositions(at(7), 'pm-m'), 1);
      assert.deepEqual(await look(), open);
      assert.equal(await orders.closePositions('polymarket', 'm', 1, epochMs(9)), 1);
      assert.deepEqual(await look(), won);
      assert.equal((await orders.readTape('live', { limit: 10 })).length, 1);
    },
  );

  check(
    'what a bot traded between the end and its withdrawal is netted with what opens again',
    async (bench) => {
      const { orders } = bench;
      await orders.record(requestOrder('ord_1'), buildPlaced(buildFilled(buildFill(20))));
      await orders.closePositions('polymarket', 'm', 0, epochMs(5));
      // Sold 5 at 0.9 while the market trades again and the settlement stands.
      const sale = requestOrder('ord_2', { side: 'sell' });
      await orders.record(sale, buildPlaced(buildFilled(buildFill(5, 'sale', 0.9))));
      assert.equal(
        await orders.reopenPositions({ venue: 'polymarket', storeKey: 'm', resolvedAt: epochMs(5) }, 'pm-m'),
        1,
      );
      const [position] = await orders.listPositions(BOT, 'live');
      const score = await orders.findScore(BOT, 'live');
      assert.deepEqual([position?.size, position?.costMicroUsd], ['15', 7_500_000]);
      // 5 that cost 0.5 were sold at 0.9; each of the two fills has cost a cent.
      assert.deepEqual([score?.realizedMicroUsd, score?.closings, score?.wins], [2_000_000 - 20_000, 1, 1]);
    },
  );

  check('a market with many holders reopens for each, in pages', async ({ orders }) => {
    const bots = Array.from({ length: 60 }, (_, i) => `bot_${i}`);
    for (const [i, botId] of bots.entries()) {
      const storeKey = i < 30 ? 'm' : `m-${i}`;
      const request = requestOrder(`ord_${botId}`, { botId, storeKey, asset: `pm-${storeKey}` });
      await orders.record(request, buildPlaced(buildFilled(buildFill(20))));
      if (i >= 30) await orders.closePositions('polymarket', storeKey, 1, i % 2 === 0 ? epochMs(i) : null);
    }
    await orders.closePositions('polymarket', 'm', 1, epochMs(1));
    const found: SettledMarket[] = [];
    for (let page = await orders.listSettledMarkets(NOW, 7); page.length > 0; ) {
      found.push(...page);
      page = await orders.listSettledMarkets(NOW, 7, page.at(-1));
    }
    assert.equal(found.length, 31);
    for (const [i, settled] of found.entries()) {
      assert.equal(await orders.reopenPositions(settled, `pm-${settled.storeKey}`), i === 0 ? 30 : 1);
    }
    for (const botId of bots) assert.equal((await orders.listPositions(botId, 'live')).length, 1);
  });
}
