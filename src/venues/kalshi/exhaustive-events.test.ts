import assert from 'node:assert/strict';
import { test } from 'node:test';
import { binaryState } from '../../../test/support/markets.ts';
import type { BinaryState, BinaryTicker } from '../../domain/index.ts';
import { markExhaustive } from './exhaustive-events.ts';
import type { KalshiMarket } from './wire.ts';

const LISTED = new Map<string, KalshiMarket>(
  [
    { ticker: 'LOW', strike_type: 'less', floor_strike: null, cap_strike: 80 },
    { ticker: 'MIDDLE', strike_type: 'between', floor_strike: 80, cap_strike: 81 },
    { ticker: 'HIGH', strike_type: 'greater', floor_strike: 81, cap_strike: null },
    { ticker: 'OLD', strike_type: 'between', floor_strike: 70, cap_strike: 71 },
  ].map((market) => [market.ticker, { ...market, event_ticker: 'E', status: 'active' }]),
);

function member(name: string, ticker: Partial<BinaryTicker> = {}): BinaryState {
  return binaryState(name, 0.5, { tickerOverrides: { eventKey: 'E', exclusive: true, ...ticker } });
}

test('an exclusive event is exhaustive when its open markets cover every number', () => {
  const [low, middle, high] = [member('LOW'), member('MIDDLE'), member('HIGH')];
  const rows: [why: string, states: BinaryState[], exhaustive: (boolean | null)[]][] = [
    ['all of them', [low, middle, high], [true, true, true]],
    ['one is not tracked', [low, high], [null, null]],
    ['one is closed', [low, member('MIDDLE', { status: 'closed' }), high], [null, null, null]],
    [
      'a closed one beside them',
      [low, middle, high, member('OLD', { status: 'closed' })],
      [true, true, true, true],
    ],
    ['one is of another event', [low, member('MIDDLE', { eventKey: 'F' }), high], [null, null, null]],
    [
      'not exclusive',
      [low, middle, high].map(({ ticker }) => member(ticker.venueId, { exclusive: null })),
      [null, null, null],
    ],
    ['no markets', [], []],
  ];
  for (const [why, states, expected] of rows) {
    const marked = markExhaustive(states, LISTED);
    assert.deepEqual(
      marked.map(({ ticker }) => ticker.exhaustive),
      expected,
      why,
    );
  }
});
