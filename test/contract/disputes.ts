import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { epochMs } from '../../src/domain/index.ts';
import type { DisputeStore } from '../../src/links/disputes/dispute-store.ts';

export interface DisputeBench {
  readonly store: DisputeStore;
  /** Opens the same store again, as a restart does. */
  reopen(): Promise<DisputeStore>;
}

export type OpenDisputes = (t: TestContext) => Promise<DisputeBench>;

const SINCE = epochMs(1_763_700_000_000);

/** Defines the tests that every engine of the disputes passes. */
export function describeDisputes(engine: string, open: OpenDisputes): void {
  const check = (name: string, body: (bench: DisputeBench) => Promise<void>) =>
    test(`${engine}: ${name}`, async (t) => body(await open(t)));

  check('disputes are stored as they begin and end, and a restart keeps them', async ({ store, reopen }) => {
    assert.equal((await store.load()).size, 0);
    await store.change(new Map([['a b', { since: SINCE, gap: 0.3 }]]), []);
    await store.change(new Map([['c d', { since: SINCE, gap: 0.125 }]]), ['a b']);
    assert.deepEqual([...(await (await reopen()).load())], [['c d', { since: SINCE, gap: 0.125 }]]);
  });

  check('a dispute that begins again replaces the one before', async ({ store }) => {
    await store.change(new Map([['a b', { since: SINCE, gap: 0.3 }]]), []);
    const later = { since: epochMs(SINCE + 1), gap: 0.5 };
    await store.change(new Map([['a b', later]]), []);
    assert.deepEqual([...(await store.load())], [['a b', later]]);
  });

  check('the end of a dispute that is not stored changes nothing', async ({ store }) => {
    await store.change(new Map([['a b', { since: SINCE, gap: 0.3 }]]), ['x y']);
    assert.deepEqual([...(await store.load()).keys()], ['a b']);
  });
}
