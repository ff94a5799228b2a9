import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TapeMarkets } from './tape-markets.ts';

const nothing = () => false;

test('a market that nothing is heard of is forgotten, and its number is free once the other thread has forgotten it', () => {
  const markets = new TapeMarkets('all', () => true);
  const [a, b] = [markets.get('pm-a'), markets.get('pm-b')];
  assert.deepEqual(
    markets.takeUnnamed().map(({ asset }) => asset),
    ['pm-a', 'pm-b'],
  );
  assert.deepEqual(markets.forgetUnused(nothing), [], 'both were used since the begin');
  markets.get('pm-b');
  assert.deepEqual(markets.forgetUnused(nothing), [a]);
  assert.deepEqual([markets.takeForgotten(), markets.takeForgotten()], [[a.number], []]);
  assert.equal(markets.getByNumber(a.number), undefined);
  const c = markets.get('pm-c');
  assert.ok(
    ![a.number, b.number].includes(c.number),
    'a number that the other thread still knows is not given again',
  );
  markets.free([a.number]);
  assert.equal(markets.get('pm-d').number, a.number);
  assert.notEqual(markets.get('pm-e').number, c.number);
});

test('a market whose book is live, or that is needed, stays', () => {
  const markets = new TapeMarkets('all', () => true);
  markets.get('pm-a').isLive = true;
  const needed = markets.get('pm-b');
  for (let round = 0; round < 3; round++) {
    assert.deepEqual(
      markets.forgetUnused((market) => market === needed),
      [],
    );
  }
});

test('a thread that begins again is named every market, and knows no number that was forgotten', () => {
  const markets = new TapeMarkets('all', () => true);
  const { number } = markets.get('pm-a');
  markets.get('pm-b');
  markets.takeUnnamed();
  markets.forgetUnused(nothing);
  markets.get('pm-b');
  markets.forgetUnused(nothing);
  markets.forgetNames();
  assert.deepEqual(markets.takeForgotten(), []);
  assert.deepEqual(
    markets.takeUnnamed().map(({ asset }) => asset),
    ['pm-b'],
  );
  assert.equal(markets.get('pm-c').number, number);
});
