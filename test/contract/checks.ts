import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { CheckStore } from '../../src/bot/credential-checks/check-store.ts';
import type { StoredVerdict } from '../../src/bot/credential-checks/credential-verdict.ts';
import { epochMs } from '../../src/domain/index.ts';
import type { CredentialKey } from '../../src/vault/vault-record.ts';

export interface CheckBench {
  readonly store: CheckStore;
  /** Stores a credential in the vault, in credential of the one before. */
  addCredential(credential: CredentialKey, addedAt: number): Promise<void>;
  removeCredential(credential: CredentialKey): Promise<void>;
  /** Opens the same store again, as a restart does. */
  reopen(): Promise<CheckStore>;
}

export type OpenChecks = (t: TestContext) => Promise<CheckBench>;

const START = 1_763_700_000_000;
const at = (ms: number) => epochMs(START + ms);
const WITHIN = { usable: 3_600_000, unusable: 300_000 };
const KALSHI = { owner: 'owner_1', venue: 'kalshi' } as const;
const LIMITLESS = { owner: 'owner_1', venue: 'limitless' } as const;

const verdict = (changes: Partial<StoredVerdict> = {}): StoredVerdict => ({
  ...KALSHI,
  addedAt: at(0),
  usable: true,
  missing: [],
  problem: null,
  checkedAt: at(1),
  nextAt: at(100),
  ...changes,
});

/** Defines the tests that every engine of the verdicts on credentials passes. */
export function describeChecks(engine: string, open: OpenChecks): void {
  const check = (name: string, body: (bench: CheckBench) => Promise<void>) =>
    test(`${engine}: ${name}`, async (t) => body(await open(t)));

  const dueOwners = async (store: CheckStore, now: number, limit = 10) =>
    (await store.listDue(at(now), limit, [])).map(({ owner }) => owner);

  check('a verdict comes back with every member, also the missing ones', async ({ store }) => {
    assert.equal(await store.find(KALSHI), null);
    assert.deepEqual(await store.list('owner_1'), []);
    const form = verdict({ usable: false, missing: ['keyId', 'pem'], checkedAt: null, nextAt: null });
    await store.put(form);
    await store.put(verdict({ ...LIMITLESS, problem: 'it may withdraw' }));
    assert.deepEqual(await store.find(KALSHI), form);
    const listed = await store.list('owner_1');
    assert.deepEqual(listed.map(({ venue }) => venue).sort(), ['kalshi', 'limitless']);
    assert.deepEqual(await store.list('owner_2'), []);
    await store.remove(KALSHI);
    await store.remove(KALSHI);
    assert.equal(await store.find(KALSHI), null);
    assert.equal((await store.list('owner_1')).length, 1);
  });

  check(
    'a verdict replaces one on the same or an older credential, never one on a newer',
    async ({ store }) => {
      await store.put(verdict({ addedAt: at(10) }));
      const same = verdict({ addedAt: at(10), usable: false, problem: 'expired', checkedAt: at(11) });
      await store.put(same);
      await store.put(verdict({ addedAt: at(9), checkedAt: at(12) }));
      assert.deepEqual(await store.find(KALSHI), same);
      const newer = verdict({ addedAt: at(20), checkedAt: null });
      await store.put(newer);
      assert.deepEqual(await store.find(KALSHI), newer);
    },
  );

  check('a credential without a check is due first, then the longest due', async ({ store }) => {
    await store.put(verdict({ owner: 'late', nextAt: at(5) }));
    await store.put(verdict({ owner: 'later', nextAt: at(8) }));
    await store.put(verdict({ owner: 'new', checkedAt: null, nextAt: at(9) }));
    await store.put(verdict({ owner: 'never', nextAt: null }));
    await store.put(verdict({ owner: 'future', nextAt: at(11) }));
    assert.deepEqual(await dueOwners(store, 10), ['new', 'late', 'later']);
    assert.deepEqual(await dueOwners(store, 10, 2), ['new', 'late']);
    assert.deepEqual(await dueOwners(store, 11), ['new', 'late', 'later', 'future']);
  });

  check('venues that are paused are left out', async ({ store }) => {
    for (const venue of ['kalshi', 'limitless', 'polymarket'] as const) {
      await store.put(verdict({ venue, nextAt: at(0) }));
    }
    const due = async (...except: StoredVerdict['venue'][]) =>
      (await store.listDue(at(1), 10, except)).map(({ venue }) => venue).sort();
    assert.deepEqual(await due(), ['kalshi', 'limitless', 'polymarket']);
    assert.deepEqual(await due('kalshi'), ['limitless', 'polymarket']);
    assert.deepEqual(await due('kalshi', 'polymarket'), ['limitless']);
    assert.deepEqual(await due('kalshi', 'polymarket', 'limitless', 'hyperliquid'), []);
  });

  check('a start makes those without an answer due at once, and forgets removed ones', async (bench) => {
    const { store, addCredential } = bench;
    await addCredential(KALSHI, at(0));
    await addCredential(LIMITLESS, at(7));
    const known = verdict({ usable: false, problem: 'pem is missing', checkedAt: null, nextAt: null });
    await store.put(known);
    await store.put(verdict({ owner: 'gone' }));
    await store.makeAllDue(at(50), WITHIN);
    assert.deepEqual(await store.find(KALSHI), { ...known, nextAt: at(50) });
    assert.deepEqual(await store.find(LIMITLESS), {
      ...LIMITLESS,
      addedAt: at(7),
      usable: false,
      missing: [],
      problem: 'not looked at yet',
      checkedAt: null,
      nextAt: at(50),
    });
    assert.deepEqual(await store.list('gone'), []);
    await bench.removeCredential(KALSHI);
    await store.makeAllDue(at(60), WITHIN);
    assert.equal(await store.find(KALSHI), null);
    assert.equal((await store.find(LIMITLESS))?.nextAt, at(60));
  });

  check(
    'a start spreads the checks of known credentials over an hour, refused ones come sooner',
    async (bench) => {
      const { store } = bench;
      for (let i = 0; i < 60; i++) {
        await bench.addCredential({ owner: `o${i}`, venue: 'kalshi' }, at(i));
        await store.put(verdict({ owner: `o${i}`, addedAt: at(i), usable: i % 2 === 0 }));
      }
      await store.makeAllDue(at(1_000), WITHIN);
      const waits = async (from: number) =>
        Promise.all(
          Array.from({ length: 30 }, async (_, i) => {
            const { nextAt } =
              (await store.find({ owner: `o${2 * i + from}`, venue: 'kalshi' })) ?? verdict();
            return Number(nextAt) - at(1_000);
          }),
        );
      const [good, bad] = [await waits(0), await waits(1)];
      assert.ok(good.every((ms) => ms >= 0 && ms < WITHIN.usable));
      assert.ok(bad.every((ms) => ms >= 0 && ms < WITHIN.unusable));
      const inMinutes = new Set(good.map((ms) => Math.floor(ms / (WITHIN.usable / 60))));
      assert.ok(inMinutes.size >= 8, `${inMinutes.size} minutes`);
      assert.ok(Math.max(...good) - Math.min(...good) > WITHIN.usable / 10);
    },
  );

  check('hastening brings a look forward and never puts one off', async ({ store }) => {
    await store.put(verdict({ nextAt: at(100) }));
    await store.makeDue(KALSHI, at(50));
    assert.equal((await store.find(KALSHI))?.nextAt, at(50));
    await store.makeDue(KALSHI, at(70));
    assert.equal((await store.find(KALSHI))?.nextAt, at(50));
    await store.put(verdict({ ...LIMITLESS, nextAt: null }));
    await store.makeDue(LIMITLESS, at(50));
    assert.equal((await store.find(LIMITLESS))?.nextAt, null);
    await store.makeDue({ owner: 'nobody', venue: 'kalshi' }, at(50));
    assert.deepEqual(await store.list('nobody'), []);
  });

  check('refusals are counted by venue, those of the form alone are not', async ({ store }) => {
    assert.deepEqual(await store.countRefused(), []);
    const refused = { usable: false, problem: 'expired' };
    await store.put(verdict({ ...refused, owner: 'a' }));
    await store.put(verdict({ ...refused, owner: 'b' }));
    await store.put(verdict({ ...refused, owner: 'c', checkedAt: null }));
    await store.put(verdict({ ...refused, owner: 'a', venue: 'limitless' }));
    await store.put(verdict({ owner: 'd' }));
    const counts = (await store.countRefused()).map(({ venue, count }) => [venue, count]);
    assert.deepEqual(counts.sort(), [
      ['kalshi', 2],
      ['limitless', 1],
    ]);
  });

  check('a restart keeps verdicts', async ({ store, reopen }) => {
    await store.put(verdict({ missing: ['keyId'] }));
    assert.deepEqual(await (await reopen()).find(KALSHI), verdict({ missing: ['keyId'] }));
  });
}
