import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixture } from '../../../test/support/polymarket-fixtures.ts';
import { findPosition, findVersion, isPositionId, isSameCondition, toClobConditionId } from './protocol.ts';
import { hasForm, readIds } from './yes-token.ts';

interface ClobMarket {
  readonly c: string;
  readonly t: readonly { readonly t: string; readonly o: string }[];
}
const v2 = fixture('clob-markets-v2.json') as ClobMarket;
const v1 = fixture('clob-markets-v1.json') as ClobMarket;
const gammaV2 = fixture('gamma-market-v2.described.json') as { version: string; positionIds: string[] };
const [UP = '', DOWN = ''] = v2.t.map(({ t }) => t);
/** Condition id of 31 bytes, as Gamma writes it. */
const CONDITION = v2.c.slice(0, -2);

test('a recorded position id spells its condition and outcome; recorded token ids of v1 do not', () => {
  assert.deepEqual(findPosition(UP), { conditionId: CONDITION, outcome: 0 });
  assert.deepEqual(findPosition(DOWN), { conditionId: CONDITION, outcome: 1 });
  for (const id of gammaV2.positionIds) assert.ok(findPosition(id) !== null, id);
  for (const { t } of v1.t) {
    assert.equal(isPositionId(t), false, t);
    assert.ok(hasForm('v1', t) && !hasForm('v2', t));
  }
  assert.ok(hasForm('v2', UP) && !hasForm('v1', UP));
});

test('ids of other forms are no positions', () => {
  const outcome2 = String(BigInt(UP) + 2n);
  const module9 = String(BigInt(UP) + (8n << 248n));
  for (const id of ['', 'x', '0x12', '-1', '1'.repeat(79), outcome2, module9, String(1n << 256n)])
    assert.equal(findPosition(id), null, id);
  assert.equal(isPositionId(String(BigInt(UP) + (1n << 40n))), false, 'a reserved bit');
  assert.equal(isPositionId(String(BigInt(UP) + (1n << 103n))), false, 'the last reserved bit');
  assert.equal(isPositionId(String(BigInt(UP) + (1n << 104n))), true, 'the bit beyond');
});

test('condition ids have one form here, and are padded at the border of the CLOB', () => {
  assert.equal(CONDITION.length, 2 + 62);
  assert.equal(toClobConditionId(CONDITION), v2.c);
  assert.equal(toClobConditionId(v2.c), v2.c);
  assert.equal(toClobConditionId(v1.c), v1.c);
  assert.ok(isSameCondition(CONDITION, v2.c.toUpperCase().replace('0X', '0x')));
  assert.ok(!isSameCondition(CONDITION, v1.c));
});

test('the stated version decides which ids count, not the presence of a list', () => {
  const outcomes = '["Up", "Down"]';
  const [t1 = '', t2 = ''] = v1.t.map(({ t }) => t);
  const tokens = JSON.stringify([t1, t2]);
  const positions = [UP, DOWN];
  const rows: [why: string, market: Parameters<typeof readIds>[0], expected: string][] = [
    ['v1 by default', { outcomes, clobTokenIds: tokens }, t1],
    ['null is v1', { version: null, outcomes, clobTokenIds: tokens }, t1],
    ['v1 with both', { version: 'v1', outcomes, clobTokenIds: tokens, positionIds: positions }, t1],
    ['v2 with both', { version: 'v2', outcomes, clobTokenIds: tokens, positionIds: positions }, UP],
    [
      'v2 in a text',
      { version: 'v2', outcomes, clobTokenIds: null, positionIds: JSON.stringify(positions) },
      UP,
    ],
    [
      'v2 with its condition',
      { version: 'v2', outcomes, positionIds: positions, conditionId: CONDITION },
      UP,
    ],
    ['v2 with the padded one', { version: 'v2', outcomes, positionIds: positions, conditionId: v2.c }, UP],
    ['v1 with positions alone', { version: 'v1', outcomes, positionIds: positions }, '/clobTokenIds'],
    ['v2 with tokens alone', { version: 'v2', outcomes, clobTokenIds: tokens }, '/positionIds'],
    [
      'v2 of another condition',
      { version: 'v2', outcomes, positionIds: positions, conditionId: v1.c },
      '/positionIds',
    ],
    ['v2 the other way round', { version: 'v2', outcomes, positionIds: [DOWN, UP] }, '/positionIds'],
    ['one id twice', { version: 'v1', outcomes, clobTokenIds: [t1, t1] }, '/clobTokenIds'],
    ['three ids', { outcomes, clobTokenIds: [t1, t2, UP] }, '/clobTokenIds'],
    ['numbers', { outcomes, clobTokenIds: '[1, 2]' }, '/clobTokenIds'],
    ['a version that is not known', { version: 'v3', outcomes, clobTokenIds: tokens }, '/version'],
    ['a version that is a number', { version: 2, outcomes, clobTokenIds: tokens }, '/version'],
    ['no outcomes', { clobTokenIds: tokens }, '/outcomes'],
  ];
  for (const [why, market, expected] of rows) {
    const read = readIds(market);
    assert.equal('reason' in read ? read.member : read.yesToken, expected, why);
  }
  const yes = readIds({ ...gammaV2, outcomes: '["No", "Yes"]' });
  assert.ok(!('reason' in yes) && yes.yesIndex === 1 && yes.yesToken === gammaV2.positionIds[1]);
  assert.deepEqual([findVersion(undefined), findVersion('v2'), findVersion('V2')], ['v1', 'v2', null]);
});
