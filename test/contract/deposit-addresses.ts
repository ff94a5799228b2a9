import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DepositAddress, MAX_WALLETS_PER_OWNER } from '../../src/billing/deposits/chains/wallets.ts';
import { epochMs } from '../../src/domain/index.ts';
import type { MoneyStores, OpenMoney } from '../support/money-stores.ts';

const NOW = 1_763_700_000_000;
const toAddress = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;
const toWallet = (n: number) => ({ family: 'evm', address: toAddress(n) }) as const;

function buildAddress(owner: string, n: number, changes: Partial<DepositAddress> = {}): DepositAddress {
  return {
    owner,
    address: toAddress(n),
    salt: `0x${'5'.repeat(64)}`,
    factory: toAddress(0xfac),
    implementation: toAddress(0x1),
    ...changes,
  };
}

/** Defines the tests that every engine of wallets and deposit addresses passes. */
export function describeDepositAddresses(engine: string, open: OpenMoney): void {
  const check = (
    name: string,
    body: (
      bench: Pick<MoneyStores, 'addresses'> & {
        reopen(): Promise<MoneyStores>;
        /** Moves the clock. */
        pass(ms: number): void;
      },
    ) => Promise<void>,
  ) =>
    test(`${engine}: ${name}`, async (t) => {
      let now = NOW;
      const { stores, reopen } = await open(t, () => epochMs(now));
      const pass = (ms: number) => {
        now += ms;
      };
      await body({ addresses: stores.addresses, reopen, pass });
    });

  check('a wallet belongs to who registers it first, over restarts', async ({ addresses, reopen }) => {
    assert.equal(await addresses.register(toWallet(1), 'ann'), 'registered');
    assert.equal(await addresses.register(toWallet(1), 'ann'), 'known');
    assert.equal(await addresses.register(toWallet(1), 'ben'), 'taken');
    const again = (await reopen()).addresses;
    assert.equal(await again.register(toWallet(1), 'ben'), 'taken');
    assert.deepEqual(await again.listWallets('ann'), [{ ...toWallet(1), registeredAt: NOW, proved: false }]);
    assert.deepEqual(await again.listWallets('ben'), []);
  });

  check('the same text on another family is another wallet', async ({ addresses }) => {
    await addresses.register(toWallet(1), 'ann');
    assert.equal(await addresses.register({ family: 'tron', address: toAddress(1) }, 'ben'), 'registered');
  });

  check('wallets come in the order of their registration, up to a limit', async ({ addresses }) => {
    const numbers = Array.from({ length: MAX_WALLETS_PER_OWNER }, (_, i) => 100 - i);
    for (const n of numbers) assert.equal(await addresses.register(toWallet(n), 'ann'), 'registered');
    assert.deepEqual(
      (await addresses.listWallets('ann')).map(({ address }) => address),
      numbers.map(toAddress),
    );
    assert.equal(await addresses.register(toWallet(1), 'ann'), 'too_many');
    assert.equal(await addresses.register(toWallet(100), 'ann'), 'known');
    assert.equal(await addresses.register(toWallet(1), 'ben'), 'registered');
  });

  check('a challenge serves once, in its time, and the newest one alone', async (bench) => {
    const { addresses, reopen, pass } = bench;
    const challenge = (nonce: string, at = NOW) => ({
      nonce,
      message: `sign ${nonce}`,
      expiresAt: epochMs(at + 600_000),
    });
    const wallet = toWallet(1);
    await addresses.challenge(wallet, 'ann', challenge('one'));
    await addresses.challenge(wallet, 'ann', challenge('two'));
    await addresses.challenge(wallet, 'ben', challenge('three'));
    const again = (await reopen()).addresses;
    assert.deepEqual(await again.listChallenges(wallet, 'ann'), [challenge('two')]);
    assert.equal(await again.register(wallet, 'ann', [], 'one'), 'used', 'replaced');
    assert.equal(await again.register(wallet, 'ann', [], 'three'), 'used', 'of another owner');
    assert.equal(await again.register(toWallet(2), 'ann', [], 'two'), 'used', 'of another wallet');
    assert.equal(await again.register(wallet, 'ann', [], 'two'), 'registered');
    assert.equal(await again.register(wallet, 'ann', [], 'two'), 'used');
    assert.deepEqual(await again.listWallets('ann'), [{ ...wallet, registeredAt: NOW, proved: true }]);
    assert.equal(await again.isProvedByOther(wallet, 'ben'), true);
    assert.equal(await again.isProvedByOther(wallet, 'ann'), false);
    pass(600_000);
    assert.equal(await again.register(wallet, 'ben', [], 'three'), 'used', 'too late');
  });

  check('a proof takes a wallet that nobody has proved, and no other', async ({ addresses, pass }) => {
    const wallet = toWallet(1);
    const prove = async (owner: string) => {
      const expiresAt = epochMs(NOW + 3_600_000);
      await addresses.challenge(wallet, owner, { nonce: owner, message: owner, expiresAt });
      return addresses.register(wallet, owner, [], owner);
    };
    assert.equal(await addresses.register(wallet, 'ben'), 'registered');
    pass(1_000);
    assert.equal(await prove('ann'), 'registered');
    assert.equal(await prove('cat'), 'taken');
    assert.deepEqual(await addresses.listWallets('ben'), []);
    assert.deepEqual(await addresses.listReplaced('ben'), [
      { ...wallet, registeredAt: NOW, proved: false, replacedAt: NOW + 1_000 },
    ]);
    assert.deepEqual(await addresses.listReplaced('ann'), []);
    assert.equal(await addresses.register(wallet, 'ben'), 'taken');
  });

  check('one’s own wallet is proved later, without another registration', async ({ addresses }) => {
    const wallet = toWallet(1);
    await addresses.register(wallet, 'ann');
    const expiresAt = epochMs(NOW + 600_000);
    await addresses.challenge(wallet, 'ann', { nonce: 'n', message: 'm', expiresAt });
    assert.equal(await addresses.register(wallet, 'ann', [], 'n'), 'known');
    assert.deepEqual(await addresses.listWallets('ann'), [{ ...wallet, registeredAt: NOW, proved: true }]);
  });

  check('a removed wallet frees its place; others wait a day for it', async ({ addresses, pass }) => {
    const wallet = toWallet(1);
    await addresses.register(wallet, 'ann');
    assert.equal(await addresses.remove(wallet, 'ben', []), false);
    assert.equal(await addresses.remove(wallet, 'ann', []), true);
    assert.equal(await addresses.remove(wallet, 'ann', []), false);
    assert.deepEqual(await addresses.listWallets('ann'), []);
    assert.equal(await addresses.register(wallet, 'ben'), 'taken');
    assert.equal(await addresses.register(wallet, 'ann'), 'registered');
    assert.equal(await addresses.remove(wallet, 'ann', []), true);
    pass(86_400_000);
    assert.equal(await addresses.register(wallet, 'ben'), 'registered');
  });

  check('an owner keeps the first address of a scope', async ({ addresses, reopen }) => {
    const first = buildAddress('ann', 0xa);
    assert.equal(await addresses.findAssigned('chain:1', 'ann'), null);
    assert.deepEqual(await addresses.assign('chain:1', first), first);
    assert.deepEqual(await addresses.assign('chain:1', buildAddress('ann', 0xb)), first);
    const elsewhere = buildAddress('ann', 0xb);
    assert.deepEqual(await addresses.assign('chain:2', elsewhere), elsewhere);
    const again = (await reopen()).addresses;
    assert.deepEqual(await again.findAssigned('chain:1', 'ann'), first);
    assert.deepEqual(await again.findAssigned('chain:2', 'ann'), elsewhere);
    assert.equal(await again.findAssigned('chain:1', 'ben'), null);
  });

  check('an address of one owner is never another one’s', async ({ addresses }) => {
    await addresses.assign('chain:1', buildAddress('ann', 0xa));
    await assert.rejects(addresses.assign('chain:1', buildAddress('ben', 0xa)));
    assert.equal(await addresses.findAssigned('chain:1', 'ben'), null);
    assert.equal(await addresses.register(toWallet(0xa), 'ben'), 'taken');
  });
}
