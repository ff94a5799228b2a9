import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redact } from './redact.ts';

test('no piece of a secret survives in words that a venue echoes', () => {
  const key = 'ab'.repeat(32);
  const line = 'MIIEpAIBAAKCAQEA7q2bQ0';
  const secret = {
    privateKey: `0x${key}`,
    privateKeyPem: `-----BEGIN RSA PRIVATE KEY-----\n${line}\n-----END RSA PRIVATE KEY-----\n`,
    apiPassphrase: 'a long passphrase',
    funder: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    signatureType: '0',
  };
  const text = `no: 0x${key} ${key} ${line} a long passphrase, type 0 of ${secret.funder}`;
  assert.equal(redact(text, secret), `no: 0x[hidden] [hidden] [hidden] [hidden], type 0 of ${secret.funder}`);
});
