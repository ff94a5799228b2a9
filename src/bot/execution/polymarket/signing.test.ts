import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signatureVectors } from '../../../../test/support/signature-vectors.ts';
import { deriveAddress, findPrivateKey } from '../../../signatures/index.ts';
import { buildOrderBody, type OrderType } from './order-body.ts';
import {
  type ApiKey,
  hashOrderStruct,
  MAINNET_CONTRACTS,
  type SignedOrderFields,
  signApiKeyHeaders,
  signOrder,
  signWalletHeaders,
} from './signing.ts';

interface Vectors {
  readonly privateKey: string;
  readonly address: string;
  readonly creds: ApiKey;
  readonly cases: readonly (
    | {
        readonly name: string;
        readonly kind: 'order';
        readonly input: { readonly negRisk: boolean; readonly orderType: OrderType };
        readonly domain: { readonly chainId: number; readonly verifyingContract: string };
        readonly message: SignedOrderFields;
        readonly orderHash: string;
        readonly signature: string;
        readonly postBody: string;
        readonly postHeaders: Record<string, string>;
      }
    | { readonly name: string; readonly kind: 'l1'; readonly headers: Record<string, string> }
    | {
        readonly name: string;
        readonly kind: 'l2';
        readonly input: { method: string; requestPath: string; body: string | null; timestamp: number };
        readonly headers: Record<string, string>;
      }
  )[];
}

for (const { from, vectors } of signatureVectors<Vectors>('polymarket')) {
  const key = findPrivateKey(vectors.privateKey) as Uint8Array;
  assert.ok(vectors.cases.length >= 11);
  test(`${from}: the address of the key`, () => assert.equal(deriveAddress(key), vectors.address));

  for (const one of vectors.cases) {
    test(`${from}: ${one.name}`, () => {
      switch (one.kind) {
        case 'order': {
          const { negRisk, orderType } = one.input;
          const contract = negRisk ? MAINNET_CONTRACTS.negRisk : MAINNET_CONTRACTS.standard;
          assert.equal(contract, one.domain.verifyingContract);
          assert.equal(hashOrderStruct(one.message, MAINNET_CONTRACTS, negRisk), one.orderHash);
          const signature = signOrder(one.message, MAINNET_CONTRACTS, negRisk, key);
          assert.equal(signature, one.signature);
          const body = buildOrderBody(one.message, signature, { owner: vectors.creds.key, orderType });
          assert.equal(body, one.postBody);
          const seconds = Number(one.postHeaders.POLY_TIMESTAMP);
          const request = { method: 'POST', path: '/order', body };
          assert.deepEqual(
            signApiKeyHeaders(vectors.address, vectors.creds, request, seconds),
            one.postHeaders,
          );
          return;
        }
        case 'l1':
          return assert.deepEqual(
            signWalletHeaders(key, MAINNET_CONTRACTS, Number(one.headers.POLY_TIMESTAMP)),
            one.headers,
          );
        case 'l2': {
          const { method, requestPath: path, body, timestamp } = one.input;
          const request = { method, path, ...(body === null ? {} : { body }) };
          assert.deepEqual(
            signApiKeyHeaders(vectors.address, vectors.creds, request, timestamp),
            one.headers,
          );
        }
      }
    });
  }
}
