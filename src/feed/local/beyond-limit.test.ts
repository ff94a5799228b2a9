import assert from 'node:assert/strict';
import { test } from 'node:test';
import { binaryState, venuePoll } from '../../../test/support/markets.ts';
import { type BinaryState, epochMs, type VenuePoll } from '../../domain/index.ts';
import type { VenueSnapshot } from '../feed.ts';
import { buildSnapshot } from '../snapshot.ts';
import { findBeyondLimit } from './beyond-limit.ts';

const NOW = epochMs(1_790_000_000_000);

function traded(
  name: string,
  volume24hUsd: number,
  changes: Partial<BinaryState['ticker']> = {},
): BinaryState {
  const state = binaryState(name, 0.4);
  return { ...state, ticker: { ...state.ticker, closeTime: null, endDate: null, ...changes, volume24hUsd } };
}

/** Returns the keys after each of the polls. */
function follow(polls: readonly VenuePoll[], ended: readonly string[] = []): string[][] {
  let last: VenueSnapshot | null = null;
  return polls.map((poll) => {
    const beyondLimit = findBeyondLimit(poll, last, new Set(ended));
    last = buildSnapshot({ ...poll, fetchedAt: poll.receivedAt, beyondLimit, restored: false });
    return [...beyondLimit.keys()];
  });
}

const both = venuePoll('kalshi', NOW, [traded('A', 9), traded('B', 4)]);
const first = venuePoll('kalshi', NOW, [traded('A', 9)]);

test('a market that fell below our limit is known to be listed until it comes back or leaves its venue', () => {
  const below = { ...first, isBeyondLimit: (storeKey: string) => storeKey === 'b' };
  assert.deepEqual(follow([both, below, below, both]), [[], ['b'], ['b'], []]);
  assert.deepEqual(follow([both, below, { ...first, isBeyondLimit: () => false }]), [[], ['b'], []]);
  assert.deepEqual(follow([both, first]), [[], []], 'a venue whose list is read whole');
});

test('of a list that is not read beyond our limit, markets smaller than all that are left fell below it', () => {
  const cut = { ...first, isCutAtLimit: true };
  assert.deepEqual(follow([both, cut, cut, both]), [[], ['b'], ['b'], []]);
  const larger = venuePoll('kalshi', NOW, [traded('A', 9), traded('B', 400)]);
  assert.deepEqual(follow([larger, cut]), [[], []], 'the largest one was delisted');
  assert.deepEqual(follow([both, cut, first]), [[], ['b'], []], 'the list is read whole again, without it');
});

test('a market that has ended is not listed below our limit', () => {
  const cut = { ...first, isCutAtLimit: true };
  const ending = venuePoll('kalshi', NOW, [traded('A', 9), traded('B', 4, { closeTime: epochMs(NOW + 1) })]);
  assert.deepEqual(follow([ending, cut, { ...cut, receivedAt: epochMs(NOW + 1) }]), [[], ['b'], []]);
  assert.deepEqual(follow([both, cut], ['b']), [[], []], 'its resolution is stored');
});
