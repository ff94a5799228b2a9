import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { buildKalshiAsset } from '../../src/domain/index.ts';
import type { TapedMarketReader } from '../../src/feed/taped-markets.ts';
import { NO_TAPED_MARKET } from '../support/tape-stand.ts';

export interface TapedMarketsEngine {
  readonly name: string;
  /** Opens a reader of markets that `recording` knows; after `close` the recording process answers no more. */
  open(
    t: TestContext,
    recording: TapedMarketReader,
  ): Promise<{ readonly reader: TapedMarketReader; readonly close: () => Promise<void> }>;
}

/** Defines the suite of {@link TapedMarketReader} for a reader that asks the process which records the tape. */
export function describeTapedMarkets(engine: TapedMarketsEngine): void {
  describe(`recorded markets ${engine.name}`, () => {
    test('many markets are read in few calls, in the order of the question', async (t) => {
      const refs = Array.from({ length: 45 }, (_, i) => buildKalshiAsset(`A${i}`));
      let calls = 0;
      const { reader } = await engine.open(t, {
        readMarkets: async (asked) => {
          calls++;
          return asked.map(({ asset }) => ({ ...NO_TAPED_MARKET, isLeftOut: asset === refs[41]?.asset }));
        },
      });
      const found = await reader.readMarkets(refs);
      assert.deepEqual(
        found.flatMap((market, i) => (market?.isLeftOut === false ? [] : [i])),
        [41],
      );
      assert.equal(calls, 3);
    });

    test('markets are not known while nobody answers', async (t) => {
      const { reader, close } = await engine.open(t, {
        readMarkets: async (asked) => asked.map(() => NO_TAPED_MARKET),
      });
      const refs = [buildKalshiAsset('A'), buildKalshiAsset('B')];
      assert.deepEqual(await reader.readMarkets(refs), [NO_TAPED_MARKET, NO_TAPED_MARKET]);
      await close();
      assert.deepEqual(await reader.readMarkets(refs), [null, null]);
    });
  });
}
