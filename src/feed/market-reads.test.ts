import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeAdapter } from '../../test/support/fake-adapter.ts';
import { ManualClock } from '../../test/support/markets.ts';
import { epochMs, HOUR_MS, kalshiAsset, UpstreamError } from '../domain/index.ts';
import { MarketReads } from './market-reads.ts';

const ref = kalshiAsset('A');
const candle = { t: epochMs(0), open: 1, high: 1, low: 1, close: 1, volume: null, trades: null };

function reads() {
  const clock = new ManualClock();
  const adapter = new FakeAdapter('kalshi');
  return {
    clock,
    adapter,
    markets: new MarketReads({ adapters: new Map([['kalshi', adapter]]), clock: clock.read }),
  };
}

test('one upstream call a minute serves all who ask for candles', async () => {
  const { clock, adapter, markets } = reads();
  adapter.candlesOf.set(ref.asset, [candle]);
  await Promise.all([markets.candles(ref), markets.candles(ref)]);
  clock.advance(59_999);
  await markets.candles(ref);
  assert.equal(adapter.calls.candles, 1);
  clock.advance(1);
  await markets.candles(ref);
  assert.equal(adapter.calls.candles, 2);
});

test('while the venue cannot be asked, candles of the last hour still serve, and older ones do not', async () => {
  const { clock, adapter, markets } = reads();
  adapter.candlesOf.set(ref.asset, [candle]);
  await markets.candles(ref);
  adapter.candlesOf.clear();
  clock.advance(HOUR_MS);
  assert.deepEqual(await markets.candles(ref), [candle]);
  clock.advance(1);
  await assert.rejects(markets.candles(ref), UpstreamError);
});

test('a venue that this process does not record is refused', async () => {
  const { clock } = reads();
  const markets = new MarketReads({ adapters: new Map(), clock: clock.read });
  await assert.rejects(markets.candles(ref), /not recorded/);
});
