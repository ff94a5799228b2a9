import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCredential as readHyperliquid } from '../../src/bot/execution/hyperliquid/credential.ts';
import { TRADING_VENUES } from '../../src/bot/execution/index.ts';
import { readCredential as readKalshi } from '../../src/bot/execution/kalshi/credential.ts';
import { readCredential as readLimitless } from '../../src/bot/execution/limitless/credential.ts';
import { readCredential as readPolymarket } from '../../src/bot/execution/polymarket/credential.ts';
import {
  CREDENTIAL_FORMS,
  findFileProblem,
  memberLabel,
  placeholderBody,
  readCredential,
} from '../../web/panels/bot/credential-forms.ts';

const READERS = {
  hyperliquid: readHyperliquid,
  kalshi: readKalshi,
  limitless: readLimitless,
  polymarket: readPolymarket,
} as const;

test('the form of each venue asks for what its orders need', () => {
  assert.deepEqual(Object.keys(CREDENTIAL_FORMS).sort(), [...TRADING_VENUES].sort());
  for (const venue of TRADING_VENUES) {
    const { members } = CREDENTIAL_FORMS[venue] ?? { members: [] };
    const needed = members.filter(({ isOptional }) => isOptional !== true).map(({ name }) => name);
    const read = READERS[venue]({});
    assert.deepEqual('missing' in read ? read.missing : [], needed, venue);
  }
});

test('a command shows placeholders, a request what was typed without what was left empty', () => {
  const form = CREDENTIAL_FORMS.kalshi;
  assert.ok(form !== undefined);
  assert.deepEqual(placeholderBody('kalshi', form), {
    venue: 'kalshi',
    kind: 'apiKey',
    secret: { keyId: '<keyId>', privateKeyPem: '<privateKeyPem>' },
  });
  const typed = new FormData();
  typed.set('keyId', '  a-key ');
  typed.set('privateKeyPem', '-----BEGIN PRIVATE KEY-----');
  typed.set('subaccount', '');
  assert.deepEqual(readCredential('kalshi', form, typed), {
    venue: 'kalshi',
    kind: 'apiKey',
    secret: { keyId: 'a-key', privateKeyPem: '-----BEGIN PRIVATE KEY-----' },
  });
  assert.equal(memberLabel('kalshi', 'privateKeyPem'), 'Private key, PEM');
  assert.equal(memberLabel('elsewhere', 'token'), 'token');
});

test('a file that is no private key is named as such before anything is sent', () => {
  assert.equal(findFileProblem(1_700, '-----BEGIN RSA PRIVATE KEY-----\nabc'), null);
  assert.match(findFileProblem(1_700, '-----BEGIN CERTIFICATE-----') ?? '', /holds no private key in PEM/);
  assert.match(findFileProblem(90_000, '') ?? '', /has 90 kB; a private key has at most 8/);
});
