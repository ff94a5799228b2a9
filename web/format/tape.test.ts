import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TapeCoverage } from '../../client/src/index.ts';
import { BOOK_BREAKS } from '../../src/domain/tape.ts';
import { holeText, isLost, neverText, spanText } from './tape.ts';

test('every break of a book has words of its own', () => {
  const texts = BOOK_BREAKS.map((reason) => holeText(reason));
  assert.equal(new Set(texts).size, BOOK_BREAKS.length);
  assert.deepEqual(
    texts.filter((text, index) => text === BOOK_BREAKS[index]),
    [],
  );
  assert.equal(holeText('of_a_later_version'), 'of a later version');
});

test('what was not begun, is not stored yet or has ended is no loss', () => {
  const reasons = ['before', 'pending', 'off', 'ended', 'connection', 'damaged'] as const;
  assert.deepEqual(
    reasons.filter((reason) => isLost({ reason })),
    ['connection', 'damaged'],
  );
});

test('a span names its day once, and today not at all', () => {
  const noon = Date.parse('2026-11-22T12:00:00Z');
  const before = Date.parse('2026-11-21T23:59:58Z');
  assert.equal(spanText(noon, noon + 61_000, noon, 'utc'), '12:00:00 to 12:01:01');
  assert.equal(spanText(before, noon, noon, 'utc'), '11-21 23:59:58 to 11-22 12:00:00');
  assert.equal(spanText(noon + 412, noon + 920, noon, 'utc'), '12:00:00.412 for 508 ms');
  assert.equal(spanText(before, before + 1_000, noon, 'utc'), '11-21 23:59:58 to 23:59:59');
});

const COVERAGE: TapeCoverage = {
  state: 'never',
  recordedFromMs: null,
  recordedToMs: null,
  recordedFrac: 0,
  notRecorded: [],
  setting: null,
  sampled: [],
  resyncs: [],
  more: false,
};

test('a market of which nothing is recorded says why: its venue, a setting, or a limit', () => {
  assert.equal(
    neverText(COVERAGE, 'trades', 'Limitless'),
    'Not recorded: what is read of Limitless does not carry trades of this market.',
  );
  const off = { ...COVERAGE, state: 'off', setting: 'CROSSTAPE_TRADES' } as const;
  assert.match(neverText(off, 'trades', 'Kalshi') ?? '', /CROSSTAPE_TRADES leaves out trades/);
  assert.match(neverText({ ...off, setting: 'max_books' }, 'the book', 'Polymarket') ?? '', /larger markets/);
  assert.equal(neverText({ ...COVERAGE, state: 'partial' }, 'trades', 'Kalshi'), null);
});
