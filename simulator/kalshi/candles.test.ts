import assert from 'node:assert/strict';
import { test } from 'node:test';
import { World } from '../world/world.ts';
import { candleObjects } from './candles.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const DAY_S = 86_400;

test('prices of candles are prices that a trade can have, also where the end is all but certain', () => {
  const world = new World({ seed: 1, markets: 400 });
  let certain = 0;
  for (const listing of world.universe(NOW).byVenue.kalshi) {
    const day = { start: NOW / 1_000 - DAY_S, end: NOW / 1_000, minutes: 60 };
    const rows = candleObjects(listing, day, NOW, false);
    for (const { price } of rows as { price: Record<string, string | undefined> }[]) {
      if (price.close_dollars === undefined) continue;
      const high = Number(price.high_dollars);
      const low = Number(price.low_dollars);
      assert.ok(low >= listing.tick && high <= 1 - listing.tick, `${listing.name}: ${low} to ${high}`);
      if (low === listing.tick || high === 1 - listing.tick) certain++;
    }
  }
  assert.ok(certain > 0, 'no market came near its end');
});
