import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TapeHole, TapeTrade } from '../../../client/src/index.ts';
import { buildRows, countNewer, type TradeList } from './trades-model.ts';

const trade = (t: number): TapeTrade => ({
  t,
  venueT: t,
  price: 0.4,
  size: 10,
  side: 'buy',
  sideSource: 'venue',
  id: `trade-${t}`,
  settled: null,
  source: 'stream',
  isBlock: false,
});

const list = (
  times: readonly number[],
  notRecorded: readonly TapeHole[],
  nextCursor: string | null = null,
): TradeList => ({
  trades: times.map(trade),
  coverage: {
    state: 'partial',
    recordedFromMs: 0,
    recordedToMs: 100,
    recordedFrac: 0.5,
    notRecorded,
    setting: null,
    sampled: [],
    resyncs: [],
    more: false,
  },
  nextCursor,
});

const HOLES: readonly TapeHole[] = [
  { fromMs: 0, toMs: 9, reason: 'before' },
  { fromMs: 12, toMs: 14, reason: 'restart' },
  { fromMs: 30, toMs: 40, reason: 'connection' },
  { fromMs: 90, toMs: 95, reason: 'silence' },
  { fromMs: 96, toMs: 100, reason: 'pending' },
];

const write = (rows: ReturnType<typeof buildRows>) =>
  rows.map((row) => (row.kind === 'trade' ? row.trade.t : row.hole.reason));

test('holes stand among the trades where they end; what is to come and what was not begun are none', () => {
  assert.deepEqual(write(buildRows(list([80, 50, 20], HOLES))), [
    'silence',
    80,
    50,
    'connection',
    20,
    'restart',
  ]);
  assert.deepEqual(write(buildRows(list([], HOLES))), ['silence', 'connection', 'restart']);
});

test('a hole before the oldest trade waits for the trades around it', () => {
  assert.deepEqual(write(buildRows(list([80, 50], HOLES, 'cursor'))), ['silence', 80, 50]);
  // Trades that were read afterwards lie in their hole.
  assert.deepEqual(write(buildRows(list([80, 35], HOLES, 'cursor'))), ['silence', 80, 'connection', 35]);
});

test('newer trades are counted, and more than a page of them is said', () => {
  const shown = list([50, 20], []);
  assert.deepEqual(countNewer(shown, list([50, 20], [])), { count: 0, isMore: false });
  assert.deepEqual(countNewer(shown, list([80, 70, 50], [])), { count: 2, isMore: false });
  assert.deepEqual(countNewer(shown, list([80, 70], [])), { count: 2, isMore: true });
  assert.deepEqual(countNewer(list([], []), list([80], [])), { count: 1, isMore: false });
});
