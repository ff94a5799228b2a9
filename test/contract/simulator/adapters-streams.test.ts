import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { SIMULATED_VENUES, type SimulatedVenue } from '../../../simulator/world/venues.ts';
import { ADAPTERS, patience, type Stage, startStage } from './venue-adapters.ts';

/** Waits until a condition holds, at most ten seconds. */
async function until(holds: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!holds()) {
    assert.ok(performance.now() < deadline, what);
    await sleep(20);
  }
}

async function startStream(stage: Stage, venue: SimulatedVenue) {
  const adapter = ADAPTERS[venue](stage, { streams: true });
  const { stream } = adapter;
  assert.ok(stream);
  const received = new Map<string, number>();
  stream.onUpdate(({ asset, bid, ask }) => {
    if (bid !== null && ask !== null) assert.ok(bid < ask, `${asset} ${bid} ${ask}`);
    received.set(asset, (received.get(asset) ?? 0) + 1);
  });
  const { markets } = await adapter.poll(patience());
  stream.start();
  return { adapter, stream, received, markets };
}

// Most of the time is spent waiting for frames, so a few tests wait together.
describe('streams of the simulated venues', { concurrency: 3 }, () => {
  for (const venue of SIMULATED_VENUES) {
    test(`updates of many ${venue} markets arrive over its stream, all of polled assets`, async (t) => {
      const stage = await startStage({ runs: true });
      t.after(() => stage.simulator.close());
      const { adapter, stream, received, markets } = await startStream(stage, venue);
      t.after(() => adapter.close());
      await until(() => received.size >= 20, `${venue}: ${received.size} assets received`);
      await until(() => [...received.values()].some((count) => count >= 2), `${venue}: nothing changed`);
      const known = new Set(markets.map(({ ref }) => ref.asset));
      for (const asset of received.keys()) {
        assert.ok(known.has(asset), asset);
        assert.ok(stream.carries(asset));
        assert.ok(stream.lastUpdateAt(asset) !== null);
      }
      assert.equal(adapter.getCounters().schemaFailures, 0, adapter.getCounters().lastSchemaFailure ?? '');
    });

    test(`a silence of ${venue} strikes what is subscribed already, and a restart cures it`, async (t) => {
      const stage = await startStage({ runs: true });
      t.after(() => stage.simulator.close());
      const { adapter, stream, received } = await startStream(stage, venue);
      t.after(() => adapter.close());
      const busy = () => [...received].sort(([, a], [, b]) => b - a)[0];
      await until(() => (busy()?.[1] ?? 0) >= 3, `${venue}: no asset moves`);
      const [asset = ''] = busy() ?? [];
      stage.simulator.faults.set({ kind: 'silence', venue, until: 'resubscribe' });
      // Frames that are on their way still arrive.
      await sleep(300);
      received.clear();
      await sleep(1_200);
      assert.equal(received.size, 0);
      assert.ok(stream.getStatus().connected > 0);
      stream.restart(asset);
      await until(() => received.has(asset), `${venue}: ${asset} stays silent`);
    });
  }

  test('a perpetual with subscribers has a bid and an ask, in its updates and in the next poll', async (t) => {
    const stage = await startStage({ runs: true });
    t.after(() => stage.simulator.close());
    const { adapter, stream } = await startStream(stage, 'hyperliquid');
    t.after(() => adapter.close());
    const touched = new Set<string>();
    stream.onUpdate(({ asset, bid, ask }) => {
      if (bid !== null && ask !== null) touched.add(asset);
    });
    stream.listen?.(['hl-BTC']);
    await until(() => touched.has('hl-BTC'), 'no touch of BTC');
    const { markets } = await adapter.poll(patience());
    const btc = markets.find(({ ref }) => ref.asset === 'hl-BTC');
    assert.ok(btc?.bid != null && btc.ask != null && btc.bid < btc.ask);
    assert.equal(markets.find(({ ref }) => ref.asset === 'hl-ETH')?.bid, null);
  });
});
