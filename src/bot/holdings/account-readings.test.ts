import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openSqliteDatabase } from '../../../test/support/service-database.ts';
import { cryptoRandom, epochMs, MINUTE_MS, SECOND_MS, type VenueId } from '../../domain/index.ts';
import { parseKeyEncryptionKeys } from '../../vault/key-encryption-key.ts';
import { prepareVaultQueries } from '../../vault/sql/vault.ts';
import { Vault } from '../../vault/vault.ts';
import { VaultStore } from '../../vault/vault-store.ts';
import type { ExecutionVenue } from '../execution/index.ts';
import { AccountReadings } from './account-readings.ts';
import { HoldingStore } from './holding-store.ts';
import { prepareHoldingQueries } from './sql/holdings.ts';

/** Accounts of one venue, of which some are kept back by our own limits. */
async function bench(t: TestContext, owners: readonly string[]) {
  let now = epochMs(1_763_700_000_000);
  const clock = () => now;
  const database = await openSqliteDatabase({ dataDir: null });
  t.after(() => database.close());
  const vault = await Vault.start({
    store: new VaultStore(database, prepareVaultQueries(database.reads)),
    keys: parseKeyEncryptionKeys(Buffer.alloc(32, 9).toString('base64')),
    clock,
    random: cryptoRandom,
  });
  for (const owner of owners) await vault.put({ owner, venue: 'limitless' }, 'wallet', { owner });
  const asked: string[] = [];
  const heldBack = new Set<string>();
  const venue = {
    venue: 'limitless',
    readHoldings: async (_markets, secret) => {
      const owner = String(secret.owner);
      asked.push(owner);
      if (heldBack.has(owner)) return { status: 'unknown', problem: 'no room', retryAfterMs: 300 };
      return { status: 'read', account: owner, freeUsd: null, markets: [] };
    },
  } satisfies Pick<ExecutionVenue, 'venue' | 'readHoldings'>;
  const readings = new AccountReadings({
    store: new HoldingStore(database, prepareHoldingQueries(database.reads)),
    venues: new Map<VenueId, ExecutionVenue>([['limitless', venue as unknown as ExecutionVenue]]),
    vault,
    clock,
    findEnd: async () => null,
    onFault: (error) => assert.fail(String(error)),
  });
  return {
    heldBack,
    noteFill: (owner: string) => readings.noteFill({ owner, venue: 'limitless' }),
    /** Which accounts are asked for in a round, after this time. */
    runRound: async (passedMs: number) => {
      now = epochMs(now + passedMs);
      await readings.runRound();
      return asked.splice(0);
    },
  };
}

test('accounts do not wait for one whose own limits have no room', async (t) => {
  const { heldBack, runRound } = await bench(t, ['a', 'b', 'c']);
  heldBack.add('a');
  assert.deepEqual(await runRound(0), ['a', 'b', 'c']);
  assert.deepEqual(await runRound(SECOND_MS), []);
  assert.deepEqual(await runRound(5 * SECOND_MS), ['a']);
  heldBack.clear();
  assert.deepEqual(await runRound(5 * SECOND_MS), ['a']);
});

test('where the limit that accounts share has no room, the second that is kept back ends the round', async (t) => {
  const { heldBack, runRound } = await bench(t, ['a', 'b', 'c', 'd']);
  for (const owner of ['a', 'b', 'c', 'd']) heldBack.add(owner);
  assert.deepEqual(await runRound(0), ['a', 'b']);
  assert.deepEqual(await runRound(SECOND_MS), []);
  heldBack.clear();
  assert.deepEqual(await runRound(5 * SECOND_MS), ['a', 'b', 'c', 'd']);
});

test('an account that was idle is read within a minute of its first fill', async (t) => {
  const { noteFill, runRound } = await bench(t, ['a', 'b']);
  assert.deepEqual(await runRound(0), ['a', 'b']);
  noteFill('a');
  assert.deepEqual(await runRound(5 * SECOND_MS), []);
  assert.deepEqual(await runRound(MINUTE_MS), ['a']);
  assert.deepEqual(await runRound(MINUTE_MS), []);
});

test('an account whose reading is kept back after its first fill is read as soon as there is room', async (t) => {
  const { heldBack, noteFill, runRound } = await bench(t, ['a']);
  assert.deepEqual(await runRound(0), ['a']);
  noteFill('a');
  heldBack.add('a');
  assert.deepEqual(await runRound(MINUTE_MS), ['a']);
  heldBack.clear();
  assert.deepEqual(await runRound(5 * SECOND_MS), ['a']);
  assert.deepEqual(await runRound(MINUTE_MS), []);
});
