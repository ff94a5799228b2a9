import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { epochMs } from '../../src/domain/index.ts';
import type { Envelope } from '../../src/vault/envelope.ts';
import type { VaultRecord } from '../../src/vault/vault-record.ts';
import type { VaultStore } from '../../src/vault/vault-store.ts';

export interface VaultBench {
  readonly store: VaultStore;
  /** Opens the same store again, as a restart does. */
  reopen(): Promise<VaultStore>;
}

export type OpenVault = (t: TestContext) => Promise<VaultBench>;

const KALSHI = { owner: 'owner_1', venue: 'kalshi' } as const;

const buildEnvelope = (kekId: string, byte: number): Envelope => ({
  kekId,
  wrap: new Uint8Array(60).fill(byte),
  box: new Uint8Array(40).fill(byte + 100),
});

const record = (changes: Partial<VaultRecord> = {}): VaultRecord => ({
  ...KALSHI,
  kind: 'apiKey',
  envelope: buildEnvelope('key-1', 1),
  addedAt: epochMs(1_763_700_000_000),
  ...changes,
});

const toPlaces = (records: readonly VaultRecord[]) => records.map(({ owner, venue }) => `${owner} ${venue}`);

const NOW = epochMs(1_763_700_000_100);

/** Has keys in use. */
async function admit(store: VaultStore, ...ids: readonly string[]): Promise<void> {
  for (const kekId of ids) {
    const verified = (await store.listKeyChecks()).map((check) => check.kekId);
    assert.equal(await store.admitKey({ kekId, envelope: buildEnvelope(kekId, 1) }, verified), true);
  }
}

/** Defines the tests that every engine of the vault passes. It holds sealed bytes alone, so the suite needs no key. */
export function describeVault(engine: string, open: OpenVault): void {
  const check = (name: string, body: (bench: VaultBench) => Promise<void>) =>
    test(`${engine}: ${name}`, async (t) => body(await open(t)));
  /** Defines a check that also gets the keys of the records in use. */
  const checkRecords = (name: string, body: (bench: VaultBench) => Promise<void>) =>
    check(name, async (bench) => {
      await admit(bench.store, 'key-1', 'key-2', 'key-3');
      await body(bench);
    });

  checkRecords('a record comes back byte for byte, and only under its owner and venue', async ({ store }) => {
    assert.equal(await store.find(KALSHI), null);
    await store.put(record());
    assert.deepEqual(toPlain(await store.find(KALSHI)), toPlain(record()));
    assert.equal(await store.find({ owner: 'owner_2', venue: 'kalshi' }), null);
    assert.equal(await store.find({ owner: 'owner_1', venue: 'limitless' }), null);
  });

  checkRecords('a second record for the same venue replaces the first whole', async ({ store }) => {
    await store.put(record());
    const second = record({
      kind: 'wallet',
      envelope: buildEnvelope('key-2', 2),
      addedAt: epochMs(1_763_700_000_009),
    });
    await store.put(second);
    assert.deepEqual(toPlain(await store.find(KALSHI)), toPlain(second));
    assert.equal((await store.list('owner_1')).length, 1);
  });

  checkRecords('what an owner has is listed by venue', async ({ store }) => {
    for (const venue of ['polymarket', 'hyperliquid', 'limitless'] as const)
      await store.put(record({ venue }));
    await store.put(record({ owner: 'owner_2' }));
    assert.deepEqual(toPlaces(await store.list('owner_1')), [
      'owner_1 hyperliquid',
      'owner_1 limitless',
      'owner_1 polymarket',
    ]);
    assert.deepEqual(await store.list('owner_3'), []);
  });

  checkRecords('removing says whether there was one', async ({ store }) => {
    await store.put(record());
    assert.equal(await store.remove({ owner: 'owner_2', venue: 'kalshi' }, NOW), false);
    assert.equal(await store.remove(KALSHI, NOW), true);
    assert.equal(await store.remove(KALSHI, NOW), false);
    assert.equal(await store.find(KALSHI), null);
  });

  checkRecords(
    'a record that was stored again meanwhile is not removed for the one before',
    async ({ store }) => {
      await store.put(record());
      const found = await store.find(KALSHI);
      assert.ok(found);
      const second = record({ envelope: buildEnvelope('key-2', 2) });
      await store.put(second);
      assert.equal(await store.removeUnchanged(found, NOW), false);
      assert.deepEqual(toPlain(await store.find(KALSHI)), toPlain(second));
      assert.equal(await store.removeUnchanged(second, NOW), true);
      assert.equal(await store.removeUnchanged(second, NOW), false);
      assert.equal(await store.find(KALSHI), null);
    },
  );

  check('records under other keys are listed in pages by owner and venue', async ({ store }) => {
    const under = (owner: string, venue: VaultRecord['venue'], kekId: string) =>
      store.put(record({ owner, venue, envelope: buildEnvelope(kekId, 1) }));
    await admit(store, 'old', 'older', 'new');
    await under('b', 'limitless', 'old');
    await under('b', 'kalshi', 'old');
    await under('a', 'polymarket', 'older');
    await under('a', 'kalshi', 'new');
    await under('c', 'kalshi', 'old');
    const first = await store.listNotUnder('new', 2);
    assert.deepEqual(toPlaces(first), ['a polymarket', 'b kalshi']);
    const second = await store.listNotUnder('new', 2, first.at(-1));
    assert.deepEqual(toPlaces(second), ['b limitless', 'c kalshi']);
    assert.deepEqual(await store.listNotUnder('new', 2, second.at(-1)), []);
    assert.deepEqual(toPlaces(await store.listNotUnder('old', 10)), ['a kalshi', 'a polymarket']);
  });

  checkRecords(
    'a wrap is replaced alone, and not on a record that was stored again meanwhile',
    async ({ store }) => {
      await store.put(record());
      const found = await store.find(KALSHI);
      assert.ok(found);
      const moved = buildEnvelope('key-2', 2);
      assert.equal(await store.replaceWrap(found, moved), 'replaced');
      const { wrap, kekId } = moved;
      const after = record({ envelope: { kekId, wrap, box: record().envelope.box } });
      assert.deepEqual(toPlain(await store.find(KALSHI)), toPlain(after));
      assert.equal(await store.replaceWrap(found, buildEnvelope('key-3', 3)), 'changed');
      assert.deepEqual(toPlain(await store.find(KALSHI)), toPlain(after));
      assert.equal(await store.replaceWrap(record({ owner: 'nobody' }), moved), 'changed');
      assert.equal(await store.replaceWrap(after, buildEnvelope('key-4', 4)), 'key_unused');
      assert.deepEqual(toPlain(await store.find(KALSHI)), toPlain(after));
      assert.equal(await store.find({ owner: 'nobody', venue: 'kalshi' }), null);
    },
  );

  checkRecords('of one record and two rotations at once one wins', async ({ store }) => {
    await store.put(record());
    const won = await Promise.all([
      store.replaceWrap(record(), buildEnvelope('key-2', 2)),
      store.replaceWrap(record(), buildEnvelope('key-3', 3)),
    ]);
    assert.deepEqual(won.sort(), ['changed', 'replaced']);
  });

  check('the first check value of a key stays', async ({ store }) => {
    assert.deepEqual(await store.listKeyChecks(), []);
    const first = { kekId: 'key-1', envelope: buildEnvelope('key-1', 1) };
    assert.equal(await store.admitKey(first, []), true);
    const second = { kekId: 'key-1', envelope: buildEnvelope('key-1', 9) };
    assert.equal(await store.admitKey(second, []), false);
    assert.equal(await store.admitKey(second, ['key-1']), true);
    assert.deepEqual((await store.listKeyChecks()).map(toPlainCheck), [toPlainCheck(first)]);
  });

  check('of two keys that are new at once one is in use', async ({ store }) => {
    const admitted = await Promise.all(
      ['key-1', 'key-2'].map((kekId) => store.admitKey({ kekId, envelope: buildEnvelope(kekId, 1) }, [])),
    );
    assert.deepEqual(admitted.sort(), [false, true]);
    assert.equal((await store.listKeyChecks()).length, 1);
  });

  check('a record is stored only while the check value of its key is there', async ({ store }) => {
    assert.equal(await store.put(record()), false);
    assert.equal(await store.find(KALSHI), null);
    await admit(store, 'key-1', 'key-2');
    assert.equal(await store.put(record()), true);
    const second = record({ envelope: buildEnvelope('key-2', 2) });
    assert.equal(await store.put(second), true);
    await store.dropUnusedKeyChecks('key-2');
    assert.equal(await store.put(record()), false);
    assert.deepEqual(toPlain(await store.find(KALSHI)), toPlain(second));
  });

  check('check values of keys go with their last record, but never the given one', async ({ store }) => {
    await admit(store, 'key-1', 'key-2', 'key-3');
    await store.put(record());
    await store.dropUnusedKeyChecks('key-2');
    const ids = async () => (await store.listKeyChecks()).map(({ kekId }) => kekId).sort();
    assert.deepEqual(await ids(), ['key-1', 'key-2']);
    await store.remove(KALSHI, NOW);
    await store.dropUnusedKeyChecks('key-2');
    assert.deepEqual(await ids(), ['key-2']);
  });

  check('a key that is forgotten takes its records and its check value', async ({ store }) => {
    await admit(store, 'key-1', 'key-2');
    for (const owner of ['b', 'a', 'c']) await store.put(record({ owner }));
    await store.put(record({ owner: 'd', envelope: buildEnvelope('key-2', 2) }));
    const ids = async () => (await store.listKeyChecks()).map(({ kekId }) => kekId).sort();
    const owners = async () => (await store.forgetKey('key-1', 2, NOW))?.map(({ owner }) => owner) ?? null;
    assert.deepEqual(
      [await owners(), await ids()],
      [
        ['a', 'b'],
        ['key-1', 'key-2'],
      ],
    );
    assert.deepEqual([await owners(), await ids()], [['c'], ['key-2']]);
    assert.equal(await owners(), null);
    assert.equal((await store.list('d')).length, 1);
  });

  checkRecords(
    'records that do not open wait until they are replaced, removed or opened',
    async ({ store }) => {
      const unreadable = (found: VaultRecord) => ({
        owner: found.owner,
        venue: found.venue,
        wrap: found.envelope.wrap,
        problem: 'no key',
      });
      for (const owner of ['a', 'b', 'c']) await store.put(record({ owner }));
      const [a, b, c] = ['a', 'b', 'c'].map((owner) => record({ owner })) as [
        VaultRecord,
        VaultRecord,
        VaultRecord,
      ];
      const stale = { ...unreadable(c), wrap: new Uint8Array(60) };
      await store.noteOpening([unreadable(a), unreadable(b), stale], [], NOW);
      const name = (owner: string) => `${owner} kalshi ${record().addedAt}`;
      assert.deepEqual((await store.listWaiting()).toSorted(), [name('a'), name('b')]);
      await store.put(a);
      assert.deepEqual(await store.listWaiting(), [name('b')]);
      await store.noteOpening([unreadable(a), unreadable(c)], [name('b')], NOW);
      assert.deepEqual((await store.listWaiting()).toSorted(), [name('a'), name('c')]);
      await store.remove(a, NOW);
      await store.removeUnchanged(c, NOW);
      assert.deepEqual(await store.listWaiting(), []);
    },
  );

  check('a restart keeps records and check values', async ({ store, reopen }) => {
    await admit(store, 'key-1');
    await store.put(record());
    const again = await reopen();
    assert.deepEqual(toPlain(await again.find(KALSHI)), toPlain(record()));
    assert.equal((await again.listKeyChecks()).length, 1);
  });
}

/** Engines give bytes as `Uint8Array` or `Buffer`. */
function toPlainEnvelope({ kekId, wrap, box }: Envelope) {
  return { kekId, wrap: [...wrap], box: [...box] };
}

function toPlain(found: VaultRecord | null) {
  return found === null ? null : { ...found, envelope: toPlainEnvelope(found.envelope) };
}

function toPlainCheck({ kekId, envelope }: { readonly kekId: string; readonly envelope: Envelope }) {
  return { kekId, envelope: toPlainEnvelope(envelope) };
}
