import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { isAddress, toChecksumAddress } from './address.ts';
import {
  deriveAddress,
  findPrivateKey,
  findSignature,
  formatSignature,
  recoverAddress,
  signDigest,
} from './wallet.ts';

/** The first key of the well-known development mnemonic "test test ... junk": never fund it. */
const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const ORDER_OF_THE_CURVE = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141';

test('a private key is hex of 32 bytes between zero and the order of the curve', () => {
  const rows: [text: string, isKey: boolean][] = [
    [KEY, true],
    [KEY.slice(2), true],
    [KEY.slice(0, -1), false],
    [`${KEY}0`, false],
    [`0x${'0'.repeat(64)}`, false],
    [`0x${'0'.repeat(63)}1`, true],
    [`0x${ORDER_OF_THE_CURVE}`, false],
    [`0x${ORDER_OF_THE_CURVE.slice(0, -1)}0`, true],
    [' '.repeat(64), false],
    ['', false],
  ];
  for (const [text, isKey] of rows) assert.equal(findPrivateKey(text) !== null, isKey, text);
});

test('the address of a key carries its checksum', () => {
  assert.equal(deriveAddress(findPrivateKey(KEY) as Uint8Array), ADDRESS);
});

// The four examples of EIP-55.
for (const address of [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]) {
  test(`${address} is an address in its own case, in lower and in upper case, and in no other`, () => {
    assert.equal(toChecksumAddress(address.toLowerCase()), address);
    assert.ok(isAddress(address));
    assert.ok(isAddress(address.toLowerCase()));
    assert.ok(isAddress(`0x${address.slice(2).toUpperCase()}`));
    const flipped = address.replace(/[a-f]/, (letter) => letter.toUpperCase());
    assert.equal(isAddress(flipped), flipped === address);
    assert.equal(isAddress(address.slice(0, -1)), false);
  });
}

test('who signed is recovered, and a changed digest recovers another address', () => {
  const digest = keccak_256(utf8ToBytes('an order'));
  const signature = signDigest(digest, findPrivateKey(KEY) as Uint8Array);
  assert.equal(recoverAddress(digest, signature), ADDRESS);
  assert.notEqual(recoverAddress(keccak_256(utf8ToBytes('another')), signature), ADDRESS);
  assert.deepEqual(findSignature(formatSignature(signature)), { ...signature, v: signature.v });
});

test('a signature that no key can have made has no signer', () => {
  const digest = keccak_256(utf8ToBytes('an order'));
  const fine = signDigest(digest, findPrivateKey(KEY) as Uint8Array);
  for (const broken of [
    { ...fine, v: 29 },
    { ...fine, r: `0x${'f'.repeat(64)}` },
    { ...fine, r: '0x0' },
    { ...fine, s: 'nonsense' },
    { ...fine, s: `0x${'1'.repeat(65)}` },
  ]) {
    assert.equal(recoverAddress(digest, broken), null);
  }
});

test('r and s without their leading zeros recover the same signer', () => {
  const key = findPrivateKey(KEY) as Uint8Array;
  // About one signature in 128 has a leading zero in r or s.
  for (let i = 0; i < 5_000; i++) {
    const digest = keccak_256(utf8ToBytes(`order ${i}`));
    const { r, s, v } = signDigest(digest, key);
    if (!r.startsWith('0x0') && !s.startsWith('0x0')) continue;
    const short = (text: string) => `0x${BigInt(text).toString(16)}`;
    assert.equal(recoverAddress(digest, { r: short(r), s: short(s), v }), ADDRESS);
    return;
  }
  assert.fail('no signature with a leading zero');
});
