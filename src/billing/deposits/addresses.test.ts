import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToHex } from '@noble/hashes/utils.js';
import { readEvmAddress } from './families/evm/address.ts';
import {
  computeAssociatedTokenAccount,
  isSolanaWallet,
  readSolanaAddress,
} from './families/solana/address.ts';
import {
  parseTronDigits,
  readTronAddress,
  toTronAddress,
  toTronAddressBytes,
} from './families/tron/address.ts';
import { getFamily } from './families.ts';

/** Addresses with checksums from the examples of EIP-55. */
const CHECKSUMMED = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];

test('EVM addresses are taken in one case, or in mixed case with the right checksum', () => {
  for (const address of CHECKSUMMED) {
    const lower = address.toLowerCase();
    assert.equal(getFamily('evm').showAddress(lower), address);
    assert.equal(readEvmAddress(address), lower);
    assert.equal(readEvmAddress(lower), lower);
    assert.equal(readEvmAddress(`0x${lower.slice(2).toUpperCase()}`), lower);
  }
});

test('what is no EVM address, has a wrong checksum or is the zero address is refused', () => {
  const [good] = CHECKSUMMED as [string];
  const swapped = good.replace('aA', 'Aa');
  for (const text of [
    '',
    '0x',
    good.slice(0, -1),
    `${good}0`,
    good.slice(2),
    swapped,
    `0x${'0'.repeat(40)}`,
  ]) {
    assert.equal(readEvmAddress(text), null, text);
  }
});

const TRON_USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

test('Tron addresses carry a checksum, and stand for 20 bytes', () => {
  assert.equal(readTronAddress(TRON_USDT), TRON_USDT);
  const bytes = toTronAddressBytes(TRON_USDT);
  assert.equal(bytesToHex(bytes), 'a614f803b6fd780986a42c78ec9c7f77e6ded13c');
  assert.equal(toTronAddress(bytes), TRON_USDT);
  assert.equal(parseTronDigits(`${'0'.repeat(24)}${bytesToHex(bytes)}`), TRON_USDT);
});

test('a Tron address with one wrong character, or of another network, is refused', () => {
  const wrong = [`${TRON_USDT.slice(0, -1)}u`, TRON_USDT.slice(0, -1), `${TRON_USDT}t`, 'T'.repeat(34), ''];
  for (const text of wrong) assert.equal(readTronAddress(text), null, text);
  // base58check of 0x42 and zeros: the checksum is right, the first byte is wrong.
  assert.equal(readTronAddress('TZJozAg1ruapycCicgz31GxvYJ1G1qELV7'), null);
});

const WALLET = 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg';
const SOLANA_USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

test('a Solana wallet lies on the curve, its token account does not', () => {
  assert.equal(readSolanaAddress(WALLET), WALLET);
  assert.equal(isSolanaWallet(WALLET), true);
  // The address that the official library computes for this pair.
  const account = computeAssociatedTokenAccount(WALLET, SOLANA_USDC);
  assert.equal(account, '9jrTvdU2Am3UmgSAX8EKS9wwrSufkWRbZzEukDogqpQg');
  assert.equal(readSolanaAddress(account), account);
  assert.equal(isSolanaWallet(account), false);
});

test('no text is an address of two families', () => {
  assert.equal(readSolanaAddress(TRON_USDT), null);
  assert.equal(readTronAddress(WALLET), null);
  assert.equal(readSolanaAddress('0'.repeat(40)), null);
  assert.equal(readSolanaAddress('1'.repeat(33)), null);
});
