import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import pg from 'pg';
import { keepLease, type Lease, type LeaseOptions } from '../../src/storage/postgres/lease.ts';
import { listEngines } from './postgres-engine.ts';

const TIMES = { lengthMs: 900, renewMs: 100, tryMs: 50 };

/** A lease that tells what happened to it. */
function hold(t: TestContext, options: Pick<LeaseOptions, 'url' | 'holder'> & Partial<LeaseOptions>) {
  const told: (number | null)[] = [];
  const lease: Lease = keepLease({
    ...{ name: 'bot', times: TIMES },
    ...{ onHeld: (fence) => told.push(fence), onLost: () => told.push(null) },
    ...options,
  });
  t.after(() => lease.release());
  return { lease, told };
}

async function until(isTrue: () => boolean): Promise<void> {
  const end = performance.now() + 20_000;
  while (!isTrue()) {
    assert.ok(performance.now() < end, 'it did not happen within 20 s');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

for (const engine of listEngines()) {
  describe(`leases: ${engine.name}`, () => {
    test('one process holds a lease, another one after it was released, with a higher fence', async (t) => {
      const url = await engine.createDatabase(t);
      const one = hold(t, { url, holder: 'one' });
      await until(() => one.lease.fence !== null);
      const two = hold(t, { url, holder: 'two' });
      const other = hold(t, { url, holder: 'two', name: 'audit' });
      await until(() => other.lease.fence !== null);
      assert.equal(two.lease.fence, null);
      await one.lease.release();
      await until(() => two.lease.fence !== null);
      assert.deepEqual([one.told, two.told, other.told], [[1, null], [2], [1]]);
      assert.equal(one.lease.fence, null);
    });

    test('a holder that cannot renew stops before another one begins', async (t) => {
      const url = await engine.createDatabase(t);
      const one = hold(t, { url, holder: 'one' });
      await until(() => one.lease.fence !== null);
      let lostAt = 0;
      const two = hold(t, { url, holder: 'two', onHeld: () => assert.ok(one.lease.fence === null) });
      // Somebody holds the row: no renewal is answered.
      const free = await lockRow(url);
      await until(() => {
        if (one.lease.fence === null && lostAt === 0) lostAt = performance.now();
        return lostAt > 0;
      });
      await free();
      await until(() => one.lease.fence !== null || two.lease.fence !== null);
      assert.ok(one.lease.fence === null || two.lease.fence === null);
    });

    test('a holder that was away, and whom nobody followed, has its fence again', async (t) => {
      const url = await engine.createDatabase(t);
      const one = hold(t, { url, holder: 'one' });
      await until(() => one.lease.fence !== null);
      const free = await lockRow(url);
      await until(() => one.lease.fence === null);
      await free();
      await until(() => one.lease.fence !== null);
      assert.deepEqual(one.told, [1, null, 1]);
    });
  });
}

/** @returns How the row is let go. */
async function lockRow(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("BEGIN; SELECT 1 FROM lease WHERE name = 'bot' FOR UPDATE");
  return async () => {
    await client.query('COMMIT');
    await client.end();
  };
}
