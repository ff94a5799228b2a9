import assert from 'node:assert/strict';
import { test } from 'node:test';
import { yesWon } from '../../../simulator/world/listing.ts';
import { SIMULATED_VENUES } from '../../../simulator/world/venues.ts';
import { isOpen } from '../../../simulator/world/world.ts';
import { MINUTE_MS, UpstreamError } from '../../../src/domain/index.ts';
import type { VenueAdapter } from '../../../src/venues/venue-adapter.ts';
import { ADAPTERS, patience, selectBinaries, startStage } from './venue-adapters.ts';

test('at another speed markets open, close and settle sooner by that factor', async (t) => {
  const stage = await startStage({ speed: 900 });
  t.after(() => stage.simulator.close());
  const adapter = ADAPTERS.polymarket(stage);
  t.after(() => adapter.close());
  const { simulator } = stage;
  const { byVenue } = simulator.world.universe(simulator.now());
  const ending = byVenue.polymarket.find(
    (listing) => listing.event.series === '15m-BTC' && isOpen(listing, simulator.now()),
  );
  assert.ok(ending);
  const ref = selectBinaries((await adapter.poll(patience())).markets).find(
    (market) => market.ref.storeKey === ending.name,
  )?.ref;
  assert.ok(ref);
  // A quarter of an hour is a second.
  const leftMs = (ending.event.settleAt - simulator.now()) / 900;
  assert.ok(leftMs <= 2_000, `${leftMs} ms`);
  stage.advance(Math.floor(leftMs) - 1);
  assert.equal(await adapter.readResolution(ref, patience()), null);
  stage.advance(2);
  const resolution = await adapter.readResolution(ref, patience());
  assert.equal(resolution?.outcome, yesWon(ending) ? 'yes' : 'no');
});

for (const venue of SIMULATED_VENUES) {
  test(`a delay of ${venue} makes its adapter wait and loses nothing`, async (t) => {
    const stage = await startStage();
    t.after(() => stage.simulator.close());
    const adapter = ADAPTERS[venue](stage);
    t.after(() => adapter.close());
    const before = await adapter.poll(patience());
    stage.advance(MINUTE_MS);
    // Not what the adapter reads in the background.
    const path = venue === 'hyperliquid' ? '/info' : '/markets';
    stage.simulator.faults.set({ kind: 'delay', delayMs: 250, venue, path, times: 1 });
    const startedAt = performance.now();
    const { markets } = await adapter.poll(patience());
    assert.ok(performance.now() - startedAt >= 245);
    assert.equal(markets.length, before.markets.length);
  });

  test(`a malformed answer of ${venue} fails the poll by its name, and the next one succeeds`, async (t) => {
    const stage = await startStage();
    t.after(() => stage.simulator.close());
    const adapter = ADAPTERS[venue](stage);
    t.after(() => adapter.close());
    const id = stage.simulator.faults.set({ kind: 'malformed', venue });
    await assert.rejects(
      adapter.poll(patience()),
      (error) => error instanceof UpstreamError && error.failure === 'malformed',
    );
    stage.simulator.faults.clear(id);
    stage.advance(MINUTE_MS);
    assert.ok((await adapter.poll(patience())).markets.length > 0);
  });
}

for (const frozen of [
  ['hyperliquid', 'polymarket'],
  ['kalshi', 'limitless'],
] as const) {
  test(`frozen ${frozen.join(' and ')} repeat their prices while the other venues move`, async (t) => {
    const stage = await startStage();
    t.after(() => stage.simulator.close());
    for (const venue of frozen) stage.simulator.faults.set({ kind: 'freeze', venue });
    const moved = new Map<VenueAdapter['venue'], number>();
    for (const venue of SIMULATED_VENUES) {
      const adapter = ADAPTERS[venue](stage);
      t.after(() => adapter.close());
      // Hyperliquid's adapter reads the books of outcomes in turn: what has no price yet has not moved.
      const prices = async () =>
        new Map(
          (await adapter.poll(patience())).markets.flatMap(({ ref, price }) =>
            price === null ? [] : [[ref.asset, price] as const],
          ),
        );
      const before = await prices();
      stage.advance(2 * MINUTE_MS);
      const later = await prices();
      const both = [...before].filter(([asset]) => later.has(asset));
      moved.set(venue, both.filter(([asset, price]) => later.get(asset) !== price).length);
    }
    for (const [venue, count] of moved) {
      if ((frozen as readonly string[]).includes(venue)) assert.equal(count, 0, venue);
      else assert.ok(count > 10, `${venue}: ${count}`);
    }
  });
}

for (const venue of ['hyperliquid', 'polymarket'] as const) {
  test(`a clock of ${venue} that is ahead shows in the venue time of its books, not in ours`, async (t) => {
    const stage = await startStage();
    t.after(() => stage.simulator.close());
    const adapter = ADAPTERS[venue](stage);
    t.after(() => adapter.close());
    const { markets } = await adapter.poll(patience());
    const [market] = selectBinaries(markets).filter(({ bid }) => bid !== null);
    assert.ok(market);
    const before = await adapter.readBook(market.ref, patience());
    assert.equal(before.venueTime, stage.clock());
    stage.simulator.faults.set({ kind: 'clock_skew', skewMs: 90_000, venue });
    const skewed = await adapter.readBook(market.ref, patience());
    assert.equal(skewed.venueTime, stage.clock() + 90_000);
    assert.equal(skewed.receivedAt, stage.clock());
    assert.deepEqual(skewed.bids, before.bids);
  });
}

test('a fault that is none is refused with the member that is wrong', async (t) => {
  const stage = await startStage();
  t.after(() => stage.simulator.close());
  const url = stage.simulator.urls.limitless.replace('/limitless', '/simulator/faults');
  const set = (fault: object) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fault),
    });
  assert.equal((await set({ kind: 'delay', delayMs: -1 })).status, 400);
  assert.equal((await set({ kind: 'earthquake' })).status, 400);
  const { id } = (await (await set({ kind: 'silence', until: 'resubscribe' })).json()) as { id: number };
  assert.equal((await fetch(`${url}/${id}`, { method: 'DELETE' })).status, 200);
  assert.equal((await fetch(`${url}/${id}`, { method: 'DELETE' })).status, 404);
});
