import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { DailyMoney } from '../../src/billing/figures/daily-money.ts';
import type { MoneyFigures } from '../../src/billing/figures/money-figures.ts';
import { toCharge, toRefund } from '../../src/billing/prices.ts';
import { addDays, type Clock, DAY_MS, epochMs, listDays, toDay } from '../../src/domain/index.ts';
import type { SteppedLedger } from '../support/ledger-steps.ts';
import { seededRandom } from '../support/random.ts';
import { credit, START, toAmount } from './ledger/bench.ts';

export interface DailyMoneyBench {
  readonly ledger: SteppedLedger;
  readonly daily: DailyMoney;
  readonly readFigures: () => Promise<MoneyFigures>;
}

export type OpenDailyMoney = (t: TestContext, clock: Clock) => Promise<DailyMoneyBench>;

const TODAY = toDay(START);
const NO_REVENUE = {
  microUsd: 0,
  chargedMicroUsd: 0,
  refundedMicroUsd: 0,
  streamMicroUsd: 0,
  tradeMicroUsd: 0,
  adminCreditMicroUsd: 0,
  adminDebitMicroUsd: 0,
  writeOffMicroUsd: 0,
};

/** Defines the tests of the days of the ledger that every engine passes. */
export function describeDailyMoney(engine: string, open: OpenDailyMoney): void {
  test(`${engine}: days of an empty ledger are zero`, async (t) => {
    const { daily } = await open(t, () => START);
    assert.deepEqual(await daily.readBalances('alice', 2), [
      { day: addDays(TODAY, -1), microUsd: 0 },
      { day: TODAY, microUsd: 0 },
    ]);
    assert.deepEqual(await daily.readRevenue(1), [{ day: TODAY, ...NO_REVENUE }]);
  });

  test(`${engine}: a day ends at midnight, and refunds and corrections are said apart`, async (t) => {
    let now = epochMs(Date.parse(TODAY) - 1);
    const { ledger, daily } = await open(t, () => now);
    const use = (kind: 'stream' | 'trade', id: string, amount: number) =>
      ({ use: kind, owner: 'alice', id, amount: toAmount(amount) }) as const;
    await ledger.post(credit('alice', 1_000, 'first'));
    await ledger.post(toCharge(use('stream', 'a', 100)));
    now = epochMs(Date.parse(TODAY));
    await ledger.post(toRefund(use('stream', 'a', 100)));
    await ledger.post(toCharge(use('trade', 'b', 300)));
    await ledger.debit({ owner: 'alice', amount: toAmount(900), ref: 'd', reason: 'r', allowDebt: true });
    await ledger.writeOff({ owner: 'alice', amount: toAmount(50), ref: 'w' });
    assert.deepEqual(await daily.readBalances('alice', 3), [
      { day: addDays(TODAY, -2), microUsd: 0 },
      { day: addDays(TODAY, -1), microUsd: 900 },
      { day: TODAY, microUsd: 0 },
    ]);
    assert.deepEqual(await daily.readRevenue(2), [
      {
        ...NO_REVENUE,
        day: addDays(TODAY, -1),
        microUsd: 100,
        chargedMicroUsd: 100,
        streamMicroUsd: 100,
        adminCreditMicroUsd: 1_000,
      },
      {
        ...NO_REVENUE,
        day: TODAY,
        microUsd: 200,
        chargedMicroUsd: 300,
        refundedMicroUsd: 100,
        streamMicroUsd: -100,
        tradeMicroUsd: 300,
        adminDebitMicroUsd: 900,
        writeOffMicroUsd: 50,
      },
    ]);
  });

  test(`${engine}: days add up to what accounts and figures say, and each balance is that of its day`, async (t) => {
    const DAYS = 40;
    let now = epochMs(START - (DAYS - 1) * DAY_MS);
    const { ledger, daily, readFigures } = await open(t, () => now);
    await readFigures();
    const random = seededRandom(7);
    const balances = new Map<string, number>();
    await ledger.post(credit('alice', 100_000, 'first'));
    for (let step = 0; step < 100; step++) {
      now = epochMs(now + Math.floor((random() * 2 * (START - now)) / (100 - step)));
      const charge = { use: random() < 0.5 ? 'stream' : 'trade', owner: 'alice', id: `${step}` } as const;
      const amount = toAmount(1 + Math.floor(random() * 400));
      await ledger.post(toCharge({ ...charge, amount }));
      if (random() < 0.2) await ledger.post(toRefund({ ...charge, amount }));
      balances.set(toDay(now), (await ledger.readBalance('alice')).microUsd);
    }
    now = START;
    let last = 0;
    const expected = listDays(TODAY, DAYS).map((day) => {
      last = balances.get(day) ?? last;
      return { day, microUsd: last };
    });
    // The first day can have the credit alone.
    const found = await daily.readBalances('alice', DAYS);
    assert.deepEqual(
      found.slice(1),
      expected.slice(1).map((row) => ({ ...row, microUsd: row.microUsd || 100_000 })),
    );
    const revenue = await daily.readRevenue(DAYS);
    const sum = (read: (day: (typeof revenue)[number]) => number) =>
      revenue.reduce((total, day) => total + read(day), 0);
    const accounts = new Map(
      (await ledger.listAccounts()).map(({ account, balanceMicroUsd }) => [account, balanceMicroUsd]),
    );
    assert.equal(
      sum(({ streamMicroUsd }) => streamMicroUsd),
      accounts.get('revenue:stream'),
    );
    assert.equal(
      sum(({ tradeMicroUsd }) => tradeMicroUsd),
      accounts.get('revenue:trade_fee'),
    );
    const { posted } = await readFigures();
    const charged = (posted.get('stream_fee')?.microUsd ?? 0) + (posted.get('trade_fee')?.microUsd ?? 0);
    assert.equal(
      sum(({ chargedMicroUsd }) => chargedMicroUsd),
      charged,
    );
    assert.equal(
      sum(({ refundedMicroUsd }) => refundedMicroUsd),
      posted.get('refund')?.microUsd,
    );
    assert.equal(
      sum(({ microUsd }) => microUsd),
      charged - posted.get('refund')!.microUsd,
    );
    const few = await daily.readRevenue(5);
    assert.deepEqual(few, revenue.slice(-5), 'the span does not change a day');
  });
}
