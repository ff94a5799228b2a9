import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeKeyRing } from '../../../test/contract/key-ring.ts';
import { openMemoryAccounts } from '../../../test/support/memory/accounts.ts';
import { cryptoRandom, MINUTE_MS, wallClock } from '../../domain/index.ts';
import { StorageUnavailableError } from '../../storage/service-database.ts';
import { StoredKeys } from '../stored-keys.ts';
import type { KeyFormat } from './api-key.ts';
import type { KeyStore } from './keys.ts';
import { LocalKeyRing } from './local-key-ring.ts';

describeKeyRing('in process', (_t, parts) => new LocalKeyRing(parts));

const FORMAT: KeyFormat = { prefix: 'ct', environment: 'test' };
const MAX_AGE_MS = 5_000;

/** Opens the ring of one of several processes, with a store that can become unavailable. */
function openShared() {
  const stored = new StoredKeys({
    ...openMemoryAccounts(),
    format: FORMAT,
    clock: wallClock,
    random: cryptoRandom,
  });
  const state = { now: 1_000_000, isAway: false };
  const store = new Proxy<KeyStore>(stored, {
    get: (target, name: keyof KeyStore) => async (argument: never) => {
      if (state.isAway) throw new StorageUnavailableError('away');
      return await (target[name] as (argument: never) => unknown)(argument);
    },
  });
  const keys = new LocalKeyRing({
    store,
    format: FORMAT,
    clock: wallClock,
    shared: { maxAgeMs: MAX_AGE_MS, bridgeMs: MINUTE_MS, now: () => state.now },
  });
  const issue = async (owner: string) =>
    (await stored.issue({ owner, tier: 'pro', label: null, venues: 'all', expiresAt: null })).rawKey;
  return { keys, state, issue };
}

const isFound = async (keys: LocalKeyRing, rawKey: string) =>
  keys.resolve(rawKey).then(
    (record) => record !== null,
    (error) => {
      assert.ok(error instanceof StorageUnavailableError);
      return 'unavailable';
    },
  );

test('a key that was seen within the minute before the store was lost goes on for a minute', async () => {
  const { keys, state, issue } = openShared();
  const [early, late, unseen] = [await issue('early'), await issue('late'), await issue('unseen')];
  assert.equal(await isFound(keys, early), true);
  state.now += MINUTE_MS - 1_000;
  assert.equal(await isFound(keys, late), true);
  state.now += MAX_AGE_MS + 1;
  state.isAway = true;
  assert.equal(await isFound(keys, early), 'unavailable', 'seen more than a minute ago');
  assert.equal(await isFound(keys, late), true);
  assert.equal(await isFound(keys, unseen), 'unavailable');
  state.now += MINUTE_MS;
  assert.equal(await isFound(keys, late), true);
  assert.notEqual(keys.peek(late), undefined, 'without waiting for the store');
  state.now += 1;
  assert.equal(await isFound(keys, late), 'unavailable');
  state.isAway = false;
  assert.equal(await isFound(keys, late), true);
  assert.equal(await isFound(keys, unseen), true);
});

test('a store that answers again says at once what became of a key', async () => {
  const { keys, state, issue } = openShared();
  const rawKey = await issue('alice');
  const record = await keys.resolve(rawKey);
  assert.ok(record !== null);
  state.now += MAX_AGE_MS + 1;
  state.isAway = true;
  assert.equal(await isFound(keys, rawKey), true);
  state.isAway = false;
  // Another process revokes the key meanwhile.
  await keys.store.revoke({ kind: 'key', hash: record.hash });
  await keys.resolve(rawKey);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(keys.peek(rawKey), null);
  assert.equal(await isFound(keys, rawKey), false);
});

test('the record of an open stream is read again before it is too old, so that a key ended elsewhere ends it in time', async () => {
  const { keys, state, issue } = openShared();
  const record = await keys.resolve(await issue('alice'));
  assert.ok(record !== null);
  // Another process revokes the key without notifying this one.
  await keys.store.revoke({ kind: 'key', hash: record.hash });
  state.now += 0.6 * MAX_AGE_MS - 1;
  assert.equal(keys.checkLive(record), true);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(keys.checkLive(record), true, 'it is new enough');
  state.now += 1;
  assert.equal(keys.checkLive(record), true, 'it is being read');
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(keys.checkLive(record), false);
});
