import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Arrival } from '../../src/billing/deposits/deposit.ts';
import { toAssetAccount } from '../../src/billing/ledger/chart.ts';
import { DAY_MS, epochMs, microUsd } from '../../src/domain/index.ts';
import { countInReview } from '../support/deposits-in-review.ts';
import { ledgerSteps } from '../support/ledger-steps.ts';
import type { MoneyStores, OpenMoney } from '../support/money-stores.ts';

const USD = 1_000_000;
const START = DAY_MS * 20_000 + DAY_MS / 2;

/** The stores with what a check does to them. A deposit may have 100 US dollars, a day 250. */
interface Bench extends MoneyStores {
  pass(ms: number): void;
  reopen(): Promise<MoneyStores>;
  /** Pays an owner whole US dollars. */
  pay(id: string, owner: string, usd: number): ReturnType<MoneyStores['release']>;
}

const ownedBy = (owner: string) => ({ attribution: { kind: 'owner', owner } as const });

let events = 0;
function buildCard(usd: number, changes: Partial<Arrival> = {}): Arrival {
  const eventId = `evt_${++events}`;
  return {
    key: { scope: 'wh:stripe', idem: eventId },
    source: 'stripe',
    account: toAssetAccount('stripe'),
    ref: eventId,
    ...ownedBy('alice'),
    currency: 'USD',
    amount: usd.toFixed(2),
    microUsd: microUsd(usd * USD),
    eventId,
    ...changes,
  };
}

/** Defines the tests that every engine of the deposits passes. */
export function describeDeposits(engine: string, open: OpenMoney): void {
  const check = (name: string, body: (bench: Bench) => Promise<void>) =>
    test(`${engine}: ${name}`, async (t) => {
      let now = START;
      const { stores, reopen } = await open(t, () => epochMs(now));
      await body({
        ...stores,
        reopen,
        pass: (ms) => {
          now += ms;
        },
        pay: (id, owner, usd) => stores.release({ id, owner, amount: microUsd(usd * USD) }),
      });
      const { findings } = await (await reopen()).ledger.audit({ whole: true });
      assert.deepEqual(findings, []);
    });

  check('a deposit is credited once, no matter what comes again', async ({ deposits, ledger }) => {
    const first = buildCard(25, { objectId: 'cs_1' });
    const recorded = await deposits.record(first);
    assert.equal(recorded.isNew, true);
    assert.equal(recorded.balance, 25 * USD);
    assert.equal(recorded.deposit.state, 'credited');

    for (const again of [
      first,
      buildCard(25, { objectId: 'cs_1' }),
      { ...first, microUsd: microUsd(9 * USD) },
    ]) {
      const repeated = await deposits.record(again);
      assert.equal(repeated.isNew, false);
      assert.deepEqual(repeated.deposit, recorded.deposit);
      assert.equal(repeated.balance, 25 * USD);
    }
    assert.equal((await ledger.readBalance('alice')).microUsd, 25 * USD);
    const [entry, ...others] = (await ledger.readEntries('alice', { limit: 10 }))?.entries ?? [];
    assert.deepEqual(others, []);
    assert.deepEqual([entry?.type, entry?.ref], ['deposit', first.ref]);
  });

  check(
    'the limits of a deposit and of a day let the whole deposit wait',
    async ({ deposits, ledger, pass }) => {
      const states: string[] = [];
      for (const usd of [101, 100, 100, 51, 50, 1]) {
        const { deposit } = await deposits.record(buildCard(usd));
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
      assert.equal((await deposits.record(buildCard(1, ownedBy('bob')))).deposit.state, 'credited');
      pass(DAY_MS / 2);
      assert.equal((await deposits.record(buildCard(1))).deposit.state, 'credited');
      const { heldForReviewMicroUsd } = await ledger.readFloat();
      assert.equal(heldForReviewMicroUsd, 153 * USD);
      assert.deepEqual(await countInReview(deposits), { held: 3, unattributed: 0 });
    },
  );

  check(
    'the first deposit of a sender has a limit of its own until one was credited',
    async ({ deposits }) => {
      const wallet = { sender: '0xaa', firstDepositCap: microUsd(10 * USD) };
      assert.equal((await deposits.record(buildCard(11, wallet))).deposit.reason, 'first_deposit');
      assert.equal((await deposits.record(buildCard(10, wallet))).deposit.state, 'credited');
      assert.equal((await deposits.record(buildCard(11, wallet))).deposit.state, 'credited');
      assert.equal(
        (await deposits.record(buildCard(11, { ...wallet, ...ownedBy('bob') }))).deposit.reason,
        'first_deposit',
      );
    },
  );

  check(
    'what cannot be counted waits without a transfer and can only be returned',
    async ({ deposits, ledger, pay, returnDeposit }) => {
      const euros = await deposits.record(buildCard(5, { currency: 'EUR', microUsd: null }));
      const vast = await deposits.record(buildCard(5, { amount: '2000000000', microUsd: null }));
      assert.deepEqual([euros.deposit.state, euros.deposit.reason], ['unattributed', 'currency']);
      assert.deepEqual([vast.deposit.state, vast.deposit.reason], ['held', 'amount_out_of_range']);
      for (const { deposit } of [euros, vast]) {
        assert.equal(deposit.microUsd, null);
        assert.equal((await pay(deposit.id, 'alice', 5)).status, 'conflict');
        assert.equal((await returnDeposit(deposit.id)).status, 'returned');
        assert.equal((await returnDeposit(deposit.id)).status, 'duplicate');
      }
      assert.equal((await ledger.audit({ whole: true })).transfers, 0);
    },
  );

  check(
    'a held deposit is released once, whole, to its owner',
    async ({ deposits, ledger, pay, returnDeposit }) => {
      const { id } = (await deposits.record(buildCard(101))).deposit;
      assert.equal((await pay('dep_none', 'alice', 101)).status, 'deposit_not_found');
      assert.equal((await pay(id, 'bob', 101)).status, 'conflict');
      assert.equal((await pay(id, 'alice', 100)).status, 'conflict');
      assert.deepEqual(await pay(id, 'alice', 101), {
        status: 'released',
        amount: 101 * USD,
        balance: 101 * USD,
      });
      assert.equal((await pay(id, 'alice', 101)).status, 'duplicate');
      assert.equal((await pay(id, 'bob', 101)).status, 'conflict');
      assert.equal((await returnDeposit(id)).status, 'deposit_not_found');
      assert.equal((await deposits.find(id))?.state, 'released');
      const [entry] = (await ledger.readEntries('alice', { limit: 1 }))?.entries ?? [];
      assert.deepEqual([entry?.type, entry?.ref], ['release', `release:${id}`]);
    },
  );

  check(
    'a deposit of nobody is released to whom the operator names, or goes back',
    async ({ deposits, ledger, pay, returnDeposit }) => {
      const nobody = { attribution: { kind: 'unknown', reason: 'no_owner' } } as const;
      const one = (await deposits.record(buildCard(20, nobody))).deposit;
      const two = (await deposits.record(buildCard(30, nobody))).deposit;
      assert.equal((await ledger.readFloat()).unattributedMicroUsd, 50 * USD);
      assert.equal((await pay(one.id, 'carol', 20)).status, 'released');
      assert.equal((await deposits.find(one.id))?.owner, 'carol');
      assert.equal((await returnDeposit(two.id)).status, 'returned');
      const returned = await deposits.find(two.id);
      assert.deepEqual([returned?.state, returned?.microUsd, returned?.owner], ['returned', 30 * USD, null]);
      assert.equal((await pay(two.id, 'carol', 30)).status, 'deposit_not_found');
      const { unattributedMicroUsd, totalMicroUsd } = await ledger.readFloat();
      assert.deepEqual([unattributedMicroUsd, totalMicroUsd], [0, 20 * USD]);
    },
  );

  check(
    'what an owner owes is repaid by the next deposit, in an entry that names what caused it',
    async ({ deposits, ledger }) => {
      await ledgerSteps(ledger).clawBack({
        scope: 'wh:stripe',
        idem: 'evt_refund',
        owner: 'alice',
        amount: microUsd(10 * USD),
        asset: toAssetAccount('stripe'),
        ref: 'evt_refund',
      });
      assert.equal((await deposits.record(buildCard(25))).balance, 15 * USD);
      const entries = (await ledger.readEntries('alice', { limit: 10 }))?.entries ?? [];
      assert.deepEqual(
        entries.map(({ type, microUsd: amount, ref }) => [type, amount, ref === 'evt_refund']),
        [
          ['deposit', 25 * USD, false],
          ['refund', -10 * USD, true],
        ],
      );
    },
  );

  check(
    'deposits are listed newest first, by state and owner, in pages without overlap',
    async ({ deposits }) => {
      const ids: string[] = [];
      for (let i = 0; i < 7; i++) {
        const { deposit } = await deposits.record(
          buildCard(i % 2 === 0 ? 1 : 101, ownedBy(i < 4 ? 'alice' : 'bob')),
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
    },
  );

  check(
    'beyond what the ledger can count, a deposit waits instead of blocking its source',
    async ({ deposits, ledger }) => {
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
      const { deposit } = await deposits.record(buildCard(25));
      assert.deepEqual(
        [deposit.state, deposit.reason, deposit.microUsd],
        ['held', 'amount_out_of_range', null],
      );
    },
  );

  check('a restart keeps them, and the first of a provider is known by its time', async (bench) => {
    const { deposits, pass, reopen } = bench;
    assert.equal(await deposits.findFirstAt('stripe'), null);
    const { deposit } = await deposits.record(buildCard(1));
    pass(1_000);
    await deposits.record(buildCard(2));
    const again = await reopen();
    assert.equal(await again.deposits.findFirstAt('stripe'), START);
    assert.equal(await again.deposits.findFirstAt('coinbase'), null);
    assert.deepEqual(await again.deposits.find(deposit.id), deposit);
    assert.equal(await again.deposits.find('dep_none'), null);
  });
}
