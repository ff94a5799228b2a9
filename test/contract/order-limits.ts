import assert from 'node:assert/strict';
import type { ControlChange } from '../../src/bot/control/control.ts';
import type { OrderResult } from '../../src/bot/orders/order-store.ts';
import { epochMs, MINUTE_MS, microUsd } from '../../src/domain/index.ts';
import {
  BOT,
  buildFill,
  checksOver,
  FEE,
  NOW,
  type OpenOrderStores,
  type OrderCheck,
  PREPARED,
  requestOrder,
} from '../support/order-stores.ts';

const REFUSED: OrderResult = { status: 'rejected', reason: 'no_liquidity', message: 'nothing there' };
const CLOSE = { isClose: true, sizeUsd: null, side: 'sell', mostOpenedMicroUsd: microUsd(0) } as const;
const ofSize = (usd: number) => ({
  sizeUsd: usd,
  mostOpenedMicroUsd: microUsd(usd * 1e6),
  opensMicroUsd: microUsd(usd * 1e6),
});

/** Defines the tests of the limits of a bot that every engine passes. */
export function describeOrderLimits(engine: string, open: OpenOrderStores): void {
  const check = checksOver(engine, open);
  const limit = ({ controls }: OrderCheck, change: ControlChange) => controls.change(BOT, change);
  /** Buys this many shares at 0.5, whole. */
  const hold = async (bench: OrderCheck, shares: number, market = 'm') => {
    const orderId = `held-${market}`;
    await bench.submit(orderId, { ...ofSize(shares / 2), storeKey: market });
    const fills = [buildFill(shares, orderId)];
    await bench.orders.applyResult(orderId, { status: 'filled', venueOrderId: 'v', fills });
  };
  const reserve = async ({ orders }: OrderCheck, orderId: string, usd: number, more = {}) => {
    const outcome = await orders.reserve(requestOrder(orderId, { ...ofSize(usd), ...more }));
    if (outcome.status !== 'refused') return outcome.status;
    const { reason, restriction, state } = outcome.order;
    assert.deepEqual([state, reason], ['rejected', restriction?.reason]);
    return restriction?.limit ?? restriction?.reason;
  };

  check('two orders of one moment never share what is left', async (bench) => {
    await limit(bench, { maxExposureUsd: 25 });
    const ids = Array.from({ length: 8 }, (_, i) => `ord_${i}`);
    const outcomes = await Promise.all(ids.map((id) => reserve(bench, id, 10, { storeKey: id })));
    assert.equal(outcomes.filter((status) => status === 'reserved').length, 2);
    assert.equal(outcomes.filter((status) => status === 'maxExposureUsd').length, 6);
    const pending = await bench.orders.listPending(BOT, 'live');
    assert.equal(
      pending.reduce((sum, { opensMicroUsd }) => sum + opensMicroUsd, 0),
      20_000_000,
    );
    await bench.assertMoney(0, 2);
  });

  check(
    'what is reserved ends with its order, becomes what is open, and survives a restart',
    async (bench) => {
      await limit(bench, { maxExposureUsd: 25 });
      await bench.submit('ord_1', ofSize(10));
      assert.equal(await reserve(bench, 'ord_2', 10), 'reserved');
      assert.equal(await reserve(bench, 'ord_3', 10), 'maxExposureUsd');
      await bench.orders.applyResult('ord_2', REFUSED);
      const again = { ...bench, ...(await bench.reopen()) };
      assert.equal((await again.orders.listPending(BOT, 'live')).length, 1);
      // A part of it is filled: that part is open, the rest still reserved.
      const resting = { status: 'resting', venueOrderId: 'v', fills: [buildFill(8)] } as const;
      await again.orders.applyResult('ord_1', resting);
      assert.deepEqual(
        (await again.orders.listPending(BOT, 'live')).map(({ opensMicroUsd }) => opensMicroUsd),
        [6_400_000],
      );
      assert.equal(await reserve(again, 'ord_4', 14.6), 'reserved');
      assert.equal(await reserve(again, 'ord_5', 0.1), 'maxExposureUsd');
    },
  );

  check('less than a lot is not open, and takes the place of no other position', async (bench) => {
    await limit(bench, { maxOpenPositions: 1 });
    await hold(bench, 0.004, 'dust');
    assert.equal((await bench.orders.listPositions(BOT, 'live')).length, 1);
    assert.equal(await reserve(bench, 'ord_1', 10, { storeKey: 'other' }), 'reserved');
    assert.equal(await reserve(bench, 'ord_2', 10, { storeKey: 'third' }), 'maxOpenPositions');
    assert.equal(await reserve(bench, 'ord_3', 10, { storeKey: 'dust' }), 'maxOpenPositions');
  });

  check('an answer that never came keeps its reservation', async (bench) => {
    await limit(bench, { maxExposureUsd: 15 });
    await bench.submit('ord_1', ofSize(10));
    await bench.orders.applyResult('ord_1', { status: 'unknown', message: 'no answer' });
    assert.equal(await reserve(bench, 'ord_2', 10), 'maxExposureUsd');
  });

  check('each limit counts what it is named after', async (bench) => {
    await hold(bench, 20);
    await hold(bench, 20, 'n');
    await limit(bench, { maxAssetUsd: 15 });
    assert.equal(await reserve(bench, 'a', 6), 'maxAssetUsd');
    assert.equal(await reserve(bench, 'b', 6, { storeKey: 'o' }), 'reserved');
    await limit(bench, { maxAssetUsd: null, maxOpenPositions: 3 });
    assert.equal(await reserve(bench, 'c', 6, { storeKey: 'p' }), 'maxOpenPositions');
    assert.equal(await reserve(bench, 'd', 6), 'reserved', 'a position that is open already');
    await limit(bench, { maxOpenPositions: 0 });
    assert.equal(await reserve(bench, 'e', 6), 'maxOpenPositions');
    await limit(bench, { maxOpenPositions: null, maxDailyLossUsd: 0 });
    assert.equal(await reserve(bench, 'f', 6), 'maxDailyLossUsd');
  });

  check('a limit below what is held opens nothing, and closes go on', async (bench) => {
    await hold(bench, 20);
    await limit(bench, { maxExposureUsd: 5 });
    assert.equal(await reserve(bench, 'a', 1), 'maxExposureUsd');
    assert.equal(await reserve(bench, 'b', 1, CLOSE), 'reserved');
  });

  check(
    'a limit that is lowered while orders rest lets them end, and opens nothing beside them',
    async (bench) => {
      await limit(bench, { maxExposureUsd: 25 });
      await bench.submit('rests', ofSize(10));
      await bench.orders.applyResult('rests', { status: 'resting', venueOrderId: 'rests', fills: [] });
      await bench.submit('part', { ...ofSize(10), storeKey: 'n' });
      await bench.orders.applyResult('part', {
        status: 'resting',
        venueOrderId: 'part',
        fills: [buildFill(8, 'p1')],
      });
      for (const change of [
        { maxExposureUsd: 5 },
        { maxExposureUsd: 0 },
        { maxExposureUsd: 25, maxOpenPositions: 1 },
      ]) {
        await limit(bench, change);
        const [name] = Object.keys(change).toReversed();
        assert.equal(await reserve(bench, `x_${name}_${change.maxExposureUsd}`, 1, { storeKey: 'o' }), name);
        assert.equal(await reserve(bench, `c_${name}_${change.maxExposureUsd}`, 1, CLOSE), 'reserved');
        await bench.orders.applyResult(`c_${name}_${change.maxExposureUsd}`, REFUSED);
      }
      await limit(bench, { maxExposureUsd: 5, maxOpenPositions: null });
      // What rests already is filled whole: it was reserved before.
      const whole = await bench.orders.applyResult('rests', {
        status: 'filled',
        venueOrderId: 'rests',
        fills: [buildFill(20, 'r1')],
      });
      assert.equal(whole.order.state, 'filled');
      assert.equal((await bench.orders.listPending(BOT, 'live')).length, 1);
      await bench.orders.applyResult('part', {
        status: 'cancelled',
        venueOrderId: 'part',
        fills: [buildFill(8, 'p1')],
      } as OrderResult);
      assert.deepEqual(await bench.orders.listPending(BOT, 'live'), []);
      // 14 USD are open: below that nothing opens, above it only the rest.
      await limit(bench, { maxExposureUsd: 15 });
      assert.equal(await reserve(bench, 'above', 2), 'maxExposureUsd');
      assert.equal(await reserve(bench, 'within', 1), 'reserved');
    },
  );

  check('a sale of a part of what is held is no opening; a reversal closes and is partial', async (bench) => {
    await hold(bench, 20);
    await limit(bench, { maxExposureUsd: 10 });
    const part = await bench.orders.reserve(requestOrder('a', { ...ofSize(4), side: 'sell' }));
    assert.ok(part.status === 'reserved');
    assert.deepEqual([part.closing, part.order.opensMicroUsd, part.order.restriction], ['8', 0, null]);
    // What one order is closing already, another one does not close a second time.
    const rest = await bench.orders.reserve(requestOrder('rest', { ...ofSize(30), side: 'sell' }));
    assert.ok(rest.status === 'reserved');
    assert.equal(rest.closing, '12');
    for (const id of ['a', 'rest']) await bench.orders.applyResult(id, REFUSED);
    const reversal = await bench.orders.reserve(requestOrder('b', { ...ofSize(30), side: 'sell' }));
    assert.ok(reversal.status === 'reserved');
    assert.deepEqual(
      [reversal.closing, reversal.order.opensMicroUsd, reversal.order.restriction],
      ['20', 0, { reason: 'limit', limit: 'maxExposureUsd', isPartial: true }],
    );
    await limit(bench, { maxExposureUsd: 40 });
    const whole = await bench.orders.reserve(requestOrder('c', { ...ofSize(30), side: 'sell' }));
    assert.ok(whole.status === 'reserved');
    assert.deepEqual([whole.closing, whole.order.opensMicroUsd], [null, 30_000_000]);
  });

  check('openings are halted alone: closes and the closing part of a reversal go on', async (bench) => {
    await hold(bench, 20);
    await limit(bench, { halt: 'opening' });
    assert.equal(await reserve(bench, 'a', 4), 'halted');
    assert.equal(await reserve(bench, 'b', 4, { storeKey: 'n', side: 'sell' }), 'halted');
    assert.equal(await reserve(bench, 'c', 4, CLOSE), 'reserved');
    await bench.orders.applyResult('c', REFUSED);
    const reversal = await bench.orders.reserve(requestOrder('d', { ...ofSize(30), side: 'sell' }));
    assert.ok(reversal.status === 'reserved');
    assert.deepEqual(reversal.order.restriction, { reason: 'halt', limit: null, isPartial: true });
    await limit(bench, { halt: 'all' });
    assert.equal(await reserve(bench, 'e', 4, CLOSE), 'halted');
  });

  check('while everything is being closed, nothing is opened', async (bench) => {
    await limit(bench, { close: 'close_all' });
    assert.equal(await reserve(bench, 'a', 4), 'halt');
    await limit(bench, { resume: true });
    assert.equal(await reserve(bench, 'b', 4), 'reserved');
  });

  check(
    'a day whose loss was reached stays over, also after a restart, until the bot is resumed',
    async (bench) => {
      const stop = { atMs: NOW, lossMicroUsd: microUsd(30), limitMicroUsd: microUsd(25) };
      assert.equal(await bench.controls.changeExitState(BOT, { step: 'stop', stop }), true);
      assert.equal(await bench.controls.changeExitState(BOT, { step: 'stop', stop }), false, 'once');
      const again = { ...bench, ...(await bench.reopen()) };
      const { controls } = again;
      const { closing } = (await controls.read(BOT)).exitState;
      assert.equal(closing?.cause, 'max_daily_loss');
      await controls.changeExitState(BOT, { step: 'closed', sinceMs: closing?.sinceMs ?? epochMs(0) });
      assert.equal((await controls.read(BOT)).config.enabled, false);
      assert.equal(await reserve(again, 'a', 1), 'maxDailyLossUsd');
      assert.equal(await reserve(again, 'b', 1, CLOSE), 'reserved');
      await controls.change(BOT, { resume: true });
      assert.equal(await reserve(again, 'c', 1), 'reserved');
    },
  );

  check('after a closing an asset is left alone for a time', async (bench) => {
    await hold(bench, 20);
    await limit(bench, { cooldownMs: MINUTE_MS });
    assert.equal(await reserve(bench, 'a', 1), 'reserved', 'nothing was closed yet');
    await bench.submit('sold', { ...ofSize(5), side: 'sell' });
    const fills = [{ ...buildFill(10, 'sold'), closedSize: '10' }];
    await bench.orders.applyResult('sold', { status: 'filled', venueOrderId: 'v', fills });
    assert.equal(await reserve(bench, 'b', 1), 'cooldownMs');
    assert.equal(await reserve(bench, 'c', 1, { storeKey: 'n' }), 'reserved');
    bench.pass(MINUTE_MS);
    assert.equal(await reserve(bench, 'd', 1), 'reserved');
  });

  check('orders of the engine above its rate wait, and leave nothing behind', async (bench) => {
    await limit(bench, { maxOrdersPerMin: 2 });
    const engine = { source: 'engine' } as const;
    for (const id of ['a', 'b']) assert.equal(await reserve(bench, id, 1, engine), 'reserved');
    assert.equal(await reserve(bench, 'c', 1, engine), 'busy');
    assert.equal(await reserve(bench, 'd', 1), 'reserved', 'a call of the holder');
    bench.pass(MINUTE_MS);
    assert.equal(await reserve(bench, 'c', 1, engine), 'reserved');
  });

  check('signed bytes that spend more than was reserved are looked at again', async (bench) => {
    await limit(bench, { maxExposureUsd: 10 });
    const legs = [{ ...PREPARED, size: '30' }];
    await bench.orders.reserve(requestOrder('a', ofSize(10)));
    const refused = await bench.orders.submit('a', legs);
    assert.deepEqual(refused, {
      status: 'refused',
      message: 'what it would buy passes maxExposureUsd of the bot',
    });
    await limit(bench, { maxExposureUsd: 20 });
    const submitted = await bench.orders.submit('a', legs);
    assert.ok(submitted.status === 'submitted');
    assert.equal(submitted.order.opensMicroUsd, 15_600_000);
  });

  check('a close without money for its fee is placed, and the fee is a debt', async (bench) => {
    const { orders, ledger } = bench;
    await hold(bench, 20);
    const owner = 'owner_2';
    const poor = { ...CLOSE, owner };
    assert.equal(await reserve(bench, 'open', 1, { owner }), 'insufficient');
    assert.equal(await reserve(bench, 'close', 1, poor), 'reserved');
    await orders.submit('close', [{ ...PREPARED, side: 'sell' }]);
    const fills = [{ ...buildFill(20, 'close'), closedSize: '20' }];
    const filled = { status: 'filled', venueOrderId: 'v', fills } as const;
    const { order } = await orders.applyResult('close', filled);
    assert.equal(order.chargedMicroUsd, FEE);
    await orders.applyResult('close', filled);
    assert.equal(await ledger.readOwed(owner), FEE);
    assert.equal(await reserve(bench, 'again', 1, poor), 'reserved', 'also while it is owed');
    await orders.applyResult('again', REFUSED);
    assert.equal(await ledger.readOwed(owner), FEE);
    assert.deepEqual((await ledger.audit({ whole: true })).findings, []);
  });
}
