import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs, type SettlingTerms } from '../../domain/index.ts';
import { listDecidingMoments, listMoments } from './list-moments.ts';

const TERMS: SettlingTerms = {
  source: 'twap60',
  coin: 'btc',
  statistic: 'at',
  openAt: epochMs(1_000),
  closeAt: epochMs(9_000),
  test: 'above',
  tie: 'yes',
  strike: null,
  strikeHigh: null,
  strikeFrom: 'opening',
  decimals: null,
  toleranceSeconds: 0,
};
const STATED = { strike: null, value: null, openTakenAt: epochMs(2_000), closeTakenAt: epochMs(9_000) };

test('moments are in order, each once', () => {
  assert.deepEqual(listMoments(TERMS, STATED), [1_000, 2_000, 9_000]);
  assert.deepEqual(listMoments({ openAt: null, closeAt: null }, null), []);
});

test('the opening decides only where the strike is its value, and is shown in any case', () => {
  assert.deepEqual(listDecidingMoments(TERMS, null), [1_000, 9_000]);
  const stated: SettlingTerms = { ...TERMS, strikeFrom: 'stated', strike: '100' };
  assert.deepEqual(listDecidingMoments(stated, null), [9_000]);
  assert.deepEqual(listMoments(stated, null), [1_000, 9_000]);
});
