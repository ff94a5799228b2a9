import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RegisterOutcome } from './chains/wallets.ts';
import { decideWallet, toWalletOutcome, type WalletFacts } from './wallet-decision.ts';

const FACTS: WalletFacts = {
  hasChains: true,
  wallet: { family: 'evm', address: '0xaa' },
  isOwn: false,
  isWatched: true,
  isExcluded: false,
  codes: [],
};
const CONTRACT = { chain: 'base', code: 'contract' } as const;
const SILENT = { chain: 'polygon', code: 'unknown' } as const;
const NONE = { chain: 'ethereum', code: 'none' } as const;
/** Facts in which everything that can be wrong with a wallet is wrong. */
const ALL_WRONG = { isWatched: false, isExcluded: true, codes: [SILENT, CONTRACT] };

test('a wallet is decided by the first fact that applies', () => {
  const rows: [facts: Partial<WalletFacts>, status: string][] = [
    [{ ...ALL_WRONG, hasChains: false, wallet: null }, 'not_configured'],
    [{ ...ALL_WRONG, wallet: null }, 'no_wallet'],
    [{ ...ALL_WRONG, isOwn: true }, 'registered'],
    [ALL_WRONG, 'no_chain'],
    [{ ...ALL_WRONG, isWatched: true }, 'not_allowed'],
    [{ codes: [SILENT, CONTRACT] }, 'contract'],
    [{ codes: [NONE, SILENT] }, 'unknown'],
    [{ codes: [NONE] }, 'register'],
    [{}, 'register'],
  ];
  for (const [facts, status] of rows) {
    assert.equal(decideWallet({ ...FACTS, ...facts }).status, status, JSON.stringify(facts));
  }
  assert.deepEqual(decideWallet({ ...FACTS, codes: [NONE, SILENT] }), {
    status: 'unknown',
    chain: 'polygon',
  });
  assert.deepEqual(decideWallet(FACTS), { status: 'register', wallet: FACTS.wallet });
});

test('that another owner has a wallet is said as of an address that is not allowed', () => {
  const rows: [registration: RegisterOutcome, status: string][] = [
    ['registered', 'registered'],
    ['known', 'registered'],
    ['taken', 'not_allowed'],
    ['too_many', 'too_many'],
  ];
  for (const [registration, status] of rows) assert.equal(toWalletOutcome(registration).status, status);
});
