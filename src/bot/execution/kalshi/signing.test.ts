import assert from 'node:assert/strict';
import { constants, createPrivateKey, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { signatureVectors } from '../../../../test/support/signature-vectors.ts';
import { buildSignedText, signHeaders } from './signing.ts';

interface Vectors {
  readonly keyId: string;
  readonly privateKeyPem: string;
  readonly publicKeyPem: string;
  readonly cases: readonly {
    readonly name: string;
    readonly input: { method: string; pathWithQuery: string; timestamp: number };
    readonly message: string;
    readonly headers: Record<string, string>;
  }[];
  readonly negative: readonly {
    readonly name: string;
    readonly message: string;
    readonly signature: string;
  }[];
}

for (const { from, vectors } of signatureVectors<Vectors>('kalshi')) {
  const publicKey = createPublicKey(vectors.publicKeyPem);
  const key = { id: vectors.keyId, privateKey: createPrivateKey(vectors.privateKeyPem) };
  const verifies = (message: string, signature: string) =>
    verify(
      'sha256',
      Buffer.from(message),
      { key: publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 },
      Buffer.from(signature, 'base64'),
    );
  assert.ok(vectors.cases.length >= 5 && vectors.negative.length >= 2);

  for (const { name, input, message, headers } of vectors.cases) {
    test(`${from}: ${name}`, () => {
      const request = { method: input.method, path: input.pathWithQuery };
      assert.equal(buildSignedText(request, input.timestamp), message);
      // Signatures contain random bytes and cannot be compared, so ours and the recorded one are both verified.
      assert.ok(verifies(message, headers['KALSHI-ACCESS-SIGNATURE']!));
      const ours = signHeaders(key, request, input.timestamp);
      assert.ok(verifies(message, ours['KALSHI-ACCESS-SIGNATURE']!));
      assert.deepEqual(
        { ...ours, 'KALSHI-ACCESS-SIGNATURE': '' },
        { ...headers, 'KALSHI-ACCESS-SIGNATURE': '' },
      );
    });
  }
  for (const { name, message, signature } of vectors.negative) {
    test(`${from}: ${name}`, () => assert.equal(verifies(message, signature), false));
  }
}

const ed25519 = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'fixtures/signatures-ed25519.json'), 'utf8'),
) as Omit<Vectors, 'negative'>;

test('an Ed25519 key signs to the byte what the official Python package signs', () => {
  const key = { id: ed25519.keyId, privateKey: createPrivateKey(ed25519.privateKeyPem) };
  assert.equal(ed25519.cases.length, 5);
  for (const { name, input, message, headers } of ed25519.cases) {
    const request = { method: input.method, path: input.pathWithQuery };
    assert.equal(buildSignedText(request, input.timestamp), message, name);
    assert.deepEqual(signHeaders(key, request, input.timestamp), headers, name);
  }
});
