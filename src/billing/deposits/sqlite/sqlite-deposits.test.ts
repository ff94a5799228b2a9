import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { DAY_MS, type EpochMs, epochMs, microUsd } from '../../../domain/index.ts';
import { migrate } from '../../../storage/sqlite/migrate.ts';
import { MIGRATIONS } from '../../../storage/sqlite/migrations/index.ts';
import { openWriter } from '../../../storage/sqlite/open.ts';
import { procedure, procedureModule } from '../../../storage/sqlite/procedure.ts';
import { openServiceDatabase } from '../../../storage/sqlite/sqlite-service-database.ts';
import { assetAccount } from '../../chart.ts';
import { procedures as ledgerProcedures } from '../../sqlite/procedures.ts';
import { SqliteLedger } from '../../sqlite/sqlite-ledger.ts';
import type { Arrival } from '../deposit.ts';
import { procedures as depositProcedures } from './procedures.ts';
import { type Release, releaseDeposit, returnDeposit } from './review.ts';
import { SqliteDeposits } from './sqlite-deposits.ts';

const USD = 1_000_000;

const release = procedure('test.release', (tx, { now, ...request }: Release & { now: number }) =>
  releaseDeposit(tx, request, now),
);
const giveBack = procedure('test.return', (tx, { id, now }: { id: string; now: number }) =>
  returnDeposit(tx, id, now),
);

async function bench(t: TestContext) {
  const database = await openServiceDatabase({
    dataDir: null,
    procedures: [ledgerProcedures, depositProcedures, procedureModule('test:', [release, giveBack])],
  });
  t.after(() => database.close());
  let now = epochMs(DAY_MS * 20_000 + 12 * 3_600_000);
  const clock = () => now;
  const ledger = new SqliteLedger(database, clock);
  const limits = { perDeposit: microUsd(100 * USD), perDay: microUsd(250 * USD) };
  return {
    ledger,
    deposits: new SqliteDeposits({ database, ledger, limits, clock }),
    pass: (ms: number) => {
      now = (now + ms) as EpochMs;
    },
    release: (id: string, owner: string, amount: number) =>
      ledger.transact(release, { id, owner, amount: microUsd(amount), now }),
    giveBack: (id: string) => ledger.transact(giveBack, { id, now }),
    clean: async () => assert.deepEqual((await ledger.audit({ whole: true })).findings, []),
  };
}

let events = 0;
function card(usd: number, changes: Partial<Arrival> = {}): Arrival {
  const eventId = `evt_${++events}`;
  return {
    key: { scope: 'wh:stripe', idem: eventId },
    source: 'stripe',
    account: assetAccount('stripe'),
    ref: eventId,
    owner: 'alice',
    currency: 'USD',
    amount: usd.toFixed(2),
    microUsd: microUsd(usd * USD),
    eventId,
    ...changes,
  };
}

test('a deposit is credited once, no matter what comes again', async (t) => {
  const { deposits, ledger, clean } = await bench(t);
  const first = card(25, { objectId: 'cs_1' });
  const recorded = await deposits.record(first);
  assert.equal(recorded.isNew, true);
  assert.equal(recorded.balance, 25 * USD);
  assert.equal(recorded.deposit.state, 'credited');

  for (const again of [first, card(25, { objectId: 'cs_1' }), { ...first, microUsd: microUsd(9 * USD) }]) {
    const repeated = await deposits.record(again);
    assert.equal(repeated.isNew, false);
    assert.deepEqual(repeated.deposit, recorded.deposit);
    assert.equal(repeated.balance, 25 * USD);
  }
  assert.equal((await ledger.balance('alice')).microUsd, 25 * USD);
  const [entry, ...others] = (await ledger.entries('alice', { limit: 10 }))?.entries ?? [];
  assert.deepEqual(others, []);
  assert.deepEqual([entry?.type, entry?.ref], ['deposit', first.ref]);
  await clean();
});

test('the limits of a deposit and of a day let the whole deposit wait', async (t) => {
  const { deposits, ledger, pass, clean } = await bench(t);
  const states: string[] = [];
  for (const usd of [101, 100, 100, 51, 50, 1]) {
    const { deposit } = await deposits.record(card(usd));
    states.push(`${usd} ${deposit.state} ${deposit.reason}`);
  }
  assert.deepEqual(states, [
    '101 held deposit_cap',
    '100 credited null',
    '100 credited null',
    '51 held day_cap',
    '50 credited null',
    '1 held day_cap',
  ]);
  assert.equal((await deposits.record(card(1, { owner: 'bob' }))).deposit.state, 'credited');
  pass(DAY_MS / 2);
  assert.equal((await deposits.record(card(1))).deposit.state, 'credited');
  const { heldForReviewMicroUsd } = await ledger.float();
  assert.equal(heldForReviewMicroUsd, 153 * USD);
  assert.deepEqual(await deposits.inReview(), { held: 3, unattributed: 0 });
  await clean();
});

test('the first deposit of a sender has a limit of its own until one was credited', async (t) => {
  const { deposits } = await bench(t);
  const wallet = { sender: '0xaa', firstDepositCap: microUsd(10 * USD) };
  assert.equal((await deposits.record(card(11, wallet))).deposit.reason, 'first_deposit');
  assert.equal((await deposits.record(card(10, wallet))).deposit.state, 'credited');
  assert.equal((await deposits.record(card(11, wallet))).deposit.state, 'credited');
  assert.equal(
    (await deposits.record(card(11, { ...wallet, owner: 'bob' }))).deposit.reason,
    'first_deposit',
  );
});

test('what cannot be counted waits without a transfer and can only be returned', async (t) => {
  const { deposits, ledger, release, giveBack, clean } = await bench(t);
  const euros = await deposits.record(card(5, { currency: 'EUR', microUsd: null }));
  const vast = await deposits.record(card(5, { amount: '2000000000', microUsd: null }));
  assert.deepEqual([euros.deposit.state, euros.deposit.reason], ['unattributed', 'currency']);
  assert.deepEqual([vast.deposit.state, vast.deposit.reason], ['held', 'amount_out_of_range']);
  for (const { deposit } of [euros, vast]) {
    assert.equal(deposit.microUsd, null);
    assert.equal((await release(deposit.id, 'alice', 5 * USD)).status, 'conflict');
    assert.equal((await giveBack(deposit.id)).status, 'returned');
    assert.equal((await giveBack(deposit.id)).status, 'duplicate');
  }
  assert.equal((await ledger.audit({ whole: true })).transfers, 0);
  await clean();
});

test('a held deposit is released once, whole, to its owner', async (t) => {
  const { deposits, ledger, release, giveBack, clean } = await bench(t);
  const { id } = (await deposits.record(card(101))).deposit;
  assert.equal((await release('dep_none', 'alice', 101 * USD)).status, 'deposit_not_found');
  assert.equal((await release(id, 'bob', 101 * USD)).status, 'conflict');
  assert.equal((await release(id, 'alice', 100 * USD)).status, 'conflict');
  assert.deepEqual(await release(id, 'alice', 101 * USD), {
    status: 'released',
    amount: 101 * USD,
    balance: 101 * USD,
  });
  assert.equal((await release(id, 'alice', 101 * USD)).status, 'duplicate');
  assert.equal((await release(id, 'bob', 101 * USD)).status, 'conflict');
  assert.equal((await giveBack(id)).status, 'deposit_not_found');
  assert.equal((await deposits.find(id))?.state, 'released');
  const [entry] = (await ledger.entries('alice', { limit: 1 }))?.entries ?? [];
  assert.deepEqual([entry?.type, entry?.ref], ['release', `release:${id}`]);
  await clean();
});

test('a deposit of nobody is released to whom the operator names, or goes back', async (t) => {
  const { deposits, ledger, release, giveBack, clean } = await bench(t);
  const nobody = { owner: { unknown: 'no_owner' } } as const;
  const one = (await deposits.record(card(20, nobody))).deposit;
  const two = (await deposits.record(card(30, nobody))).deposit;
  assert.equal((await ledger.float()).unattributedMicroUsd, 50 * USD);
  assert.equal((await release(one.id, 'carol', 20 * USD)).status, 'released');
  assert.equal((await deposits.find(one.id))?.owner, 'carol');
  assert.equal((await giveBack(two.id)).status, 'returned');
  const returned = await deposits.find(two.id);
  assert.deepEqual([returned?.state, returned?.microUsd, returned?.owner], ['returned', 30 * USD, null]);
  assert.equal((await release(two.id, 'carol', 30 * USD)).status, 'deposit_not_found');
  const { unattributedMicroUsd, totalMicroUsd } = await ledger.float();
  assert.deepEqual([unattributedMicroUsd, totalMicroUsd], [0, 20 * USD]);
  await clean();
});

test('what an owner owes is repaid by the next deposit, in an entry that names what caused it', async (t) => {
  const { deposits, ledger, clean } = await bench(t);
  await ledger.clawBack({
    scope: 'wh:stripe',
    idem: 'evt_refund',
    owner: 'alice',
    amount: microUsd(10 * USD),
    asset: assetAccount('stripe'),
    ref: 'evt_refund',
  });
  assert.equal((await deposits.record(card(25))).balance, 15 * USD);
  const entries = (await ledger.entries('alice', { limit: 10 }))?.entries ?? [];
  assert.deepEqual(
    entries.map(({ type, microUsd: amount, ref }) => [type, amount, ref === 'evt_refund']),
    [
      ['deposit', 25 * USD, false],
      ['refund', -10 * USD, true],
    ],
  );
  await clean();
});

test('deposits are listed newest first, by state and owner, in pages without overlap', async (t) => {
  const { deposits } = await bench(t);
  const ids: string[] = [];
  for (let i = 0; i < 7; i++) {
    const { deposit } = await deposits.record(
      card(i % 2 === 0 ? 1 : 101, { owner: i < 4 ? 'alice' : 'bob' }),
    );
    ids.unshift(deposit.id);
  }
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await deposits.list({ limit: 3, cursor });
    seen.push(...(page?.deposits.map(({ id }) => id) ?? []));
    cursor = page?.nextCursor ?? undefined;
  } while (cursor !== undefined);
  assert.deepEqual(seen, ids);
  assert.equal((await deposits.list({ limit: 10, state: 'held' }))?.deposits.length, 3);
  assert.equal((await deposits.list({ limit: 10, owner: 'bob' }))?.deposits.length, 3);
  assert.equal((await deposits.list({ limit: 10, owner: 'bob', state: 'held' }))?.deposits.length, 1);
  assert.equal(await deposits.list({ limit: 10, cursor: 'x1' }), null);
});

test('beyond what the books can count, a deposit waits instead of blocking its source', async (t) => {
  const { deposits, ledger, clean } = await bench(t);
  for (let i = 0; i < 9; i++) {
    await ledger.post({
      scope: 'admin.credit',
      idem: `fill-${i}`,
      type: 'admin_credit',
      src: 'adjust:admin',
      dst: 'owner:whale',
      amount: microUsd(1e15),
      ref: null,
    });
  }
  const rest = microUsd(Number.MAX_SAFE_INTEGER - 9e15 - 10);
  await ledger.post({
    scope: 'admin.credit',
    idem: 'rest',
    type: 'admin_credit',
    src: 'adjust:admin',
    dst: 'owner:whale',
    amount: rest,
    ref: null,
  });
  const { deposit } = await deposits.record(card(25));
  assert.deepEqual([deposit.state, deposit.reason, deposit.microUsd], ['held', 'amount_out_of_range', null]);
  await clean();
});

test('a service database of the version before gets the tables of deposits and keeps its money', async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-deposits-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const before = MIGRATIONS.findIndex(({ name }) => name === '0008-deposits');
  const db = openWriter(dataDir);
  migrate(db, MIGRATIONS.slice(0, before));
  db.exec(`INSERT INTO owner VALUES ('alice', zeroblob(16), 1)`);
  db.close();

  const database = await openServiceDatabase({ dataDir, procedures: [ledgerProcedures, depositProcedures] });
  t.after(() => database.close());
  assert.equal(database.migrated[0], '0008-deposits');
  const clock = () => epochMs(1_700_000_000_000);
  const ledger = new SqliteLedger(database, clock);
  const limits = { perDeposit: microUsd(100 * USD), perDay: microUsd(250 * USD) };
  const deposits = new SqliteDeposits({ database, ledger, limits, clock });
  assert.equal((await deposits.record(card(25))).balance, 25 * USD);
});
