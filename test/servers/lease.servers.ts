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
      const [first = 0, second = 0] = [one.told[0] ?? 0, two.told[0] ?? 0];
      assert.ok(second > first, `${second} after ${first}`);
      assert.deepEqual([one.told.length, one.told[1], two.told.length], [2, null, 1]);
      assert.equal(one.lease.fence, null);
    });

    test('a holder after a restore has a fence above those that were given since the backup', async (t) => {
      const url = await engine.createDatabase(t);
      const one = hold(t, { url, holder: 'one' });
      await until(() => one.lease.fence !== null);
      const given = Number(one.lease.fence);
      await one.lease.release();
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query("UPDATE lease SET holder = 'zero', fence = 3");
      const two = hold(t, { url, holder: 'two' });
      await until(() => two.lease.fence !== null);
      assert.ok(Number(two.lease.fence) > given, `${two.lease.fence} after ${given}`);
      await two.lease.release();
      // A clock that was put back changes nothing.
      await client.query('UPDATE lease SET fence = 9000000000000');
      const three = hold(t, { url, holder: 'three' });
      await until(() => three.lease.fence !== null);
      assert.equal(three.lease.fence, 9_000_000_000_001);
      await client.end();
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
      const [fence] = one.told;
      assert.deepEqual(one.told, [fence, null, fence]);
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
