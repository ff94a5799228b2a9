import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLoopbackHost, isPrivateAddress } from './addresses.ts';

test('this machine is known by name and by every form of its address', () => {
  for (const host of ['localhost', '127.0.0.1', '127.9.9.9', '[::1]', '::ffff:127.0.0.1']) {
    assert.equal(isLoopbackHost(host), true, host);
  }
  for (const host of ['localhost.example.org', '128.0.0.1', '[::2]', 'example.org']) {
    assert.equal(isLoopbackHost(host), false, host);
  }
});

test('addresses outside the public Internet are private, names and public addresses are not', () => {
  const inside = ['10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'];
  const inside6 = ['[fe80::1]', '[fd00::1]', '::ffff:10.0.0.1', '[64:ff9b::a00:1]', '[::]'];
  for (const host of [...inside, ...inside6]) assert.equal(isPrivateAddress(host), true, host);
  for (const host of ['8.8.8.8', '[2606:4700::1111]', 'example.org']) {
    assert.equal(isPrivateAddress(host), false, host);
  }
});
