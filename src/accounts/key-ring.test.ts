import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { epochMs } from '../domain/index.ts';
import { DEFAULT_KEY_FORMAT } from './api-key.ts';
import { KeyRing } from './key-ring.ts';
import type { KeyRecord, KeyStore } from './keys.ts';

const ISSUED_AT = epochMs(1_763_700_000_000);
const EXPIRES_AT = epochMs(ISSUED_AT + 60_000);
/** More than are remembered. */
const OTHERS = 20_001;

const hashName = (name: string) => createHash('sha256').update(name).digest('hex');

function buildRecord(hash: string): KeyRecord {
  return {
    hash,
    owner: 'owner_1',
    tier: 'pro',
    label: null,
    venues: 'all',
    createdAt: ISSUED_AT,
    expiresAt: EXPIRES_AT,
    revokedAt: null,
    botId: 'bot_1',
    lastUsedAt: null,
  };
}

test('a stream whose key was forgotten for others ends when the key expires', async () => {
  let now = ISSUED_AT;
  const store: Partial<KeyStore> = {
    find: async (hash) => buildRecord(hash),
  };
  const keys = new KeyRing({ store: store as KeyStore, format: DEFAULT_KEY_FORMAT, clock: () => now });
  const record = await keys.find(hashName('streaming'));
  assert.ok(record);
  for (let i = 0; i < OTHERS; i++) await keys.find(hashName(`other-${i}`));
  assert.equal(keys.isLive(record), true);
  now = EXPIRES_AT;
  assert.equal(keys.isLive(record), false);
});
