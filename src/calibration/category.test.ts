import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, NO_SETTLING } from '../domain/index.ts';
import { toCategory } from './category.ts';

test('markets that open with their window, or last four hours at most, are windows; others are of their venue', () => {
  const categorise = (settling: Partial<typeof NO_SETTLING> | null, category: string | null = ' Crypto ') =>
    toCategory({ category, settling: settling === null ? null : { ...NO_SETTLING, ...settling } });
  assert.equal(categorise(null), 'crypto');
  assert.equal(categorise(null, null), 'none');
  assert.equal(toCategory(null), 'none');
  assert.equal(categorise({ strikeFrom: 'opening' }), 'window');
  assert.equal(categorise({ strikeFrom: 'stated', openAt: 0, closeAt: 4 * HOUR_MS }), 'window');
  assert.equal(categorise({ strikeFrom: 'stated', openAt: 0, closeAt: 4 * HOUR_MS + 1 }), 'crypto');
  assert.equal(categorise({ strikeFrom: 'stated', openAt: null, closeAt: HOUR_MS }), 'crypto');
});
