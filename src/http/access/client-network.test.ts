import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toNetwork } from './client-network.ts';

test('callers are distinguished by IPv4 address or IPv6 network', () => {
  for (const [ip, network] of [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2'],
    ['::1', '0:0:0:0'],
    ['unknown', 'unknown'],
  ] as const) {
    assert.equal(toNetwork(ip), network, ip);
  }
});
