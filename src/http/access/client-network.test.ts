import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toNetwork } from './client-network.ts';

test('a caller over a socket of the file system has no address', () => {
  assert.equal(toNetwork(undefined), 'unknown');
});

test('callers are distinguished by IPv4 address or IPv6 network', () => {
  for (const [ip, network] of [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['unknown', 'unknown'],
    ['unknown7', 'unknown'],
    ['_hidden', 'unknown'],
    ['', 'unknown'],
    ['1', 'unknown'],
    ['0x7f.1', 'unknown'],
    ['203.0.113.10:', 'unknown'],
    ['2001:db8:1:2:3:4:5:6:40001', '2001:db8:1:2'],
  ] as const) {
    assert.equal(toNetwork(ip), network, ip);
  }
});

test('a caller has one name in every form in which proxies write an address', () => {
  const wrap: readonly ((address: string, port: number) => string)[] = [
    (address) => address,
    (address) => ` ${address} `,
    (address) => `"${address}"`,
  ];
  const v4 = wrap.flatMap((outer) => [
    (address: string) => outer(address, 0),
    (address: string, port: number) => outer(`${address}:${port}`, port),
    (address: string) => outer(`::ffff:${address}`, 0),
    (address: string, port: number) => outer(`[::ffff:${address}]:${port}`, port),
  ]);
  const v6 = wrap.flatMap((outer) => [
    (address: string) => outer(address, 0),
    (address: string) => outer(address.toUpperCase(), 0),
    (address: string) => outer(`[${address}]`, 0),
    (address: string, port: number) => outer(`[${address}]:${port}`, port),
    (address: string) => outer(`[${address}%eth0]`, 0),
  ]);
  const port = fc.integer({ min: 0, max: 65_535 });
  fc.assert(
    fc.property(fc.ipV4(), port, fc.constantFrom(...v4), (address, number, write) => {
      assert.equal(toNetwork(write(address, number)), address);
    }),
  );
  const whole = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(whole, port, fc.constantFrom(...v6), (groups, number, write) => {
      // The addresses are from 2000::/3, so that none of them maps to an IPv4 address.
      const parts = [0x2001, ...groups.slice(1)].map((part) => part.toString(16));
      assert.equal(toNetwork(write(parts.join(':'), number)), parts.slice(0, 4).join(':'));
    }),
  );
  fc.assert(
    fc.property(fc.stringMatching(/^[g-z_][a-z0-9_-]{0,20}$/), (text) => {
      assert.equal(toNetwork(text), 'unknown');
    }),
  );
});
