import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { PREPARED, requestOrder } from '../../../test/support/order-stores.ts';
import { openSqliteDatabase } from '../../../test/support/service-database.ts';
import { openTestOrders } from '../../../test/support/test-orders.ts';
import { openLedger } from '../../billing/ledger/sql/ledger.ts';
import { cryptoRandom, epochMs, MINUTE_MS, microUsd, SECOND_MS, type VenueId } from '../../domain/index.ts';
import { parseKeyEncryptionKeys } from '../../vault/key-encryption-key.ts';
import { prepareVaultQueries } from '../../vault/sql/vault.ts';
import { Vault } from '../../vault/vault.ts';
import { VaultStore } from '../../vault/vault-store.ts';
import type { ExecutionVenue, ListedOrder } from '../execution/index.ts';
import { AccountReadings } from './account-readings.ts';
import { HoldingStore } from './holding-store.ts';
import { prepareHoldingQueries } from './sql/holdings.ts';

/** Reads accounts of one venue, of which our own limits keep some back. */
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
  const listed = { times: 0, orders: [] as ListedOrder[], isAnswered: true };
  const venue = {
    venue: 'limitless',
    readHoldings: async (_markets, secret) => {
      const owner = String(secret.owner);
      asked.push(owner);
      if (heldBack.has(owner)) return { status: 'unknown', problem: 'no room', retryAfterMs: 300 };
      return { status: 'read', account: owner, freeUsd: null, markets: [] };
    },
    readOpenOrders: async () => {
      listed.times += 1;
      if (!listed.isAnswered) return { status: 'unknown', problem: 'no answer' };
      return { status: 'read', orders: listed.orders };
    },
  } satisfies Pick<ExecutionVenue, 'venue' | 'readHoldings' | 'readOpenOrders'>;
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
    listed,
    database,
    clock,
    findForeign: (owner: string) => readings.foreignOrders.find({ owner, venue: 'limitless' }),
    noteFill: (owner: string) => readings.noteFill({ owner, venue: 'limitless' }),
    /** Lets this time pass, runs a round, and returns the accounts that it asked for. */
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

test('orders that rest in an account and that no bot placed are counted at the start and every ten minutes', async (t) => {
  const { listed, findForeign, runRound, noteFill } = await bench(t, ['a']);
  listed.orders = [{ venueOrderId: 'V1', venueClientId: null }];
  assert.equal(findForeign('a'), null);
  listed.isAnswered = false;
  await runRound(0);
  assert.equal(findForeign('a'), null, 'without an answer nothing is known');
  listed.isAnswered = true;
  noteFill('a');
  await runRound(MINUTE_MS);
  assert.equal(findForeign('a')?.count, 1);
  listed.orders = [];
  for (let minute = 0; minute < 9; minute++) {
    noteFill('a');
    await runRound(MINUTE_MS);
  }
  assert.deepEqual([listed.times, findForeign('a')?.count], [2, 1]);
  noteFill('a');
  await runRound(MINUTE_MS);
  assert.deepEqual([listed.times, findForeign('a')?.count], [3, 0]);
});

test("orders of the bots of an owner are none of others, by our id or by the venue's", async (t) => {
  const { listed, database, clock, findForeign, runRound } = await bench(t, ['a']);
  const orders = openTestOrders({ database, ledger: openLedger(database, clock), clock });
  const place = async (orderId: string, venueClientId: string) => {
    await orders.reserve(requestOrder(orderId, { owner: 'a', venue: 'limitless', feeMicroUsd: microUsd(0) }));
    await orders.submit(orderId, [{ ...PREPARED, venue: 'limitless', venueClientId }]);
  };
  await place('ord_1', 'Ours-1');
  await place('ord_2', 'Ours-2');
  await orders.applyResult('ord_2', { status: 'resting', venueOrderId: 'Venue-2', fills: [] });
  listed.orders = [
    { venueOrderId: 'v1', venueClientId: 'ours-1' },
    { venueOrderId: 'venue-2', venueClientId: null },
    { venueOrderId: 'v3', venueClientId: 'by-hand' },
  ];
  await runRound(0);
  assert.equal(findForeign('a')?.count, 1);
});
