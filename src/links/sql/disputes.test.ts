import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeDisputes } from '../../../test/contract/disputes.ts';
import { openMemoryDisputes } from '../../../test/support/memory/disputes.ts';
import { sampleMarket } from '../../../test/support/sample-markets.ts';
import { SQLITE_ENGINES } from '../../../test/support/service-engine.ts';
import { STORE_SUITES } from '../../../test/support/store-suites.ts';
import { DAY_MS, epochMs, MINUTE_MS } from '../../domain/index.ts';
import {
  openServiceDatabase,
  type SqliteServiceDatabase,
} from '../../storage/sqlite/sqlite-service-database.ts';
import { DisputeStore } from '../disputes/dispute-store.ts';
import { LinkIndex } from '../link-index.ts';
import { prepareDisputeQueries, procedures } from './disputes.ts';

const START = epochMs(Date.parse('2026-11-22T12:00:00Z'));
const PAIR = 'kalshi-rec-27 pm-recession';

const quoted = (asset: string, bid: number, ask: number) => ({
  ...sampleMarket(asset, { title: 'US recession in 2027?', endDate: '2028-01-31T12:00:00Z' }),
  bid,
  ask,
});
const pm = quoted('pm-recession', 0.5, 0.52);
const kalshi = quoted('kalshi-rec-27', 0.2, 0.22);

const openStore = (database: SqliteServiceDatabase) =>
  new DisputeStore(database, prepareDisputeQueries(database.reads));

for (const engine of SQLITE_ENGINES) STORE_SUITES.disputes(engine);
describeDisputes('rows in memory', async () => {
  const store = openMemoryDisputes();
  return { store, reopen: async () => store };
});

test('a link in dispute stays so over a restart, until a market has left for a day', async (t) => {
  const database = await openServiceDatabase({ dataDir: null, procedures: [procedures] });
  t.after(() => database.close());
  const disputeStore = openStore(database);
  let now = 0;
  const startIndex = async () => {
    const index = new LinkIndex({
      curatedPath: null,
      clock: () => epochMs(START + now),
      now: () => now,
      disputeStore,
    });
    await index.loadDisputes();
    return index;
  };
  const before = await startIndex();
  await before.update([pm, kalshi]);
  now = 16 * MINUTE_MS;
  await before.update([pm, kalshi]);
  assert.equal(before.findLinkBetween('pm-recession', 'kalshi-rec-27')?.dispute?.since, START);

  // The second venue is polled later than the first, so the dispute waits for its link.
  const after = await startIndex();
  await after.update([pm]);
  assert.deepEqual([...(await disputeStore.load()).keys()], [PAIR]);
  now += MINUTE_MS;
  await after.update([quoted('pm-recession', 0.21, 0.23), kalshi]);
  assert.equal(after.findLinkBetween('pm-recession', 'kalshi-rec-27')?.dispute?.since, START);
  assert.equal(after.group('pm-recession').length, 1);

  now += MINUTE_MS;
  await after.update([pm]);
  assert.equal((await disputeStore.load()).size, 1);
  now += DAY_MS + MINUTE_MS;
  await after.update([pm]);
  assert.equal((await disputeStore.load()).size, 0);
});

test('what could not be stored is tried again, and later updates continue', async () => {
  let isBroken = true;
  const stored = new Map();
  let now = 0;
  const index = new LinkIndex({
    curatedPath: null,
    clock: () => epochMs(START + now),
    now: () => now,
    disputeStore: {
      load: async () => new Map(),
      change: async (begun) => {
        if (isBroken) throw new Error('disk full');
        for (const [pair, dispute] of begun) stored.set(pair, dispute);
      },
    },
  });
  await index.update([pm, kalshi]);
  now = 16 * MINUTE_MS;
  await assert.rejects(index.update([pm, kalshi]), /disk full/);
  isBroken = false;
  now += MINUTE_MS;
  await index.update([pm, kalshi]);
  assert.deepEqual([...stored.keys()], [PAIR]);
});
