import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { UNIT } from '../../../simulator/trading/account.ts';
import { isSettled } from '../../../simulator/world/world.ts';
import { TRADING_VENUES, type TradingVenue } from '../../../src/bot/execution/index.ts';
import { DAY_MS, epochMs, HOUR_MS } from '../../../src/domain/index.ts';
import { liquidListing, patience, sendNow, startExecutionStand } from '../../support/execution-stand.ts';

const stand = await startExecutionStand();
after(() => stand.simulator.close());

const readAccount = async (venue: TradingVenue, ids: readonly string[]) => {
  const refs = ids.map((id) => stand.ticket(venue, id).ref);
  const reading = await stand.venues[venue].readHoldings?.(refs, stand.secrets[venue], patience());
  assert.ok(reading?.status === 'read', JSON.stringify(reading));
  return reading;
};
const findAccount = (venue: TradingVenue, name: string) => {
  const { exchanges } = stand.simulator.trading;
  const found = exchanges[venue].account(name);
  assert.ok(found !== undefined, `${venue} has no account ${name}`);
  return found;
};

for (const venue of TRADING_VENUES) {
  test(`${venue}: what an account holds is read in the market's own terms, also what was traded by hand`, async () => {
    const before = await readAccount(venue, ['r0']);
    assert.deepEqual(
      before.markets.map(({ size }) => Number(size)),
      [0],
    );
    const ticket = stand.ticket(venue, 'buys');
    const order = await stand.prepared(venue, ticket);
    const sent = await stand.venues[venue].send(order, stand.secrets[venue], sendNow());
    assert.ok(sent.status === 'filled', JSON.stringify(sent));
    const bought = sent.fills.reduce((sum, { size }) => sum + Number(size), 0);
    const { account, markets, freeUsd } = await readAccount(venue, ['r1']);
    assert.equal(account, order.account);
    assert.ok(Math.abs(Number(markets[0]?.size) - bought) < 1e-6 * bought, `${markets[0]?.size} ${bought}`);
    assert.equal(freeUsd === null, venue === 'limitless');

    const held = findAccount(venue, venue === 'kalshi' ? account : account.toLowerCase());
    const [position] = held.positions.values();
    assert.ok(position !== undefined);
    if (venue === 'hyperliquid') held.tradeCoins(position.market, -2 * position.coins, position.entryPrice);
    else [position.yes, position.no] = [0, 7 * UNIT];
    const [changed] = (await readAccount(venue, ['r2'])).markets;
    if (venue === 'hyperliquid') assert.ok(Number(changed?.size) < 0);
    else assert.deepEqual([Number(changed?.size), changed?.shares], [-7, { yes: '0', no: '7' }]);
  });
}

for (const venue of ['hyperliquid', 'polymarket', 'kalshi'] as const) {
  test(`${venue}: orders that rest in an account are listed until they are gone, whoever placed them`, async () => {
    const list = async () => {
      const { ref } = stand.ticket(venue, 'x');
      const reading = await stand.venues[venue].readOpenOrders?.([ref], stand.secrets[venue], patience());
      assert.ok(reading?.status === 'read', JSON.stringify(reading));
      return reading.orders;
    };
    assert.deepEqual(await list(), []);
    const { account: name } = await readAccount(venue, ['r3']);
    const account = findAccount(venue, venue === 'kalshi' ? name : name.toLowerCase());
    const [position] = account.positions.values();
    assert.ok(position !== undefined);
    const exchange = stand.simulator.trading.exchanges[venue];
    const placed = exchange.place({
      account,
      market: position.market,
      leg: 'yes',
      side: 'buy',
      price: venue === 'hyperliquid' ? position.entryPrice / 2 : 0.01,
      size: venue === 'hyperliquid' ? UNIT / 100 : 20 * UNIT,
      tif: 'gtc',
      clientId: null,
      fee: () => 0,
      ...(venue === 'polymarket' ? { id: `0x${'ab'.repeat(32)}` } : {}),
    });
    assert.ok(placed.status === 'placed', JSON.stringify(placed));
    const listed = await list();
    assert.equal(listed.length, 1);
    if (venue === 'polymarket') assert.equal(listed[0]?.venueOrderId, placed.order.id);
    exchange.cancel(placed.order);
    assert.deepEqual(await list(), []);
  });
}

test('limitless: the sheet names no list of open orders whose rows are known', async () => {
  const reading = await stand.venues.limitless.readOpenOrders?.([], stand.secrets.limitless, patience());
  assert.deepEqual(reading, { status: 'unknown', problem: 'limitless lists no open orders' });
});

test('hyperliquid: a liquidation is named once, with its price, and orders are none', async () => {
  const { ref } = stand.ticket('hyperliquid', 'x');
  const secret = stand.secrets.hyperliquid;
  const { account } = await readAccount('hyperliquid', ['x']);
  const held = findAccount('hyperliquid', account.toLowerCase());
  const [position] = held.positions.values();
  assert.ok(position !== undefined && position.coins !== 0);
  const before = position.coins / UNIT;
  held.liquidate(position.market, 61_234.5, stand.clock());
  const query = { markets: [ref], since: epochMs(stand.clock() - HOUR_MS) };
  const read = await stand.venues.hyperliquid.readEvents?.(query, secret, patience());
  assert.ok(read?.status === 'read');
  assert.deepEqual(
    read.events.map(({ kind, side, size, price, storeKey }) => [kind, side, Number(size), price, storeKey]),
    [['liquidation', before > 0 ? 'sell' : 'buy', Math.abs(before), '61234.5', ref.storeKey]],
  );
  const later = { ...query, since: epochMs(stand.clock() + 1) };
  assert.deepEqual(await stand.venues.hyperliquid.readEvents?.(later, secret, patience()), {
    status: 'read',
    events: [],
  });
});

test('kalshi: a settlement is named with its payout', async () => {
  const venue = 'kalshi';
  const { account } = await readAccount(venue, ['x']);
  const held = findAccount(venue, account);
  const listing = liquidListing(stand.simulator, venue, stand.clock());
  const { ref } = stand.ticket(venue, 'x');
  const [position] = held.positions.values();
  assert.ok(position !== undefined);
  [position.yes, position.no] = [0, 3 * UNIT];
  while (!isSettled(listing, stand.clock())) stand.advance(DAY_MS);
  assert.equal(Number((await readOne(ref)).markets[0]?.size), 0);
  const query = { markets: [ref], since: epochMs(stand.clock() - HOUR_MS) };
  const read = await stand.venues.kalshi.readEvents?.(query, stand.secrets.kalshi, patience());
  assert.ok(read?.status === 'read', JSON.stringify(read));
  assert.deepEqual(
    read.events.map(({ kind, side, size }) => [kind, side, size]),
    [['settlement', 'buy', '3']],
  );

  async function readOne(one: typeof ref) {
    const reading = await stand.venues.kalshi.readHoldings?.([one], stand.secrets.kalshi, patience());
    assert.ok(reading?.status === 'read');
    return reading;
  }
});
