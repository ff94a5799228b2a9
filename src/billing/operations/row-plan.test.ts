import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planRows } from './row-plan.ts';

const credit = { scope: 'admin.credit', idem: 'r-1', src: 'adjust:admin', dst: 'owner:ann' };
const charge = { scope: 'stream', idem: 'c-1', src: 'owner:ann', dst: 'revenue:stream' };
const hold = { scope: 'trade', idem: 'o-1' };

test('a credit needs its accounts, what its owner owes and what is in circulation', () => {
  const keys = planRows([{ procedure: 'ledger.post', argument: { posting: credit } }]);
  assert.deepEqual([...(keys?.accounts ?? [])], ['adjust:admin', 'owner:ann', 'receivable:ann']);
  assert.deepEqual([keys?.transfers, keys?.isMoneyEntering], [[credit], true]);
});

test('charges and holds need no sum, and a hold that ends names the account of its owner', () => {
  const capture = { scope: 'trade.capture', idem: 'o-1', hold, dst: 'revenue:trade_fee' };
  const keys = planRows([
    { procedure: 'ledger.post', argument: { posting: charge } },
    { procedure: 'ledger.hold', argument: { request: { ...hold, owner: 'ben' } } },
    { procedure: 'ledger.capture', argument: { request: capture } },
    { procedure: 'ledger.release', argument: { key: hold } },
  ]);
  assert.deepEqual(
    [...(keys?.accounts ?? [])],
    ['owner:ann', 'revenue:stream', 'owner:ben', 'revenue:trade_fee'],
  );
  assert.equal(keys?.isMoneyEntering, false);
  assert.equal(keys?.holds.length, 3);
  assert.deepEqual(keys?.holdOwners, [hold, hold]);
});

test('other calls alone need nothing beforehand', () => {
  assert.equal(planRows([{ procedure: 'keys.touch', argument: [] }]), null);
});
