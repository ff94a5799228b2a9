import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Arrival } from '../../src/billing/deposits/deposit.ts';
import { toAssetAccount } from '../../src/billing/ledger/chart.ts';
import type { Review } from '../../src/billing/review/review.ts';
import { REVIEW_KINDS } from '../../src/billing/review/review-item.ts';
import { DAY_MS, epochMs, microUsd } from '../../src/domain/index.ts';
import type { MoneyStores, OpenMoney } from '../support/money-stores.ts';

const USD = 1_000_000;
const START = DAY_MS * 20_000;
const BY = { address: 'test', action: 'review', target: null, detail: null };

let events = 0;
/** Builds a card payment above the limit of a deposit, which is held. */
function buildLarge(changes: Partial<Arrival> = {}): Arrival {
  const eventId = `evt_r${++events}`;
  return {
    key: { scope: 'wh:stripe', idem: eventId },
    source: 'stripe',
    account: toAssetAccount('stripe'),
    ref: eventId,
    attribution: { kind: 'owner', owner: 'alice' },
    currency: 'USD',
    amount: '150.00',
    microUsd: microUsd(150 * USD),
    eventId,
    ...changes,
  };
}
const NO_OWNER = { attribution: { kind: 'unknown', reason: 'no_owner' } } as const;
const EUROS = { currency: 'EUR', amount: '23.12', microUsd: null } as const;

async function listAll(review: Review, limit = 100) {
  const items = [];
  let cursor: string | undefined;
  do {
    const page = await review.list({ limit, cursor });
    assert.ok(page !== null);
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}

/** Defines the tests that every engine of the review passes. */
export function describeReview(engine: string, open: OpenMoney): void {
  const check = (name: string, body: (stores: MoneyStores & { pass(ms: number): void }) => Promise<void>) =>
    test(`${engine}: ${name}`, async (t) => {
      let now = START;
      const { stores, reopen } = await open(t, () => epochMs(now));
      await body({
        ...stores,
        pass: (ms) => {
          now += ms;
        },
      });
      const { findings } = await (await reopen()).ledger.audit({ whole: true });
      assert.deepEqual(findings, []);
    });

  check(
    'a deposit that waits is an item with what is known, and no other is',
    async ({ deposits, review }) => {
      await deposits.record(buildLarge({ amount: '25.00', microUsd: microUsd(25 * USD) }));
      const held = (await deposits.record(buildLarge())).deposit;
      const unattributed = (await deposits.record(buildLarge(NO_OWNER))).deposit;
      const items = await listAll(review);
      assert.deepEqual(
        items
          .map(({ kind, subject, owner, microUsd, since }) => [kind, subject, owner, microUsd, since])
          .sort(),
        [
          ['held', held.id, 'alice', 150 * USD, START],
          ['unattributed', unattributed.id, null, 150 * USD, START],
        ].sort(),
      );
      const summaries = await review.summarize();
      assert.deepEqual(Object.keys(summaries), [...REVIEW_KINDS]);
      assert.deepEqual(summaries.held, { count: 1, microUsd: 150 * USD, oldestMs: START, waitedADay: 0 });
      assert.deepEqual(summaries.ref_conflict, { count: 0, microUsd: null, oldestMs: null, waitedADay: 0 });
    },
  );

  check(
    'items come oldest first, page by page, filtered by kind and owner',
    async ({ deposits, review, pass }) => {
      const expected: string[] = [];
      for (let i = 0; i < 7; i++) {
        expected.push((await deposits.record(buildLarge(i % 3 === 0 ? NO_OWNER : {}))).deposit.id);
        if (i % 2 === 0) pass(1_000);
      }
      const seen = (await listAll(review, 2)).map(({ subject }) => subject);
      assert.deepEqual([...seen].sort(), [...expected].sort());
      const times = (await listAll(review, 2)).map(({ since }) => since);
      assert.deepEqual(
        times,
        [...times].sort((a, b) => a - b),
      );
      assert.equal((await review.list({ limit: 9, kind: 'unattributed' }))?.items.length, 3);
      assert.equal((await review.list({ limit: 9, owner: 'alice' }))?.items.length, 4);
      assert.equal((await review.list({ limit: 9, owner: 'bob' }))?.items.length, 0);
      assert.equal(await review.list({ limit: 9, cursor: 'nonsense' }), null);
      pass(DAY_MS);
      assert.equal((await review.summarize()).held.waitedADay, 4);
    },
  );

  check(
    'a release and a return end the item of their deposit',
    async ({ deposits, review, release, returnDeposit }) => {
      const first = (await deposits.record(buildLarge())).deposit;
      const second = (await deposits.record(buildLarge())).deposit;
      await release({ id: first.id, owner: 'alice', amount: microUsd(150 * USD) });
      await returnDeposit(second.id);
      assert.deepEqual(await listAll(review), []);
      const ended = await review.find(`rev_${first.id.slice(4)}`);
      assert.deepEqual([ended?.endedAs, ended?.endedAt], ['resolved', START]);
    },
  );

  check('an item is dismissed once, with its reason, and its deposit stays', async (stores) => {
    const { deposits, review, operator, listActions } = stores;
    const { id } = (await deposits.record(buildLarge())).deposit;
    const [item] = await listAll(review);
    const itemId = item?.id ?? '';
    assert.equal((await operator.dismissItem('rev_none', 'x', BY)).status, 'unknown_item');
    assert.equal((await operator.dismissItem(itemId, 'known to me', BY)).status, 'dismissed');
    const again = await operator.dismissItem(itemId, 'another', BY);
    assert.equal(again.status, 'ended');
    assert.deepEqual(await listAll(review), []);
    assert.equal((await review.find(itemId))?.reason, 'known to me');
    assert.equal((await deposits.find(id))?.state, 'held');
    assert.equal((await operator.applyItem({ id: itemId, owner: null, amount: null }, BY)).status, 'ended');
    assert.deepEqual(
      (await listActions()).map(({ detail }) => detail),
      ['unknown_item', 'dismissed', 'ended', 'ended'],
    );
  });

  check('applying a deposit pays it out once, to its owner alone, and whole', async (stores) => {
    const { deposits, review, operator, ledger } = stores;
    await deposits.record(buildLarge());
    const [item] = await listAll(review);
    const id = item?.id ?? '';
    const apply = (owner: string | null, usd: number | null) =>
      operator.applyItem({ id, owner, amount: usd === null ? null : microUsd(usd * USD) }, BY);
    assert.deepEqual(
      [(await apply('bob', null)).status, (await apply(null, 149)).status],
      ['refused', 'refused'],
    );
    const applied = await apply(null, null);
    assert.deepEqual(applied.status === 'applied' && [applied.owner, applied.moved], ['alice', 150 * USD]);
    assert.equal((await apply(null, null)).status, 'ended');
    assert.equal((await ledger.readBalance('alice')).microUsd, 150 * USD);
    assert.equal((await review.find(id))?.endedAs, 'applied');
  });

  check('a deposit without owner or value is paid out as the person says', async (stores) => {
    const { deposits, review, operator, ledger } = stores;
    const { deposit } = await deposits.record(buildLarge({ ...NO_OWNER, ...EUROS }));
    const id = `rev_${deposit.id.slice(4)}`;
    const apply = (owner: string | null, amount: number | null) =>
      operator.applyItem({ id, owner, amount: amount === null ? null : microUsd(amount) }, BY);
    const refused = async (owner: string | null, amount: number | null) => {
      const outcome = await apply(owner, amount);
      return outcome.status === 'refused' ? outcome.member : outcome.status;
    };
    assert.equal(await refused(null, 25 * USD), 'owner');
    assert.equal(await refused('carol', null), 'microUsd');
    assert.equal(await refused('carol', 0), 'microUsd');
    assert.equal((await apply('carol', 25 * USD)).status, 'applied');
    assert.equal((await ledger.readBalance('carol')).microUsd, 25 * USD);
    const { state, owner, microUsd: value, currency } = (await deposits.find(deposit.id)) ?? {};
    assert.deepEqual([state, owner, value, currency], ['released', 'carol', 25 * USD, 'EUR']);
    assert.equal((await review.summarize()).unattributed.count, 0);
  });
}
