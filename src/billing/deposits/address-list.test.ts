import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOnList, readAddressList } from './address-list.ts';

const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

test('a list holds one address a line, of any family, and comments', () => {
  const read = readAddressList(`# hot wallets\r\n\n  ${EVM}  # an exchange\n${TRON}\n`);
  assert.ok('addresses' in read);
  assert.equal(read.addresses.size, 2);
  assert.equal(isOnList(read.addresses, { family: 'evm', address: EVM.toLowerCase() }), true);
  assert.equal(isOnList(read.addresses, { family: 'tron', address: TRON }), true);
  assert.equal(
    isOnList(read.addresses, { family: 'evm', address: EVM.toLowerCase().replace('5', '6') }),
    false,
  );
});

test('every line that holds no address is named', () => {
  const read = readAddressList(`${EVM}\n0x12\n${EVM.replace('aA', 'Aa')}`);
  assert.ok('problems' in read);
  assert.deepEqual(
    read.problems.map((problem) => problem.slice(0, 6)),
    ['line 2', 'line 3'],
  );
});
