import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { cryptoRandom, type EpochMs, epochMs } from '../domain/index.ts';
import { openServiceDatabase } from '../storage/sqlite/sqlite-service-database.ts';
import { EnvelopeError } from './envelope.ts';
import { parseKeyEncryptionKeys } from './key-encryption-key.ts';
import { type KeyHolders, KeyInUseError } from './key-holders.ts';
import { prepareVaultQueries, procedures } from './sql/vault.ts';
import { Vault, VaultClosedError, type VaultOptions } from './vault.ts';
import type { CredentialKey, VaultRecord } from './vault-record.ts';
import { VaultStore } from './vault-store.ts';

const toBase64 = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const KALSHI: CredentialKey = { owner: 'owner_1', venue: 'kalshi' };
const SECRET = { keyId: 'key-id-1', privateKeyPem: 'sentinel-of-a-private-key' };

async function bench(t: TestContext) {
  const database = await openServiceDatabase({ dataDir: null, procedures: [procedures] });
  t.after(() => database.close());
  const store = new VaultStore(database, prepareVaultQueries(database.reads));
  const startWith = (options: Partial<VaultOptions>, ...keys: number[]) =>
    Vault.start({
      store,
      keys: keys.length === 0 ? [] : parseKeyEncryptionKeys(keys.map(toBase64).join(',')),
      clock: () => epochMs(1_763_700_000_000),
      random: cryptoRandom,
      ...options,
    });
  const start = (...keys: number[]) => startWith({}, ...keys);
  const command = (...keys: number[]) => startWith({ isCommand: true }, ...keys);
  /** Lists venue and key id of the records in the review. */
  const listWaiting = () =>
    database.reader
      .prepare(
        `SELECT owner, json_extract(known, '$.keyId') AS key, json_extract(known, '$.problem') AS problem
         FROM review_item WHERE kind = 'vault_unreadable' AND ended_at IS NULL ORDER BY owner`,
      )
      .all();
  return { database, store, start, startWith, command, listWaiting };
}

/** Describes a running process with these keys. */
const runs = (process: string, ...keyIds: (string | null)[]): KeyHolders => ({
  list: async () => [{ process, keyIds: keyIds.filter((id) => id !== null) }],
});

const opened = (vault: Vault, place = KALSHI) => vault.withSecret(place, async (secret) => secret);

test('a credential is listed without its content and opens for one call', async (t) => {
  const { start } = await bench(t);
  const vault = await start(1);
  await vault.put(KALSHI, 'apiKey', SECRET);
  assert.deepEqual(await vault.list('owner_1'), [
    { venue: 'kalshi', kind: 'apiKey', addedAt: 1_763_700_000_000, opens: true },
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
    removeUnchanged: async (found: VaultRecord, now: EpochMs) => {
      if (++removals === 1) await vault.put(KALSHI, 'apiKey', SECRET);
      return removeUnchanged.call(store, found, now);
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

test('of two processes that start at once with different keys, one has a vault', async (t) => {
  const { start, store } = await bench(t);
  const vaults = await Promise.all([1, 2, 3, 4].map((key) => start(key)));
  const open = vaults.filter(({ closedBecause }) => closedBecause === null);
  assert.equal(open.length, 1);
  assert.deepEqual(
    (await store.listKeyChecks()).map(({ kekId }) => kekId),
    [open[0]?.keyId],
  );
  const stored = await Promise.allSettled(vaults.map((vault) => vault.put(KALSHI, 'apiKey', SECRET)));
  assert.deepEqual(stored.map(({ status }) => status).sort(), [
    'fulfilled',
    'rejected',
    'rejected',
    'rejected',
  ]);
});

test('a process whose key was taken out of use stores nothing under it, and one that has the new key, too, goes on', async (t) => {
  const { start, store } = await bench(t);
  const [alone, both] = [await start(1), await start(1, 2)];
  await alone.put(KALSHI, 'apiKey', SECRET);
  await (await start(2, 1)).rotate();
  const before = await store.find(KALSHI);
  await assert.rejects(alone.put(KALSHI, 'apiKey', { other: 'x' }), VaultClosedError);
  assert.match(alone.closedBecause ?? '', /not configured/);
  assert.deepEqual(await store.find(KALSHI), before);
  await both.put({ ...KALSHI, owner: 'owner_2' }, 'apiKey', SECRET);
  assert.equal((await store.listKeyChecks()).length, 2, 'the check value of its key is there again');
  assert.match((await start(2)).closedBecause ?? '', /not configured/, 'the key that it used has to stay');
});

test('a key that was taken out of use while a rotation ran is not rotated to', async (t) => {
  const { start, store } = await bench(t);
  await (await start(1)).put(KALSHI, 'apiKey', SECRET);
  const both = await start(2, 1);
  const { listNotUnder } = store;
  let listings = 0;
  Object.assign(store, {
    listNotUnder: async (...args: Parameters<typeof listNotUnder>) => {
      if (++listings === 1) await store.dropUnusedKeyChecks('');
      return listNotUnder.apply(store, args);
    },
  });
  await assert.rejects(both.rotate(), /took key \w{8} out of use/);
  assert.deepEqual(await opened(await start(1)), SECRET);
});

test('a rotation is refused while a running process lacks its key, and changes nothing', async (t) => {
  const { start, startWith, store } = await bench(t);
  const old = await start(1);
  await old.put(KALSHI, 'apiKey', SECRET);
  const checks = await store.listKeyChecks();
  const before = await store.find(KALSHI);
  const beside = await startWith({ isCommand: true, holders: runs('feed,bot@host:8080', old.keyId) }, 2, 1);
  await assert.rejects(
    beside.rotate(),
    (error) =>
      error instanceof KeyInUseError &&
      error.message.startsWith(`feed,bot@host:8080 runs with key ${old.keyId} alone`),
  );
  assert.deepEqual([await store.listKeyChecks(), await store.find(KALSHI)], [checks, before]);
  assert.equal((await start(1)).closedBecause, null, 'the running process can be started again');
  const knows = runs('feed,bot@host:8080', old.keyId, beside.keyId);
  const allowed = await startWith({ isCommand: true, holders: knows }, 2, 1);
  assert.deepEqual(await allowed.rotate(), { moved: 1, skipped: [] });
});

test('a rotation also moves what was stored under another key while it ran', async (t) => {
  const { start, store } = await bench(t);
  const old = await start(1);
  await old.put(KALSHI, 'apiKey', SECRET);
  const both = await start(2, 1);
  const { replaceWrap } = store;
  let replacements = 0;
  Object.assign(store, {
    replaceWrap: async (...args: Parameters<typeof replaceWrap>) => {
      if (++replacements === 1) await old.put({ owner: 'a_first_owner', venue: 'kalshi' }, 'apiKey', SECRET);
      return replaceWrap.apply(store, args);
    },
  });
  assert.deepEqual(await both.rotate(), { moved: 2, skipped: [] });
  assert.equal((await start(2)).closedBecause, null);
});

test('a command uses no key before it changes something', async (t) => {
  const { start, command, store } = await bench(t);
  const first = await command(1);
  assert.equal(first.closedBecause, null);
  assert.deepEqual(await store.listKeyChecks(), []);
  assert.equal((await start(2)).closedBecause, null);
  await assert.rejects(first.rotate(), VaultClosedError);
});

test('records that no key opens wait in the review until they open, are replaced, or go', async (t) => {
  const { start, store, listWaiting } = await bench(t);
  const owners = Array.from({ length: 130 }, (_, i) => `owner_${100 + i}`);
  const old = await start(1);
  for (const owner of owners) await old.put({ owner, venue: 'kalshi' }, 'apiKey', SECRET);
  assert.equal(await old.noteUnreadable(), 0);
  assert.deepEqual(listWaiting(), []);
  for (const closed of [await start(), await start(2)]) {
    assert.equal(await closed.noteUnreadable(), 130);
    assert.equal((await closed.list('owner_100'))[0]?.opens, false);
  }
  const problem = `no configured key has the id ${old.keyId}`;
  assert.deepEqual({ ...listWaiting()[0] }, { owner: 'owner_100', key: old.keyId, problem });
  assert.equal(listWaiting().length, 130);

  assert.equal(await old.noteUnreadable(), 0);
  assert.deepEqual(listWaiting(), []);
  const damage = async (owner: string) => {
    const record = await store.find({ owner, venue: 'kalshi' });
    assert.ok(record);
    await store.put({ ...record, envelope: { ...record.envelope, box: new Uint8Array(60) } });
  };
  for (const owner of ['owner_101', 'owner_102', 'owner_103']) await damage(owner);
  assert.equal(await old.noteUnreadable(), 3);
  await old.put({ owner: 'owner_101', venue: 'kalshi' }, 'apiKey', SECRET);
  await old.remove({ owner: 'owner_102', venue: 'kalshi' });
  assert.deepEqual(
    listWaiting().map(({ owner }) => owner),
    ['owner_103'],
  );
  assert.equal(await old.removeUnopenable({ owner: 'owner_103', venue: 'kalshi' }), 'removed');
  assert.deepEqual(listWaiting(), []);
});

test('a key that is lost can be given up with its credentials, and the vault opens', async (t) => {
  const { start, startWith, command, listWaiting } = await bench(t);
  const old = await start(1);
  const owners = Array.from({ length: 230 }, (_, i) => `owner_${100 + i}`);
  for (const owner of owners) await old.put({ owner, venue: 'kalshi' }, 'apiKey', SECRET);
  const both = await start(2, 1);
  await both.put({ owner: 'kept', venue: 'kalshi' }, 'apiKey', SECRET);
  const lost = old.keyId ?? '';

  await assert.rejects((await command()).forgetKey(lost), VaultClosedError);
  const fresh = await command(2);
  await fresh.noteUnreadable();
  assert.match(fresh.closedBecause ?? '', /not configured/);
  assert.equal(await both.forgetKey(lost), 'configured');
  assert.equal(await fresh.forgetKey('00000000'), 'unknown');
  const beside = await startWith({ isCommand: true, holders: runs('all@host:8080', lost) }, 2);
  await assert.rejects(beside.forgetKey(lost), KeyInUseError);
  assert.equal(listWaiting().length, 230);

  const removed = await fresh.forgetKey(lost);
  assert.equal(removed.length, 230);
  assert.equal(fresh.closedBecause, null);
  assert.deepEqual(listWaiting(), []);
  assert.equal(await fresh.forgetKey(lost), 'unknown');
  assert.deepEqual(await opened(await start(2), { owner: 'kept', venue: 'kalshi' }), SECRET);
});
