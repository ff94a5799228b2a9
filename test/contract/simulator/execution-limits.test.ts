import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TRADING_VENUES, type TradingVenue } from '../../../src/bot/execution/index.ts';
import { createHyperliquidExecution } from '../../../src/bot/execution/live-venues.ts';
import { patience, sendNow, startExecutionStand } from '../../support/execution-stand.ts';
import { startLyingVenue } from '../../support/lying-venue.ts';

/** The address to which orders are sent. */
const ORDER_PATH: Readonly<Record<TradingVenue, string>> = {
  hyperliquid: '/exchange',
  polymarket: '/order',
  kalshi: '/portfolio/events/orders',
  limitless: '/orders',
};

const findRetryAfterMs = (outcome: object) => ('retryAfterMs' in outcome ? Number(outcome.retryAfterMs) : 0);

for (const venue of TRADING_VENUES) {
  test(`after a 429 of ${venue} nothing more is sent for as long as it asks, and the words say so`, async (t) => {
    const stand = await startExecutionStand({ hasLimits: true });
    t.after(() => stand.simulator.close());
    const [one, two] = [
      await stand.prepared(venue, stand.ticket(venue, 'one')),
      await stand.prepared(venue, stand.ticket(venue, 'two')),
    ];
    const { faults, trading } = stand.simulator;
    faults.set({
      kind: 'status',
      status: 429,
      retryAfterSeconds: 60,
      times: 1,
      venue,
      path: ORDER_PATH[venue],
    });
    const client = stand.venues[venue];
    const secret = stand.secrets[venue];
    const first = await client.send(one, secret, sendNow());
    assert.equal(first.status === 'rejected' && first.reason, 'rate_limited', JSON.stringify(first));
    assert.match(first.status === 'rejected' ? first.message : '', /again after 60 s/);
    assert.equal(findRetryAfterMs(first), 60_000);
    // What reaches the venue now fails in another way.
    faults.set({ kind: 'status', status: 500, venue });
    const second = await client.send(two, secret, sendNow());
    assert.equal(second.status === 'rejected' && second.reason, 'rate_limited', JSON.stringify(second));
    assert.ok(findRetryAfterMs(second) > 50_000, 'the wait of our own queue says how long');
    const third = await client.prepare(stand.ticket(venue, 'three'), secret, patience());
    // A perpetual that was just read needs no question, and its order would be kept back then.
    const reason = third.status === 'rejected' ? third.reason : third.status;
    assert.equal(reason, venue === 'hyperliquid' ? 'ready' : 'rate_limited', JSON.stringify(third));
    if (third.status === 'rejected') assert.ok(findRetryAfterMs(third) > 50_000);
    const sent = { at: stand.clock(), venueOrderId: null };
    const looked = await client.lookUp(one, sent, secret, patience());
    assert.match(looked.status === 'unknown' ? looked.message : '', /to keep its limits/);
    const check = await client.checkCredential(secret, patience());
    assert.equal(check.status, 'unknown', 'and no credential is blamed');
    assert.deepEqual(trading.exchanges[venue].orders(), []);
    assert.equal(client.getCounters().sent, 1);
  });
}

for (const venue of TRADING_VENUES) {
  test(`a 429 of ${venue} that names no time, while an order is prepared, says all the same when to come again`, async (t) => {
    const stand = await startExecutionStand();
    t.after(() => stand.simulator.close());
    stand.simulator.faults.set({ kind: 'status', status: 429, venue });
    const ticket = stand.ticket(venue, 'one');
    const refused = await stand.venues[venue].prepare(ticket, stand.secrets[venue], patience());
    assert.equal(refused.status === 'rejected' && refused.reason, 'rate_limited', JSON.stringify(refused));
    assert.ok(findRetryAfterMs(refused) >= 1_000);
  });
}

test('orders of eight accounts in one market of Limitless share one read of it, and all are placed', async (t) => {
  const stand = await startExecutionStand({ hasLimits: true });
  t.after(() => stand.simulator.close());
  const secrets = await Promise.all(
    Array.from({ length: 8 }, () => stand.register({ venue: 'limitless', usd: 1_000 })),
  );
  stand.simulator.faults.set({ kind: 'rate_limits' });
  const client = stand.venues.limitless;
  const outcomes = await Promise.all(
    secrets.map(async (secret, i) => {
      const ticket = stand.ticket('limitless', `order-${i}`, { botId: `bot-${i}` });
      const preparation = await client.prepare(ticket, secret, patience());
      if (preparation.status !== 'ready') return preparation;
      return client.send(preparation.legs[0], secret, sendNow());
    }),
  );
  for (const outcome of outcomes) assert.equal(outcome.status, 'filled', JSON.stringify(outcome));
  // The time of the simulator stands still, so that its windows hold all calls.
  for (const use of stand.simulator.rateLimits.use()) assert.ok(use.peakFrac <= 1, JSON.stringify(use));
});

test('forty accounts of Hyperliquid that trade, look up, read and are checked at once stay within our part of its weight', async (t) => {
  const stand = await startExecutionStand({ hasLimits: true });
  t.after(() => stand.simulator.close());
  stand.simulator.faults.set({ kind: 'rate_limits' });
  const secrets = await Promise.all(
    Array.from({ length: 40 }, () => stand.register({ venue: 'hyperliquid', usd: 10_000 })),
  );
  const client = stand.venues.hyperliquid;
  const { ref } = stand.ticket('hyperliquid', 'x');
  const outcomes = await Promise.all(
    secrets.map(async (secret, i) => {
      const order = await stand.prepared(
        'hyperliquid',
        stand.ticket('hyperliquid', `order-${i}`, { botId: `bot-${i}` }),
        secret,
      );
      const sent = await client.send(order, secret, sendNow());
      const [looked] = await Promise.all([
        client.lookUp(order, { at: stand.clock(), venueOrderId: null }, secret, patience()),
        client.lookUp(order, { at: stand.clock(), venueOrderId: null, known: 'end' }, secret, patience()),
        client.readHoldings?.([ref], secret, patience()),
        client.checkCredential(secret, patience()),
      ]);
      return [sent.status, looked.status];
    }),
  );
  assert.deepEqual(new Set(outcomes.flat()), new Set(['filled']), 'orders and their ends found room');
  // The time of the simulator stands still, so that its window holds all calls; that of the client has seen all of them too.
  const [use] = stand.simulator.rateLimits.use().filter(({ venue }) => venue === 'hyperliquid');
  assert.ok((use?.peakFrac ?? 1) <= 0.45, JSON.stringify(use));
  assert.ok((use?.peakFrac ?? 0) > 0.3, 'and use it');
});

test('markets of Kalshi are read with the key of the order: calls without one are the feed’s', async (t) => {
  const stand = await startExecutionStand();
  t.after(() => stand.simulator.close());
  await stand.prepared('kalshi', stand.ticket('kalshi', 'one'));
  const find = (rule: string) => stand.simulator.rateLimits.use().find((one) => one.rule === rule)?.peakFrac;
  assert.equal(find('tokens without a key'), 0);
  assert.equal(find('read tokens of a key'), 2 / 20, 'its market and its positions');
});

test('an account that used up its allowance at Hyperliquid waits with orders, not with look-ups', async (t) => {
  const stand = await startExecutionStand();
  t.after(() => stand.simulator.close());
  const lying = await startLyingVenue(t);
  const client = createHyperliquidExecution({
    url: lying.routeUrl(stand.simulator.urls.hyperliquid),
    isTestnet: false,
    userAgent: 'crosstape-test',
    clock: stand.clock,
  });
  const words =
    'Too many cumulative requests sent (37986 > 10436) for cumulative volume traded $437.92. Place taker orders to free up 1 request per USDC traded.';
  lying.lie = (passing) => {
    if (passing.path === '/exchange') passing.answer = { status: 'err', response: words };
  };
  const secret = stand.secrets.hyperliquid;
  const order = await stand.prepared('hyperliquid', stand.ticket('hyperliquid', 'one'));
  const first = await client.send(order, secret, sendNow());
  assert.equal(first.status === 'rejected' && first.reason, 'rate_limited');
  assert.match(first.status === 'rejected' ? first.message : '', /^Too many cumulative .* again after 10 s$/);
  lying.lie = null;
  const other = await stand.prepared('hyperliquid', stand.ticket('hyperliquid', 'two'));
  const second = await client.send(other, secret, sendNow());
  assert.match(second.status === 'rejected' ? second.message : '', /takes no further order/);
  assert.equal(client.getCounters().sent, 1);
  const sent = { at: stand.clock(), venueOrderId: null };
  assert.equal((await client.lookUp(order, sent, secret, patience())).status, 'filled', 'it lied');
});
