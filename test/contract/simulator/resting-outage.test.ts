import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import type { FaultSpec } from '../../../simulator/index.ts';
import { TRADING_VENUES, type TradingVenue } from '../../../src/bot/execution/index.ts';
import { MINUTE_MS } from '../../../src/domain/index.ts';
import { startExecutionStand } from '../../support/execution-stand.ts';
import { openHoldingBench } from '../../support/holding-bench.ts';

const stand = await startExecutionStand();
after(() => stand.simulator.close());

/** How a connection fails for minutes. */
const OUTAGES: Readonly<Record<string, FaultSpec>> = {
  'connections that break': { kind: 'reset', when: 'before' },
  'answers of 503': { kind: 'status', status: 503 },
  'answers of 429': { kind: 'status', status: 429, retryAfterSeconds: 0 },
  'bodies that are cut off': { kind: 'malformed' },
};
const HELD_MS = 4 * MINUTE_MS;

/** An order that the venue holds when its answers begin to fail. */
async function rest(t: TestContext, venue: TradingVenue, outage: FaultSpec) {
  const { faults, trading } = stand.simulator;
  const held = faults.set({ kind: 'hold', delayMs: HELD_MS, venue });
  const bench = await openHoldingBench(t, stand, venue);
  const placed = await bench.trade('bot_a', {});
  assert.ok(['resting', 'submitted'].includes(placed.state), `${placed.state} ${placed.message}`);
  await bench.pass(11_000);
  const before = await bench.find(placed);
  assert.equal(before.state, 'resting', before.message ?? '');
  const exchange = trading.exchanges[venue];
  const order = exchange.orders().at(-1)!;
  const out = faults.set({ ...outage, venue } as FaultSpec);
  t.after(() => faults.clearAll());
  return {
    ...bench,
    placed,
    exchange,
    order,
    endHold: () => faults.clear(held),
    endOutage: () => faults.clear(out),
    /** Lets minutes pass with a look every ten seconds. */
    wait: async (minutes: number) => {
      for (let i = 0; i < minutes * 6; i++) await bench.pass(10_000);
    },
    traded: () => order.filled / 1e6,
  };
}

for (const venue of TRADING_VENUES) {
  for (const [name, outage] of Object.entries(OUTAGES)) {
    test(`${venue}: an order that rests through ${name} is what became of it meanwhile`, async (t) => {
      const one = await rest(t, venue, outage);
      await one.wait(2);
      assert.equal((await one.find(one.placed)).state, 'resting', 'nothing is made up meanwhile');
      // Its time comes while nobody can ask.
      await one.wait(3);
      one.exchange.advance();
      assert.equal(one.order.state, 'filled');
      assert.equal((await one.find(one.placed)).state, 'resting');
      one.endOutage();
      await one.wait(1.5);
      const filled = await one.find(one.placed);
      assert.equal(filled.state, 'filled', filled.message ?? '');
      const size = filled.fills.reduce((sum, fill) => sum + Number(fill.size), 0);
      assert.ok(Math.abs(size - one.traded()) <= 0.01 * one.traded(), `${size} of ${one.traded()}`);
      assert.equal(
        one.exchange.orders().filter(({ request }) => request.account === one.order.request.account).length,
        1,
      );
    });
  }

  test(`${venue}: an order that was cancelled by hand while nobody could ask has ended without a fill`, async (t) => {
    const one = await rest(t, venue, OUTAGES['answers of 503']!);
    one.exchange.cancel(one.order);
    await one.wait(2);
    one.endOutage();
    await one.wait(1.5);
    const ended = await one.find(one.placed);
    assert.ok(['rejected', 'cancelled'].includes(ended.state), `${ended.state} ${ended.message}`);
    assert.deepEqual(ended.fills, []);
    assert.equal(ended.chargedMicroUsd, 0);
  });

  test(`${venue}: an order that the account placed by hand meanwhile is a difference, and no order of the bot`, async (t) => {
    const one = await rest(t, venue, OUTAGES['connections that break']!);
    one.endHold();
    const { id: _, ...request } = one.order.request;
    const byHand = one.exchange.place({ ...request, clientId: null });
    assert.equal(byHand.status === 'placed' && byHand.order.state, 'filled', JSON.stringify(byHand.status));
    await one.wait(5);
    one.endOutage();
    await one.wait(1.5);
    assert.equal((await one.find(one.placed)).state, 'filled');
    await one.read(3);
    assert.ok(((await one.findHolding())?.differing ?? 0) >= 2);
    assert.deepEqual(await one.store.countMismatches(), [{ venue, count: 1 }]);
    assert.equal((await one.orders.listRecent('bot_a', 10)).length, 1);
    assert.equal((await one.trade('bot_a', {})).reason, 'mismatch');
  });
}
