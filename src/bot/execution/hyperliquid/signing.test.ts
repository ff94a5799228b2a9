import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encode } from '@msgpack/msgpack';
import { bytesToHex } from '@noble/hashes/utils.js';
import { signatureVectors } from '../../../../test/support/signature-vectors.ts';
import {
  computeTypedDataHash,
  deriveAddress,
  type FieldType,
  findPrivateKey,
  recoverAddress,
  signDigest,
} from '../../../signatures/index.ts';
import { type ActionContext, hashAction, signAction } from './signing.ts';

interface Vectors {
  readonly privateKey: string;
  readonly signer: string;
  readonly cases: readonly (
    | {
        readonly name: string;
        readonly kind: 'l1';
        readonly input: ActionContext & { readonly action: object };
        readonly msgpack: string;
        readonly connectionId: string;
        readonly signature: { r: string; s: string; v: number };
      }
    | {
        readonly name: string;
        readonly kind: 'user';
        readonly input: {
          readonly action: Record<string, string | number>;
          readonly types: Record<string, { name: string; type: FieldType }[]>;
        };
        readonly signature: { r: string; s: string; v: number };
      }
  )[];
}

for (const { from, vectors } of signatureVectors<Vectors>('hyperliquid')) {
  const key = findPrivateKey(vectors.privateKey) as Uint8Array;
  assert.ok(vectors.cases.length >= 10);
  test(`${from}: the address of the key`, () => assert.equal(deriveAddress(key), vectors.signer));

  for (const one of vectors.cases) {
    test(`${from}: ${one.name}`, () => {
      if (one.kind === 'user') return userSigned(one.input, one.signature);
      const { action, ...context } = one.input;
      assert.equal(`0x${bytesToHex(Uint8Array.from(encode(action)))}`, one.msgpack);
      assert.equal(hashAction(action, context), one.connectionId);
      assert.deepEqual(signAction(action, context, key), one.signature);
    });
  }

  /**
   * Signs the approval of an agent. Only the owner of an account does so, and never the bot: it is used here as a
   * vector for typed data.
   */
  function userSigned(
    { action, types }: Extract<Vectors['cases'][number], { kind: 'user' }>['input'],
    signature: object,
  ) {
    const [[name, fields] = ['', []]] = Object.entries(types);
    const digest = computeTypedDataHash(
      {
        name: 'HyperliquidSignTransaction',
        version: '1',
        chainId: Number(action.signatureChainId),
        verifyingContract: `0x${'0'.repeat(40)}`,
      },
      { name, fields: fields.map((field) => [field.name, field.type]) },
      action,
    );
    assert.deepEqual(signDigest(digest, key), signature);
    assert.equal(recoverAddress(digest, signDigest(digest, key)), vectors.signer);
  }
}

test('the network, the nonce, the vault and the expiry are all part of what is signed', () => {
  const key = findPrivateKey('0'.repeat(63).concat('7')) as Uint8Array;
  const action = { type: 'noop' };
  const context = { nonce: 1, isTestnet: false };
  const signatures = [
    context,
    { ...context, isTestnet: true },
    { ...context, nonce: 2 },
    { ...context, vaultAddress: `0x${'1'.repeat(40)}` },
    { ...context, expiresAfter: 5 },
  ].map((one) => signAction(action, one, key).r);
  assert.equal(new Set(signatures).size, signatures.length);
});
