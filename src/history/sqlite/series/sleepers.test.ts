import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../../domain/index.ts';
import type { LiveSeries } from './live-series.ts';
import type { SeriesState } from './series.ts';
import { Sleepers } from './sleepers.ts';

/** Makes series that were last touched two days ago, with three records in their tails and a number of sealed ones. */
function sleepers(count: number, sealed: number, size = count): Sleepers {
  const all = Array.from({ length: count }, (_, id) => ({
    id,
    venue: 'kalshi',
    touchedAt: 0,
    tail: { length: 3 },
    sealed: { records: sealed },
  }));
  return new Sleepers({ size, all: () => all.values() } as unknown as LiveSeries);
}

const next = (of: Sleepers): SeriesState[] => of.next(2 * DAY_MS, 1_000_000);

test('one commit fills up the pieces of few series, and packs those of many that have none', () => {
  assert.equal(next(sleepers(3_519, 0)).length, 512);
  assert.equal(next(sleepers(3_519, 3)).length, 32);
  // With more series in memory than intended, they leave it sooner.
  assert.equal(next(sleepers(3_519, 3, 60_000)).length, 256);
});

test('all of them come in the end, each once', () => {
  const some = sleepers(100, 3);
  const seen = [next(some), next(some), next(some), next(some)].flat().map(({ id }) => id);
  assert.deepEqual(
    seen,
    Array.from({ length: 100 }, (_, id) => id),
  );
});
