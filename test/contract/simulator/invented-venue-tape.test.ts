import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BookEvent, type TradesHeard, type VenueTrade, wallClock } from '../../../src/domain/index.ts';
import { startTidepool } from '../../support/invented-venue/simulator.ts';
import { createTidepoolAdapter } from '../../support/invented-venue/venue/adapter.ts';
import { eventually } from '../../support/simulated-service.ts';

test('the smallest venue gives the tape a whole book, a change, a trade, and a break when its connection goes', async (t) => {
  const simulator = await startTidepool();
  t.after(() => simulator.close());
  const adapter = createTidepoolAdapter({
    maxMarkets: 10,
    pollMs: 1_000,
    streams: true,
    userAgent: 'crosstape-test',
    clock: wallClock,
    random: () => 0,
    url: simulator.url,
    wsUrl: simulator.wsUrl,
  });
  t.after(() => adapter.close());
  const { stream } = adapter;
  assert.ok(stream !== null);
  const books: BookEvent[] = [];
  const trades: VenueTrade[] = [];
  const heard: TradesHeard[] = [];
  stream.onBook?.((event) => books.push(event));
  stream.onTrade?.((trade) => trades.push(trade));
  stream.onHeard?.((event) => heard.push(event));
  stream.start();
  await eventually(async () => trades.length === 1, 'the frames');
  simulator.cut();
  await eventually(async () => trades.length === 2, 'the frames again');
  assert.deepEqual(
    books.map(({ kind, venueTime }) => [kind, venueTime]),
    [
      ['whole', 1_790_000_000_000],
      ['change', 1_790_000_000_500],
      ['break', null],
      ['whole', 1_790_000_000_000],
      ['change', 1_790_000_000_500],
    ],
  );
  assert.deepEqual(
    heard.map(({ kind }) => kind),
    ['begin', 'end', 'begin'],
  );
  assert.deepEqual(
    trades.map(({ side, price, size, id }) => [side, price, size, id]),
    Array(2).fill(['sell', 0.4, 50, 'wave-1']),
  );
});
