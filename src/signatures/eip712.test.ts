import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToHex } from '@noble/hashes/utils.js';
import { computeTypedDataHash, encodeWord, formatType, hashStruct, type StructType } from './eip712.ts';

const AGENT: StructType = {
  name: 'Agent',
  fields: [
    ['source', 'string'],
    ['connectionId', 'bytes32'],
  ],
};
const ZERO = `0x${'0'.repeat(40)}`;

test('the text of a type names members and types in their order, without blanks', () => {
  assert.equal(formatType(AGENT), 'Agent(string source,bytes32 connectionId)');
});

test('numbers fill their word from the right, up to the largest that fits', () => {
  assert.equal(bytesToHex(encodeWord('uint8', 255)), 'ff'.padStart(64, '0'));
  assert.equal(bytesToHex(encodeWord('uint256', '1780000000123')), '19e7044887b'.padStart(64, '0'));
  assert.equal(bytesToHex(encodeWord('uint256', 2n ** 256n - 1n)), 'f'.repeat(64));
});

test('what does not fit its type is refused by name', () => {
  const rows: [type: Parameters<typeof encodeWord>[0], value: string | number | bigint][] = [
    ['uint8', 256],
    ['uint8', -1],
    ['uint64', 2n ** 64n],
    ['uint256', 2n ** 256n],
    ['uint256', 0.5],
    ['uint256', 'nine'],
    ['address', ZERO.slice(0, -1)],
    ['address', ZERO.slice(2)],
    ['bytes32', ZERO],
  ];
  for (const [type, value] of rows) {
    assert.throws(() => encodeWord(type, value, 'Order.member'), /Order\.member/, `${type} ${value}`);
  }
  assert.throws(() => hashStruct(AGENT, { source: 'a' }), /Agent\.connectionId is missing/);
});

test('every member of the domain changes the digest', () => {
  const domain = { name: 'Exchange', version: '1', chainId: 1337, verifyingContract: ZERO };
  const value = { source: 'a', connectionId: `0x${'1'.repeat(64)}` };
  const digests = [
    domain,
    { ...domain, name: 'exchange' },
    { ...domain, version: '2' },
    { ...domain, chainId: 1 },
    { ...domain, verifyingContract: `0x${'1'.repeat(40)}` },
  ].map((one) => bytesToHex(computeTypedDataHash(one, AGENT, value)));
  assert.equal(new Set(digests).size, digests.length);
});
