import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { findPrivateKey } from '../../../signatures/index.ts';
import { buildOrderBody, type OrderType } from './order-body.ts';
import {
  type ApiKey,
  hashOrderStruct,
  MAINNET_CONTRACTS,
  type SignedOrderFields,
  signApiKeyHeaders,
  signOrder,
} from './signing.ts';

interface Vectors {
  readonly produced_by: string;
  readonly privateKey: string;
  readonly address: string;
  readonly creds: ApiKey;
  readonly cases: readonly {
    readonly name: string;
    readonly input: { readonly negRisk: boolean; readonly orderType: OrderType };
    readonly domain: { readonly version: string; readonly verifyingContract: string };
    readonly message: SignedOrderFields;
    readonly orderHash: string;
    readonly signature: string;
    readonly body: object;
    readonly hmac: string;
    readonly hmacBody: string;
  }[];
}

const vectors = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'fixtures/signatures-v2.json'), 'utf8'),
) as Vectors;
const key = findPrivateKey(vectors.privateKey) as Uint8Array;

for (const { name, input, domain, message, ...expected } of vectors.cases) {
  test(`${vectors.produced_by}: ${name}`, () => {
    const { negRisk, orderType } = input;
    assert.equal(hashOrderStruct(message, MAINNET_CONTRACTS, negRisk), expected.orderHash);
    const signature = signOrder(message, MAINNET_CONTRACTS, negRisk, key);
    assert.equal(signature, expected.signature);
    const body = JSON.parse(buildOrderBody(message, signature, { owner: vectors.creds.key, orderType }));
    assert.equal(body.postOnly, false, 'this package leaves it out, the TypeScript one writes it');
    delete body.postOnly;
    assert.deepEqual(body, expected.body);
    const request = { method: 'POST', path: '/order', body: expected.hmacBody };
    const headers = signApiKeyHeaders(vectors.address, vectors.creds, request, 1_780_000_000);
    assert.equal(headers.POLY_SIGNATURE, expected.hmac);

    const contract = negRisk ? MAINNET_CONTRACTS.negRisk : MAINNET_CONTRACTS.standard;
    const [version, verifyingContract] =
      domain.version === '3' ? ['3', MAINNET_CONTRACTS.v3] : ['2', contract];
    assert.deepEqual([domain.version, domain.verifyingContract], [version, verifyingContract]);
  });
}

test('a position is signed for ExchangeV3 alone, and another contract gives another signature', () => {
  const [first] = vectors.cases;
  assert.ok(first !== undefined && first.domain.version === '3');
  const elsewhere = { ...MAINNET_CONTRACTS, v3: MAINNET_CONTRACTS.standard };
  assert.notEqual(signOrder(first.message, elsewhere, false, key), first.signature);
  assert.equal(signOrder(first.message, MAINNET_CONTRACTS, true, key), first.signature, 'of both kinds');
});
