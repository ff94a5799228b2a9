import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs, type Gap, MINUTE_MS, SECOND_MS } from '../../domain/index.ts';
import { SecondWindow } from './second-window.ts';
import { SeriesHoles } from './series-holes.ts';

const START = Date.UTC(2026, 10, 20, 12);

/**
 * Tracks the holes of a series and the gaps that are stored for them, as first and last missing second since the start.
 */
function open() {
  const seconds = new SecondWindow();
  const holes = new SeriesHoles('twap60-btc', seconds, 20 * MINUTE_MS);
  const stored = new Map<number, Gap>();
  let newest: number | null = null;
  const write = () => {
    for (const { gap, isGone } of holes.takeChanges()) {
      if (isGone) stored.delete(gap.fromMs);
      else stored.set(gap.fromMs, gap);
    }
  };
  return {
    holes,
    write,
    say: (...moments: readonly number[]) => {
      for (const second of moments) {
        const t = START + second * SECOND_MS;
        const before = newest === null ? null : epochMs(newest);
        seconds.add(t);
        holes.note(epochMs(t), before, () => 'not connected');
        newest = Math.max(newest ?? t, t);
      }
      write();
    },
    silent: () => {
      holes.open(epochMs(newest!), 'the publisher sent nothing');
      write();
    },
    stored: () =>
      [...stored.values()]
        .sort((a, b) => a.fromMs - b.fromMs)
        .map(({ fromMs, toMs }) => [
          (fromMs - START) / SECOND_MS,
          toMs === null ? null : (toMs - START) / SECOND_MS,
        ]),
    reasons: () => [...new Set([...stored.values()].map(({ reason }) => reason))],
  };
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

test('a hole of a minute has a gap, a shorter one has none', () => {
  const { say, stored } = open();
  say(0, 60, 120, 181);
  assert.deepEqual(stored(), [[121, 180]]);
});

test('a hole that lasts ends before the next value, and is gone when a snapshot brings its seconds', () => {
  const { say, silent, stored, reasons } = open();
  say(0);
  silent();
  silent();
  assert.deepEqual(stored(), [[1, null]]);
  say(200);
  assert.deepEqual(stored(), [[1, 199]]);
  assert.deepEqual(reasons(), ['the publisher sent nothing']);
  silent();
  assert.deepEqual(stored(), [
    [1, 199],
    [201, null],
  ]);
  say(...range(201, 300));
  assert.deepEqual(stored(), [[1, 199]]);
});

test('what comes of a hole afterwards makes it shorter, two, or none', () => {
  const { say, stored } = open();
  say(0, 601);
  assert.deepEqual(stored(), [[1, 600]]);
  // A longer snapshot of another relay brings the end of the hole.
  say(...range(500, 600));
  assert.deepEqual(stored(), [[1, 499]]);
  say(...range(1, 10));
  assert.deepEqual(stored(), [[11, 499]]);
  say(300);
  assert.deepEqual(stored(), [
    [11, 299],
    [301, 499],
  ]);
  say(350);
  assert.deepEqual(
    stored(),
    [
      [11, 299],
      [351, 499],
    ],
    'less than a minute is left before it',
  );
  say(...range(301, 349), ...range(351, 499));
  assert.deepEqual(stored(), [[11, 299]]);
  say(...range(11, 299));
  assert.deepEqual(stored(), []);
});

test('a hole of days keeps what no value comes of any more', () => {
  const { say, stored } = open();
  const day = 3 * 86_400;
  say(0, day);
  say(...range(day - 100, day - 1));
  assert.deepEqual(stored(), [[1, day - 101]]);
});

test('holes of an earlier run are mended too', () => {
  const { say, holes, stored, write } = open();
  const gap: Gap = {
    venue: 'ref',
    storeKey: 'twap60-btc',
    fromMs: epochMs(START + SECOND_MS),
    toMs: epochMs(START + 299 * SECOND_MS),
    reason: 'not connected',
  };
  holes.restore(null, [gap]);
  say(300, 299, 298);
  assert.deepEqual(stored(), [[1, 297]]);
  holes.forgetBefore(START + 400 * SECOND_MS);
  say(200);
  write();
  assert.deepEqual(stored(), [[1, 297]]);
});
