import assert from 'node:assert/strict';
import type { AccountEvent } from '../../src/bot/execution/index.ts';
import type { HoldingStore } from '../../src/bot/holdings/holding-store.ts';
import type { ReadingToStore } from '../../src/bot/holdings/operations/readings.ts';
import type { NewOrder } from '../../src/bot/orders/order-store.ts';
import { type EpochMs, epochMs } from '../../src/domain/index.ts';
import {
  BOT,
  buildFill,
  checksOver,
  NOW,
  type OpenOrderStores,
  type OrderCheck,
  OWNER,
} from '../support/order-stores.ts';

type Check = OrderCheck & { readonly holdings: HoldingStore };

const ACCOUNT = { owner: OWNER, venue: 'polymarket' } as const;
const MARKET = { ...ACCOUNT, storeKey: 'm' } as const;

/**
 * Defines the tests of the accounts behind credentials, and of their differences from the records, that every engine
 * passes.
 */
export function describeHoldings(engine: string, open: OpenOrderStores): void {
  const over = checksOver(engine, open);
  const check = (name: string, body: (bench: Check) => Promise<void>) =>
    over(name, (bench) => {
      assert.ok(bench.holdings !== null);
      return body({ ...bench, holdings: bench.holdings });
    });
  /** Buys shares at 0.5, whole. */
  const hold = async ({ orders, submit }: Check, shares: number, changes: Partial<NewOrder> = {}) => {
    const orderId = `in_${changes.botId ?? BOT}_${changes.storeKey ?? 'm'}_${shares}`;
    await submit(orderId, changes);
    const fills = [buildFill(shares, orderId)];
    await orders.applyResult(orderId, { status: 'filled', venueOrderId: orderId, fills });
  };
  let readAt = NOW + 60_000;
  const read = async ({ holdings }: Check, size: string, more: Partial<ReadingToStore> = {}) => {
    readAt += 60_000;
    const market = { storeKey: 'm', size, shares: { yes: size, no: '0' }, asset: 'pm-m', hasEnded: false };
    await holdings.putReading({
      ...ACCOUNT,
      account: '0xa',
      freeUsd: '12.5',
      markets: [market],
      events: [],
      quietSince: epochMs(NOW + 1),
      readAt: epochMs(readAt),
      nextAt: epochMs(readAt + 60_000),
      ...more,
    });
    const row = await holdings.find(MARKET);
    return row === null ? null : [row.size, row.difference, row.differing];
  };
  const event = (changes: Partial<AccountEvent> = {}): AccountEvent => ({
    eventId: 'e1',
    kind: 'settlement',
    storeKey: 'm',
    t: epochMs(NOW + 5),
    side: 'sell',
    size: '20',
    price: '0.4',
    venueFeeMicroUsd: 1_000,
    ...changes,
  });
  const size = async ({ orders }: Check, botId = BOT) =>
    (await orders.listPositions(botId, 'live')).find(({ storeKey }) => storeKey === 'm')?.size ?? '0';

  check(
    'a difference is counted from reading to reading, and ends with the reading that agrees',
    async (bench) => {
      const { holdings } = bench;
      await hold(bench, 20);
      assert.deepEqual(await read(bench, '20'), ['20', '0', 0]);
      assert.deepEqual(await read(bench, '15'), ['15', '-5', 1]);
      assert.deepEqual(await holdings.countMismatches(), []);
      assert.deepEqual(await read(bench, '15'), ['15', '-5', 2]);
      assert.deepEqual(await holdings.countMismatches(), [{ venue: 'polymarket', count: 1 }]);
      assert.deepEqual(await read(bench, '20'), ['20', '0', 0]);
      // A hundredth of a share is no rounding any more.
      assert.deepEqual(await read(bench, '20.0099'), ['20.0099', '0', 0]);
      assert.deepEqual(await read(bench, '20.01'), ['20.01', '0.01', 1]);
      const [account] = await holdings.listAccounts(OWNER);
      assert.deepEqual([account?.account, account?.freeUsd, account?.problem], ['0xa', '12.5', null]);
      const { problem, checkedAt } = account as NonNullable<typeof account>;
      await holdings.putUnread({ ...ACCOUNT, nextAt: epochMs(9), problem: 'no answer', now: epochMs(8) });
      const [unread] = await holdings.listAccounts(OWNER);
      assert.deepEqual([unread?.problem, unread?.checkedAt, unread?.nextAt], ['no answer', checkedAt, 9]);
      assert.equal(problem, null);
    },
  );

  check(
    "orders of an owner are known by our ids and the venue's while they are open, and a while longer",
    async (bench) => {
      const { orders, submit, holdings } = bench;
      await submit('ord_1');
      await orders.applyResult('ord_1', { status: 'resting', venueOrderId: 'Venue-1', fills: [] });
      const list = async (since: number) => [...(await holdings.queries.listOrderIds(ACCOUNT, since))].sort();
      assert.deepEqual(await list(NOW + 1_000_000_000_000), ['0xhash', 'venue-1']);
      await orders.applyResult('ord_1', { status: 'cancelled', venueOrderId: 'Venue-1' });
      assert.deepEqual(await list(0), ['0xhash', 'venue-1']);
      assert.deepEqual(await list(NOW + 1_000_000_000_000), []);
      assert.deepEqual([...(await holdings.queries.listOrderIds({ ...ACCOUNT, owner: 'other' }, 0))], []);
    },
  );

  check('two strategies on one account: their records are added before they are compared', async (bench) => {
    await hold(bench, 20);
    await hold(bench, 30, { botId: 'bot_2' });
    assert.deepEqual(await read(bench, '50'), ['50', '0', 0]);
    assert.deepEqual(await read(bench, '45'), ['45', '-5', 1]);
    assert.equal(await bench.holdings.countBots(ACCOUNT), 2);
    // One adopts what is left beside the other's record, which stays.
    const adopt = {
      ...MARKET,
      botId: BOT,
      asset: 'pm-m',
      action: 'adopt',
      size: '45',
      price: '0.5',
    } as const;
    const adopted = await bench.holdings.reconcile({ ...adopt, now: epochMs(readAt + 1) });
    assert.deepEqual(adopted, { status: 'reconciled', before: '20', after: '15' });
    assert.deepEqual([await size(bench), await size(bench, 'bot_2')], ['15', '30']);
    assert.deepEqual(await read(bench, '45'), ['45', '0', 0]);
  });

  check('adopt and forget wait for an order that is out, and then end the difference', async (bench) => {
    await hold(bench, 20);
    await bench.submit('out');
    await read(bench, '12');
    const request = { ...MARKET, botId: BOT, asset: 'pm-m', size: '12', price: '0.5', now: epochMs(NOW + 9) };
    for (const action of ['adopt', 'forget'] as const) {
      assert.deepEqual(await bench.holdings.reconcile({ ...request, action }), { status: 'order_open' });
    }
    assert.equal(await size(bench), '20');
    await bench.orders.applyResult('out', { status: 'rejected', reason: 'no_liquidity', message: '' });
    const adopted = await bench.holdings.reconcile({ ...request, action: 'adopt' });
    assert.deepEqual(adopted, { status: 'reconciled', before: '20', after: '12' });
    assert.deepEqual(await read(bench, '12'), ['12', '0', 0]);
    const forgotten = await bench.holdings.reconcile({
      ...request,
      action: 'forget',
      now: epochMs(NOW + 10),
    });
    assert.deepEqual(forgotten, { status: 'reconciled', before: '12', after: '0' });
    // What is left is nobody's, and no difference.
    assert.deepEqual(await read(bench, '12'), ['12', '0', 0]);
    assert.equal((await bench.holdings.find(MARKET))?.disowned, '12');
    const kinds = (await bench.orders.listRecent(BOT, 10)).flatMap(({ fills }) =>
      fills.map(({ kind }) => kind),
    );
    assert.deepEqual(kinds.filter((kind) => kind !== undefined).sort(), ['adopted', 'reconciled']);
  });

  check(
    'an event that explains a difference is booked once, whenever and as often as it is listed',
    async (bench) => {
      await hold(bench, 20);
      // Listed while the account still holds the shares: it explains nothing yet.
      assert.deepEqual(await read(bench, '20', { events: [event()] }), ['20', '0', 0]);
      assert.equal(await size(bench), '20');
      // Late, and twice in one answer.
      await read(bench, '0', { events: [event(), event()] });
      assert.equal(await size(bench), '0');
      const score = await bench.orders.findScore(BOT, 'live');
      assert.deepEqual([score?.closings, score?.realizedMicroUsd], [1, -2_000_000 - 10_000 - 1_000]);
      // Again, after the record was opened anew: the same event is the same event.
      await hold(bench, 21);
      await read(bench, '0', { events: [event()] });
      assert.equal(await size(bench), '21');
    },
  );

  check('an event of another market, or against the difference, explains nothing', async (bench) => {
    await hold(bench, 20);
    await hold(bench, 20, { storeKey: 'n', asset: 'pm-n' });
    const other = { events: [event({ storeKey: 'n' })] };
    assert.deepEqual(await read(bench, '5', other), ['5', '-15', 1]);
    assert.deepEqual(await read(bench, '5', { events: [event({ side: 'buy', eventId: 'e2' })] }), [
      '5',
      '-15',
      2,
    ]);
    // Larger than the difference: its part alone is booked, and the fee by its part.
    assert.deepEqual(await read(bench, '5', { events: [event({ eventId: 'e3', size: '30' })] }), [
      '5',
      '0',
      0,
    ]);
    assert.equal(await size(bench), '5');
    const [record] = (await bench.orders.listRecent(BOT, 10)).filter(({ source }) => source === 'account');
    assert.deepEqual(
      record?.fills.map(({ size: booked, venueFeeMicroUsd }) => [booked, venueFeeMicroUsd]),
      [['15', 500]],
    );
  });

  check('a liquidation takes from the largest record first', async (bench) => {
    await hold(bench, 20);
    await hold(bench, 30, { botId: 'bot_2' });
    await read(bench, '10', { events: [event({ kind: 'liquidation', size: '40' })] });
    assert.deepEqual([await size(bench), await size(bench, 'bot_2')], ['10', '0']);
  });

  check('an order that is out, or just changed, hides nothing and proves nothing', async (bench) => {
    await hold(bench, 20);
    assert.deepEqual(await read(bench, '5'), ['5', '-15', 1]);
    await bench.submit('out');
    assert.deepEqual(await read(bench, '7', { events: [event()] }), ['7', '-15', 1]);
    assert.equal(await size(bench), '20');
    bench.pass(60_000);
    await bench.orders.applyResult('out', { status: 'rejected', reason: 'no_liquidity', message: '' });
    const busy = { quietSince: epochMs(NOW + 60_000) as EpochMs };
    assert.deepEqual(await read(bench, '5', busy), ['5', '-15', 1]);
    assert.deepEqual(await read(bench, '5', { quietSince: epochMs(NOW + 60_001) }), ['5', '-15', 2]);
  });

  check(
    'a position that the bot never traded is a difference, and an empty account forgets it',
    async (bench) => {
      assert.deepEqual(await read(bench, '7'), ['7', '7', 1]);
      assert.deepEqual(await read(bench, '7'), ['7', '7', 2]);
      assert.deepEqual(await bench.orders.listPositions(BOT, 'live'), []);
      assert.equal(await read(bench, '0'), null);
      assert.deepEqual(await bench.holdings.list(OWNER), []);
    },
  );

  check('in a market that has ended shares may wait, and differ from nothing', async (bench) => {
    await hold(bench, 20);
    const ended = {
      storeKey: 'm',
      size: '20',
      shares: { yes: '20', no: '0' },
      asset: 'pm-m',
      hasEnded: true,
    };
    await bench.orders.closePositions('polymarket', 'm', 0.5, epochMs(NOW + 3));
    assert.deepEqual(await read(bench, '20', { markets: [ended], events: [event()] }), ['20', '0', 0]);
    assert.equal(await size(bench), '0');
  });

  check('markets and accounts that are to be read', async (bench) => {
    await hold(bench, 20);
    await bench.submit('mock', { mode: 'mock', storeKey: 'x', asset: 'pm-x' });
    await read(bench, '3', {
      markets: [{ storeKey: 'h', size: '3', shares: { yes: '3', no: '0' }, asset: 'pm-h', hasEnded: false }],
    });
    const { queries } = bench.holdings;
    const keys = async (since: number) =>
      (await queries.listMarkets(ACCOUNT, since)).map(({ storeKey }) => storeKey).sort();
    assert.deepEqual(await keys(NOW + 1), ['h', 'm']);
    assert.deepEqual(await queries.listBusyMarkets(ACCOUNT, NOW + 1), []);
    assert.deepEqual(await queries.listBusyMarkets(ACCOUNT, NOW), ['m']);
    await bench.submit('out', { storeKey: 'z', asset: 'pm-z' });
    assert.deepEqual(await queries.listBusyMarkets(ACCOUNT, NOW + 1), ['z']);
    assert.deepEqual(await queries.listBusyMarkets({ ...ACCOUNT, owner: 'other' }, 0), []);
    assert.deepEqual(await queries.listDue(NOW, 10, []), [], 'no credential is stored');
    const records = await queries.listRecords(ACCOUNT);
    assert.deepEqual(
      records.map(({ botId, storeKey }) => [botId, storeKey]),
      [[BOT, 'm']],
    );
  });
}
