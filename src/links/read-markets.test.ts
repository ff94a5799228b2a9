import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { sampleMarket } from '../../test/support/sample-markets.ts';
import { type BinaryState, epochMs, type MarketState } from '../domain/index.ts';
import { KnownFacts } from '../feed/local/known-facts.ts';
import { ReadMarkets } from './read-markets.ts';
import { getBuiltInVocabulary } from './vocabulary/built-in.ts';

const NO_PAUSES = { isDue: () => false, pause: () => Promise.resolve() };
const NAMES = ['pm-a', 'pm-b', 'kalshi-c', 'kalshi-d', 'limitless-e', 'hl-F'] as const;

/**
 * Creates a function that builds markets from numbers for wording and price. Equal numbers give the same object, as for
 * a venue that has not been polled again.
 */
function createMarkets() {
  const made = new Map<string, MarketState>();
  return (name: string, wording: number, price: number, isResolved: boolean): MarketState => {
    const key = `${name} ${wording} ${price} ${isResolved}`;
    const state = made.get(key) ?? build(name, wording, price, isResolved);
    made.set(key, state);
    return state;
  };
}

function build(name: string, wording: number, price: number, isResolved: boolean): MarketState {
  const market = sampleMarket(name, { title: `Will it rain in city ${wording}?` });
  const status = isResolved ? 'resolved' : 'open';
  return { ...market, bid: price / 10, ticker: { ...market.ticker, status } } as BinaryState;
}

/** Creates a function that marks equal facts of each venue's markets, as the feed does. */
function createMarker() {
  const known = new Map<string, KnownFacts>();
  return async (states: readonly MarketState[]): Promise<void> => {
    for (const [venue, markets] of Map.groupBy(states, ({ ref }) => ref.venue)) {
      const facts = known.get(venue) ?? new KnownFacts();
      known.set(venue, facts);
      await facts.mark({ venue, receivedAt: epochMs(1), markets, emptyBooks: 0 });
    }
  };
}

test('no matter how lists change, what is new, reworded or gone is named once, and the newest state is found', async () => {
  const entry = fc.record({
    name: fc.constantFrom(...NAMES),
    wording: fc.integer({ min: 0, max: 1 }),
    price: fc.integer({ min: 1, max: 2 }),
    isResolved: fc.constantFrom(false, false, false, true),
  });
  const list = fc.uniqueArray(entry, { selector: ({ name }) => name, maxLength: NAMES.length });
  await fc.assert(
    fc.asyncProperty(
      fc.array(list, { minLength: 2, maxLength: 8 }),
      fc.boolean(),
      async (lists, isMarked) => {
        const createMarket = createMarkets();
        const mark = isMarked ? createMarker() : async () => undefined;
        const markets = new ReadMarkets(getBuiltInVocabulary);
        let before = new Map<string, number>();
        for (const entries of lists) {
          const states = entries.map(({ name, wording, price, isResolved }) =>
            createMarket(name, wording, price, isResolved),
          );
          await mark(states);
          const { fresh, gone } = await markets.update(states, NO_PAUSES);
          const open = entries.filter(({ isResolved }) => !isResolved);
          const now = new Map(open.map(({ name, wording }) => [name as string, wording]));
          assert.deepEqual(
            fresh.map(({ asset }) => asset).sort(),
            [...now]
              .filter(([name, wording]) => before.get(name) !== wording)
              .map(([name]) => name)
              .sort(),
          );
          assert.deepEqual([...gone].sort(), [...before.keys()].filter((name) => !now.has(name)).sort());
          assert.equal(markets.size, now.size);
          for (const [i, { name, isResolved }] of entries.entries()) {
            assert.equal(markets.find(name), isResolved ? null : states[i]);
            assert.equal(markets.getFeatures(name) === null, isResolved);
          }
          before = now;
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('of a market that is listed twice the last state counts, and it leaves once', async () => {
  const createMarket = createMarkets();
  const [one, two] = [createMarket('pm-a', 0, 1, false), createMarket('pm-a', 0, 2, false)];
  const other = createMarket('pm-b', 0, 1, false);
  const markets = new ReadMarkets(getBuiltInVocabulary);
  for (const list of [
    [one, other, two],
    [two, one],
    [one, two, two],
  ]) {
    const { fresh } = await markets.update(list, NO_PAUSES);
    assert.ok(fresh.filter(({ asset }) => asset === 'pm-a').length <= 1);
    assert.equal(
      markets.find('pm-a'),
      list.findLast((market) => market.ref.asset === 'pm-a'),
    );
  }
  assert.deepEqual((await markets.update([other], NO_PAUSES)).gone, ['pm-a']);
  assert.equal(markets.size, 1);
});

test('another vocabulary reads every market again', async () => {
  const list = [build('pm-a', 0, 1, false), build('pm-b', 0, 1, false)];
  const markets = new ReadMarkets(getBuiltInVocabulary);
  assert.equal((await markets.update(list, NO_PAUSES)).fresh.length, 2);
  assert.equal((await markets.update(list, NO_PAUSES)).fresh.length, 0);
  markets.setVocabulary(getBuiltInVocabulary());
  assert.equal((await markets.update(list, NO_PAUSES)).fresh.length, 2);
});
