import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { generateKey, type KeyFormat } from '../../src/accounts/keys/api-key.ts';
import type { KeyRing } from '../../src/accounts/keys/key-ring.ts';
import type { KeyRequest, KeyStore } from '../../src/accounts/keys/keys.ts';
import { StoredKeys } from '../../src/accounts/stored-keys.ts';
import { type Clock, cryptoRandom, epochMs, MINUTE_MS } from '../../src/domain/index.ts';
import { StorageUnavailableError } from '../../src/storage/service-database.ts';
import { openMemoryAccounts } from '../support/memory/accounts.ts';

export interface KeyRingParts {
  readonly store: KeyStore;
  readonly format: KeyFormat;
  readonly clock: Clock;
  readonly keepsRevocations: boolean;
}

/** Opens a ring whose records are not looked up again while the suite runs. */
export type OpenKeyRing = (t: TestContext, parts: KeyRingParts) => KeyRing;

const START = epochMs(1_763_700_000_000);
const FORMAT: KeyFormat = { prefix: 'ct', environment: 'test' };
/** More than a ring remembers. */
const OTHERS = 20_001;

const REQUEST: KeyRequest = { owner: 'alice', tier: 'pro', label: null, venues: 'all', expiresAt: null };

/** Opens a store that can refuse its writes, and counts the records that it is asked for. */
function openStore(clock: Clock) {
  const store = new StoredKeys({ ...openMemoryAccounts(), format: FORMAT, clock, random: cryptoRandom });
  const state = { isRefusing: false, finds: 0 };
  const refuse = () => {
    if (state.isRefusing) throw new StorageUnavailableError('the disk is full');
  };
  const watched: Partial<KeyStore> = {
    find: async (hash) => {
      state.finds++;
      return store.find(hash);
    },
    revoke: async (selection, options) => {
      refuse();
      return store.revoke(selection, options);
    },
  };
  return { state, store: { ...bindAll(store), ...watched } };
}

/** Methods with private members must run on the store itself. */
function bindAll(store: StoredKeys): KeyStore {
  const names = Object.getOwnPropertyNames(StoredKeys.prototype).filter((name) => name !== 'constructor');
  return Object.fromEntries(
    names.map((name) => [name, (store[name as keyof StoredKeys] as () => unknown).bind(store)]),
  ) as unknown as KeyStore;
}

/** Defines the tests that every key ring passes. */
export function describeKeyRing(engine: string, open: OpenKeyRing): void {
  const build = (t: TestContext, { keepsRevocations = true } = {}) => {
    let now = START;
    const clock = () => now;
    const { store, state } = openStore(clock);
    const pass = (ms: number) => {
      now = epochMs(now + ms);
    };
    return { keys: open(t, { store, format: FORMAT, clock, keepsRevocations }), store, state, pass };
  };
  const check = (name: string, body: (t: TestContext) => Promise<void>) => test(`${engine}: ${name}`, body);

  check('a key is looked up once, and found at once from then on', async (t) => {
    const { keys, state } = build(t);
    const { rawKey, record } = await keys.issue(REQUEST);
    assert.equal(keys.peek(rawKey), undefined, 'only the store knows');
    assert.deepEqual(await keys.resolve(rawKey), record);
    assert.deepEqual(keys.peek(rawKey), record);
    await keys.resolve(rawKey);
    assert.equal(state.finds, 1);
  });

  check('what no key can be is refused without a look into the store', async (t) => {
    const { keys, state } = build(t);
    for (const wrong of ['', 'x', `${'a'.repeat(200)}`]) assert.equal(keys.peek(wrong), null, wrong);
    assert.equal(await keys.resolve('x'), null);
    assert.equal(state.finds, 0);
    assert.equal(await keys.resolve(generateKey(FORMAT, cryptoRandom)), null, 'well formed and unknown');
  });

  check('a revoked key is refused at once, whether its record was remembered or not', async (t) => {
    const { keys } = build(t);
    const known = await keys.issue(REQUEST);
    const unknown = await keys.issue(REQUEST);
    await keys.resolve(known.rawKey);
    for (const { rawKey, record } of [known, unknown]) {
      const { isStored, ended } = await keys.revoke({ kind: 'key', hash: record.hash });
      assert.deepEqual([isStored, ended.map(({ hash }) => hash)], [true, [record.hash]]);
      assert.equal(await keys.resolve(rawKey), null);
      assert.equal(keys.checkLive(record), false, 'its streams end');
    }
  });

  check('a revocation that the store refuses is in force, and is stored later', async (t) => {
    const { keys, store, state } = build(t);
    const { rawKey, record } = await keys.issue(REQUEST);
    await keys.resolve(rawKey);
    state.isRefusing = true;
    const { isStored, ended } = await keys.revoke({ kind: 'bot', botId: record.botId });
    assert.deepEqual([isStored, ended.length], [false, 1]);
    assert.equal(await keys.resolve(rawKey), null);
    assert.equal(await keys.findByBot(record.botId), null);
    assert.deepEqual(await keys.rotate(record.hash, 0), { status: 'not_live' });
    assert.equal((await keys.list({ limit: 10 })).keys[0]?.revokedAt, START);
    assert.deepEqual(
      keys.unwritten.map(({ hash }) => hash),
      [record.hash],
    );
    assert.equal((await store.find(record.hash))?.revokedAt, null);
    state.isRefusing = false;
    await keys.flush();
    assert.deepEqual(keys.unwritten, []);
    assert.equal((await store.find(record.hash))?.revokedAt, START);
  });

  check('where revocations are not kept, one that is refused ends nothing', async (t) => {
    const { keys, state } = build(t, { keepsRevocations: false });
    const { rawKey, record } = await keys.issue(REQUEST);
    state.isRefusing = true;
    await assert.rejects(keys.revoke({ kind: 'key', hash: record.hash }), StorageUnavailableError);
    assert.deepEqual(await keys.resolve(rawKey), record);
    assert.deepEqual(keys.unwritten, []);
  });

  check('a rotated key ends after its grace, also where it was remembered', async (t) => {
    const { keys, pass } = build(t);
    const { rawKey, record } = await keys.issue(REQUEST);
    await keys.resolve(rawKey);
    assert.equal((await keys.rotate(record.hash, 1_000)).status, 'rotated');
    assert.equal(keys.peek(rawKey)?.expiresAt, START + 1_000);
    pass(1_000);
    assert.equal(keys.peek(rawKey), null);
  });

  check('the last use is written by the minute', async (t) => {
    const { keys, store, pass } = build(t);
    const { record } = await keys.issue(REQUEST);
    const lastUsed = async () => (await store.find(record.hash))?.lastUsedAt;
    keys.noteUse(record.hash);
    await keys.flush();
    assert.equal(await lastUsed(), START);
    pass(MINUTE_MS - 1);
    keys.noteUse(record.hash);
    await keys.flush();
    assert.equal(await lastUsed(), START);
    pass(1);
    keys.noteUse(record.hash);
    await keys.flush();
    assert.equal(await lastUsed(), START + MINUTE_MS);
  });

  check('a stream whose key was forgotten for others ends when the key expires', async (t) => {
    const { keys, store, pass } = build(t);
    const expiresAt = epochMs(START + MINUTE_MS);
    const { record } = await keys.issue({ ...REQUEST, expiresAt });
    Object.assign(store, { find: async (hash: string) => ({ ...record, hash }) });
    assert.deepEqual(await keys.find(record.hash), record);
    for (let i = 0; i < OTHERS; i++) await keys.find(createHash('sha256').update(`other-${i}`).digest('hex'));
    assert.equal(keys.checkLive(record), true);
    pass(MINUTE_MS);
    assert.equal(keys.checkLive(record), false);
  });
}
