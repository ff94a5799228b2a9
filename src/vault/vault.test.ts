import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { cryptoRandom, epochMs } from '../domain/index.ts';
import { openServiceDatabase } from '../storage/sqlite/sqlite-service-database.ts';
import { EnvelopeError } from './envelope.ts';
import { parseKeyEncryptionKeys } from './key-encryption-key.ts';
import { prepareVaultQueries, procedures } from './sql/vault.ts';
import { StoredVault } from './stored-vault.ts';
import { Vault, VaultClosedError } from './vault.ts';
import type { CredentialKey, VaultRecord } from './vault-store.ts';

const toBase64 = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const KALSHI: CredentialKey = { owner: 'owner_1', venue: 'kalshi' };
const SECRET = { keyId: 'key-id-1', privateKeyPem: 'sentinel-of-a-private-key' };

async function bench(t: TestContext) {
  const database = await openServiceDatabase({ dataDir: null, procedures: [procedures] });
  t.after(() => database.close());
  const store = new StoredVault(database, prepareVaultQueries(database.reads));
  const start = (...keys: number[]) =>
    Vault.start({
      store,
      keys: keys.length === 0 ? [] : parseKeyEncryptionKeys(keys.map(toBase64).join(',')),
      clock: () => epochMs(1_763_700_000_000),
      random: cryptoRandom,
    });
  return { database, store, start };
}

const opened = (vault: Vault, place = KALSHI) => vault.withSecret(place, async (secret) => secret);

test('a credential is listed without its content and opens for one call', async (t) => {
  const { start } = await bench(t);
  const vault = await start(1);
  await vault.put(KALSHI, 'apiKey', SECRET);
  assert.deepEqual(await vault.list('owner_1'), [
    { venue: 'kalshi', kind: 'apiKey', addedAt: 1_763_700_000_000 },
  ]);
  assert.deepEqual(await opened(vault), SECRET);
  assert.deepEqual(await vault.list('owner_2'), []);
  assert.equal(await opened(vault, { ...KALSHI, owner: 'owner_2' }), null);
});

test('a second credential for the same venue replaces the first, and one that is absent is removed quietly', async (t) => {
  const { start } = await bench(t);
  const vault = await start(1);
  await vault.put(KALSHI, 'apiKey', SECRET);
  await vault.put(KALSHI, 'wallet', { privateKey: 'other' });
  assert.deepEqual(await opened(vault), { privateKey: 'other' });
  assert.equal(await vault.remove(KALSHI), true);
  assert.equal(await vault.remove(KALSHI), false);
  assert.equal(await opened(vault), null);
});

test('without a key the vault is closed: nothing is taken or opened, what is there is still listed', async (t) => {
  const { start } = await bench(t);
  await (await start(1)).put(KALSHI, 'apiKey', SECRET);
  const closed = await start();
  assert.match(closed.closedBecause ?? '', /no key/);
  await assert.rejects(closed.put(KALSHI, 'apiKey', SECRET), VaultClosedError);
  await assert.rejects(opened(closed), VaultClosedError);
  await assert.rejects(closed.rotate(), VaultClosedError);
  assert.equal((await closed.list('owner_1')).length, 1);
});

test('a wrong key closes the vault and overwrites nothing; the right one opens it again', async (t) => {
  const { start, store } = await bench(t);
  await (await start(1)).put(KALSHI, 'apiKey', SECRET);
  const before = await store.find(KALSHI);
  const wrong = await start(2);
  assert.match(wrong.closedBecause ?? '', /not configured/);
  await assert.rejects(wrong.put(KALSHI, 'apiKey', { other: 'x' }), VaultClosedError);
  assert.deepEqual(await store.find(KALSHI), before);
  assert.deepEqual(await opened(await start(1)), SECRET);
});

test('a wrong key is noticed before anything was ever stored under it', async (t) => {
  const { start } = await bench(t);
  await start(1);
  assert.match((await start(2)).closedBecause ?? '', /not configured/);
});

test('rotation: the new key comes first, records move, the old key goes', async (t) => {
  const { start, store } = await bench(t);
  const owners = Array.from({ length: 250 }, (_, i) => `owner_${i}`);
  const old = await start(1);
  for (const owner of owners) await old.put({ owner, venue: 'kalshi' }, 'apiKey', SECRET);
  const both = await start(2, 1);
  assert.equal(both.closedBecause, null);
  assert.deepEqual(await opened(both, { ...KALSHI, owner: 'owner_7' }), SECRET);
  assert.deepEqual(await both.rotate(), { moved: 250, skipped: [] });
  assert.deepEqual(await both.rotate(), { moved: 0, skipped: [] });
  const alone = await start(2);
  assert.equal(alone.closedBecause, null);
  assert.deepEqual(await opened(alone, { ...KALSHI, owner: 'owner_249' }), SECRET);
  assert.equal((await store.listKeyChecks()).length, 1);
});

test('a record that does not open stops no other, keeps its key needed, and can be closed', async (t) => {
  const { start, store, database } = await bench(t);
  const owners = Array.from({ length: 250 }, (_, i) => `owner_${i}`);
  const old = await start(1);
  for (const owner of owners) await old.put({ owner, venue: 'kalshi' }, 'apiKey', SECRET);
  const broken = { owner: 'owner_1', venue: 'kalshi' } as const;
  const record = await store.find(broken);
  assert.ok(record);
  await store.put({ ...record, envelope: { ...record.envelope, wrap: new Uint8Array(60) } });
  const both = await start(2, 1);
  const { moved, skipped } = await both.rotate();
  assert.equal(moved, 249);
  assert.deepEqual(
    skipped.map(({ owner, venue, keyId }) => [owner, venue, keyId]),
    [['owner_1', 'kalshi', record.envelope.kekId]],
  );
  assert.match(skipped[0]?.problem ?? '', /does not open/);
  assert.match((await start(2)).closedBecause ?? '', /not configured/, 'its key has to stay');

  assert.equal(await both.removeUnopenable({ owner: 'owner_2', venue: 'kalshi' }), 'opens');
  assert.equal(await both.removeUnopenable({ owner: 'nobody', venue: 'kalshi' }), 'absent');
  assert.equal(await both.removeUnopenable(broken), 'removed');
  assert.equal((await start(2)).closedBecause, null);
  assert.equal(database.reader.prepare('SELECT count(*) AS n FROM vault_record').get()?.n, 249);
});

test('a credential that its owner stores again while it is closed stays', async (t) => {
  const { start, store } = await bench(t);
  const vault = await start(1);
  await vault.put(KALSHI, 'apiKey', { keyId: 'before' });
  const record = await store.find(KALSHI);
  assert.ok(record);
  await store.put({ ...record, envelope: { ...record.envelope, wrap: new Uint8Array(60) } });
  const { removeUnchanged } = store;
  let removals = 0;
  Object.assign(store, {
    removeUnchanged: async (found: VaultRecord) => {
      if (++removals === 1) await vault.put(KALSHI, 'apiKey', SECRET);
      return removeUnchanged.call(store, found);
    },
  });
  assert.equal(await vault.removeUnopenable(KALSHI), 'opens');
  assert.equal(removals, 1);
  assert.deepEqual(await opened(vault), SECRET);
});

test('before rotation the old key cannot be taken away', async (t) => {
  const { start } = await bench(t);
  await (await start(1)).put(KALSHI, 'apiKey', SECRET);
  await start(2, 1);
  assert.match((await start(2)).closedBecause ?? '', /not configured/);
});

test('a record that was copied to another owner does not open', async (t) => {
  const { start, store } = await bench(t);
  const vault = await start(1);
  await vault.put(KALSHI, 'apiKey', SECRET);
  const record = await store.find(KALSHI);
  assert.ok(record);
  await store.put({ ...record, owner: 'thief' });
  await assert.rejects(opened(vault, { owner: 'thief', venue: 'kalshi' }), EnvelopeError);
});

test('nothing of a secret is in the database', async (t) => {
  const { start, database } = await bench(t);
  await (await start(1)).put(KALSHI, 'apiKey', SECRET);
  const rows = database.reader.prepare('SELECT * FROM vault_record').all();
  const text = Buffer.concat(
    rows.flatMap((row) =>
      Object.values(row).map((value) =>
        value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value)),
      ),
    ),
  );
  assert.equal(text.includes('sentinel'), false);
});
