import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VenueSnapshot } from '../../feed/feed.ts';
import { SnapshotText } from './snapshot-text.ts';

const market = (asset: string, volume24hUsd: number | null) => ({ asset, volume24hUsd, title: `é ${asset}` });

function snapshot(venue: string, perps: object[], binaries: object[]): VenueSnapshot {
  return { venue, fetchedAt: 1_763_700_000_000, perps, binaries } as unknown as VenueSnapshot;
}

const PERPS = [market('a', 5), market('b', null), market('c', 70)];
const BINARIES = [market('d', 6), market('e', 1)];

test('any number of markets is the JSON of the largest ones in the order of the list', () => {
  const text = new SnapshotText(snapshot('hyperliquid', PERPS, BINARIES));
  const rows: [count: number, perps: number[], outcomes: number[]][] = [
    [0, [], []],
    [1, [2], []],
    [2, [2], [0]],
    [3, [0, 2], [0]],
    [4, [0, 2], [0, 1]],
    [Number.POSITIVE_INFINITY, [0, 1, 2], [0, 1]],
  ];
  for (const [count, perps, outcomes] of rows) {
    const expected = {
      fetchedAt: 1_763_700_000_000,
      truncated: count < 5,
      total: 5,
      perps: perps.map((i) => PERPS[i]),
      outcomes: outcomes.map((i) => BINARIES[i]),
    };
    assert.equal(text.top(count).toString(), JSON.stringify(expected), String(count));
  }
});

test('a venue without markets has an empty list', () => {
  const text = new SnapshotText(snapshot('kalshi', [], []));
  assert.equal(
    text.top(5).toString(),
    '{"fetchedAt":1763700000000,"truncated":false,"total":0,"markets":[]}',
  );
});
