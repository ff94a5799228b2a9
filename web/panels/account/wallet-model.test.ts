import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeSigning, findWalletFamily } from './wallet-model.ts';

test('the form of an address tells how its wallet signs', () => {
  const rows: [address: string, family: string | null, says: RegExp][] = [
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'evm', /personal_sign.*hexadecimal/],
    ['TD5gsCwxykWsLN9aPrq2TAfNjByuZKYp4E', 'tron', /signMessageV2.*hexadecimal/],
    ['vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg', 'solana', /signMessage\).*base58/],
    ['0x5aAe', null, /key of the wallet/],
    ['', null, /key of the wallet/],
    ['TD5gsCwxykWsLN9aPrq2TAfNjByuZKYp4', 'solana', /base58/],
  ];
  for (const [address, family, says] of rows) {
    assert.equal(findWalletFamily(address), family, address);
    assert.match(describeSigning(findWalletFamily(address)), says);
  }
});
