import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS } from '../../domain/index.ts';
import type { TimeWindow, VenueAdapter } from '../../venues/venue-adapter.ts';
import { VenueHoles } from './venue-holes.ts';

const NOW = Date.UTC(2026, 10, 28, 12);

test('a hole whose venue fails is tried each minute, and no more once it is older than a day', async (t) => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: NOW });
  t.after(() => mock.timers.reset());
  const windows: TimeWindow[] = [];
  const adapter = {
    venue: 'kalshi',
    readVenueTrades: async (window: TimeWindow) => {
      windows.push(window);
      throw new Error('away');
    },
  } as unknown as VenueAdapter;
  const holes = new VenueHoles({
    adapters: [adapter],
    clock: () => Date.now() as EpochMs,
    onRead: () => assert.fail('nothing was read'),
    onError: () => undefined,
  });
  t.after(() => holes.stop());
  holes.start();
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= MINUTE_MS) {
      mock.timers.tick(Math.min(left, MINUTE_MS));
      for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
    }
  };
  holes.noteHole('kalshi', NOW - 2 * HOUR_MS, NOW - HOUR_MS);
  await pass(10 * MINUTE_MS);
  assert.ok(windows.length >= 5, `${windows.length} tries`);
  await pass(DAY_MS - HOUR_MS);
  const last = windows.at(-1)!;
  assert.ok(last.fromMs > NOW - 2 * HOUR_MS, 'what is older than a day is left out');
  const tried = windows.length;
  await pass(HOUR_MS);
  assert.equal(windows.length, tried);
});
