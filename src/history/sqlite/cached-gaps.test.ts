import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs, type Gap } from '../../domain/index.ts';
import type { Window } from '../contract/series.ts';
import { CachedGaps } from './cached-gaps.ts';
import type { GapTable } from './gap-table.ts';

const gap = (fromMs: number, toMs: number | null): Gap => ({
  venue: 'kalshi',
  storeKey: null,
  fromMs: epochMs(fromMs),
  toMs: toMs === null ? null : epochMs(toMs),
  reason: 'restart',
});

/** Makes a table in memory that counts its reads. */
function open(gaps: Gap[]) {
  const asked: Window[] = [];
  const table = {
    listOverlapping: (_venue: string, window: Window) => {
      asked.push(window);
      return [...gaps];
    },
    put: (one: Gap) => gaps.push(one),
  } as unknown as GapTable;
  return { asked, kept: new CachedGaps(table) };
}

test('gaps of a window are read once, also of windows that touch one end', () => {
  const { asked, kept } = open([gap(100, 200), gap(300, 400), gap(500, null)]);
  const starts = (window: Window) => kept.listOverlapping('kalshi', window, 'a').map(({ fromMs }) => fromMs);
  assert.deepEqual(starts({}), [100, 300, 500]);
  assert.deepEqual(starts({ fromMs: epochMs(200), toMs: epochMs(300) }), [100, 300]);
  assert.deepEqual(starts({ fromMs: epochMs(201), toMs: epochMs(299) }), []);
  assert.deepEqual(starts({ fromMs: epochMs(9_000) }), [500]);
  assert.equal(asked.length, 1);
});

test('a gap that is written is seen by the next reader', () => {
  const { kept } = open([]);
  assert.deepEqual(kept.listOverlapping('kalshi', {}, 'a'), []);
  kept.put(gap(100, null));
  assert.equal(kept.listOverlapping('kalshi', {}, 'a').length, 1);
});

test('a series with very many gaps is read by its window each time', () => {
  const { asked, kept } = open(Array.from({ length: 1_001 }, (_, i) => gap(i * 10, i * 10 + 1)));
  const window = { fromMs: epochMs(5), toMs: epochMs(6) };
  for (let i = 0; i < 3; i++) kept.listOverlapping('kalshi', window, 'a');
  assert.deepEqual(asked, [{}, window, window, window]);
});

test('gaps of many series take no more memory than those of some', () => {
  const { asked, kept } = open(Array.from({ length: 1_000 }, (_, i) => gap(i * 10, i * 10 + 1)));
  const read = (series: number) => kept.listOverlapping('kalshi', {}, `s${series}`);
  for (let series = 0; series < 60; series++) read(series);
  read(59);
  assert.equal(asked.length, 60);
  read(0);
  assert.equal(asked.length, 61);
});
