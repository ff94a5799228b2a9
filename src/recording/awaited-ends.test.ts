import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type AssetRef,
  buildKalshiAsset,
  buildLimitlessAsset,
  DAY_MS,
  MINUTE_MS,
  SECOND_MS,
} from '../domain/index.ts';
import { AwaitedEnds } from './awaited-ends.ts';

const MARKETS = [
  buildKalshiAsset('a'),
  buildKalshiAsset('b'),
  buildKalshiAsset('c'),
  buildLimitlessAsset('d'),
];
const START = Date.UTC(2026, 10, 22);

test('the waits between two queries grow to a day', () => {
  const ends = new AwaitedEnds(10);
  const [market] = MARKETS as [AssetRef];
  let now = START;
  ends.add(market, now);
  const waits: number[] = [];
  for (let i = 0; i < 9; i++) {
    const asked = now;
    while (ends.findDue('kalshi', now) === null) now += 10 * SECOND_MS;
    waits.push(now - asked);
    ends.askLater(market, now);
  }
  const minutes = [1 / 6, 1, 5, 15, 60, 360, 1_440, 1_440, 1_440];
  assert.deepEqual(
    waits,
    minutes.map((count) => count * MINUTE_MS),
  );
});

test('beyond the most of a venue the one that waits longest is let go, and others keep their places', () => {
  const ends = new AwaitedEnds(2);
  for (const [index, market] of MARKETS.entries()) ends.add(market, START + index);
  assert.equal(ends.size, 3);
  assert.equal(ends.findDue('kalshi', START + DAY_MS)?.ref.asset, 'kalshi-b');
  assert.equal(ends.findDue('limitless', START + DAY_MS)?.ref.asset, 'limitless-d');
});

type Step = ['add' | 'later' | 'delete' | 'pass', number];

test('the due one is the one that a walk over all would find', () => {
  const step: fc.Arbitrary<Step> = fc.tuple(
    fc.constantFrom('add' as const, 'later' as const, 'delete' as const, 'pass' as const),
    fc.nat(MARKETS.length - 1),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const ends = new AwaitedEnds(100);
      const model = new Map<string, { asked: number; nextAt: number }>();
      const waits = [10, 60, 300, 900, 3_600, 21_600, 86_400];
      const nextAt = (asked: number, now: number) => now + waits[Math.min(asked, 6)]! * SECOND_MS;
      let now = START;
      for (const [action, index] of steps) {
        now += 1;
        const market = MARKETS[index]!;
        const known = model.get(market.asset);
        if (action === 'pass') now += 4 ** (index * 3) * SECOND_MS;
        if (action === 'add') ends.add(market, now);
        if (action === 'add' && known === undefined) {
          model.set(market.asset, { asked: 0, nextAt: nextAt(0, now) });
        }
        if (action === 'later') ends.askLater(market, now);
        if (action === 'later' && known !== undefined) {
          model.set(market.asset, { asked: known.asked + 1, nextAt: nextAt(known.asked + 1, now) });
        }
        if (action === 'delete') ends.delete(market);
        if (action === 'delete') model.delete(market.asset);

        assert.equal(ends.size, model.size);
        for (const venue of ['kalshi', 'limitless'] as const) {
          const due = [...model].filter(([asset, one]) => asset.startsWith(venue) && one.nextAt <= now);
          const [first] = due.sort(([, a], [, b]) => a.nextAt - b.nextAt);
          assert.equal(ends.findDue(venue, now)?.ref.asset, first?.[0]);
        }
      }
    }),
  );
});

test('a clock that is set back makes no market wait until it has caught up', () => {
  const ends = new AwaitedEnds(10);
  const [market] = MARKETS as [AssetRef];
  ends.add(market, START);
  assert.equal(ends.findDue('kalshi', START + 1_000), null);
  assert.deepEqual(ends.findDue('kalshi', START - 60 * MINUTE_MS)?.ref, market);
});
