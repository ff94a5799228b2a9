import assert from 'node:assert/strict';
import type { ExitStore } from '../../src/bot/exits/exit-store.ts';
import { epochMs } from '../../src/domain/index.ts';
import {
  BOT,
  buildFill,
  checksOver,
  NOW,
  type OpenOrderStores,
  type OrderCheck,
  OWNER,
} from '../support/order-stores.ts';

type Check = OrderCheck & { readonly exitStore: ExitStore };

/** Defines the tests of exits and of the day's beginning that every engine passes. */
export function describeExitStore(engine: string, open: OpenOrderStores): void {
  const over = checksOver(engine, open);
  const check = (name: string, body: (bench: Check) => Promise<void>) =>
    over(name, (bench) => {
      assert.ok(bench.exitStore !== null);
      return body({ ...bench, exitStore: bench.exitStore });
    });
  const key = { botId: BOT, mode: 'live', venue: 'polymarket', storeKey: 'm' } as const;

  check(
    'an exit that was refused is kept over a restart, replaced, and forgotten',
    async ({ exitStore, reopen }) => {
      const row = { ...key, tries: 1, nextAt: NOW + 60_000, reason: 'no_liquidity' };
      await exitStore.keepRetry(row);
      await exitStore.keepRetry({ ...row, storeKey: 'n' });
      await exitStore.keepRetry({ ...row, tries: 2, nextAt: NOW + 180_000, reason: 'price_moved' });
      assert.deepEqual(await exitStore.queries.listRetries('mock'), []);
      const after = await reopen();
      assert.ok(after.exitStore !== null);
      const rows = await after.exitStore.queries.listRetries('live');
      assert.deepEqual(rows.map(({ storeKey, tries, reason }) => [storeKey, tries, reason]).sort(), [
        ['m', 2, 'price_moved'],
        ['n', 1, 'no_liquidity'],
      ]);
      await after.exitStore.keepRetry({ ...row, tries: 0 });
      await after.exitStore.keepRetry({ ...row, tries: 0 });
      assert.deepEqual(
        (await after.exitStore.queries.listRetries('live')).map(({ storeKey }) => storeKey),
        ['n'],
      );
    },
  );

  check('what a bot was worth when its day began, by mode', async ({ exitStore, reopen }) => {
    const start = {
      startedAt: epochMs(NOW),
      realizedMicroUsd: -5,
      accessFeesMicroUsd: 7,
      unrealized: new Map(),
    };
    assert.deepEqual([...(await exitStore.listDayStarts('live'))], []);
    const unrealized = { 'polymarket m': -3 };
    await exitStore.keepDayStart(BOT, 'live', { ...start, unrealized } as never);
    await exitStore.keepDayStart(BOT, 'live', { ...start, realizedMicroUsd: 9, unrealized } as never);
    const after = await reopen();
    const kept = (await after.exitStore?.listDayStarts('live'))?.get(BOT);
    assert.deepEqual({ ...kept }, { ...start, realizedMicroUsd: 9, unrealized });
    assert.equal((await after.exitStore?.listDayStarts('mock'))?.size, 0);
  });

  check(
    'positions, open orders, scores and owners of all bots of a mode',
    async ({ exitStore, orders, submit }) => {
      await submit('in');
      const fills = [buildFill(20, 'in')];
      await orders.applyResult('in', { status: 'filled', venueOrderId: 'in', fills });
      await submit('out', { storeKey: 'n', isClose: true });
      await submit('paper', { mode: 'mock', botId: 'bot_2' });
      const open = async (mode: 'live' | 'mock') =>
        (await exitStore.queries.listOpenOrders(mode)).map((one) => [
          one.botId,
          one.orderId,
          one.storeKey,
          one.isClose,
        ]);
      assert.deepEqual(await open('live'), [[BOT, 'out', 'n', true]]);
      assert.deepEqual(await open('mock'), [['bot_2', 'paper', 'm', false]]);
      const positions = await exitStore.queries.listPositions('live');
      assert.deepEqual(
        positions.map(({ botId, size, openedAt }) => [botId, size, openedAt]),
        [[BOT, '20', NOW]],
      );
      assert.deepEqual(await exitStore.queries.listScores('live'), [
        { botId: BOT, realizedMicroUsd: -10_000, accessFeesMicroUsd: 10_000 },
      ]);
      assert.deepEqual(
        [await exitStore.queries.findOwner(BOT), await exitStore.queries.findOwner('none')],
        [OWNER, null],
      );
    },
  );
}
