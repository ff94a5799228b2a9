import assert from 'node:assert/strict';
import type { VenueFill, VenueOutcome } from '../../src/bot/execution/index.ts';
import { DAY_MS } from '../../src/domain/index.ts';
import {
  BOT,
  buildFill,
  checksOver,
  type OpenOrderStores,
  type OrderCheck,
} from '../support/order-stores.ts';

const FAILED = {
  status: 'rejected',
  reason: 'venue_unavailable',
  message: 'the trade failed on chain',
  hasFailedOnChain: true,
} as const satisfies VenueOutcome;

const buildFilled = (fills: VenueFill[], isSettling = true): VenueOutcome => ({
  status: 'filled',
  venueOrderId: 'v',
  fills,
  ...(isSettling ? { isSettling: true } : {}),
});

/** Adds to the stores a reader of the final states of orders. */
function watch({ orders, submit, pass, assertMoney }: OrderCheck) {
  let count = 0;
  return {
    orders,
    pass,
    assertMoney,
    /** Places an order and sends it. */
    place: async (side: 'buy' | 'sell' = 'buy') => {
      const id = `ord_${++count}`;
      await submit(id, { side });
      return id;
    },
    state: async (id: string) => {
      const order = await orders.find(BOT, id);
      const [position] = await orders.listPositions(BOT, 'live');
      const [score] = await orders.listScores('live', 1);
      return { order, size: position?.size ?? '0', cost: position?.costMicroUsd ?? 0, score };
    },
  };
}

/**
 * Defines the tests of fills that grow, fail on their chain or are listed later, which every engine of the orders
 * passes.
 */
export function describeSettlement(engine: string, open: OpenOrderStores): void {
  const check = checksOver(engine, open);

  check(
    'a fill at an assumed price is corrected once, in its place, by what the venue states',
    async (bench) => {
      const { orders, place, state, assertMoney } = watch(bench);
      const priced = (size: number, price: number, fillId: string): VenueFill => ({
        ...buildFill(size, fillId),
        price: String(price),
        notionalMicroUsd: size * price * 1_000_000,
      });
      const bought = await place();
      const assumed: VenueFill = { ...priced(20, 0.6, 'sum'), venueFeeMicroUsd: null, isProvisional: true };
      const first = await orders.applyResult(bought, buildFilled([assumed]));
      assert.deepEqual([first.order.fills[0]?.basis, first.order.isSettling], ['provisional', true]);
      const sold = await place('sell');
      await orders.applyResult(sold, buildFilled([priced(20, 0.7, 'exit')], false));
      assert.equal((await state(bought)).score?.realizedMicroUsd, 2_000_000 - 10_000);

      // The trades that the venue lists at last: two, at better prices, with fees of 0.01 USD each.
      const trades = [priced(5, 0.4, 'a'), priced(15, 0.5, 'b')];
      const corrected = await orders.applyResult(bought, buildFilled(trades, false));
      assert.deepEqual(corrected.newFills, corrected.order.fills);
      const [fill] = corrected.order.fills;
      assert.deepEqual(
        [fill?.basis, fill?.price, fill?.size, fill?.costMicroUsd, fill?.venueFeeMicroUsd],
        ['corrected', '0.475', '20', 9_500_000, 20_000],
      );
      assert.equal(corrected.order.isSettling, false);
      const { size, score } = await state(bought);
      assert.deepEqual(
        [size, score?.realizedMicroUsd, score?.closings, score?.wins, score?.fills, score?.volumeMicroUsd],
        ['0', 4_500_000 - 30_000, 1, 1, 2, 9_500_000 + 14_000_000],
      );
      const tape = await orders.readTape('live', { limit: 10 });
      assert.deepEqual(
        tape.map(({ side, price, basis }) => [side, price, basis]),
        [
          ['sell', '0.7', 'stated'],
          ['buy', '0.475', 'corrected'],
        ],
      );
      for (const repeated of [buildFilled(trades, false), buildFilled([assumed])]) {
        const again = await orders.applyResult(bought, repeated);
        assert.deepEqual([again.newFills, again.order.fills], [[], corrected.order.fills]);
      }
      await assertMoney(2);
    },
  );

  for (const { end, value } of [
    { end: 'pays', value: 1 },
    { end: 'pays nothing', value: 0 },
    { end: 'pays half', value: 0.5 },
    { end: 'is voided', value: null },
  ]) {
    check(
      `a market that ${end} while its exit is on the way: the position ends once, with what both brought`,
      async (bench) => {
        const { orders, place, state } = watch(bench);
        const [bought, out, part] = [await place(), await place('sell'), await place('sell')];
        await orders.applyResult(bought, buildFilled([buildFill(20, 'in')], false));
        // One exit is filled in part before the end becomes known here, and the rest of it after that.
        const sold = (size: number, fillId: string) => buildFill(size, fillId, 0.7);
        await orders.applyResult(out, { status: 'resting', venueOrderId: 'v', fills: [sold(5, 'a')] });
        assert.equal(await orders.closePositions('polymarket', 'm', value, null), 1);
        assert.equal((await state(out)).size, '0');
        await orders.applyResult(out, buildFilled([sold(5, 'a'), sold(15, 'b')], false));
        await orders.applyResult(part, {
          status: 'rejected',
          reason: 'market_closed',
          message: 'it has ended',
        });
        // What was sold after the end became known is netted with the next look for ended markets.
        await orders.closePositions('polymarket', 'm', value, null);
        const { size, score } = await state(out);
        const gain = (value === null ? 5 : 20) * 200_000 - 3 * 10_000;
        assert.deepEqual([size, score?.realizedMicroUsd], ['0', gain]);
        // Later looks and repeated answers change nothing.
        assert.equal(await orders.closePositions('polymarket', 'm', value, null), 0);
        await orders.applyResult(out, buildFilled([sold(5, 'a'), sold(15, 'b')], false));
        assert.equal((await state(out)).score?.realizedMicroUsd, gain);
      },
    );
  }

  for (const [end, value] of [
    ['pays', 1],
    ['pays nothing', 0],
    ['pays half', 0.5],
  ] as const) {
    check(
      `a market that ${end} while an exit is on the way: the sale counts, and nothing stays open`,
      async (bench) => {
        const { orders, place } = watch(bench);
        const bought = await place('buy');
        const at = (price: string, notionalMicroUsd: number): VenueFill => ({
          ...buildFill(20),
          price,
          notionalMicroUsd,
          venueFeeMicroUsd: 0,
        });
        await orders.applyResult(bought, buildFilled([at('0.5', 10_000_000)], false));
        const exit = await place('sell');
        assert.equal(await orders.closePositions('polymarket', 'm', value), 1);
        // Its answer comes after the end: it had sold at 0.6 before.
        await orders.applyResult(exit, buildFilled([at('0.6', 12_000_000)], false));
        await orders.closePositions('polymarket', 'm', value);
        assert.deepEqual(await orders.listPositions(BOT, 'live'), []);
        assert.equal((await orders.findScore(BOT, 'live'))?.realizedMicroUsd, 2_000_000);
        assert.equal(await orders.closePositions('polymarket', 'm', value), 0);
      },
    );
  }

  check('fills that are listed twice, late and in another order count once', async (bench) => {
    const { orders, place, state } = watch(bench);
    const id = await place();
    const [a, b] = [buildFill(12, 'a'), buildFill(8, 'b')];
    await orders.applyResult(id, buildFilled([a, a]));
    assert.equal((await state(id)).size, '12');
    await orders.applyResult(id, buildFilled([b, a, b]));
    assert.equal((await state(id)).size, '20');
    await orders.applyResult(id, buildFilled([a, b], false));
    const { size, score } = await state(id);
    assert.deepEqual([size, score?.fills, score?.volumeMicroUsd], ['20', 2, 10_000_000]);
    // Long after its end a fill is still one that the account has.
    bench.pass(3 * DAY_MS);
    await orders.applyResult(id, buildFilled([a, b, buildFill(1, 'c')], false));
    assert.equal((await state(id)).size, '21');
  });

  check('trades that all fail on chain take a fill at an assumed price back', async (bench) => {
    const { orders, place, state, assertMoney } = watch(bench);
    const id = await place();
    await orders.applyResult(id, buildFilled([{ ...buildFill(20), isProvisional: true }]));
    const { order } = await orders.applyResult(id, FAILED);
    assert.deepEqual([order.state, order.fills, (await state(id)).size], ['rejected', [], '0']);
    await assertMoney(0);
  });

  check('a trade that fails on chain never happened: no fill, no position, no fee', async (bench) => {
    const { orders, place, state, assertMoney } = watch(bench);
    const id = await place();
    await orders.applyResult(id, buildFilled([buildFill(20)]));
    await assertMoney(1);
    assert.deepEqual(
      (await orders.listOpen(10)).map(({ orderId }) => orderId),
      [id],
      'it is looked at again',
    );
    const first = await orders.applyResult(id, FAILED);
    const again = await orders.applyResult(id, FAILED);
    for (const { order, newFills } of [first, again]) {
      const { state, reason, message, fills, chargedMicroUsd, isSettling } = order;
      assert.deepEqual([state, reason, message], ['rejected', 'venue_unavailable', FAILED.message]);
      assert.deepEqual([fills, chargedMicroUsd, isSettling, newFills], [[], 0, false, []]);
    }
    const { size, score } = await state(id);
    assert.deepEqual([size, score], ['0', undefined]);
    assert.deepEqual(await orders.readTape('live', { limit: 10 }), []);
    assert.deepEqual(await orders.listOpen(10), []);
    assert.deepEqual(await orders.readActivity('bot_1', 'live'), {
      orderRecords: 1,
      filled: 0,
      fills: 0,
      accessFeesMicroUsd: 0,
    });
    await assertMoney(0);
  });

  check('a trade that the chain confirms is not looked at again', async (bench) => {
    const { orders, place, assertMoney } = watch(bench);
    const id = await place();
    await orders.applyResult(id, buildFilled([buildFill(20)]));
    await orders.applyResult(id, { status: 'unknown', message: 'no answer' });
    assert.equal((await orders.listOpen(10)).length, 1);
    const { order } = await orders.applyResult(id, buildFilled([buildFill(20)], false));
    assert.deepEqual([order.state, order.reason, order.isSettling], ['filled', null, false]);
    assert.deepEqual(await orders.listOpen(10), []);
    // What is said now changes nothing any more.
    assert.equal((await orders.applyResult(id, FAILED)).order.state, 'filled');
    await assertMoney(1);
  });

  check('a chain that never answers is asked for a day', async (bench) => {
    const { orders, place, pass } = watch(bench);
    const id = await place();
    await orders.applyResult(id, buildFilled([buildFill(20)]));
    pass(DAY_MS + 1);
    const { order } = await orders.applyResult(id, { status: 'unknown', message: 'no answer' });
    assert.deepEqual([order.state, order.isSettling, order.reason], ['filled', false, null]);
  });

  check('when a part of the trades fails, the rest and the fee stay', async (bench) => {
    const { orders, place, state, assertMoney } = watch(bench);
    const id = await place();
    await orders.applyResult(id, buildFilled([buildFill(20)]));
    const { newFills } = await orders.applyResult(id, buildFilled([buildFill(12)], false));
    assert.deepEqual(newFills, []);
    const { order, size, cost, score } = await state(id);
    assert.deepEqual([order?.fills.map((one) => one.size), size, cost], [['12'], '12', 6_000_000]);
    assert.deepEqual([score?.fills, score?.volumeMicroUsd, score?.realizedMicroUsd], [1, 6_000_000, -10_000]);
    await assertMoney(1);
  });

  check('a fill that is first listed where another failed counts once', async (bench) => {
    const { orders, place, state, assertMoney } = watch(bench);
    const id = await place();
    await orders.applyResult(id, buildFilled([buildFill(10, 'a'), buildFill(10, 'b')]));
    const { newFills } = await orders.applyResult(
      id,
      buildFilled([buildFill(10, 'a'), buildFill(5, 'c')], false),
    );
    assert.deepEqual(
      newFills.map(({ fillId }) => fillId),
      ['c'],
    );
    const { size, cost, score } = await state(id);
    assert.deepEqual([size, cost], ['15', 7_500_000]);
    assert.deepEqual([score?.fills, score?.volumeMicroUsd, score?.realizedMicroUsd], [2, 7_500_000, -20_000]);
    await assertMoney(1);
  });

  check('gains that were made with a trade that failed are booked again', async (bench) => {
    const { orders, place, state } = watch(bench);
    const [first, second, third] = [await place(), await place(), await place('sell')];
    await orders.applyResult(first, buildFilled([buildFill(20, 'a', 0.4)]));
    await orders.applyResult(second, buildFilled([buildFill(20, 'b', 0.5)]));
    await orders.applyResult(third, buildFilled([buildFill(20, 'c', 0.6)], false));
    // Bought at 0.45 on average, sold at 0.6; three fees.
    assert.equal((await state(first)).score?.realizedMicroUsd, 3_000_000 - 30_000);
    await orders.applyResult(first, FAILED);
    const { score, size } = await state(first);
    // What was sold had cost 0.5 each; nothing is left.
    assert.deepEqual([score?.realizedMicroUsd, score?.closings, score?.wins], [2_000_000 - 20_000, 1, 1]);
    assert.deepEqual([size, score?.fills, score?.volumeMicroUsd], ['0', 2, 22_000_000]);
  });

  check('a sum that grows while the order rests counts each part once, and the fee once', async (bench) => {
    const { orders, place, state, assertMoney } = watch(bench);
    const id = await place();
    const resting = (shares: number): VenueOutcome => ({
      status: 'resting',
      venueOrderId: 'v',
      fills: [buildFill(shares)],
    });
    await orders.applyResult(id, resting(5));
    await orders.applyResult(id, resting(5));
    const grown = await orders.applyResult(id, resting(8));
    assert.deepEqual(
      grown.newFills.map(({ fillId, size, price, notionalMicroUsd, venueFeeMicroUsd }) => [
        fillId,
        size,
        price,
        notionalMicroUsd,
        venueFeeMicroUsd,
      ]),
      [['sum/1', '3', '0.5', 1_500_000, 0]],
    );
    await orders.applyResult(id, buildFilled([buildFill(12)], false));
    await orders.applyResult(id, buildFilled([buildFill(12)], false));
    const { order, size, score } = await state(id);
    assert.deepEqual(
      order?.fills.map((one) => one.size),
      ['5', '3', '4'],
    );
    assert.deepEqual([size, score?.fills, score?.volumeMicroUsd], ['12', 3, 6_000_000]);
    await assertMoney(1);
  });

  check(
    'single fills that are listed later are those of the sum that is stored: its fee is theirs, nothing else changes',
    async (bench) => {
      const { orders, place, state, assertMoney } = watch(bench);
      const id = await place();
      await orders.applyResult(id, buildFilled([{ ...buildFill(20), venueFeeMicroUsd: null }]));
      const listed = buildFilled([buildFill(12, 'a'), buildFill(8, 'b')], false);
      const first = await orders.applyResult(id, listed);
      assert.deepEqual([first.newFills, first.order.isSettling, first.order.state], [[], false, 'filled']);
      await orders.applyResult(id, { status: 'unknown', message: 'late' });
      const { order, size, cost, score } = await state(id);
      assert.deepEqual([size, cost], ['20', 10_000_000]);
      assert.deepEqual(
        order?.fills.map(({ fillId, venueFeeMicroUsd }) => [fillId, venueFeeMicroUsd]),
        [['sum', 20_000]],
      );
      assert.deepEqual(
        [score?.fills, score?.volumeMicroUsd, score?.realizedMicroUsd],
        [1, 10_000_000, -20_000],
      );
      assert.equal((await orders.readTape('live', { limit: 10 })).length, 1);
      await assertMoney(1);
    },
  );
}
