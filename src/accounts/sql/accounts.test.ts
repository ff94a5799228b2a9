import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeKeyStore } from '../../../test/contract/keys.ts';
import { describeUsageStore } from '../../../test/contract/usage.ts';
import { openMemoryAccounts } from '../../../test/support/memory/accounts.ts';
import { SQLITE_ENGINES } from '../../../test/support/service-engine.ts';
import { STORE_SUITES } from '../../../test/support/store-suites.ts';
import { cryptoRandom, epochMs } from '../../domain/index.ts';
import { StorageUnavailableError } from '../../storage/service-database.ts';
import { StoredKeys } from '../stored-keys.ts';
import { StoredUsage } from '../stored-usage.ts';

for (const engine of SQLITE_ENGINES) STORE_SUITES.keys(engine);
describeKeyStore('rows in memory', async (_t, { clock, format }) => {
  const store = new StoredKeys({ ...openMemoryAccounts(), format, clock, random: cryptoRandom });
  return { store, reopen: async () => store };
});

test('a rotation whose answer is lost is repeated until the new key is known', async () => {
  const { database, queries } = openMemoryAccounts();
  let lostAnswers = 0;
  const losing: typeof database = Object.create(database, {
    transact: {
      value: async (...call: Parameters<typeof database.transact>) => {
        const result = await database.transact(...call);
        if (lostAnswers-- > 0) throw new StorageUnavailableError('no answer', { isUnknown: true });
        return result;
      },
    },
  });
  const format = { prefix: 'ct', environment: 'test' } as const;
  const clock = () => epochMs(1_763_700_000_000);
  const store = new StoredKeys({ database: losing, queries, format, clock, random: cryptoRandom });
  const { record } = await store.issue({
    owner: 'ann',
    tier: 'pro',
    label: null,
    venues: 'all',
    expiresAt: null,
  });
  lostAnswers = 2;
  const outcome = await store.rotate(record.hash, 0);
  assert.ok(outcome.status === 'rotated');
  assert.equal((await store.find(outcome.issued.record.hash))?.botId, record.botId);
  assert.equal(outcome.previous.expiresAt, clock());
  lostAnswers = 3;
  await assert.rejects(store.rotate(outcome.issued.record.hash, 0), StorageUnavailableError);
});

for (const engine of SQLITE_ENGINES) STORE_SUITES.usage(engine);
describeUsageStore('rows in memory', async () => {
  const { database, queries } = openMemoryAccounts();
  const store = new StoredUsage(database, queries);
  return { store, reopen: async () => store };
});
