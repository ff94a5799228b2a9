import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hexToBytes } from '@noble/hashes/utils.js';
import { toChecksumAddress } from '../../signatures/address.ts';
import {
  computeCreate2Hash,
  computeForwarderAddress,
  type ForwarderForm,
} from './chains/forwarder-address.ts';
import { toEvmAddress } from './families/evm/address.ts';
import { toTronAddressBytes } from './families/tron/address.ts';
import { getFamily } from './families.ts';

const EVM = getFamily('evm').forwarders as ForwarderForm;
const TRON = getFamily('tron').forwarders as ForwarderForm;

const bytes = (hex: string, length: number) => hexToBytes(hex.padStart(length * 2, '0'));

test('CREATE2 gives the addresses of EIP-1014', () => {
  const deadbeef00 = `deadbeef${'0'.repeat(32)}`;
  const rows: [factory: string, salt: string, initCode: string, address: string][] = [
    ['', '', '00', '0x4D1A2e2bB4F88F0250f26Ffff098B0b30B26BF38'],
    [deadbeef00, '', '00', '0xB928f69Bb1D91Cd65274e3c79d8986362984fDA3'],
    [deadbeef00, `feed${'0'.repeat(36)}`, '00', '0xD04116cDd17beBE565EB2422F2497E06cC1C9833'],
    ['', '', 'deadbeef', '0x70f2b2914A2a4b783FaEFb75f459A580616Fcb5e'],
    ['deadbeef', 'cafebabe', 'deadbeef', '0x60f3f640a8508fC6a86d45DF051962668E1e8AC7'],
    ['deadbeef', 'cafebabe', 'deadbeef'.repeat(11), '0x1d8bfDC5D46DC4f61D6b6115972536eBE6A8854C'],
    ['', '', '', '0xE33C0C7F7df4809055C3ebA6c09CFe4BaF1BD9e0'],
  ];
  for (const [factory, salt, initCode, address] of rows) {
    const hash = computeCreate2Hash(EVM, {
      factory: bytes(factory, 20),
      salt: bytes(salt, 32),
      initCode: hexToBytes(initCode),
    });
    assert.equal(toChecksumAddress(toEvmAddress(hash)), address);
  }
});

const PARTS = {
  chainId: 8_453,
  ownerUid: hexToBytes('000102030405060708090a0b0c0d0e0f'),
  factory: `0x${'2'.repeat(40)}`,
  implementation: `0x${'1'.repeat(40)}`,
} as const;

test('the address of a forwarder can be computed without a secret', () => {
  // Expected values were computed from the rule in docs/deposits.md with another implementation of Keccak.
  assert.deepEqual(computeForwarderAddress(EVM, PARTS), {
    salt: '0x7c2ae8753188cad505f049c4ae14f1b0c4e1f6e505d41c8ea2ac110132584663',
    initCodeHash: '0xa2d88143eeea48efcc9f4a249ebe53d688d02897963ffc34032b89239ec11b5e',
    address: '0x7ec5358da090da770854446aa3ddc150c59a378b',
  });
});

test('owner, chain, factory and implementation each change the address', () => {
  const addresses = [
    PARTS,
    { ...PARTS, chainId: 1 },
    { ...PARTS, ownerUid: new Uint8Array(16) },
    { ...PARTS, factory: `0x${'3'.repeat(40)}` },
    { ...PARTS, implementation: `0x${'3'.repeat(40)}` },
  ].map((parts) => computeForwarderAddress(EVM, parts).address);
  assert.equal(new Set(addresses).size, addresses.length);
});

test('Tron hashes another first byte and writes the address its own way', () => {
  const factory = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  const { address, salt } = computeForwarderAddress(TRON, { ...PARTS, factory, implementation: factory });
  assert.match(address, /^T[1-9A-HJ-NP-Za-km-z]{33}$/);
  const asEvm = toEvmAddress(toTronAddressBytes(factory));
  const evm = computeForwarderAddress(EVM, { ...PARTS, factory: asEvm, implementation: asEvm });
  assert.equal(salt, evm.salt);
  assert.notEqual(toEvmAddress(toTronAddressBytes(address as `T${string}`)), evm.address);
});

test('what is no address of the family, or no uid, is refused by name', () => {
  assert.throws(() => computeForwarderAddress(TRON, PARTS), /implementation .* is not an address of tron/);
  assert.throws(
    () => computeForwarderAddress(EVM, { ...PARTS, factory: '0x22' }),
    /factory 0x22 is not an address of evm/,
  );
  assert.throws(() => computeForwarderAddress(EVM, { ...PARTS, ownerUid: new Uint8Array(15) }), /16 bytes/);
});
