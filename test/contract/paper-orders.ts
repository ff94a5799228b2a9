import assert from 'node:assert/strict';
import type { BotOrder } from '../../src/bot/orders/order.ts';
import type { PriceLevel } from '../../src/domain/index.ts';
import {
  BOT,
  checksOver,
  NOW,
  type OpenOrderStores,
  type OrderCheck,
  OWNER,
  PREPARED,
  requestOrder,
} from '../support/order-stores.ts';
import { NO_FEE, openPaperBench, PAPER_MARKET, type PaperWorld } from '../support/paper-bench.ts';

const sumSizes = (orders: readonly BotOrder[]) =>
  orders.flatMap(({ fills }) => fills).reduce((sum, { size }) => sum + Number(size), 0);
const offer = (price: number, size: number): PriceLevel => ({ price, size });

/** Defines the tests of paper orders that are filled from books, which every engine passes. */
export function describePaperOrders(engine: string, open: OpenOrderStores): void {
  const check = checksOver(engine, open);
  const clock = () => NOW;
  const openWorld = (): PaperWorld => ({
    book: {
      bids: [offer(0.48, 50), offer(0.47, 30)],
      asks: [offer(0.5, 40), offer(0.51, 30), offer(0.52, 1_000)],
    },
    rate: NO_FEE,
  });
  const start = (world: PaperWorld, { orders }: Pick<OrderCheck, 'orders'>) =>
    openPaperBench(orders, { world, clock, owner: OWNER });

  check(
    'an offer is taken once, by orders of one moment, of two processes and after a restart',
    async (bench) => {
      const world = openWorld();
      const processes = [await start(world, bench), await start(world, bench)];
      const orders = await Promise.all(
        Array.from({ length: 12 }, (_, i) => {
          // 10 USD at 0.51 at most.
          return processes[i % 2]?.trade(`a${i}`, {
            markPrice: 0.5,
            sizeShares: 10,
            sizeUsd: null,
          }) as Promise<BotOrder>;
        }),
      );
      assert.equal(sumSizes(orders), 120, '40 at 0.5, 30 at 0.51 and 50 behind them');
      const prices = Map.groupBy(
        orders.flatMap(({ fills }) => fills),
        ({ price }) => price,
      );
      const sizeAt = (price: string) =>
        (prices.get(price) ?? []).reduce((sum, { size }) => sum + Number(size), 0);
      assert.deepEqual(['0.5', '0.51', '0.52'].map(sizeAt), [40, 30, 50]);
      const later = await start(world, await bench.reopen());
      const [fill] = (await later.trade('later')).fills;
      assert.equal(fill?.price, '0.52');
      // Another bot has a book of its own, and a new size is free.
      assert.equal((await later.trade('other', { botId: 'bot_2' })).fills[0]?.price, '0.5');
      world.book = { ...world.book, asks: [offer(0.5, 41), offer(0.52, 1_000)] };
      assert.equal((await later.trade('renewed', { sizeUsd: null, sizeShares: 41 })).fills[0]?.price, '0.5');
      world.book = { ...world.book, asks: [offer(0.51, 30), offer(0.52, 1_000)] };
      assert.equal((await later.trade('back')).fills[0]?.price, '0.51', 'it left the book in between');
    },
  );

  check('a resolved market forgets what was taken', async (bench) => {
    const world = openWorld();
    const { trade } = await start(world, bench);
    await trade('a');
    const side = {
      botId: BOT,
      mode: 'mock',
      venue: 'kalshi',
      storeKey: PAPER_MARKET.storeKey,
      side: 'buy',
    } as const;
    assert.equal((await bench.orders.listTaken(side)).length, 1);
    await bench.orders.closePositions('kalshi', PAPER_MARKET.storeKey, 1);
    assert.deepEqual(await bench.orders.listTaken(side), []);
  });

  check('what the purse lacks is refused, and leaves the book as it was', async (bench) => {
    const world = openWorld();
    const { trade } = await start(world, bench);
    await bench.controls.change(BOT, { paperBalanceUsd: 15 });
    assert.equal((await trade('a')).state, 'filled');
    const refused = await trade('b');
    assert.deepEqual(
      [refused.state, refused.reason, refused.fills.length, refused.message],
      ['rejected', 'insufficient_funds', 0, 'the paper purse holds 5.57 USD, and this order may cost 10.00'],
    );
    await assert.rejects(trade('b'), /duplicate/, 'it is remembered');
    // What is left is spent, and sold again.
    assert.equal((await trade('c', { sizeUsd: 5 })).state, 'filled');
    assert.equal((await trade('d', { sizeUsd: 5 })).reason, 'insufficient_funds');
    assert.equal((await trade('e', { side: null, sizeUsd: null, markPrice: 0.48 })).state, 'filled');
    assert.equal((await trade('f')).state, 'filled', 'the sale brought the money back');
  });

  check('winnings come back at settlement, losses do not', async (bench) => {
    const world = openWorld();
    const { trade } = await start(world, bench);
    await bench.controls.change(BOT, { paperBalanceUsd: 12 });
    await trade('a');
    assert.equal((await trade('b')).reason, 'insufficient_funds');
    await bench.orders.closePositions('kalshi', PAPER_MARKET.storeKey, 1);
    const won = await trade('c', { sizeUsd: 20 });
    assert.equal(won.state, 'filled', 'about 20 Yes paid 1 each');
    await bench.orders.closePositions('kalshi', PAPER_MARKET.storeKey, 0);
    const after = await trade('d', { sizeUsd: 4 });
    assert.equal(after.reason, 'insufficient_funds');
  });

  check('a balance below what is held opens nothing, and closes go on', async (bench) => {
    const { trade } = await start(openWorld(), bench);
    await trade('a');
    for (const paperBalanceUsd of [5, 0]) {
      await bench.controls.change(BOT, { paperBalanceUsd });
      assert.equal((await trade(`more ${paperBalanceUsd}`, { sizeUsd: 1 })).reason, 'insufficient_funds');
    }
    assert.equal((await trade('close', { side: null, sizeUsd: null, markPrice: 0.48 })).state, 'filled');
  });

  check('two orders of one moment never share what is left in the purse', async (bench) => {
    const { trade } = await start(openWorld(), bench);
    await bench.controls.change(BOT, { paperBalanceUsd: 25 });
    const orders = await Promise.all(Array.from({ length: 8 }, (_, i) => trade(`a${i}`)));
    assert.equal(orders.filter(({ state }) => state === 'filled').length, 2);
    assert.equal(orders.filter(({ reason }) => reason === 'insufficient_funds').length, 6);
  });

  check('what a live order came to on paper is stored with its bytes, once', async (bench) => {
    const paper = { filledSize: '20', worthUsd: '10', feeMicroUsd: 350_000 };
    const taken = { price: '0.5', offered: '100', before: '0', taken: '20', seenAt: NOW };
    const onPaper = { paper, taking: { levels: [taken], gone: [] } };
    await bench.orders.reserve(requestOrder('a'));
    const submitted = await bench.orders.submit('a', [PREPARED], onPaper);
    assert.deepEqual(submitted.status === 'submitted' && submitted.order.paper, paper);
    await assert.rejects(bench.orders.submit('a', [PREPARED], onPaper));
    const side = { botId: BOT, mode: 'live', venue: 'polymarket', storeKey: 'm', side: 'buy' } as const;
    const listSizes = async () => (await bench.orders.listTaken(side)).map((level) => level.taken);
    assert.deepEqual(await listSizes(), ['20'], 'taken once');
    // Of two that were sized by the same book both are taken off.
    await bench.orders.reserve(requestOrder('c'));
    await bench.orders.submit('c', [PREPARED], onPaper);
    assert.deepEqual(await listSizes(), ['40']);
    const again = await bench.reopen();
    await again.orders.applyResult('a', { status: 'rejected', reason: 'no_liquidity', message: 'none' });
    assert.deepEqual((await again.orders.find(BOT, 'a'))?.paper, paper);
    assert.equal((await again.orders.listPositions(BOT, 'live')).length, 0, 'it moves no position');
    await again.orders.reserve(requestOrder('b'));
    const without = await again.orders.submit('b', [PREPARED]);
    assert.equal(without.status === 'submitted' && without.order.paper, null);
  });
}
