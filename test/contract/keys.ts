import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { KeyFormat } from '../../src/accounts/api-key.ts';
import { hashKey, isWellFormedKey } from '../../src/accounts/api-key.ts';
import { isLive, type KeyRequest, type KeyStore } from '../../src/accounts/keys.ts';
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

/** What every engine of the key store does. */
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
    assert.equal((await store.ownerUid(record.owner))?.length, 16);
    assert.equal(await store.ownerUid('nobody'), null);
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
    const revoked = await store.revoke(record.hash);
    assert.equal(revoked?.revokedAt, START + 5);
    assert.equal(isLive(revoked as typeof record, START + 5), false);
    pass(5);
    assert.equal((await store.revoke(record.hash))?.revokedAt, START + 5, 'the first time stands');
    assert.equal(await store.revoke('f'.repeat(64)), null);
  });

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
      await store.revoke(record.hash);
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
    const revoked = await store.revoke(ended.record.hash);
    const reopened = await reopen();
    assert.deepEqual(await reopened.find(live.record.hash), live.record);
    assert.deepEqual(await reopened.find(ended.record.hash), revoked);
    assert.equal(await reopened.isEmpty(), false);
  });
}
