import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_SETTLING, type SettlingTerms } from '../../domain/index.ts';
import { listSettlingDifferences } from './compare-settling.ts';

const TERMS: SettlingTerms = {
  ...NO_SETTLING,
  source: 'twap60',
  coin: 'btc',
  strikeFrom: 'opening',
  tie: 'yes',
};

test('markets settle differently where both state a member and not alike; what one leaves out differs from nothing', () => {
  const compare = (one: Partial<SettlingTerms> | null) =>
    listSettlingDifferences({ settling: TERMS }, { settling: one === null ? null : { ...TERMS, ...one } });
  assert.deepEqual(compare({}), []);
  assert.deepEqual(compare({ source: null, tie: null, decimals: 2 }), []);
  assert.deepEqual(compare(null), []);
  assert.deepEqual(compare({ source: 'rti60' }), ['They settle differently (source): twap60 against rti60.']);
  assert.equal(compare({ strikeFrom: 'stated', tie: 'no' }).length, 2);
});
