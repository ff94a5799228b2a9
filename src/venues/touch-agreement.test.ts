import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TouchAgreement } from './touch-agreement.ts';

test('a touch is believed until it is the complement of the list, or stays away from it', () => {
  const rows: [
    why: string,
    pairs: (readonly [listed: number | null, streamed: number | null])[],
    believed: boolean[],
  ][] = [
    ['equal', [[0.7, 0.7]], [true]],
    ['a little ahead', [[0.7, 0.79]], [true]],
    ['the other side', [[0.7, 0.3]], [false]],
    ['the other side, roughly', [[0.71, 0.3]], [false]],
    ['apart once: the list may lag', [[0.7, 0.4]], [true]],
    [
      'apart three times',
      [
        [0.7, 0.4],
        [0.71, 0.42],
        [0.7, 0.4],
      ],
      [true, true, false],
    ],
    [
      'apart, together, apart',
      [
        [0.7, 0.4],
        [0.41, 0.4],
        [0.7, 0.4],
      ],
      [true, true, true],
    ],
    [
      'together again',
      [
        [0.7, 0.3],
        [0.32, 0.3],
      ],
      [false, true],
    ],
    [
      'a side without a price proves nothing',
      [
        [0.7, 0.3],
        [null, 0.3],
        [0.3, null],
      ],
      [false, false, false],
    ],
    [
      'complements near the middle, three times',
      [
        [0.53, 0.47],
        [0.53, 0.47],
        [0.53, 0.47],
      ],
      [true, true, false],
    ],
    [
      'complements in the middle',
      [
        [0.505, 0.495],
        [0.505, 0.495],
        [0.505, 0.495],
      ],
      [true, true, true],
    ],
  ];
  const late = new TouchAgreement();
  const moved = [0, 1, 2, 3].map(() => late.compare('a', 0.7, 0.4, true));
  assert.deepEqual(
    [...moved, late.compare('a', 0.7, 0.3, true)],
    [true, true, true, true, false],
    'a late list',
  );
  for (const [why, pairs, believed] of rows) {
    const agreement = new TouchAgreement();
    assert.deepEqual(
      pairs.map(([listed, streamed]) => agreement.compare('a', listed, streamed)),
      believed,
      why,
    );
    assert.equal(agreement.isBelieved('b'), true);
    agreement.keep(new Set());
    assert.equal(agreement.isBelieved('a'), true);
  }
});
