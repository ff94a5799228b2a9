import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs } from '../../domain/index.ts';
import { UnansweredRedemptions } from './unanswered-redemptions.ts';

test('the first request counts, of each owner and voucher', () => {
  const unanswered = new UnansweredRedemptions();
  assert.equal(unanswered.findFirst('h', 'ann'), null);
  unanswered.add('h', 'ann', epochMs(5));
  unanswered.add('h', 'ann', epochMs(6));
  unanswered.add('h', 'ben', epochMs(7));
  assert.deepEqual([unanswered.findFirst('h', 'ann'), unanswered.findFirst('h', 'ben')], [5, 7]);
  assert.equal(unanswered.findFirst('other', 'ann'), null);
  unanswered.remove('h', 'ann');
  assert.deepEqual([unanswered.findFirst('h', 'ann'), unanswered.findFirst('h', 'ben')], [null, 7]);
});

test('beyond the limit the oldest is forgotten', () => {
  const unanswered = new UnansweredRedemptions(2);
  for (const [i, owner] of ['ann', 'ben', 'cat'].entries()) unanswered.add('h', owner, epochMs(i + 1));
  assert.deepEqual(
    ['ann', 'ben', 'cat'].map((owner) => unanswered.findFirst('h', owner)),
    [null, 2, 3],
  );
});
