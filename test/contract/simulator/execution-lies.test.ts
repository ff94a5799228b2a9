import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type ExecutionVenue, TRADING_VENUES, type TradingVenue } from '../../../src/bot/execution/index.ts';
import {
  createHyperliquidExecution,
  createKalshiExecution,
  createLimitlessExecution,
  createPolymarketExecution,
  MAINNET_CONTRACTS,
  NO_LIMITS,
} from '../../../src/bot/execution/live-venues.ts';
import { patience, sendNow, startExecutionStand } from '../../support/execution-stand.ts';
import { type Passing, startLyingVenue } from '../../support/lying-venue.ts';

const OTHER_HASH = `0x${'7'.repeat(64)}`;

/** An order at a simulated venue, by way of somebody who can change the venue's answers. */
async function bench(t: TestContext, venue: TradingVenue) {
  const stand = await startExecutionStand();
  t.after(() => stand.simulator.close());
  const lying = await startLyingVenue(t);
  const { hyperliquid, polymarketClob, polymarketGamma, kalshi, limitless } = stand.simulator.urls;
  const common = { userAgent: 'crosstape-test', clock: stand.clock, limits: NO_LIMITS };
  const create: Readonly<Record<TradingVenue, () => ExecutionVenue>> = {
    hyperliquid: () =>
      createHyperliquidExecution({ ...common, url: lying.routeUrl(hyperliquid), isTestnet: false }),
    polymarket: () =>
      createPolymarketExecution({
        ...common,
        url: lying.routeUrl(polymarketClob),
        gammaUrl: polymarketGamma,
        contracts: MAINNET_CONTRACTS,
      }),
    kalshi: () => createKalshiExecution({ ...common, url: lying.routeUrl(kalshi) }),
    limitless: () => createLimitlessExecution({ ...common, url: lying.routeUrl(limitless), chainId: 8_453 }),
  };
  const client = create[venue]();
  const secret = stand.secrets[venue];
  const order = await stand.prepared(venue, stand.ticket(venue, 'mine'));
  const at = stand.clock();
  const send = () => client.send(order, secret, sendNow());
  const lookUp = (venueOrderId: string | null = null) =>
    client.lookUp(order, { at, venueOrderId }, secret, patience());
  const taken = () => stand.simulator.trading.exchanges[venue].orders().length;
  return { stand, lying, client, order, send, lookUp, taken };
}

/** Gives every order in an answer another client id, as if it were about another order. */
const RENAMED: Readonly<Record<TradingVenue, (passing: Passing) => void>> = {
  hyperliquid: ({ answer }) => {
    const id = `0x${'f'.repeat(32)}`;
    const [placed] = answer.response?.data?.statuses ?? [];
    for (const one of [placed?.filled, placed?.resting, answer.order?.order]) if (one) one.cloid = id;
  },
  polymarket: ({ answer }) => {
    if (answer.orderID) answer.orderID = OTHER_HASH;
    if (answer.size_matched) answer.id = OTHER_HASH;
  },
  kalshi: ({ answer }) => {
    const id = '7d9f3c1e-0000-4000-8000-000000000000';
    for (const one of [answer, ...(answer.orders ?? [])]) if (one.client_order_id) one.client_order_id = id;
  },
  limitless: ({ answer }) => {
    const id = '7d9f3c1e-0000-4000-8000-000000000000';
    for (const one of [answer.order, ...(answer.results ?? [])])
      if (one?.clientOrderId) one.clientOrderId = id;
  },
};

for (const venue of TRADING_VENUES) {
  test(`an answer of ${venue} about another order is not believed: the sent order is looked up`, async (t) => {
    const { lying, client, send, lookUp, taken } = await bench(t, venue);
    lying.lie = RENAMED[venue];
    const sent = await send();
    assert.equal(sent.status, 'unknown', JSON.stringify(sent));
    assert.equal(client.getCounters().implausibleAnswers, 1);
    assert.equal(taken(), 1, 'it was taken all the same');
    const found = await lookUp();
    assert.equal(found.status, 'unknown', `while it says so: ${JSON.stringify(found)}`);
    lying.lie = null;
    const truth = await lookUp();
    assert.equal(truth.status, 'filled', JSON.stringify(truth));
    assert.equal(taken(), 1);
  });
}

test('an order that Polymarket takes under an id of its own is found by that id, when it is the one signed', async (t) => {
  const { stand, lying, order, send, lookUp } = await bench(t, 'polymarket');
  // The venue knows the order by this id alone.
  lying.lie = (passing) => {
    const { path, answer } = passing;
    if (path.endsWith('/order')) answer.orderID = OTHER_HASH;
    if (path.includes('/data/trades')) for (const row of answer.data) row.taker_order_id = OTHER_HASH;
    if (!path.includes('/data/order/')) return;
    const isAsked = path.endsWith(OTHER_HASH);
    passing.status = isAsked ? 200 : 404;
    passing.answer = isAsked ? theirs : { error: 'order not found' };
  };
  const theirs: Record<string, unknown> = {
    id: OTHER_HASH,
    status: 'MATCHED',
    price: '0.5',
    size_matched: '1',
    asset_id: order.details.tokenId,
    side: 'BUY',
    maker_address: order.account,
  };
  const sent = await send();
  assert.deepEqual(sent.status === 'unknown' && sent.venueOrderId, OTHER_HASH);
  stand.advance(31_000);
  const found = await lookUp(OTHER_HASH);
  assert.equal(found.status, 'filled', JSON.stringify(found));
  assert.equal(found.status === 'filled' && found.venueOrderId, OTHER_HASH);
  for (const [member, value] of [
    ['asset_id', '1'],
    ['side', 'SELL'],
    ['maker_address', `0x${'1'.repeat(40)}`],
  ] as const) {
    const before = theirs[member];
    theirs[member] = value;
    assert.equal((await lookUp(OTHER_HASH)).status, 'unknown', `somebody else's by its ${member}`);
    theirs[member] = before;
  }
  theirs.id = `0x${'8'.repeat(64)}`;
  assert.equal((await lookUp(OTHER_HASH)).status, 'unknown');
});

test('an order that Polymarket took under another id is never given up because it is not found', async (t) => {
  const { stand, lying, send, lookUp } = await bench(t, 'polymarket');
  lying.lie = (passing) => {
    const { path, answer } = passing;
    if (path.endsWith('/order')) answer.orderID = OTHER_HASH;
    if (path.includes('/data/order/')) passing.status = 404;
    if (path.includes('/data/trades')) answer.data = [];
  };
  const sent = await send();
  assert.equal(sent.status, 'unknown');
  stand.advance(31_000);
  assert.equal((await lookUp(OTHER_HASH)).status, 'unknown');
  assert.equal((await lookUp()).status, 'rejected', 'where it named none, that is the end');
});

/** Beside each fill the same one of another market, as of an order with the same id. */
const OF_OTHER_MARKET: Readonly<Record<'hyperliquid' | 'polymarket' | 'kalshi', (passing: Passing) => void>> =
  {
    hyperliquid: ({ body, answer }) => {
      if (body?.type === 'userFillsByTime')
        answer.push(...answer.map((row: object) => ({ ...row, coin: 'OTHER', tid: 7 })));
    },
    polymarket: ({ path, answer }) => {
      if (!path.includes('/data/trades')) return;
      answer.data.push(
        ...answer.data.map((row: object) => ({ ...row, id: 'other', asset_id: '1', market: '0x1' })),
      );
    },
    kalshi: ({ path, answer }) => {
      if (!path.includes('/fills')) return;
      answer.fills.push(
        ...answer.fills.map((row: object) => ({
          ...row,
          trade_id: 'other',
          fill_id: 'other',
          ticker: 'OTHER',
          market_ticker: 'OTHER',
        })),
      );
    },
  };

for (const venue of ['hyperliquid', 'polymarket', 'kalshi'] as const) {
  test(`a fill that ${venue} lists under another market is none of the order`, async (t) => {
    const { lying, send, lookUp } = await bench(t, venue);
    const sent = await send();
    assert.ok(sent.status === 'filled', JSON.stringify(sent));
    lying.lie = OF_OTHER_MARKET[venue];
    const found = await lookUp();
    assert.ok(found.status === 'filled', JSON.stringify(found));
    const sum = (fills: typeof found.fills) => fills.reduce((total, { size }) => total + Number(size), 0);
    assert.equal(sum(found.fills), sum(sent.fills));
  });
}

/** Every fill is listed twice: in one answer, and at Polymarket again on a second page that moved meanwhile. */
const LISTED_TWICE: Readonly<Record<'hyperliquid' | 'polymarket', (passing: Passing) => void>> = {
  hyperliquid: ({ body, answer }) => {
    if (body?.type === 'userFillsByTime') answer.push(...structuredClone(answer));
  },
  polymarket: ({ path, answer }) => {
    if (!path.includes('/data/trades')) return;
    answer.data.push(...structuredClone(answer.data));
    answer.next_cursor = path.includes('next_cursor') ? 'LTE=' : 'MA==';
  },
};

for (const venue of ['hyperliquid', 'polymarket'] as const) {
  test(`a fill that ${venue} lists twice counts once`, async (t) => {
    const { lying, send, lookUp, client } = await bench(t, venue);
    const sent = await send();
    assert.ok(sent.status === 'filled', JSON.stringify(sent));
    lying.lie = LISTED_TWICE[venue];
    const found = await lookUp();
    assert.ok(found.status === 'filled', JSON.stringify(found));
    const sum = (fills: typeof found.fills) => fills.reduce((total, { size }) => total + Number(size), 0);
    assert.equal(sum(found.fills), sum(sent.fills));
    assert.equal(client.getCounters().implausibleAnswers, 0);
  });
}
