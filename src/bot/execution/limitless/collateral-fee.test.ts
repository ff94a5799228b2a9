import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { findPrivateKey } from '../../../signatures/index.ts';
import { ErrorTable } from '../live/error-table.ts';
import { explainRefusal, isWrongFeeRate, LIMITLESS_ERRORS } from './errors.ts';
import { readFee } from './markets.ts';
import { hashOrderStruct, type SignedOrderFields, signOrder } from './signing.ts';
import { findWalletProblem } from './wallet.ts';

interface Vectors {
  readonly privateKey: string;
  readonly profileFeeRateBps: number;
  readonly chainId: number;
  readonly exchange: string;
  readonly cases: readonly {
    readonly name: string;
    readonly venue: { readonly feeModule?: string; readonly feeModuleType?: string };
    readonly message: SignedOrderFields;
    readonly orderHash: string;
    readonly signature: string;
  }[];
}

const vectors = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'fixtures/signatures-collateral.json'), 'utf8'),
) as Vectors;

test('orders of a market with a collateral fee are those of the official Python package', () => {
  const exchange = { chainId: vectors.chainId, contract: vectors.exchange };
  const key = findPrivateKey(vectors.privateKey) as Uint8Array;
  assert.equal(vectors.cases.length, 4);
  for (const { name, venue, message, orderHash, signature } of vectors.cases) {
    const rate = readFee(venue, true).kind === 'profile' ? vectors.profileFeeRateBps : 0;
    const order = { ...message, feeRateBps: rate };
    assert.equal(hashOrderStruct(order, exchange), orderHash, name);
    assert.equal(signOrder(order, exchange, key), signature, name);
  }
});

test('the way in which a market takes its fee decides the rate, and an unknown module signs nothing', () => {
  const feeModule = `0x${'5'.repeat(40)}`;
  assert.deepEqual(readFee({}, true), { kind: 'profile' });
  assert.deepEqual(readFee({}, null), { kind: 'profile' });
  assert.deepEqual(readFee({}, false), { kind: 'none' });
  assert.deepEqual(readFee({ feeModule: null, feeModuleType: null }, true), { kind: 'profile' });
  const collateral = { feeModule, feeModuleType: 'COLLATERAL' };
  for (const isCharged of [true, false, null]) {
    assert.deepEqual(readFee(collateral, isCharged), { kind: 'collateral', module: feeModule });
  }
  assert.deepEqual(readFee({ feeModule, feeModuleType: 'SHARES' }, true), {
    kind: 'unknown',
    name: 'SHARES',
  });
  assert.deepEqual(readFee({ feeModule }, true), { kind: 'unknown', name: feeModule });
  assert.deepEqual(readFee({ feeModuleType: 'COLLATERAL' }, true), { kind: 'unknown', name: 'COLLATERAL' });
});

test('refusals keep missing money, a missing approval and a wrong rate apart', () => {
  const table = new ErrorTable(LIMITLESS_ERRORS);
  const module = `0x${'5'.repeat(40)}`;
  const rows: [words: string, reason: string, explained: RegExp][] = [
    [
      'Insufficient collateral allowance for the order fee.',
      'insufficient_funds',
      /^approve USDC to 0x5{40}/,
    ],
    ['insufficient allowance', 'insufficient_funds', /^approve USDC, or the shares to sell, to the exchange/],
    ['Insufficient balance', 'insufficient_funds', /^Insufficient balance$/],
    ['FEE_RATE_MISMATCH', 'stale_data', /^FEE_RATE_MISMATCH$/],
    ['feeRateBps does not match', 'stale_data', /^feeRateBps/],
    [
      'the signer does not match the maker',
      'credentials_rejected',
      /^this profile trades through its smart wallet/,
    ],
    ['Invalid signature', 'credentials_rejected', /^Invalid signature$/],
    ['market order unmatched', 'no_liquidity', /unmatched/],
  ];
  for (const [words, reason, explained] of rows) {
    assert.equal(table.toReason(400, words), reason, words);
    assert.match(explainRefusal(words, module), explained);
  }
  assert.match(explainRefusal('allowance for the order fee', null), /^approve USDC, or the shares/);
  assert.equal(table.unmapped.count, 0);
  for (const words of ['FEE_RATE_MISMATCH', 'fee rate', 'feeRateBps']) assert.ok(isWrongFeeRate(words));
  assert.equal(isWrongFeeRate('Insufficient collateral allowance for the order fee.'), false);
});

test('the profile decides which wallet is the maker, and the check says so', () => {
  const [account, smartWallet] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`];
  const own = { maker: account, signatureType: 0 } as const;
  const smart = { maker: smartWallet, signatureType: 2 } as const;
  const rows: [profile: object, credential: typeof own | typeof smart, problem: RegExp | null][] = [
    [{ account }, own, null],
    [{ account, tradeWalletOption: 'eoa' }, own, null],
    [{ account, tradeWalletOption: null }, own, null],
    [
      { account, smartWallet, tradeWalletOption: 'smartWallet' },
      own,
      /through its smart wallet: store its address/,
    ],
    [{ account, smartWallet, tradeWalletOption: 'smartWallet' }, smart, null],
    [
      { account, smartWallet, tradeWalletOption: 'eoa' },
      smart,
      /through its own wallet: leave smartWallet out/,
    ],
    [{ account, smartWallet }, smart, null],
    [{ account, smartWallet, tradeWalletOption: 'passkey' }, smart, /by passkey, which this version/],
    [{ account }, smart, /another account/],
  ];
  for (const [profile, credential, problem] of rows) {
    const found = findWalletProblem(
      { id: 1, ...profile } as Parameters<typeof findWalletProblem>[0],
      credential,
    );
    if (problem === null) assert.equal(found, null, JSON.stringify(profile));
    else assert.match(found ?? '', problem);
  }
});
