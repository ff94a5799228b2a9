import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { buildRequest, openTrading, TRADER } from '../../../test/simulation/order-trading.ts';
import { giveCredit } from '../../../test/support/credit.ts';
import { openSqliteDatabase } from '../../../test/support/service-database.ts';
import { openLedger } from '../../billing/ledger/sql/ledger.ts';
import { wallClock } from '../../domain/index.ts';

const FEE = 10_000;

/**
 * Builds a trade service over the mock venue, with an owner who can pay some fees, and counts the database's commits.
 */
async function bench(t: TestContext, fees = 5) {
  let commits = 0;
  const database = await openSqliteDatabase({ faults: { afterCommit: () => void commits++ } });
  t.after(() => database.close());
  const ledger = openLedger(database, wallClock);
  await giveCredit(ledger, TRADER.owner, fees * FEE);
  let ids = 0;
  const { trading, orders, venue } = await openTrading(database, ledger, () => `ord_${++ids}`, 'at once');
  commits = 0;
  return {
    trading,
    orders,
    venue,
    commits: () => commits,
    balance: () => ledger.readBalance(TRADER.owner),
    audit: async () => (await ledger.audit({ whole: true })).findings,
  };
}

test('an order of which nothing leaves the process is one commit, with its fee and its fills', async (t) => {
  const { trading, commits, balance, audit } = await bench(t);
  const outcome = await trading.trade(TRADER, buildRequest('one', true));
  assert.ok(outcome.status === 'done');
  const { state, fills, chargedMicroUsd, submittedAt, legs } = outcome.order;
  assert.deepEqual([state, fills.length, chargedMicroUsd], ['filled', 1, FEE]);
  assert.ok(submittedAt !== null && legs.length === 1);
  assert.equal(commits(), 1);
  assert.deepEqual(await balance(), { microUsd: 4 * FEE, heldMicroUsd: 0 });
  assert.deepEqual(await audit(), []);
});

test('one that the venue refuses is stored with the reason, and costs nothing', async (t) => {
  const { trading, balance } = await bench(t);
  const outcome = await trading.trade(TRADER, buildRequest('small', false));
  assert.ok(outcome.status === 'done');
  assert.deepEqual([outcome.order.state, outcome.order.reason], ['rejected', 'below_minimum']);
  assert.deepEqual(await balance(), { microUsd: 5 * FEE, heldMicroUsd: 0 });
});

test('of equal ids at the same time one is traded; the others are given its outcome', async (t) => {
  const { trading, balance } = await bench(t);
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => trading.trade(TRADER, buildRequest('same', true))),
  );
  assert.equal(outcomes.filter(({ status }) => status === 'done').length, 1);
  for (const outcome of outcomes) {
    if (outcome.status === 'duplicate') assert.equal(outcome.order.state, 'filled');
  }
  assert.deepEqual(await balance(), { microUsd: 4 * FEE, heldMicroUsd: 0 });
});

test('money for two fees fills two of many, and an owner without money causes no call', async (t) => {
  const { trading, venue, balance, audit } = await bench(t, 2);
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, (_, i) => trading.trade(TRADER, buildRequest(`many${i}`, true))),
  );
  const statuses = outcomes.map(({ status }) => status).sort();
  assert.deepEqual(statuses, ['done', 'done', ...Array(8).fill('insufficient_balance')]);
  assert.deepEqual(await balance(), { microUsd: 0, heldMicroUsd: 0 });
  Object.assign(venue, { prepare: () => assert.fail('a book was read for an order that cannot be paid') });
  assert.equal((await trading.trade(TRADER, buildRequest('late', true))).status, 'insufficient_balance');
  assert.deepEqual(await audit(), []);
});
