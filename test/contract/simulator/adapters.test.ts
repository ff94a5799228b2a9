import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { yesWon } from '../../../simulator/world/listing.ts';
import { SIMULATED_VENUES } from '../../../simulator/world/venues.ts';
import {
  type BinaryState,
  buildKalshiAsset,
  buildLimitlessAsset,
  buildOutcomeAsset,
  buildPolymarketAsset,
  DAY_MS,
  epochMs,
  HOUR_MS,
  MINUTE_MS,
  UpstreamError,
  type VenuePoll,
} from '../../../src/domain/index.ts';
import { createBookRead } from '../../../src/feed/book-read.ts';
import type { VenueAdapter } from '../../../src/venues/venue-adapter.ts';
import { ADAPTERS, patience, type Stage, selectBinaries, startStage } from './venue-adapters.ts';

const UNKNOWN = {
  hyperliquid: buildOutcomeAsset('nobody', 99_999_999),
  polymarket: buildPolymarketAsset('no-such-market'),
  kalshi: buildKalshiAsset('KXNOSUCH-26JAN01'),
  limitless: buildLimitlessAsset('no-such-market'),
};

for (const venue of SIMULATED_VENUES) {
  describe(`the ${venue} adapter over the simulator`, () => {
    let stage: Stage;
    let adapter: VenueAdapter;
    let poll: VenuePoll;
    before(async () => {
      stage = await startStage({ markets: 900 });
      adapter = ADAPTERS[venue](stage);
      poll = await adapter.poll(patience());
    });
    after(async () => {
      await adapter.close();
      await stage.simulator.close();
    });

    test('polls a universe in which every row fits its schema', () => {
      assert.ok(poll.markets.length >= 30, `${poll.markets.length} markets`);
      assert.equal(adapter.getCounters().schemaFailures, 0, adapter.getCounters().lastSchemaFailure ?? '');
      const assets = poll.markets.map(({ ref }) => ref.asset);
      assert.equal(new Set(assets).size, assets.length);
      for (const { price, bid, ask } of poll.markets) {
        assert.ok(price === null || price > 0);
        if (bid !== null && ask !== null) assert.ok(bid < ask);
      }
      const priced = poll.markets.filter(({ price }) => price !== null);
      assert.ok(priced.length > 0.7 * poll.markets.length, `${priced.length} of ${poll.markets.length}`);
    });

    test('reads the book behind a polled touch', async () => {
      const quoted = selectBinaries(poll.markets).find(
        ({ bid, ask, ticker }) => bid !== null && ask !== null && ticker.status === 'open',
      );
      assert.ok(quoted);
      const { bids, asks } = await adapter.readBook(quoted.ref, patience());
      assert.ok(bids.length > 0 && asks.length > 0);
      assert.ok(Math.abs((bids[0]?.price ?? 0) - (quoted.bid ?? 0)) < 1e-9);
      assert.ok(Math.abs((asks[0]?.price ?? 0) - (quoted.ask ?? 0)) < 1e-9);
      assert.deepEqual(
        bids.map(({ price }) => price),
        bids.map(({ price }) => price).sort((a, b) => b - a),
      );
    });

    test('reads an empty book as two empty sides, and such a market has no touch', async () => {
      const empty = emptyMarket(stage, venue, poll);
      assert.equal(empty.bid, null);
      assert.equal(empty.ask, null);
      assert.equal(empty.price, null);
      const { bids, asks } = await adapter.readBook(empty.ref, patience());
      assert.deepEqual([bids, asks], [[], []]);
    });

    test('refuses the book of a market that is not listed', async () => {
      await assert.rejects(
        adapter.readBook(UNKNOWN[venue], patience()),
        (error) => error instanceof UpstreamError && error.failure === 'not_found',
      );
    });

    test('reads 200 books with two calls where the venue answers for several, and the same books as alone', async () => {
      const { bookBatches } = adapter;
      assert.equal(bookBatches !== undefined, venue === 'kalshi' || venue === 'polymarket');
      if (bookBatches === undefined) return;
      const open = selectBinaries(poll.markets).filter(
        ({ ref, ticker }) => ticker.status === 'open' && findListing(stage, ref.storeKey).shape !== 'empty',
      );
      const refs = open.slice(0, 200).map(({ ref }) => ref);
      assert.equal(refs.length, 200);
      let calls = 0;
      const count =
        <Asked, Answer>(call: (asked: Asked, signal: AbortSignal) => Answer) =>
        (asked: Asked, signal: AbortSignal) => {
          calls++;
          return call(asked, signal);
        };
      const counted: VenueAdapter = {
        ...adapter,
        readBook: count(adapter.readBook),
        bookBatches: { ...bookBatches, read: count(bookBatches.read) },
      };
      const books = await Promise.all(refs.map(createBookRead(new Map([[venue, counted]]))));
      assert.ok(calls <= 2, `${calls} calls`);
      for (const [i, ref] of refs.entries()) {
        if (i % 40 === 0) assert.deepEqual(books[i], await adapter.readBook(ref, patience()));
      }
      const some = [UNKNOWN[venue], ...refs.slice(0, 2)];
      const partial = await bookBatches.read(some, patience());
      assert.deepEqual(
        [...partial.keys()].sort(),
        refs
          .slice(0, 2)
          .map(({ asset }) => asset)
          .sort(),
      );
      assert.equal(adapter.getCounters().schemaFailures, 0);
    });

    test('reads hourly candles of the window alone, oldest first', async () => {
      const now = stage.clock();
      const old = poll.markets.find(
        (market) =>
          market.price !== null &&
          (market.kind === 'perp' || findListing(stage, market.ref.storeKey).event.openAt < now - DAY_MS),
      );
      assert.ok(old);
      const window = { fromMs: epochMs(now - 12 * HOUR_MS), toMs: now };
      const candles = await adapter.readCandles(old.ref, window, patience());
      assert.ok(candles.length >= 11 && candles.length <= 13, `${candles.length} candles`);
      for (const [i, { t, open, high, low, close }] of candles.entries()) {
        assert.ok(t >= window.fromMs && t <= window.toMs && t % HOUR_MS === 0);
        assert.ok(i === 0 || t > (candles[i - 1]?.t ?? 0));
        assert.ok(low > 0 && low <= open && low <= close && high >= open && high >= close);
      }
    });

    test('reads funding where the venue has it', async () => {
      const now = stage.clock();
      const window = { fromMs: epochMs(now - 5 * HOUR_MS), toMs: now };
      const [market] = poll.markets;
      assert.ok(market);
      const rates = await adapter.readFunding(market.ref, window, patience());
      if (venue !== 'hyperliquid') return assert.deepEqual(rates, []);
      assert.equal(rates.length, 5);
      assert.ok(rates.every(({ t, rate }) => t % HOUR_MS === 0 && Math.abs(rate) < 0.01));
    });
  });

  test(`the ${venue} adapter says how a market ended, and nothing before`, async (t) => {
    const stage = await startStage();
    const adapter = ADAPTERS[venue](stage);
    t.after(async () => {
      await adapter.close();
      await stage.simulator.close();
    });
    const { markets } = await adapter.poll(patience());
    const ending = selectBinaries(markets).filter(({ ref }) => {
      const { event } = findListing(stage, ref.storeKey);
      return event.settleAt < stage.clock() + 16 * MINUTE_MS;
    });
    const [first, second = first] = ending;
    assert.ok(first !== undefined && second !== undefined);
    assert.equal(await adapter.readResolution(first.ref, patience()), null);
    stage.advance(16 * MINUTE_MS);
    for (const { ref } of new Set([first, second])) {
      const resolution = await adapter.readResolution(ref, patience());
      const listing = findListing(stage, ref.storeKey);
      assert.equal(resolution?.outcome, yesWon(listing) ? 'yes' : 'no', ref.asset);
      assert.equal(resolution?.payout, yesWon(listing) ? 1 : 0);
    }
    const open = selectBinaries((await adapter.poll(patience())).markets).filter(
      ({ ticker }) => ticker.status === 'open',
    );
    assert.ok(!open.some(({ ref }) => ref.asset === first.ref.asset));
  });
}

/** A market of which the simulator lists an empty book. */
function emptyMarket(stage: Stage, venue: VenueAdapter['venue'], { markets }: VenuePoll): BinaryState {
  const found = selectBinaries(markets).find(
    ({ ref, ticker }) => findListing(stage, ref.storeKey).shape === 'empty' && ticker.status === 'open',
  );
  assert.ok(found, `${venue} lists no market with an empty book`);
  return found;
}

/** What the simulator knows of a market, by the store key of the service. */
function findListing({ simulator, clock }: Stage, storeKey: string) {
  const outcome = /^pred-.*-(\d+)$/.exec(storeKey)?.[1];
  const found = simulator.world
    .universe(clock())
    .listings.find(({ venue, name, id }) =>
      outcome === undefined
        ? name.toLowerCase() === storeKey && venue !== 'hyperliquid'
        : venue === 'hyperliquid' && id === Number(outcome),
    );
  assert.ok(found, storeKey);
  return found;
}
