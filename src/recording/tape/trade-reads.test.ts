import assert from 'node:assert/strict';
import { mock, type TestContext, test } from 'node:test';
import { DAY_MS, type EpochMs, epochMs, HOUR_MS, MINUTE_MS, UpstreamError } from '../../domain/index.ts';
import type { VenueAdapter } from '../../venues/venue-adapter.ts';
import { TradeReads } from './trade-reads.ts';

const NOW = Date.UTC(2026, 10, 28, 12);

function open(t: TestContext, readTrades: () => Promise<unknown>) {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: NOW });
  t.after(() => mock.timers.reset());
  let count = 0;
  const adapter = {
    venue: 'polymarket',
    readTrades: () => {
      count++;
      return readTrades();
    },
  } as unknown as VenueAdapter;
  const reads = new TradeReads({
    adapters: [adapter],
    listsSettled: () => true,
    clock: () => Date.now() as EpochMs,
    onRead: () => undefined,
    onFilled: () => undefined,
    onError: () => undefined,
  });
  t.after(() => reads.stop());
  reads.start();
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= MINUTE_MS) {
      mock.timers.tick(Math.min(left, MINUTE_MS));
      for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { reads, pass, counted: () => count };
}

test('a last print that no list has is looked up four times an hour at most, and after a day no more', async (t) => {
  const none = { trades: [], wholeFrom: epochMs(0), isCut: false };
  const { reads, pass, counted } = open(t, async () => none);
  reads.noteCompared('pm-a', NOW - 3 * HOUR_MS, null);
  await pass(14 * MINUTE_MS);
  assert.equal(counted(), 0);
  await pass(3 * MINUTE_MS);
  assert.equal(counted(), 1);
  reads.noteCompared('pm-a', NOW - DAY_MS, null);
  await pass(HOUR_MS);
  assert.equal(counted(), 1);
});

test('a market that its venue no longer has is not asked for again, one that failed is', async (t) => {
  const failures = ['server', 'not_found'] as const;
  let next = 0;
  const { reads, pass, counted } = open(t, async () => {
    throw new UpstreamError(failures[next++] ?? 'server', 'as it says');
  });
  reads.noteHole('pm-a', 'polymarket', NOW - HOUR_MS, NOW);
  await pass(10 * MINUTE_MS);
  assert.equal(counted(), 2);
});
