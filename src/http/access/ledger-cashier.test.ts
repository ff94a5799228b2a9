import assert from 'node:assert/strict';
import { test } from 'node:test';
import { giveCredit } from '../../../test/support/credit.ts';
import { ledgerSteps } from '../../../test/support/ledger-steps.ts';
import { openSqliteDatabase } from '../../../test/support/service-database.ts';
import { toAssetAccount } from '../../billing/ledger/chart.ts';
import { LedgerUnavailableError } from '../../billing/ledger/ledger.ts';
import { openLedger } from '../../billing/ledger/sql/ledger.ts';
import type { StoredLedger } from '../../billing/ledger/stored-ledger.ts';
import { BOOKINGS, type PricedUse } from '../../billing/prices.ts';
import { cryptoRandom, epochMs, microUsd } from '../../domain/index.ts';
import { ApiError } from '../responses/errors.ts';
import { LedgerCashier } from './ledger-cashier.ts';

async function open() {
  const database = await openSqliteDatabase();
  const ledger = openLedger(database, () => epochMs(1_763_700_000_000));
  return { database, ledger, cashier: new LedgerCashier(ledger, cryptoRandom) };
}

const readEntries = async (ledger: StoredLedger) =>
  (await ledger.readEntries('ann', { limit: 10 }))?.entries.map(({ type, microUsd: change }) => [
    type,
    change,
  ]);

for (const use of Object.keys(BOOKINGS) as PricedUse[]) {
  test(`a ${use} is booked as one, and so is what gives it back`, async (t) => {
    const { database, ledger, cashier } = await open();
    t.after(() => database.close());
    await giveCredit(ledger, 'ann', 100, 'gift');
    const refund = await cashier.charge('ann', use, microUsd(30));
    const { type, revenue, scope, refundScope } = BOOKINGS[use];
    assert.deepEqual((await readEntries(ledger))?.at(-1), [type, -30]);
    const row = database.reads.get('SELECT dst, scope FROM transfer ORDER BY id DESC LIMIT 1');
    assert.deepEqual({ ...row.get() }, { dst: revenue, scope });
    await refund();
    await refund();
    assert.deepEqual((await readEntries(ledger))?.at(-1), ['refund', 30]);
    const back = database.reads.get(
      'SELECT src, scope AS "refundScope" FROM transfer ORDER BY id DESC LIMIT 1',
    );
    assert.deepEqual({ ...back.get() }, { src: revenue, refundScope });
    assert.equal((await ledger.readBalance('ann')).microUsd, 100);
  });
}

test('a refusal says what is missing; for a debt, that it is one and how much', async (t) => {
  const { database, ledger, cashier } = await open();
  t.after(() => database.close());
  const refused = async () => {
    const error: unknown = await cashier.charge('ann', 'stream', microUsd(30)).catch((thrown) => thrown);
    assert.ok(error instanceof ApiError);
    return { status: error.statusCode, message: error.message, extra: error.extra };
  };
  assert.deepEqual(await refused(), {
    status: 402,
    message: 'the stream costs 30 micro-USD and the balance does not cover it',
    extra: { priceMicroUsd: 30, balanceMicroUsd: 0 },
  });
  await ledgerSteps(ledger).clawBack({
    scope: 'wh:stripe',
    idem: 'evt_1',
    owner: 'ann',
    amount: microUsd(50),
    asset: toAssetAccount('stripe'),
    ref: 'evt_1',
  });
  assert.deepEqual(await refused(), {
    status: 402,
    message: 'the account owes 50 micro-USD after a refund or dispute; deposits repay it first',
    extra: { priceMicroUsd: 30, balanceMicroUsd: 0, reason: 'owes', owedMicroUsd: 50 },
  });
});

test('a refusal names a debt that was made between its first look and the charge', async (t) => {
  const { database, ledger } = await open();
  t.after(() => database.close());
  await giveCredit(ledger, 'ann', 40, 'gift');
  const refund = { scope: 'wh:stripe', idem: 'evt_1', owner: 'ann', ref: 'evt_1' };
  const beside = withMembers(ledger, {
    post: async (posting) => {
      const asset = toAssetAccount('stripe');
      await ledgerSteps(ledger).clawBack({ ...refund, amount: microUsd(50), asset });
      return ledger.post(posting);
    },
  });
  await assert.rejects(new LedgerCashier(beside, cryptoRandom).charge('ann', 'stream', microUsd(30)), {
    extra: { priceMicroUsd: 30, balanceMicroUsd: 0, reason: 'owes', owedMicroUsd: 10 },
  });
});

test('a charge whose answer was lost is refunded, whether it was stored or not', async (t) => {
  for (const isStored of [true, false]) {
    const { database, ledger } = await open();
    t.after(() => database.close());
    await giveCredit(ledger, 'ann', 100, 'gift');
    let lostAnswers = 2;
    const cashier = new LedgerCashier(
      withMembers(ledger, {
        post: async (posting) => {
          if (lostAnswers === 0) return ledger.post(posting);
          if (isStored) await ledger.post(posting);
          lostAnswers -= 1;
          throw new LedgerUnavailableError('no answer', { isUnknown: true });
        },
      }),
      cryptoRandom,
    );
    await assert.rejects(cashier.charge('ann', 'stream', microUsd(30)), { code: 'ledger_unavailable' });
    await assert.rejects(cashier.refundOwed(), LedgerUnavailableError);
    await cashier.refundOwed();
    await cashier.refundOwed();
    assert.deepEqual((await readEntries(ledger))?.slice(-2), [
      [BOOKINGS.stream.type, -30],
      ['refund', 30],
    ]);
    assert.equal((await ledger.readBalance('ann')).microUsd, 100);
  }
});

test('a charge that was not stored for certain is not refunded', async (t) => {
  const { database, ledger } = await open();
  t.after(() => database.close());
  await giveCredit(ledger, 'ann', 100, 'gift');
  const away = withMembers(ledger, {
    post: () => Promise.reject(new LedgerUnavailableError('no server')),
  });
  const cashier = new LedgerCashier(away, cryptoRandom);
  await assert.rejects(cashier.charge('ann', 'stream', microUsd(30)), { code: 'ledger_unavailable' });
  await cashier.refundOwed();
  assert.equal((await readEntries(ledger))?.length, 1);
});

test('a refund that cannot be stored is stored later', async (t) => {
  const { database, ledger } = await open();
  t.after(() => database.close());
  await giveCredit(ledger, 'ann', 100, 'gift');
  let isAway = true;
  const flaky = withMembers(ledger, {
    post: (posting) =>
      isAway && posting.type === 'refund'
        ? Promise.reject(new LedgerUnavailableError('no server'))
        : ledger.post(posting),
  });
  const cashier = new LedgerCashier(flaky, cryptoRandom);
  const refund = await cashier.charge('ann', 'stream', microUsd(30));
  await refund();
  assert.equal((await ledger.readBalance('ann')).microUsd, 70);
  isAway = false;
  await cashier.refundOwed();
  assert.equal((await ledger.readBalance('ann')).microUsd, 100);
});

test('a refund that the ledger rejects is said once and holds up no other', async (t) => {
  const { database, ledger } = await open();
  t.after(() => database.close());
  await giveCredit(ledger, 'ann', 100, 'gift');
  let refunds = 0;
  const flaky = withMembers(ledger, {
    post: (posting) => {
      if (posting.type !== 'refund') return ledger.post(posting);
      refunds += 1;
      if (refunds <= 2) return Promise.reject(new LedgerUnavailableError('no server'));
      return refunds === 3 ? Promise.reject(new Error('rejected')) : ledger.post(posting);
    },
  });
  const cashier = new LedgerCashier(flaky, cryptoRandom);
  for (const _ of [1, 2]) await (await cashier.charge('ann', 'stream', microUsd(30)))();
  await assert.rejects(cashier.refundOwed(), /rejected/);
  assert.equal((await ledger.readBalance('ann')).microUsd, 70);
  await cashier.refundOwed();
});

/** Replaces some members of a ledger. */
function withMembers(ledger: StoredLedger, members: Partial<Pick<StoredLedger, 'post'>>): StoredLedger {
  return new Proxy(ledger, {
    get: (target, name) => {
      const member = Reflect.get(members, name) ?? Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

test('an owner who cannot pay asks no ledger again, until anything is written here', async (t) => {
  const { database, ledger } = await open();
  t.after(() => database.close());
  let [now, reads, posts] = [0, 0, 0];
  const watched = new Proxy(ledger, {
    get: (target, name) => {
      const value = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        if (name === 'readBalance') reads++;
        if (name === 'post') posts++;
        return value.apply(target, args);
      };
    },
  });
  const cashier = new LedgerCashier(watched, cryptoRandom, () => now);
  const charge = async (price: number, owner = 'ann') => {
    try {
      await cashier.charge(owner, 'stream', microUsd(price));
      return 'paid';
    } catch (error) {
      assert.ok(error instanceof ApiError);
      return error.statusCode;
    }
  };
  assert.equal(await charge(30), 402);
  const before = { reads, posts };
  for (let i = 0; i < 100; i++) assert.equal(await charge(30), 402);
  assert.deepEqual({ reads, posts }, before);
  // A credit to another owner only makes the balance be read again; no charge is attempted.
  await giveCredit(ledger, 'ben', 100, 'gift');
  assert.equal(await charge(30), 402);
  assert.deepEqual({ reads, posts }, { reads: before.reads + 1, posts: before.posts });
  // Another process may have written, so the balance is read again after a second.
  now += 1_000;
  assert.equal(await charge(30), 402);
  assert.deepEqual({ reads, posts }, { reads: before.reads + 2, posts: before.posts });
  await giveCredit(ledger, 'ann', 29, 'little');
  assert.deepEqual([await charge(30), await charge(29), await charge(1)], [402, 'paid', 402]);
  await giveCredit(ledger, 'ann', 100, 'enough');
  assert.deepEqual([await charge(30), await charge(30, 'ben')], ['paid', 'paid']);
});
