import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, epochMs } from '../../domain/index.ts';
import type { KeyRow } from '../rows.ts';
import { MAX_GRACE_MS } from './keys.ts';
import { decideRotation } from './rotation-decision.ts';

const NOW = epochMs(10 * DAY_MS);
const KEY: KeyRow = {
  hash: 'old',
  owner: 'ann',
  tier: 'pro',
  label: 'mine',
  venues: 'all',
  createdAt: 1,
  botId: 'bot_1',
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: 5,
  successor: null,
};
const REQUEST = { newHash: 'new', now: NOW, endsAt: NOW + 60_000 };

test('the new key keeps what the old one had, and the old one ends', () => {
  assert.deepEqual(decideRotation({ key: KEY, successor: null }, REQUEST), {
    status: 'rotated',
    successor: { ...KEY, hash: 'new', createdAt: NOW, lastUsedAt: null },
    previous: { ...KEY, expiresAt: NOW + 60_000, successor: 'new' },
  });
});

test('a grace never extends a key', () => {
  const decision = decideRotation({ key: { ...KEY, expiresAt: NOW + 1 }, successor: null }, REQUEST);
  assert.equal(decision.status === 'rotated' && decision.previous.expiresAt, NOW + 1);
});

test('unknown, revoked and expired keys are not rotated', () => {
  for (const key of [null, { ...KEY, revokedAt: 2 }, { ...KEY, expiresAt: NOW }]) {
    assert.deepEqual(decideRotation({ key, successor: null }, REQUEST), { status: 'not_live' });
  }
});

test('a key is rotated once, unless what follows it was not made by its rotation', () => {
  const successor = { ...KEY, hash: 'next', createdAt: NOW - 10 };
  const rotated = { ...KEY, expiresAt: NOW + 10, successor: 'next' };
  assert.deepEqual(decideRotation({ key: rotated, successor }, REQUEST), {
    status: 'already_rotated',
    successor,
    previous: rotated,
  });
  for (const expiresAt of [null, successor.createdAt + MAX_GRACE_MS + 1]) {
    const key = { ...rotated, expiresAt };
    assert.equal(decideRotation({ key, successor }, REQUEST).status, 'rotated');
  }
});

test('the same request again is answered alike, also when the old key has ended by then', () => {
  const successor = { ...KEY, hash: 'new', createdAt: NOW };
  const ended = { ...KEY, expiresAt: NOW, successor: 'new' };
  assert.deepEqual(decideRotation({ key: ended, successor }, { ...REQUEST, endsAt: NOW }), {
    status: 'repeated',
    successor,
    previous: ended,
  });
});
