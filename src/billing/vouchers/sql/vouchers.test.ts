import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeVouchers } from '../../../../test/contract/vouchers.ts';
import { openMemoryVouchers } from '../../../../test/support/memory/vouchers.ts';
import { SQLITE_ENGINES } from '../../../../test/support/service-engine.ts';
import { STORE_SUITES } from '../../../../test/support/store-suites.ts';
import { cryptoRandom, epochMs, microUsd } from '../../../domain/index.ts';
import { StorageUnavailableError } from '../../../storage/service-database.ts';
import { openLedger } from '../../ledger/sql/ledger.ts';
import { Vouchers } from '../vouchers.ts';
import { prepareVoucherQueries } from './voucher-rows.ts';

for (const engine of SQLITE_ENGINES) STORE_SUITES.vouchers(engine);
describeVouchers('rows in memory', async (_, clock) => {
  const parts = openMemoryVouchers(clock);
  return { ...parts, reopen: async () => parts };
});

for (const engine of SQLITE_ENGINES) {
  test(`${engine.name}: a redemption whose answer is lost is answered when it is known, and credited once`, async (t) => {
    let now = 1_763_700_000_000;
    const clock = () => epochMs(now);
    let lostAnswers = 0;
    let elapsedMs = 0;
    let answerMs = 0;
    let failure: Error | null = null;
    const { part } = await engine.open(t, (database) => {
      const losing: typeof database = Object.create(database, {
        transact: {
          value: async (...call: Parameters<typeof database.transact>) => {
            if (failure !== null) throw failure;
            const result = await database.transact(...call);
            elapsedMs += answerMs;
            if (lostAnswers-- > 0) throw new StorageUnavailableError('no answer', { isUnknown: true });
            return result;
          },
        },
      });
      const ledger = openLedger(losing, clock);
      const queries = database.buildQueries(prepareVoucherQueries);
      const elapsed = () => elapsedMs;
      const options = { ledgerDatabase: ledger, queries, prefix: 'TAPE', clock, random: cryptoRandom };
      return { ledger, vouchers: new Vouchers({ ...options, elapsed }) };
    });
    const { ledger, vouchers } = part;
    const request = { microUsd: microUsd(5_000_000), count: 4, label: null, expiresAt: null };
    const [once = '', later = '', usual = '', slow = ''] = await vouchers.issue(request);
    const redeemed = (usd: number) => ({
      status: 'redeemed',
      microUsd: 5_000_000,
      balance: usd * 1_000_000,
    });

    lostAnswers = 2;
    assert.deepEqual(await vouchers.redeem(once, 'ann'), redeemed(5));
    // The outcome is known now: the code is used up, for its owner too.
    assert.deepEqual(await vouchers.redeem(once, 'ann'), { status: 'invalid_code' });

    lostAnswers = 3;
    await assert.rejects(vouchers.redeem(later, 'ann'), { name: 'LedgerUnavailableError', isUnknown: true });
    now += 3_600_000;
    assert.deepEqual(await vouchers.redeem(later, 'ben'), { status: 'invalid_code' });
    assert.deepEqual(await vouchers.redeem(later, 'ann'), redeemed(10));
    assert.deepEqual(await vouchers.redeem(later, 'ann'), { status: 'invalid_code' });

    // When the first attempt took too long, the call is not repeated. It reports at once that the outcome is unknown.
    answerMs = 2_500;
    lostAnswers = 1;
    await assert.rejects(vouchers.redeem(slow, 'ann'), { name: 'LedgerUnavailableError', isUnknown: true });
    assert.deepEqual(await vouchers.redeem(slow, 'ann'), redeemed(15));
    answerMs = 0;

    // A failure that certainly stored nothing is not retried.
    failure = new StorageUnavailableError('away');
    await assert.rejects(vouchers.redeem(usual, 'ben'), { name: 'LedgerUnavailableError', isUnknown: false });
    failure = new RangeError('a rule refused');
    await assert.rejects(vouchers.redeem(usual, 'ben'), failure);
    failure = null;

    // The lost answer said that the code was used before, so the repeated request is no success.
    await vouchers.redeem(usual, 'ben');
    now += 1;
    lostAnswers = 1;
    assert.deepEqual(await vouchers.redeem(usual, 'ben'), { status: 'invalid_code' });
    assert.equal((await ledger.readBalance('ann')).microUsd, 15_000_000);
    assert.deepEqual((await ledger.audit({ whole: true })).findings, []);
  });
}
