import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import type { OpenedSecret } from './execution-venue.ts';
import { readCredential as hyperliquid } from './hyperliquid/credential.ts';
import { readCredential as kalshi } from './kalshi/credential.ts';
import { readCredential as limitless } from './limitless/credential.ts';
import { readCredential as polymarket } from './polymarket/credential.ts';

/** The first key of the well-known development mnemonic "test test ... junk": never fund it. */
const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const BAD_CHECKSUM = '0x70997970C51812dc3A010C7d01b50e0d17dc79c8';
const UUID = 'a952bcbe-0000-4000-8000-11dae589608c';

const pem = (type: 'pkcs1' | 'pkcs8', modulusLength = 2_048) =>
  generateKeyPairSync('rsa', { modulusLength }).privateKey.export({ type, format: 'pem' }).toString();
const PEM = pem('pkcs1');
const EC_PEM = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();
const ED25519_PEM = generateKeyPairSync('ed25519')
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();
const PUBLIC_PEM = generateKeyPairSync('ed25519')
  .publicKey.export({ type: 'spki', format: 'pem' })
  .toString();
const LOCKED_PEM = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
  .toString();

/** Expected verdict. null: usable; a list: the missing members; a pattern: the problem. */
type Verdict = null | readonly string[] | RegExp;

function check(
  read: (secret: OpenedSecret) => object,
  rows: readonly (readonly [OpenedSecret, Verdict])[],
): void {
  for (const [secret, verdict] of rows) {
    const result = read(secret) as { usable?: boolean; missing?: readonly string[]; problem?: string | null };
    const label = Object.keys(secret).join();
    if (verdict === null) assert.equal(result.usable, undefined, `${label}: ${result.problem}`);
    else if (Array.isArray(verdict)) assert.deepEqual(result.missing, verdict, label);
    else {
      assert.match(result.problem ?? '', verdict as RegExp, label);
      // A problem is described without quoting a value.
      for (const value of Object.values(secret)) {
        if (value.length > 8) assert.ok(!result.problem?.includes(value), label);
      }
    }
  }
}

test('hyperliquid takes the key of an API wallet and the address of its account', () => {
  const fine = { agentPrivateKey: KEY, accountAddress: OTHER };
  check(hyperliquid, [
    [fine, null],
    [{ ...fine, agentPrivateKey: KEY.slice(2) }, null],
    [{ ...fine, accountAddress: OTHER.toLowerCase() }, null],
    [{ ...fine, vaultAddress: OTHER }, null],
    [{ ...fine, vaultAddress: '' }, null],
    [{}, ['agentPrivateKey', 'accountAddress']],
    [{ agentPrivateKey: KEY }, ['accountAddress']],
    [{ ...fine, agentPrivateKey: '0x12' }, /agentPrivateKey/],
    [{ ...fine, agentPrivateKey: '0'.repeat(64) }, /agentPrivateKey/],
    [{ ...fine, accountAddress: BAD_CHECKSUM }, /checksum/],
    [{ ...fine, accountAddress: 'me' }, /accountAddress/],
    [{ ...fine, accountAddress: ADDRESS }, /key of the account itself/],
    [{ ...fine, vaultAddress: '0x0' }, /vaultAddress/],
  ]);
});

test('polymarket takes a wallet key, its funder and how they belong together', () => {
  const fine = { privateKey: KEY, funder: ADDRESS, signatureType: '0' };
  const api = { apiKey: UUID, apiSecret: 'cG9seQ==', apiPassphrase: 'pass' };
  check(polymarket, [
    [fine, null],
    [{ ...fine, ...api }, null],
    [{ ...fine, funder: OTHER, signatureType: '2' }, null],
    [{ ...fine, funder: OTHER, signatureType: '3' }, null],
    [{}, ['privateKey', 'funder', 'signatureType']],
    [{ ...fine, apiKey: UUID }, ['apiSecret', 'apiPassphrase']],
    [{ ...fine, funder: OTHER }, /signatureType 0/],
    [{ ...fine, signatureType: '1' }, /signatureType 1/],
    [{ ...fine, signatureType: '4' }, /signatureType/],
    [{ ...fine, privateKey: 'x' }, /privateKey/],
    [{ ...fine, funder: BAD_CHECKSUM }, /checksum/],
    [{ ...fine, ...api, apiKey: 'nobody' }, /apiKey/],
    [{ ...fine, ...api, apiSecret: '§§' }, /apiSecret/],
  ]);
});

test('kalshi takes a key id and an RSA key of 2048 bits or more without a passphrase', () => {
  const fine = { keyId: UUID, privateKeyPem: PEM };
  check(kalshi, [
    [fine, null],
    [{ ...fine, privateKeyPem: pem('pkcs8') }, null],
    [{ ...fine, subaccount: '63' }, null],
    [{ keyId: UUID }, ['privateKeyPem']],
    [{ ...fine, keyId: 'key' }, /keyId/],
    [{ ...fine, privateKeyPem: 'no key at all' }, /PEM/],
    [{ ...fine, privateKeyPem: LOCKED_PEM }, /passphrase/],
    [{ ...fine, privateKeyPem: ED25519_PEM }, null],
    [{ ...fine, privateKeyPem: PUBLIC_PEM }, /public key/],
    [{ ...fine, privateKeyPem: EC_PEM }, /kind ec: .*RSA.*Ed25519/],
    [{ ...fine, privateKeyPem: pem('pkcs1', 1_024) }, /1024 bits/],
    [{ ...fine, subaccount: '64' }, /subaccount/],
    [{ ...fine, subaccount: '-1' }, /subaccount/],
  ]);
});

test('limitless takes an API token and a wallet key, with the smart wallet that it owns', () => {
  const fine = { tokenId: 'tok_1', tokenSecret: 'c2VjcmV0', privateKey: KEY };
  check(limitless, [
    [fine, null],
    [{ ...fine, smartWallet: OTHER }, null],
    [{ privateKey: KEY }, ['tokenId', 'tokenSecret']],
    [{ ...fine, tokenId: 'tok\r\nx: y' }, /tokenId/],
    [{ ...fine, tokenSecret: '§' }, /tokenSecret/],
    [{ ...fine, privateKey: '1' }, /privateKey/],
    [{ ...fine, smartWallet: BAD_CHECKSUM }, /checksum/],
    [{ ...fine, smartWallet: ADDRESS }, /leave it out/],
  ]);
});
