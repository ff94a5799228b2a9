import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs, microUsd } from '../../domain/index.ts';
import { decideRedemption, type RedemptionFacts } from './redemption-decision.ts';

const VOUCHER = {
  hash: 'h',
  microUsd: microUsd(5),
  label: null,
  createdAt: epochMs(1),
  expiresAt: epochMs(100),
  redeemedAt: null,
  redeemedBy: null,
  cancelledAt: null,
  transferId: null,
};
const FACTS: RedemptionFacts = {
  voucher: VOUCHER,
  isPlausible: true,
  owner: 'ann',
  unansweredSince: null,
  now: epochMs(99),
};

test('a code is redeemed once, before it expires', () => {
  assert.deepEqual(decideRedemption(FACTS), { status: 'redeem', voucher: VOUCHER });
  const endless = { ...VOUCHER, expiresAt: null };
  assert.equal(decideRedemption({ ...FACTS, voucher: endless }).status, 'redeem');
  assert.deepEqual(decideRedemption({ ...FACTS, now: epochMs(100) }), { status: 'expired' });
});

test('unknown, mistyped and redeemed codes are answered alike, also after they expired', () => {
  const late = { ...FACTS, now: epochMs(1_000) };
  const redeemed = { ...VOUCHER, redeemedAt: epochMs(2), redeemedBy: 'ann', transferId: 1 };
  for (const change of [{ voucher: null }, { isPlausible: false }, { voucher: redeemed }]) {
    assert.deepEqual(decideRedemption({ ...late, ...change }), { status: 'invalid_code' });
  }
});

test('an owner whose redemption was stored without an answer gets the answer on the next request', () => {
  const voucher = { ...VOUCHER, redeemedAt: epochMs(50), redeemedBy: 'ann', transferId: 1 };
  const late = { ...FACTS, voucher, unansweredSince: epochMs(50), now: epochMs(1_000) };
  assert.deepEqual(decideRedemption(late), { status: 'repeated', voucher });
  // Another owner is rejected, and so is a redemption that was stored before the unanswered request.
  for (const change of [{ owner: 'ben' }, { unansweredSince: epochMs(51) }]) {
    assert.deepEqual(decideRedemption({ ...late, ...change }), { status: 'invalid_code' });
  }
  assert.equal(decideRedemption({ ...late, voucher: VOUCHER, now: epochMs(99) }).status, 'redeem');
});
