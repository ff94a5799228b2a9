import assert from 'node:assert/strict';
import test from 'node:test';
import { coversEveryOutcome } from './covers-every-outcome.ts';
import type { KalshiMarket } from './wire.ts';

function market(strike_type: string, floor_strike: number | null, cap_strike: number | null): KalshiMarket {
  return { ticker: 'T', event_ticker: 'E', status: 'active', strike_type, floor_strike, cap_strike };
}

const below = market('less', null, 80);
const above = market('greater', 83, null);
const ranges = [market('between', 80, 81), market('between', 82, 83)];

test('strikes prove that an event leaves nothing out only when they cover every number', () => {
  const rows: [why: string, KalshiMarket[], true | null][] = [
    ['below, two whole-degree ranges, above', [above, ...ranges, below], true],
    [
      'ranges that touch',
      [market('less', null, 1), market('between', 1, 2), market('between', 2, 3), market('greater', 3, null)],
      true,
    ],
    [
      'inclusive ends one step away',
      [market('less_or_equal', null, 79), ...ranges, market('greater_or_equal', 84, null)],
      true,
    ],
    [
      'decimal steps',
      [
        market('less', null, 0.1),
        market('between', 0.1, 0.2),
        market('between', 0.3, 0.4),
        market('greater', 0.4, null),
      ],
      true,
    ],
    ['no lower end', [...ranges, above], null],
    ['no upper end', [below, ...ranges], null],
    ['a strict end one step away leaves a number out', [market('less', null, 79), ...ranges, above], null],
    [
      'a range is missing',
      [
        below,
        market('between', 80, 81),
        market('between', 82, 83),
        market('between', 86, 87),
        market('greater', 87, null),
      ],
      null,
    ],
    ['ranges overlap', [below, market('between', 80, 82), market('between', 81, 83), above], null],
    ['only thresholds', [below, market('greater', 80, null)], null],
    ['a candidate among numbers', [below, ...ranges, above, market('custom', null, null)], null],
    ['candidates only', [market('structured', null, null), market('custom', null, null)], null],
    ['no markets', [], null],
  ];
  for (const [why, markets, expected] of rows) assert.equal(coversEveryOutcome(markets), expected, why);
});
