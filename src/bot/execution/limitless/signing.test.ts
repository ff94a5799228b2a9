import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signatureVectors } from '../../../../test/support/signature-vectors.ts';
import { deriveAddress, findPrivateKey } from '../../../signatures/index.ts';
import { buildOrderBody } from './order-body.ts';
import { hashOrderStruct, type SignedOrderFields, signOrder, signTokenHeaders } from './signing.ts';

interface Vectors {
  readonly privateKey: string;
  readonly address: string;
  readonly cases: readonly (
    | {
        readonly name: string;
        readonly kind: 'order';
        readonly domain: { readonly chainId: number; readonly verifyingContract: string };
        readonly message: SignedOrderFields;
        readonly price: number | null;
        readonly orderHash: string;
        readonly signature: string;
        readonly postBody: string;
        readonly headers: Record<string, string>;
        readonly hmacSecretBase64: string;
      }
    | {
        readonly name: string;
        readonly kind: 'hmac';
        readonly input: {
          secretBase64: string;
          timestamp: string;
          method: string;
          path: string;
          body: string;
        };
        readonly signature: string;
      }
  )[];
}

for (const { from, vectors } of signatureVectors<Vectors>('limitless')) {
  const key = findPrivateKey(vectors.privateKey) as Uint8Array;
  assert.ok(vectors.cases.length >= 9);
  test(`${from}: the address of the key`, () => assert.equal(deriveAddress(key), vectors.address));

  for (const one of vectors.cases) {
    test(`${from}: ${one.name}`, () => {
      if (one.kind === 'hmac') {
        const { secretBase64, timestamp, ...request } = one.input;
        const headers = signTokenHeaders({ id: 'token', secret: secretBase64 }, request, timestamp);
        assert.equal(headers['lmts-signature'], one.signature);
        return;
      }
      const exchange = { chainId: one.domain.chainId, contract: one.domain.verifyingContract };
      assert.equal(hashOrderStruct(one.message, exchange), one.orderHash);
      const signature = signOrder(one.message, exchange, key);
      assert.equal(signature, one.signature);
      const { orderType, marketSlug, ownerId, clientOrderId } = JSON.parse(one.postBody);
      const body = buildOrderBody(one.message, one.price, signature, {
        orderType,
        marketSlug,
        ownerId,
        clientOrderId,
      });
      assert.equal(body, one.postBody);
      const token = { id: one.headers['lmts-api-key']!, secret: one.hmacSecretBase64 };
      const request = { method: 'POST', path: '/orders', body };
      const timestamp = one.headers['lmts-timestamp']!;
      assert.deepEqual(signTokenHeaders(token, request, timestamp), one.headers);
    });
  }
}
