import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { ADMIN_TOKEN, startAccountBench } from '../support/account-bench.ts';
import { NodeProxy } from '../support/node-proxy.ts';

const WALLETS = '/api/account/wallets';
const DAY_MS = 86_400_000;

const WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const OTHER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';

/** A service with one chain, whose newest block a test decides. */
async function start(t: TestContext, env: NodeJS.ProcessEnv = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'crosstape-removal-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const node = await NodeProxy.start('http://127.0.0.1:1');
  t.after(() => node.stop());
  const head = { isKnown: true };
  node.tamper = (method) => {
    if (method === 'eth_getCode') return { result: '0x' };
    if (!head.isKnown) return { status: 403 };
    return { result: { number: '0x64', hash: `0x${'5'.repeat(64)}`, timestamp: '0x690f0000' } };
  };
  const file = path.join(folder, 'chains.json');
  const base = {
    name: 'base',
    family: 'evm',
    chainId: 8_453,
    rpcUrls: [node.url],
    finality: 'finalized',
    tokens: [{ symbol: 'USDC', address: `0x${'b'.repeat(40)}`, decimals: 6 }],
    treasury: `0x${'a'.repeat(40)}`,
  };
  writeFileSync(file, JSON.stringify({ chains: [base] }));
  const bench = await startAccountBench(t, { env: { CROSSTAPE_CHAINS_FILE: file, ...env } });
  const { rawKey } = await bench.issue();
  const { rawKey: otherKey } = await bench.issue({ owner: 'bob' });
  const register = (address: unknown, key = rawKey) => bench.call('POST', WALLETS, key, { address });
  const remove = (address: unknown, key = rawKey, changes: object = {}) =>
    bench.call('DELETE', WALLETS, key, { address, ...changes });
  return { ...bench, head, rawKey, otherKey, register, remove };
}

test('an owner removes a wallet; its place is free at once, and another owner waits a day', async (t) => {
  const { remove, register, otherKey, pass } = await start(t);
  await register(WALLET);
  const { status, body, headers } = await remove(WALLET.toLowerCase());
  assert.deepEqual([status, body], [200, { ok: true, owner: 'alice', applied: true, registeredWallets: [] }]);
  assert.equal(headers['cache-control'], 'no-store');
  const again = await remove(WALLET);
  assert.deepEqual([again.status, again.body.applied], [200, false]);
  assert.equal((await register(WALLET, otherKey)).status, 400);
  assert.equal((await register(WALLET)).body.registeredWallets.length, 1);
  assert.equal((await remove(WALLET)).body.applied, true);
  pass(DAY_MS + 1);
  assert.equal((await register(WALLET, otherKey)).status, 200);
});

test('twenty wallets that a thief registered can all be removed, and the owner registers one of theirs', async (t) => {
  const { remove, register } = await start(t);
  const addresses = Array.from({ length: 20 }, (_, i) => `0x${String(i + 10).repeat(20)}`);
  for (const address of addresses) assert.equal((await register(address)).status, 200);
  assert.equal((await register(WALLET)).status, 400);
  for (const address of addresses) assert.equal((await remove(address)).body.applied, true);
  assert.equal((await register(WALLET)).body.registeredWallets.length, 1);
});

test('a wallet of another owner, and a text that is no wallet, are not removed', async (t) => {
  const { remove, register, otherKey, call } = await start(t);
  await register(WALLET);
  const strange = await remove(WALLET, otherKey);
  assert.deepEqual([strange.status, strange.body.applied], [200, false]);
  assert.equal((await remove(WALLET, otherKey, { owner: 'alice' })).body.error, 'validation_failed');
  assert.equal((await call('GET', `${WALLETS}?owner=alice`, otherKey)).status, 400);
  for (const [address, changes] of [['0x12'], [5], [undefined], [WALLET, { wallet: WALLET }]] as const) {
    const { status, body } = await remove(address, otherKey, changes);
    assert.deepEqual([status, body.error], [400, 'validation_failed'], String(address));
  }
  assert.equal((await remove(WALLET)).body.applied, true);
});

test('a chain that cannot say its newest block is 503, and the wallet stays', async (t) => {
  const { remove, register, head } = await start(t);
  await register(WALLET);
  head.isKnown = false;
  const { status, body, headers } = await remove(WALLET);
  assert.deepEqual([status, body.error, headers['retry-after']], [503, 'upstream_unavailable', '5']);
  // One that the owner does not have asks nobody.
  assert.equal((await remove(OTHER)).body.applied, false);
  head.isKnown = true;
  assert.equal((await remove(WALLET)).body.applied, true);
});

test('the operator lists and removes wallets of any owner, with a record of the action', async (t) => {
  const { admin, register } = await start(t);
  await register(WALLET);
  const { body: listed } = await admin('GET', `${WALLETS}?owner=alice`);
  assert.deepEqual(
    listed.registeredWallets.map(({ address }: { address: string }) => address),
    [WALLET.toLowerCase()],
  );
  assert.deepEqual((await admin('GET', `${WALLETS}?owner=nobody`)).body.registeredWallets, []);
  for (const [method, url, body] of [
    ['GET', WALLETS],
    ['GET', `${WALLETS}?owner=no%20owner`],
    ['DELETE', WALLETS, { address: WALLET }],
  ] as const) {
    assert.equal((await admin(method, url, body)).body.error, 'validation_failed', url);
  }
  const removed = await admin('DELETE', WALLETS, { owner: 'alice', address: WALLET });
  assert.deepEqual(removed.body, { ok: true, owner: 'alice', applied: true, registeredWallets: [] });
  assert.equal((await admin('DELETE', WALLETS, { owner: 'alice', address: WALLET })).body.applied, false);
  const { actions } = (await admin('GET', '/api/admin/actions')).body;
  const { action, owner, detail } = actions.find(
    ({ action }: { action: string }) => action === 'wallets.remove',
  );
  assert.deepEqual([action, owner, detail], ['wallets.remove', 'alice', `${WALLET.toLowerCase()} removed`]);
});

test('wrong keys there count as wrong admin tokens, whose holder then waits as elsewhere', async (t) => {
  const { app, admin } = await start(t, { CROSSTAPE_ADMIN_FAILURES_PER_MIN: '3' });
  const list = (token: string) =>
    app.inject({
      method: 'GET',
      url: `${WALLETS}?owner=alice`,
      headers: { authorization: `Bearer ${token}` },
    });
  assert.equal((await list(ADMIN_TOKEN)).statusCode, 200);
  for (let i = 0; i < 4; i++) assert.equal((await list(`guess-${i}`)).statusCode, 401);
  assert.equal((await list(ADMIN_TOKEN)).json().error, 'too_many_attempts');
  assert.equal((await admin('GET', '/api/admin/actions')).body.error, 'too_many_attempts');
});
