import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeyFormat } from '../../src/accounts/keys/api-key.ts';
import { LocalKeyRing } from '../../src/accounts/keys/local-key-ring.ts';
import { prepareAccountQueries } from '../../src/accounts/sql/accounts.ts';
import { StoredKeys } from '../../src/accounts/stored-keys.ts';
import { cryptoRandom, wallClock } from '../../src/domain/index.ts';
import type { OpenServiceDatabase } from '../../src/storage/service-database.ts';
import { eventually } from '../support/simulated-service.ts';
import { listEngines, openTestPostgres } from './postgres-engine.ts';

const FORMAT: KeyFormat = { prefix: 'ct', environment: 'test' };
const MAX_AGE_MS = 5_000;

function openRing(database: OpenServiceDatabase): LocalKeyRing {
  const store = new StoredKeys({
    database,
    queries: database.buildQueries(prepareAccountQueries),
    format: FORMAT,
    clock: wallClock,
    random: cryptoRandom,
  });
  return new LocalKeyRing({
    store,
    format: FORMAT,
    clock: wallClock,
    shared: { maxAgeMs: MAX_AGE_MS, bridgeMs: 60_000, now: () => performance.now() },
  });
}

for (const engine of listEngines()) {
  test(`${engine.name}: a key that another process revokes ends here, with its streams`, async (t) => {
    const url = await engine.createDatabase(t);
    const [one, two] = await Promise.all([openTestPostgres({ url }), openTestPostgres({ url })]);
    t.after(() => Promise.all([one.close(), two.close()]));
    const [here, there] = [openRing(one), openRing(two)];
    t.after(one.followKeys((hash) => here.forget(hash)));
    const { rawKey, record } = await here.issue({
      owner: 'alice',
      tier: 'pro',
      label: null,
      venues: 'all',
      expiresAt: null,
    });
    assert.equal((await here.resolve(rawKey))?.hash, record.hash);
    assert.equal(here.checkLive(record), true, 'a stream is open');
    await there.revoke({ kind: 'key', hash: record.hash });
    // Announced at once; without the announcement after the age of a record.
    await eventually(() => !here.checkLive(record), 'the key ends', 2 * MAX_AGE_MS);
    assert.equal(await here.resolve(rawKey), null);
  });
}
