import assert from 'node:assert/strict';
import { test } from 'node:test';
import { binaryState, venuePoll } from '../../../test/support/markets.ts';
import { epochMs, HOUR_MS, MINUTE_MS, UpstreamError } from '../../domain/index.ts';
import { buildSnapshot } from '../snapshot.ts';
import { ListAge } from './list-age.ts';

const NOW = epochMs(1_790_000_000_000);

/** Builds a list of markets with these total volumes. */
function list(totals: readonly (number | null)[], minutes = 0, restored = false) {
  const markets = totals.map((volumeCounter, i) => binaryState(`T-${i}`, 0.5, { volumeCounter }));
  const poll = { ...venuePoll('kalshi', epochMs(NOW + minutes * MINUTE_MS), markets), statesTotals: true };
  const snapshot = buildSnapshot({ ...poll, fetchedAt: poll.receivedAt, restored });
  return { poll, snapshot };
}

const many = (total: number, count = 20) => Array.from({ length: count }, (_, i) => total + i);
const refuses = (watch: ListAge, poll: ReturnType<typeof list>['poll'], last: ReturnType<typeof list>) => {
  try {
    watch.review(poll, last.snapshot);
    return false;
  } catch (error) {
    assert.ok(error instanceof UpstreamError && error.failure === 'malformed');
    return true;
  }
};

test('a list in which less was ever traded than in the one before is older, and is refused while it stands still', () => {
  const watch = new ListAge();
  const today = list(many(1_000));
  for (let minute = 1; minute < 60; minute++) {
    assert.ok(refuses(watch, list(many(900), minute).poll, today), `minute ${minute}`);
  }
  assert.deepEqual(
    watch.list().map(({ code, count }) => [code, count]),
    [['list_older', 20]],
  );
  assert.equal(refuses(watch, list(many(1_001), 60).poll, today), false);
  assert.deepEqual(watch.list(), []);
  for (let minute = 61; minute < 121; minute++) refuses(watch, list(many(900), minute).poll, today);
  assert.equal(refuses(watch, list(many(900), 61 + HOUR_MS / MINUTE_MS).poll, today), false, 'after an hour');
});

test('a venue that counts anew is believed after three lists that go on', () => {
  const watch = new ListAge();
  const before = list(many(1_000_000));
  const answers = [1, 2, 3, 4, 5].map((total, i) => refuses(watch, list(many(total * 100), i).poll, before));
  assert.deepEqual(answers, [true, true, true, false, true]);
});

test('totals that rise, stay, are missing, or fall in a few markets say nothing of the age of a list', () => {
  const before = list(many(1_000));
  const rows: [name: string, totals: (number | null)[]][] = [
    ['rise', many(1_001)],
    ['stay', many(1_000)],
    ['a few fall', [...many(900, 9), ...many(1_009, 11)]],
    ['half of them fall', [...many(900, 10), ...many(1_020, 10)]],
    ['not stated', many(1_000).map(() => null)],
    ['other markets', []],
  ];
  for (const [name, totals] of rows)
    assert.equal(refuses(new ListAge(), list(totals).poll, before), false, name);
  const older = list(many(900)).poll;
  assert.equal(refuses(new ListAge(), older, list(many(1_000), 0, true)), false, 'of an earlier run');
  const { statesTotals: _, ...silent } = older;
  assert.equal(refuses(new ListAge(), silent as typeof older, before), false, 'a venue without totals');
});
