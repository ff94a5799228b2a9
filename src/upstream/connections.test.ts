import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import type { LookupAddress } from 'node:dns';
import path from 'node:path';
import { test } from 'node:test';
import { findPrivateHosts, guardLookup, type LookupAll, PrivateAddressError } from './connections.ts';

const NAMES: Readonly<Record<string, readonly string[]>> = {
  'api.example': ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'],
  'metadata.example': ['169.254.169.254'],
  'mixed.example': ['93.184.216.34', '10.0.0.7'],
  'loop.example': ['127.0.0.1'],
  localhost: ['127.0.0.1'],
};

const isPrivate = (address: string) => /^(127|10|169\.254)\./.test(address);

const lookup: LookupAll = (host, _options, done) => {
  const found = NAMES[host];
  if (found === undefined) return done(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), []);
  done(
    null,
    found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );
};

function resolve(host: string, all: boolean): Promise<string | LookupAddress[]> {
  return new Promise((done, fail) =>
    guardLookup({ lookup, isPrivate })(host, { all }, (error, address) =>
      error === null ? done(address) : fail(error),
    ),
  );
}

test('a connection is handed the addresses that were checked, in the requested form', async () => {
  assert.equal(await resolve('api.example', false), '93.184.216.34');
  assert.deepEqual(await resolve('api.example', true), [
    { address: '93.184.216.34', family: 4 },
    { address: '2606:2800:220:1:248:1893:25c8:1946', family: 6 },
  ]);
});

test('a name with one private address is refused; localhost alone means this machine', async () => {
  for (const host of ['metadata.example', 'mixed.example', 'loop.example']) {
    for (const all of [true, false]) {
      await assert.rejects(resolve(host, all), (error) => {
        return error instanceof PrivateAddressError && error.code === 'EPRIVATE' && error.host === host;
      });
    }
  }
  assert.equal(await resolve('localhost', false), '127.0.0.1');
});

test('a failure of the resolver stays what it is', async () => {
  await assert.rejects(resolve('nowhere.example', true), { code: 'ENOTFOUND' });
});

test('an address that changes between two connections is checked both times', async () => {
  let calls = 0;
  const rebinding: LookupAll = (_host, _options, done) =>
    done(null, [{ address: calls++ === 0 ? '93.184.216.34' : '10.0.0.7', family: 4 }]);
  const guarded = guardLookup({ lookup: rebinding, isPrivate });
  const once = () =>
    new Promise((done, fail) =>
      guarded('a.example', {}, (error, address) => (error === null ? done(address) : fail(error))),
    );
  assert.equal(await once(), '93.184.216.34');
  await assert.rejects(once(), { code: 'EPRIVATE' });
});

test('hosts are looked through once each; what cannot be resolved in time is no finding', async () => {
  const asked: string[] = [];
  const silent: LookupAll = (host, options, done) => {
    asked.push(host);
    if (host !== 'silent.example') lookup(host, options, done);
  };
  const found = await findPrivateHosts(
    ['api.example', 'metadata.example', 'metadata.example', 'nowhere.example', 'silent.example'],
    { lookup: silent, isPrivate },
    20,
  );
  assert.deepEqual(
    found.map(({ message }) => message),
    ['metadata.example resolves to 169.254.169.254, a private address'],
  );
  assert.deepEqual(asked, ['api.example', 'metadata.example', 'nowhere.example', 'silent.example']);
});

test('fetch, WebSocket and Socket.IO of a guarded process reach no private address by name', () => {
  const child = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, '../../test/support/guarded-process.ts')],
    { encoding: 'utf8' },
  );
  assert.equal(child.stderr, '');
  assert.deepEqual(JSON.parse(child.stdout), {
    byName: { fetch: 'EPRIVATE', WebSocket: 'EPRIVATE', 'Socket.IO': 'EPRIVATE' },
    byAddress: { fetch: 'ok', WebSocket: 'ok' },
    connections: 2,
  });
});
