import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planRows } from './row-plan.ts';

const credit = { scope: 'admin.credit', idem: 'r-1', src: 'adjust:admin', dst: 'owner:ann' };
const charge = { scope: 'stream', idem: 'c-1', src: 'owner:ann', dst: 'revenue:stream' };

test('a credit needs its accounts, what its owner owes and what is in circulation', () => {
  const keys = planRows([{ procedure: 'ledger.post', argument: { posting: credit } }]);
  assert.deepEqual([...(keys?.accounts ?? [])], ['adjust:admin', 'owner:ann', 'receivable:ann']);
  assert.deepEqual([keys?.transfers, keys?.isMoneyEntering], [[credit], true]);
});

test('a charge needs no sum', () => {
  const keys = planRows([{ procedure: 'ledger.post', argument: { posting: charge } }]);
  assert.deepEqual([...(keys?.accounts ?? [])], ['owner:ann', 'revenue:stream']);
  assert.deepEqual([keys?.transfers, keys?.isMoneyEntering], [[charge], false]);
});

test('a step of a chain needs its keys, and the accounts of its tokens, of the review and of owners of an address or a wallet', () => {
  const place = { scope: 'chain:1', chain: 'base', family: 'evm', treasuries: ['0xold', '0xt'] };
  const transfers = [
    { idem: '0x1:0', symbol: 'USDC', from: '0xa', to: '0xf' },
    { idem: '0x2:0', symbol: 'USDT', from: '0xb', to: '0xt' },
    { idem: '0x3:0', symbol: 'USDT', from: null, to: '0xt' },
  ];
  const keys = planRows([{ procedure: 'chains.step', argument: { ...place, transfers } }]);
  assert.deepEqual([...(keys?.accounts ?? [])].sort(), [
    'asset:chain:base:USDC',
    'asset:chain:base:USDT',
    'review:held',
    'review:unattributed',
  ]);
  assert.deepEqual(
    keys?.transfers,
    transfers.map(({ idem }) => ({ scope: 'chain:1', idem })),
  );
  assert.deepEqual(keys?.addresses, [{ scope: 'chain:1', address: '0xf' }]);
  assert.deepEqual(keys?.wallets, [{ family: 'evm', address: '0xb' }]);
  assert.equal(keys?.isMoneyEntering, true);
  assert.equal(planRows([{ procedure: 'chains.step', argument: { ...place, transfers: [] } }]), null);
});

test('owners who repay need what they have and owe, beside a posting', () => {
  const keys = planRows([
    { procedure: 'ledger.repayAll', argument: { owners: ['ann'] } },
    {
      procedure: 'ledger.post',
      argument: { posting: { scope: 'wh', idem: 'e-1', src: 'asset:a', dst: 'owner:ben' } },
    },
  ]);
  assert.deepEqual(
    [...(keys?.accounts ?? [])],
    ['owner:ann', 'receivable:ann', 'asset:a', 'owner:ben', 'receivable:ben'],
  );
  assert.deepEqual([...(keys?.receivables ?? [])], ['receivable:ann', 'receivable:ben']);
  assert.equal(keys?.isMoneyEntering, true);
});

test('other calls alone need nothing beforehand', () => {
  assert.equal(planRows([{ procedure: 'keys.touch', argument: [] }]), null);
});
