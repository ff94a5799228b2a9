import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeAdapter } from '../../../test/support/fake-adapter.ts';
import { binaryState, ManualClock, perpState, venuePoll } from '../../../test/support/markets.ts';
import { type MarketState, UpstreamError } from '../../domain/index.ts';
import type { VenueSnapshot } from '../feed.ts';
import { buildSnapshot } from '../snapshot.ts';
import { PriceGuard } from './price-guard.ts';

type Touch = { readonly bid: number | null; readonly ask: number | null };

/** Creates a guard whose venue answers book requests with the given touch. */
function guarded(touch: Touch | 'no answer' = 'no answer') {
  const clock = new ManualClock();
  const adapter = new FakeAdapter('kalshi');
  let answer = touch;
  adapter.readBook = async (ref) => {
    adapter.calls.book++;
    if (answer === 'no answer') throw new UpstreamError('timeout', 'no answer');
    const level = (price: number | null) => (price === null ? [] : [{ price, size: 1 }]);
    return {
      asset: ref.asset,
      bids: level(answer.bid),
      asks: level(answer.ask),
      venueTime: null,
      receivedAt: clock.read(),
    };
  };
  const guard = new PriceGuard({ adapter, clock: clock.read });
  let last: VenueSnapshot | null = null;
  const poll = async (...markets: MarketState[]) => {
    const reviewed = await guard.review(
      venuePoll('kalshi', clock.advance(5_000), markets),
      last,
      new AbortController().signal,
    );
    last = buildSnapshot({
      venue: 'kalshi',
      fetchedAt: clock.read(),
      markets: reviewed.markets,
      emptyBooks: 0,
      restored: false,
    });
    return reviewed.markets;
  };
  const price = async (market: MarketState) => (await poll(market))[0]?.price;
  return {
    adapter,
    clock,
    guard,
    poll,
    price,
    answers: (next: Touch | 'no answer') => {
      answer = next;
    },
    codes: () => guard.list(clock.read()).map(({ code, count }) => `${code} ${count}`),
  };
}

test('a binary market that moves by more than a half is recorded when its book agrees, else left out and counted', async () => {
  const rows: [name: string, book: Touch | 'no answer', recorded: number | null][] = [
    ['the book agrees', { bid: 0.94, ask: 0.96 }, 0.95],
    ['one side agrees', { bid: 0.94, ask: null }, 0.95],
    ['the book says the old price', { bid: 0.39, ask: 0.41 }, null],
    ['the other side alone', { bid: null, ask: 0.42 }, null],
    ['an empty book', { bid: null, ask: null }, null],
    ['a book too wide to say', { bid: 0.01, ask: 0.99 }, null],
    ['no answer', 'no answer', null],
  ];
  for (const [name, book, recorded] of rows) {
    const { price, codes, guard } = guarded(book);
    assert.equal(await price(binaryState('A', 0.4)), 0.4);
    assert.equal(await price(binaryState('A', 0.95)), recorded, name);
    assert.deepEqual(codes(), recorded === null ? ['price_held 1'] : [], name);
    const [refused] = guard.listRefused();
    if (recorded === null)
      assert.deepEqual(
        [refused?.kind, refused?.member, refused?.at.row],
        ['price_held', '/price', 'kalshi-a'],
      );
  }
});

test('moves within a half pass without a question, and a held price is asked again until it is confirmed', async () => {
  const { price, adapter, answers } = guarded({ bid: 0.1, ask: 0.12 });
  for (const each of [0.4, 0.9, 0.4, 0.11]) assert.equal(await price(binaryState('A', each)), each);
  assert.equal(adapter.calls.book, 0);
  assert.equal(await price(binaryState('A', 0.7)), null);
  assert.equal(await price(binaryState('A', 0.7)), null);
  answers({ bid: 0.69, ask: 0.71 });
  assert.equal(await price(binaryState('A', 0.7)), 0.7);
  assert.equal(adapter.calls.book, 3);
  assert.equal(await price(binaryState('A', 0.7)), 0.7);
  assert.equal(adapter.calls.book, 3);
});

test('a perpetual that changes by a factor of 3 while its oracle price stays is held, and keeps its figures', async () => {
  const oracle = { tickerOverrides: { oraclePx: 113_000 } };
  const { poll, codes } = guarded({ bid: 112_900, ask: 113_100 });
  await poll(perpState('BTC', 113_080, oracle));
  const [held] = await poll(perpState('BTC', 4_305.9, oracle));
  assert.deepEqual([held?.price, held?.withheld?.code], [null, 'price_held']);
  assert.equal(held?.kind === 'perp' && held.ticker.markPx, 113_080);
  assert.deepEqual(codes(), ['price_held 1']);
  const [back] = await poll(perpState('BTC', 113_090, oracle));
  assert.equal(back?.price, 113_090);
});

test('a perpetual whose oracle price moves with it, or that moves by less, is recorded', async () => {
  const { price, adapter } = guarded();
  await price(perpState('A', 10, { tickerOverrides: { oraclePx: 10 } }));
  assert.equal(await price(perpState('A', 29, { tickerOverrides: { oraclePx: 10 } })), 29);
  assert.equal(await price(perpState('A', 9, { tickerOverrides: { oraclePx: 3 } })), 9);
  assert.equal(adapter.calls.book, 0);
});

test('a perpetual that changes by a factor of 10 is held whatever its oracle price says: a list in another unit has both', async () => {
  const at = (price: number) => perpState('BTC', price, { tickerOverrides: { oraclePx: price } });
  const { price, answers, codes } = guarded({ bid: 89_200, ask: 89_300 });
  assert.equal(await price(at(89_272)), 89_272);
  assert.equal(await price(at(8_927_200)), null);
  assert.deepEqual(codes(), ['price_held 1']);
  answers({ bid: 8_900, ask: 8_940 });
  assert.equal(await price(at(8_920)), 8_920, 'its book agrees');
});

test('a stream that is the complement of its own list is not recorded, at once; one that stays away, after three polls', async () => {
  const { price, codes } = guarded();
  const streamed = (bid: number, ask: number, list: [bid: number, ask: number]) =>
    binaryState('A', (bid + ask) / 2, {
      bid,
      ask,
      polled: { price: (list[0] + list[1]) / 2, bid: list[0], ask: list[1] },
    });
  assert.equal(await price(streamed(0.69, 0.71, [0.69, 0.71])), 0.7);
  assert.equal(await price(streamed(0.29, 0.31, [0.69, 0.71])), null);
  assert.deepEqual(codes(), ['side_disputed 1']);
  assert.equal(await price(streamed(0.69, 0.71, [0.69, 0.71])), 0.7);
  const away = streamed(0.54, 0.56, [0.69, 0.71]);
  const recorded = [await price(away), await price(away), await price(away)].map((found) => found !== null);
  assert.deepEqual(recorded, [true, true, false]);
});

test('a stream that is away from its list is recorded when the book agrees with it', async () => {
  const { price } = guarded({ bid: 0.54, ask: 0.56 });
  const away = binaryState('A', 0.55, { bid: 0.54, ask: 0.56, polled: { price: 0.7, bid: 0.69, ask: 0.71 } });
  for (let i = 0; i < 4; i++) assert.equal(await price(away), 0.55);
});

test('a price that nothing denies, for want of a second source, is believed after ten minutes', async () => {
  const { price, clock } = guarded({ bid: null, ask: null });
  await price(binaryState('POOL', 0.2));
  assert.equal(await price(binaryState('POOL', 0.9)), null);
  clock.advance(300_000);
  assert.equal(await price(binaryState('POOL', 0.9)), null);
  clock.advance(300_000);
  assert.equal(await price(binaryState('POOL', 0.91)), 0.91);
});

test('at most twenty markets are asked about in one poll; the others are left out', async () => {
  const { poll, adapter } = guarded({ bid: 0.94, ask: 0.96 });
  const listed = (each: number) => Array.from({ length: 50 }, (_, i) => binaryState(`M${i}`, each));
  await poll(...listed(0.2));
  const priced = (await poll(...listed(0.95))).filter(({ price }) => price !== null);
  assert.deepEqual([adapter.calls.book, priced.length], [20, 20]);
});

test('a stream that an adapter left out is a concern, and the price of the list is recorded', async () => {
  const { price, codes } = guarded();
  const at = { endpoint: 'ws ticker', row: 'kalshi-a', member: '/', value: '0.3 against 0.7' };
  const state = { ...binaryState('a', 0.7), streamDoubt: { code: 'side_disputed', at } as const };
  assert.equal(await price(state), 0.7);
  assert.deepEqual(codes(), ['side_disputed 1']);
});

test('prices that an adapter withheld are counted, and the price before them stays the one to compare with', async () => {
  const { poll, price, codes } = guarded();
  await price(binaryState('A', 0.2));
  const at = { endpoint: 'GET /markets', row: 'a', member: '/clobTokenIds', value: '["2","1"]' };
  await poll({ ...binaryState('A', null), withheld: { code: 'side_disputed', at } });
  assert.deepEqual(codes(), ['side_disputed 1']);
  assert.equal(await price(binaryState('A', 0.8)), null);
});
