import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ADJUST_ADMIN, toOwnerAccount } from '../../src/billing/ledger/chart.ts';
import type { Ledger } from '../../src/billing/ledger/ledger.ts';
import type { VoucherRequest } from '../../src/billing/vouchers/voucher.ts';
import type { Vouchers } from '../../src/billing/vouchers/vouchers.ts';
import { type Clock, epochMs, MAX_OPERATION_MICRO_USD, microUsd } from '../../src/domain/index.ts';
import type { ServiceDatabase } from '../../src/storage/service-database.ts';
import { ledgerSteps } from '../support/ledger-steps.ts';

export interface VoucherParts {
  readonly vouchers: Vouchers;
  /** Ledger that receives the value of vouchers. */
  readonly ledger: Ledger & ServiceDatabase;
}

export interface VoucherBench extends VoucherParts {
  /** Closes and opens the same vouchers again, as a restart does. */
  reopen(): Promise<VoucherParts>;
}

export type OpenVouchers = (t: TestContext, clock: Clock) => Promise<VoucherBench>;

const START = epochMs(1_763_700_000_000);

const request = (changes: Partial<VoucherRequest> = {}): VoucherRequest => ({
  microUsd: microUsd(5_000_000),
  count: 1,
  label: null,
  expiresAt: null,
  ...changes,
});

/** Defines the tests that every engine of the vouchers passes. The codes of the tests begin with `TAPE`. */
export function describeVouchers(engine: string, open: OpenVouchers): void {
  const check = (
    name: string,
    body: (
      vouchers: Vouchers,
      bench: {
        readonly ledger: Ledger & ServiceDatabase;
        setTime(ms: number): void;
        reopen(): Promise<VoucherParts>;
      },
    ) => Promise<void>,
  ) =>
    test(`${engine}: ${name}`, async (t) => {
      let now = START;
      const { vouchers, ledger, reopen } = await open(t, () => now);
      const setTime = (ms: number) => {
        now = epochMs(ms);
      };
      await body(vouchers, { ledger, setTime, reopen });
    });

  check('codes are issued together, all different, and only their hashes are kept', async (vouchers) => {
    const codes = await vouchers.issue(request({ count: 50, label: 'fair' }));
    assert.equal(new Set(codes).size, 50);
    for (const code of codes) assert.match(code, /^TAPE(-[0-9A-HJKMNP-TV-Z]{5}){5}$/);
    const listed = await vouchers.list(100);
    assert.deepEqual([listed.vouchers.length, listed.truncated], [50, false]);
    for (const voucher of listed.vouchers) {
      const { microUsd: worth, label, createdAt, expiresAt, redeemedAt, redeemedBy } = voucher;
      assert.deepEqual([worth, label, createdAt], [5_000_000, 'fair', START]);
      assert.deepEqual([expiresAt, redeemedAt, redeemedBy], [null, null, null]);
    }
    const text = JSON.stringify(listed);
    for (const code of codes) assert.equal(text.includes(code), false);
  });

  check(
    'a code is good once, however it is written, and says who redeemed it',
    async (vouchers, { ledger }) => {
      const [code = ''] = await vouchers.issue(request());
      const written = ` ${code.toLowerCase().replaceAll('-', ' ')} `;
      assert.deepEqual(await vouchers.redeem(written, 'alice'), {
        status: 'redeemed',
        microUsd: 5_000_000,
        balance: 5_000_000,
      });
      for (const owner of ['alice', 'bob']) {
        assert.deepEqual(await vouchers.redeem(code, owner), { status: 'invalid_code' });
      }
      const [voucher] = (await vouchers.list(1)).vouchers;
      assert.deepEqual([voucher?.redeemedAt, voucher?.redeemedBy], [START, 'alice']);
      const page = await ledger.readEntries('alice', { limit: 5 });
      assert.deepEqual(
        page?.entries.map(({ type, microUsd: change, ref }) => [type, change, ref]),
        [['voucher', 5_000_000, null]],
      );
    },
  );

  check('a voucher repays what its redeemer owes first', async (vouchers, { ledger }) => {
    const [code = ''] = await vouchers.issue(request());
    await ledgerSteps(ledger).clawBack({
      scope: 'wh:stripe',
      idem: 'evt_1',
      owner: 'alice',
      amount: microUsd(1),
      asset: 'asset:stripe',
      ref: 'evt_1',
    });
    assert.deepEqual(await vouchers.redeem(code, 'alice'), {
      status: 'redeemed',
      microUsd: 5_000_000,
      balance: 4_999_999,
    });
    assert.equal(await ledger.readOwed('alice'), 0);
  });

  check('forty who redeem one code at once: one does', async (vouchers, { ledger }) => {
    const [code = ''] = await vouchers.issue(request());
    const owners = Array.from({ length: 40 }, (_, i) => `owner_${i}`);
    const outcomes = await Promise.all(owners.map((owner) => vouchers.redeem(code, owner)));
    assert.equal(outcomes.filter(({ status }) => status === 'redeemed').length, 1);
    assert.equal((await ledger.readFloat()).totalMicroUsd, 5_000_000);
  });

  check('what is no code, unknown or mistyped is alike', async (vouchers, { ledger }) => {
    const [code = ''] = await vouchers.issue(request());
    const last = code.at(-1) === '0' ? '1' : '0';
    for (const wrong of [
      '',
      'TAPE',
      'nonsense',
      'TAPE-00000-00000-00000-00000-00000',
      code.slice(0, -1) + last,
    ]) {
      assert.deepEqual(await vouchers.redeem(wrong, 'alice'), { status: 'invalid_code' }, wrong);
    }
    assert.equal((await ledger.readBalance('alice')).microUsd, 0);
  });

  check(
    'a code ends at its time; one that was redeemed before says no more',
    async (vouchers, { setTime }) => {
      const expiresAt = epochMs(START + 1_000);
      const [early = '', late = ''] = await vouchers.issue(request({ count: 2, expiresAt }));
      setTime(START + 999);
      assert.equal((await vouchers.redeem(early, 'alice')).status, 'redeemed');
      setTime(START + 1_000);
      assert.deepEqual(await vouchers.redeem(late, 'alice'), { status: 'expired' });
      assert.deepEqual(await vouchers.redeem(early, 'alice'), { status: 'invalid_code' });
    },
  );

  check('a value that cannot be counted any more leaves the code good', async (vouchers, { ledger }) => {
    const [code = ''] = await vouchers.issue(request());
    for (let i = 0; i < 9; i++) await credit(ledger, `o${i}`, MAX_OPERATION_MICRO_USD);
    await credit(ledger, 'last', 7_199_254_000_000);
    assert.deepEqual(await vouchers.redeem(code, 'alice'), { status: 'ceiling' });
    assert.equal((await vouchers.list(1)).vouchers[0]?.redeemedAt, null);
  });

  check('lists are newest first and say when more exist', async (vouchers, { setTime }) => {
    for (let i = 0; i < 3; i++) {
      setTime(START + i);
      await vouchers.issue(request({ microUsd: microUsd(i + 1) }));
    }
    const some = await vouchers.list(2);
    assert.deepEqual([some.vouchers.map(({ microUsd: worth }) => worth), some.truncated], [[3, 2], true]);
    assert.equal((await vouchers.list(3)).truncated, false);
  });

  check('codes and their end are there after a restart', async (vouchers, { reopen }) => {
    const [used = '', open = ''] = await vouchers.issue(request({ count: 2 }));
    await vouchers.redeem(used, 'alice');
    const again = await reopen();
    assert.equal((await again.vouchers.redeem(used, 'alice')).status, 'invalid_code');
    assert.deepEqual(await again.vouchers.redeem(open, 'alice'), {
      status: 'redeemed',
      microUsd: 5_000_000,
      balance: 10_000_000,
    });
    assert.deepEqual((await again.ledger.audit({ whole: true })).findings, []);
  });
}

async function credit(ledger: Ledger, owner: string, amount: number): Promise<void> {
  const { status } = await ledger.post({
    scope: 'admin.credit',
    idem: owner,
    type: 'admin_credit',
    src: ADJUST_ADMIN,
    dst: toOwnerAccount(owner),
    amount: microUsd(amount),
    ref: null,
  });
  assert.equal(status, 'posted');
}
