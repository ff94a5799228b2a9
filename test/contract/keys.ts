import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { KeyFormat } from '../../src/accounts/keys/api-key.ts';
import { hashKey, isWellFormedKey } from '../../src/accounts/keys/api-key.ts';
import {
  type IssuedKey,
  isLive,
  type KeyRecord,
  type KeyRequest,
  type KeyStore,
} from '../../src/accounts/keys/keys.ts';
import { type Clock, epochMs } from '../../src/domain/index.ts';

export interface KeyStoreBench {
  readonly store: KeyStore;
  /** Closes and opens the same store again, as a restart does. */
  reopen(): Promise<KeyStore>;
}

export type OpenKeyStore = (t: TestContext, options: KeyStoreOptions) => Promise<KeyStoreBench>;

export interface KeyStoreOptions {
  readonly clock: Clock;
  readonly format: KeyFormat;
}

const START = epochMs(1_763_700_000_000);
const FORMAT: KeyFormat = { prefix: 'ct', environment: 'test' };
const DAY_MS = 86_400_000;

const request = (changes: Partial<KeyRequest> = {}): KeyRequest => ({
  owner: 'alice',
  tier: 'pro',
  label: null,
  venues: 'all',
  expiresAt: null,
  ...changes,
});

const key = ({ hash }: Pick<KeyRecord, 'hash'>) => ({ kind: 'key', hash }) as const;

const collectHashes = (...issued: readonly IssuedKey[]) => new Set(issued.map(({ record }) => record.hash));

async function rotate(store: KeyStore, { hash }: KeyRecord, graceMs: number): Promise<IssuedKey> {
  const outcome = await store.rotate(hash, graceMs);
  assert.ok(outcome.status === 'rotated');
  return outcome.issued;
}

/** Defines the tests that every engine of the key store passes. */
export function describeKeyStore(engine: string, open: OpenKeyStore): void {
  const check = (
    name: string,
    body: (store: KeyStore, bench: { pass(ms: number): void; reopen(): Promise<KeyStore> }) => Promise<void>,
  ) =>
    test(`${engine}: ${name}`, async (t) => {
      let now = START;
      const { store, reopen } = await open(t, { clock: () => now, format: FORMAT });
      const pass = (ms: number) => {
        now = epochMs(now + ms);
      };
      await body(store, { pass, reopen });
    });

  check('a key is shown once; what is kept is its hash and its rights', async (store) => {
    assert.equal(await store.isEmpty(), true);
    const { rawKey, record } = await store.issue(
      request({ label: 'desk', venues: ['kalshi', 'hyperliquid'] }),
    );
    assert.ok(isWellFormedKey(FORMAT, rawKey));
    assert.equal(record.hash, hashKey(rawKey));
    assert.deepEqual(await store.find(record.hash), record);
    assert.deepEqual(
      [record.owner, record.tier, record.label, record.venues, record.createdAt, record.expiresAt],
      ['alice', 'pro', 'desk', ['kalshi', 'hyperliquid'], START, null],
    );
    assert.deepEqual([record.revokedAt, record.lastUsedAt], [null, null]);
    assert.equal(JSON.stringify(await store.list({ limit: 10 })).includes(rawKey), false);
    assert.equal(await store.isEmpty(), false);
    assert.equal((await store.findOwnerUid(record.owner))?.length, 16);
    assert.equal(await store.findOwnerUid('nobody'), null);
    assert.equal(await store.find('0'.repeat(64)), null);
  });

  check('no two keys are alike, and each has a bot of its own', async (store) => {
    const issued = await Promise.all(Array.from({ length: 20 }, () => store.issue(request())));
    assert.equal(new Set(issued.map(({ rawKey }) => rawKey)).size, 20);
    assert.equal(new Set(issued.map(({ record }) => record.botId)).size, 20);
  });

  check('lists are newest first, by owner or not, and say when more exist', async (store, { pass }) => {
    const hashes: string[] = [];
    for (const owner of ['alice', 'bob', 'alice', 'alice']) {
      hashes.unshift((await store.issue(request({ owner }))).record.hash);
      pass(1_000);
    }
    const all = await store.list({ limit: 10 });
    assert.deepEqual([all.keys.map(({ hash }) => hash), all.truncated], [hashes, false]);
    const some = await store.list({ limit: 2 });
    assert.deepEqual([some.keys.map(({ hash }) => hash), some.truncated], [hashes.slice(0, 2), true]);
    const { keys, truncated } = await store.list({ owner: 'alice', limit: 3 });
    assert.deepEqual(
      [keys.length, keys.every(({ owner }) => owner === 'alice'), truncated],
      [3, true, false],
    );
    assert.deepEqual(await store.list({ owner: 'nobody', limit: 3 }), { keys: [], truncated: false });
  });

  check('a revoked key has ended, once; who is unknown has none', async (store, { pass }) => {
    const { record } = await store.issue(request());
    pass(5);
    const revoked = { ...record, revokedAt: epochMs(START + 5) };
    assert.deepEqual(await store.revoke(key(record)), { isKnown: true, ended: [revoked] });
    assert.equal(isLive(revoked, START + 5), false);
    pass(5);
    assert.deepEqual(await store.revoke(key(record)), { isKnown: true, ended: [] });
    assert.deepEqual(await store.find(record.hash), revoked, 'the first time stands');
    const nobody = { isKnown: false, ended: [] };
    assert.deepEqual(await store.revoke({ kind: 'key', hash: 'f'.repeat(64) }), nobody);
    assert.deepEqual(await store.revoke({ kind: 'bot', botId: 'bot_0' }), nobody);
    assert.deepEqual(await store.revoke({ kind: 'owner', owner: 'nobody' }), nobody);
  });

  check(
    'revoking a key revokes the live successors of its rotations, and no key before it',
    async (store) => {
      const first = await store.issue(request());
      const second = await rotate(store, first.record, DAY_MS);
      const third = await rotate(store, second.record, DAY_MS);
      const other = await store.issue(request());
      const hashes = async () =>
        (await store.list({ limit: 10 })).keys.filter((one) => isLive(one, START)).map(({ hash }) => hash);
      const { ended } = await store.revoke(key(second.record));
      assert.deepEqual(new Set(ended.map(({ hash }) => hash)), collectHashes(second, third));
      assert.deepEqual(new Set(await hashes()), collectHashes(first, other));
      assert.deepEqual((await store.revoke(key(first.record))).ended.length, 1);
      assert.deepEqual(new Set(await hashes()), collectHashes(other));
    },
  );

  check(
    'a successor outlives a key that ended before it, and ends when that key is revoked',
    async (store) => {
      const { record } = await store.issue(request());
      const successor = await rotate(store, record, 0);
      assert.deepEqual(
        (await store.revoke(key(record))).ended.map(({ hash }) => hash),
        [successor.record.hash],
      );
      assert.deepEqual(await store.rotate(successor.record.hash, 0), { status: 'not_live' });
    },
  );

  check('every live key of a bot, or of an owner, is revoked at once', async (store) => {
    const alice = await store.issue(request());
    const rotated = await rotate(store, alice.record, DAY_MS);
    const desk = await store.issue(request());
    const bob = await store.issue(request({ owner: 'bob' }));
    assert.deepEqual(
      new Set((await store.select({ kind: 'bot', botId: alice.record.botId })).map(({ hash }) => hash)),
      collectHashes(alice, rotated),
    );
    const bot = await store.revoke({ kind: 'bot', botId: alice.record.botId });
    assert.deepEqual(new Set(bot.ended.map(({ hash }) => hash)), collectHashes(alice, rotated));
    const owner = await store.revoke({ kind: 'owner', owner: 'alice' });
    assert.deepEqual(
      owner.ended.map(({ hash }) => hash),
      [desk.record.hash],
    );
    assert.equal((await store.find(bob.record.hash))?.revokedAt, null);
  });

  check(
    'a key that is rotated again within its grace names its successor and issues none',
    async (store, { pass }) => {
      const { record } = await store.issue(request());
      const first = await rotate(store, record, DAY_MS);
      pass(1_000);
      const again = await store.rotate(record.hash, 0);
      assert.deepEqual(again, {
        status: 'already_rotated',
        successor: first.record,
        previous: { ...record, expiresAt: START + DAY_MS },
      });
      assert.equal((await store.list({ limit: 10 })).keys.length, 2);
      assert.deepEqual(await store.find(record.hash), again.previous, 'its grace stays');
    },
  );

  check(
    'rotating keeps every right and the bot, and ends the old key after its grace',
    async (store, { pass }) => {
      const { record } = await store.issue(
        request({ label: 'desk', venues: ['kalshi'], expiresAt: epochMs(START + DAY_MS) }),
      );
      pass(1_000);
      const rotated = await store.rotate(record.hash, 60_000);
      assert.ok(rotated.status === 'rotated');
      const { issued, previous } = rotated;
      assert.equal(issued.record.hash, hashKey(issued.rawKey));
      const { hash: _hash, createdAt, lastUsedAt, ...rights } = issued.record;
      const { hash: _old, createdAt: _then, lastUsedAt: _used, ...before } = record;
      assert.deepEqual(rights, before);
      assert.deepEqual([createdAt, lastUsedAt], [START + 1_000, null]);
      assert.deepEqual([previous.hash, previous.expiresAt], [record.hash, START + 61_000]);
      assert.deepEqual(await store.find(record.hash), previous);
    },
  );

  check(
    'a grace never makes a key live longer, and a key that ended is not rotated',
    async (store, { pass }) => {
      const soon = await store.issue(request({ expiresAt: epochMs(START + 10) }));
      const rotated = await store.rotate(soon.record.hash, DAY_MS);
      assert.ok(rotated.status === 'rotated');
      assert.equal(rotated.previous.expiresAt, START + 10);
      assert.equal(rotated.issued.record.expiresAt, START + 10);
      pass(10);
      const { record } = await store.issue(request());
      await store.revoke(key(record));
      for (const hash of [soon.record.hash, record.hash, 'a'.repeat(64)]) {
        assert.deepEqual(await store.rotate(hash, 0), { status: 'not_live' });
      }
    },
  );

  check('one of many who rotate a key at once gets the successor', async (store) => {
    const { record } = await store.issue(request());
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => store.rotate(record.hash, 0)));
    assert.equal(outcomes.filter(({ status }) => status === 'rotated').length, 1);
    assert.equal((await store.list({ limit: 10 })).keys.length, 2);
  });

  check('the last use moves forward only', async (store) => {
    const { record } = await store.issue(request());
    const lastUsed = async () => (await store.find(record.hash))?.lastUsedAt;
    await store.touch(
      new Map([
        [record.hash, epochMs(START + 60_000)],
        ['b'.repeat(64), START],
      ]),
    );
    assert.equal(await lastUsed(), START + 60_000);
    await store.touch(new Map([[record.hash, START]]));
    assert.equal(await lastUsed(), START + 60_000);
  });

  check('everything is there after a restart', async (store, { reopen, pass }) => {
    const live = await store.issue(request({ venues: ['polymarket'] }));
    const ended = await store.issue(request({ owner: 'bob' }));
    pass(1);
    const { ended: revoked } = await store.revoke(key(ended.record));
    const reopened = await reopen();
    assert.deepEqual(await reopened.find(live.record.hash), live.record);
    assert.deepEqual([await reopened.find(ended.record.hash)], revoked);
    assert.equal(await reopened.isEmpty(), false);
  });
}
