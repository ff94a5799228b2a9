import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from './errors.ts';
import { Refusals } from './refusals.ts';

test('refusals are counted by code, and those for a debt apart from those for an empty balance', () => {
  const refusals = new Refusals();
  refusals.count(new ApiError('insufficient_balance', 'too little'));
  refusals.count(new ApiError('insufficient_balance', 'owing', { extra: { reason: 'owes' } }));
  refusals.count(new ApiError('insufficient_balance', 'owing', { extra: { reason: 'owes' } }));
  refusals.count(new ApiError('not_found', 'nothing'));
  assert.deepEqual(
    (['insufficient_balance', 'owes', 'not_found', 'ref_conflict'] as const).map((reason) =>
      refusals.get(reason),
    ),
    [1, 2, 1, 0],
  );
});
