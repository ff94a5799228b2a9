import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cryptoRandom } from '../../domain/index.ts';
import { generateKey, hashKey, isWellFormedKey } from './api-key.ts';

const VECTOR = 'hk_live_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA0cN2Ip';
const FORMAT = { prefix: 'hk', environment: 'live' } as const;

test('a published key has the published checksum and hash', () => {
  assert.equal(isWellFormedKey(FORMAT, VECTOR), true);
  assert.equal(
    generateKey(FORMAT, (count) => new Uint8Array(count).fill(10)),
    VECTOR,
  );
  assert.equal(hashKey(VECTOR), '645b505be74e9a8d757b2ae5ee21d305111ca0be70e4f9dbad80c8e8156a91be');
});

test('bytes that would favour some characters are not used', () => {
  let asked = 0;
  const key = generateKey(FORMAT, (count) => {
    asked++;
    return new Uint8Array(count).fill(asked === 1 ? 248 : 61);
  });
  assert.equal(key.slice(8, 40), 'z'.repeat(32));
});

test('generated keys are well formed, and any changed character is noticed', () => {
  const format = { prefix: 'ct', environment: 'test' } as const;
  for (let i = 0; i < 200; i++) {
    const key = generateKey(format, cryptoRandom);
    assert.match(key, /^ct_test_[0-9A-Za-z]{38}$/);
    assert.equal(isWellFormedKey(format, key), true);
    const at = 8 + (i % 38);
    const other = key[at] === 'x' ? 'y' : 'x';
    assert.equal(isWellFormedKey(format, key.slice(0, at) + other + key.slice(at + 1)), false);
  }
});

test('what is no key of this service is refused', () => {
  const key = generateKey({ prefix: 'ct', environment: 'live' }, cryptoRandom);
  for (const text of [
    '',
    'x',
    key.slice(1),
    `${key} `,
    `${key}, ${key}`,
    key.replace('live', 'test'),
    VECTOR,
  ]) {
    assert.equal(isWellFormedKey({ prefix: 'ct', environment: 'live' }, text), false, text);
  }
});
