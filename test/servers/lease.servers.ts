import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import pg from 'pg';
import { keepLease, type Lease, type LeaseOptions } from '../../src/storage/postgres/lease.ts';
import { listEngines } from './postgres-engine.ts';

const TIMES = { lengthMs: 900, renewMs: 100, tryMs: 50 };

/** Holds a lease and notes what happens to it. */
function hold(t: TestContext, options: Pick<LeaseOptions, 'url' | 'holder'> & Partial<LeaseOptions>) {
  const told: (number | null)[] = [];
  const lease: Lease = keepLease({
    name: 'bot',
    times: TIMES,
    onHeld: (fence) => told.push(fence),
    onLost: () => told.push(null),
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

    test('a clock of the server that was put back by an hour keeps no dead lease', async (t) => {
      const url = await engine.createDatabase(t);
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const dead = "'dead', 7, clock_timestamp() + interval '1 hour'";
      await client.query(`INSERT INTO lease (name, holder, fence, until) VALUES ('bot', ${dead})`);
      await client.end();
      const from = performance.now();
      const one = hold(t, { url, holder: 'one' });
      await until(() => one.lease.fence !== null);
      const tookMs = performance.now() - from;
      assert.ok(tookMs > TIMES.lengthMs, `${tookMs} ms`);
      // Held and renewed as any other; who comes later does not get it.
      const two = hold(t, { url, holder: 'two' });
      await new Promise((resolve) => setTimeout(resolve, 3 * TIMES.lengthMs));
      assert.deepEqual([two.lease.fence, two.told], [null, []]);
    });

    test('who was stopped for an hour takes no lease that was renewed meanwhile', async (t) => {
      const url = await engine.createDatabase(t);
      const one = hold(t, { url, holder: 'one', times: { ...TIMES, lengthMs: 20_000 } });
      await until(() => one.lease.fence !== null);
      let stoppedMs = 0;
      const now = () => performance.now() + stoppedMs;
      // Between two looks of it the holder renews the lease many times.
      const times = { ...TIMES, lengthMs: 20_000, tryMs: 20 * TIMES.renewMs };
      const two = hold(t, { url, holder: 'two', now, times });
      for (let i = 0; i < 3; i += 1) {
        await new Promise((resolve) => setTimeout(resolve, times.tryMs));
        stoppedMs += 3_600_000;
      }
      await new Promise((resolve) => setTimeout(resolve, times.tryMs));
      assert.equal(one.told.length, 1);
      assert.deepEqual(two.told, []);
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

/** Locks the row of the lease; the result releases it. */
async function lockRow(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("BEGIN; SELECT 1 FROM lease WHERE name = 'bot' FOR UPDATE");
  return async () => {
    await client.query('COMMIT');
    await client.end();
  };
}
