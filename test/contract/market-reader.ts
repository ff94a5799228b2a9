import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import {
  buildKalshiAsset,
  type Candle,
  type Clock,
  epochMs,
  MINUTE_MS,
  UpstreamError,
} from '../../src/domain/index.ts';
import { LocalMarkets } from '../../src/feed/local-markets.ts';
import type { MarketReader } from '../../src/feed/readers.ts';
import { FakeAdapter } from '../support/fake-adapter.ts';
import { ManualClock } from '../support/markets.ts';

/** Parts that an engine answers from: the reads of the process that asks the venues. */
export interface MarketReaderParts {
  readonly reads: LocalMarkets;
  readonly clock: Clock;
}

export interface MarketReaderEngine {
  readonly name: string;
  open(t: TestContext, parts: MarketReaderParts): Promise<MarketReader>;
}

const ref = buildKalshiAsset('A');
const NOTHING_RECORDED = {
  length: 0,
  t: new Float64Array(),
  open: new Float64Array(),
  high: new Float64Array(),
  low: new Float64Array(),
  close: new Float64Array(),
  count: new Float64Array(),
  volume: new Float64Array(),
  vwap: new Float64Array(),
  truncated: false,
};

async function createBench(t: TestContext, engine: MarketReaderEngine) {
  const clock = new ManualClock();
  const adapter = new FakeAdapter('kalshi');
  const reads = new LocalMarkets({
    adapters: new Map([['kalshi', adapter]]),
    history: { aggregate: async () => NOTHING_RECORDED },
    intervalMs: () => MINUTE_MS,
    clock: clock.read,
  });
  return { clock, adapter, reader: await engine.open(t, { reads, clock: clock.read }) };
}

function buildCandle(t: number, close: number): Candle {
  return { t: epochMs(t), open: 0.4, high: 0.6, low: 0.3, close, volume: null, trades: 3 };
}

/** Runs the promises of `MarketReader` against one engine. */
export function describeMarketReader(engine: MarketReaderEngine): void {
  const check = (name: string, run: (bench: Awaited<ReturnType<typeof createBench>>) => Promise<void>) =>
    test(name, async (t) => run(await createBench(t, engine)));

  describe(`market reader: ${engine.name}`, () => {
    check(
      'candles come oldest first and whole, also with other callers at the same time',
      async ({ clock, adapter, reader }) => {
        const hour = Math.floor(clock.read() / 3_600_000) * 3_600_000;
        const candles = [buildCandle(hour - 3_600_000, 0.45), buildCandle(hour, 0.5)];
        adapter.candlesByAsset.set(ref.asset, candles.toReversed());
        const answers = await Promise.all([
          reader.readCandles(ref),
          reader.readCandles(ref),
          reader.readCandles(ref),
        ]);
        assert.deepEqual(answers, [candles, candles, candles]);
        assert.equal(adapter.calls.candles, 1);
      },
    );

    check('funding of the last day comes oldest first', async ({ clock, adapter, reader }) => {
      const rates = [1, 2].map((hours) => ({
        t: epochMs(clock.read() - (3 - hours) * 3_600_000),
        rate: hours / 1e6,
      }));
      adapter.readFunding = async () => rates;
      assert.deepEqual(await reader.readFunding(ref), rates);
    });

    check('a binary has no funding', async ({ reader }) => {
      assert.deepEqual(await reader.readFunding(ref), []);
    });

    check('what the venue refuses is an UpstreamError that says why', async ({ reader }) => {
      await assert.rejects(reader.readCandles(ref), (error: unknown) => {
        assert.ok(error instanceof UpstreamError);
        assert.deepEqual([error.failure, error.message], ['network', 'kalshi: unreachable']);
        return true;
      });
    });

    check(
      'candles that were read serve while the venue cannot be asked',
      async ({ clock, adapter, reader }) => {
        const candles = [buildCandle(clock.read() - 7_200_000, 0.5)];
        adapter.candlesByAsset.set(ref.asset, candles);
        await reader.readCandles(ref);
        adapter.candlesByAsset.clear();
        clock.advance(10 * MINUTE_MS);
        assert.deepEqual(await reader.readCandles(ref), candles);
      },
    );
  });
}
