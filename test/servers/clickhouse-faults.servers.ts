import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { epochMs } from '../../src/domain/index.ts';
import {
  openClickhouseReader,
  verifyClickhouse,
  waitForShipping,
} from '../../src/history/clickhouse/index.ts';
import { HistoryPool } from '../../src/history/clickhouse/postgres/history-pool.ts';
import type { Shipment, VenueBatch } from '../../src/history/clickhouse/postgres/outbox.ts';
import { OutboxRows } from '../../src/history/clickhouse/postgres/outbox-rows.ts';
import { migrateHistory } from '../../src/history/clickhouse/postgres/schema.ts';
import { SeriesNames } from '../../src/history/clickhouse/postgres/series-names.ts';
import { ClickhouseServer as RecordServer } from '../../src/history/clickhouse/server.ts';
import { toColumns } from '../../src/history/columns/columns.ts';
import type { SeriesObservation } from '../../src/history/contract/history-store.ts';
import { ClickhouseServer, hasClickhouse } from './clickhouse-server.ts';
import { HistoryStand } from './history-stand.ts';
import { listEngines } from './postgres-engine.ts';

const [postgres] = listEngines().slice(-1);
const url = process.env.CROSSTAPE_TEST_HISTORY_URL;
const KEY = { venue: 'kalshi', storeKey: 'kx', asset: 'kalshi-kx' } as const;

const record = (t: number, p: number): SeriesObservation => ({
  ...KEY,
  t: epochMs(t),
  p,
  v: null,
  s: 'poll',
});

/** Builds a batch of one record that no process ships. */
const unreadableBatch = (): VenueBatch => ({
  venue: 'kalshi',
  batchKey: randomUUID(),
  names: [],
  changes: { markets: [], rules: [], ends: [] },
  records: { count: 1, newestMs: 1, data: Buffer.of(1) },
});

describe('faults of a history on ClickHouse', { skip: postgres === undefined || url === undefined }, () => {
  if (postgres === undefined || url === undefined) return;
  const stand = new HistoryStand(postgres, url);
  after(() => stand.drop());

  test('a process whose fence is old stores nothing', async () => {
    const urls = await stand.createDatabases();
    const [old, now] = [
      await stand.openAgain(urls, { leadership: { fence: () => 0 } }),
      await stand.openAgain(urls),
    ];
    await now.append([record(1, 1)]);
    await assert.rejects(old.append([record(2, 2)]), { name: 'NotLeaderError' });
    await assert.rejects(
      old.putGap({ venue: 'kalshi', storeKey: null, fromMs: epochMs(1), toMs: null, reason: 'late' }),
      { name: 'NotLeaderError' },
    );
    await now.ship();
    assert.deepEqual([...(await now.read(KEY, { limit: 9 })).columns.p], [1]);
    await Promise.all([old.close(), now.close()]);
  });

  test('two processes that ship at once store each record once', async () => {
    const urls = await stand.createDatabases();
    const stores = [await stand.openAgain(urls), await stand.openAgain(urls)] as const;
    for (let i = 0; i < 20; i++) await stores[0].append([record(i, i)]);
    await Promise.all(stores.map((store) => store.ship()));
    assert.equal((await stores[1].find(KEY))?.count, 20);
    await Promise.all(stores.map((store) => store.close()));
  });

  test('a batch over two months, times of 1970 and 2100, 1e308 and -0 come back as they were', async () => {
    const store = await stand.open();
    const times = [0, Date.UTC(2026, 0, 31, 23, 59, 59, 999), Date.UTC(2026, 1, 1), Date.UTC(2100, 5)];
    const prices = [-0, 1e308, -1e308, 5e-324];
    await store.append(times.map((t, i) => record(t, prices[i]!)));
    const { columns } = await store.read(KEY, { limit: 9 });
    assert.deepEqual([[...columns.t], [...columns.p]], [times, prices]);
    await assert.rejects(store.append([record(-1, 1)]), RangeError);
    await assert.rejects(store.insert(KEY, toColumns([record(Date.UTC(2300, 1), 1)])), RangeError);
    await store.close();
  });

  test('series whose names have one hash are two series', async () => {
    const urls = await stand.createDatabases();
    const store = await stand.openAgain(urls);
    await store.append([record(1, 1)]);
    const pool = await HistoryPool.open(urls.databaseUrl);
    const names = new SeriesNames(pool.ask);
    const [known] = await names.findMany([KEY]);
    assert.ok(known);
    const others = ['a', 'b'].map((storeKey) => ({ ...KEY, storeKey }));
    const proposed = await names.propose(others, (_, salt) => known.k + BigInt(salt));
    assert.equal(new Set([known.k, ...proposed.map(({ k }) => k)]).size, 3);
    await pool.close();
    await store.close();
  });

  test('what the table acknowledged and lost is sent again', async () => {
    const urls = await stand.createDatabases();
    const store = await stand.openAgain(urls);
    for (let i = 0; i < 3; i++) {
      await store.append([record(i, i)]);
      await store.ship();
    }
    const records = await RecordServer.open(urls.historyUrl);
    // As a copy of the table that is restored: the newest records are missing, and nobody remembers tokens.
    await records.execute('TRUNCATE TABLE obs');
    // A start that looks at the same moment may have sent some of them.
    assert.ok((await store.restoreLost(false)) <= 3);
    assert.deepEqual([...(await store.read(KEY, { limit: 9 })).columns.p], [0, 1, 2]);
    assert.equal(await store.restoreLost(true), 0);
    await records.close();
    await store.close();
    assert.deepEqual(await verifyClickhouse(urls), { isSound: true, series: 1, records: 3 });
  });

  test('a table that was restored is noticed also when newer records have reached it', async () => {
    const urls = await stand.createDatabases();
    const store = await stand.openAgain(urls);
    await store.append([record(1, 1)]);
    await store.ship();
    await store.restoreLost(false);
    const records = await RecordServer.open(urls.historyUrl);
    await records.execute('TRUNCATE TABLE obs');
    await store.append([record(2, 2)]);
    await store.ship();
    await store.restoreLost(false);
    assert.deepEqual([...(await store.read(KEY, { limit: 9 })).columns.p], [1, 2]);
    await records.close();
    await store.close();
    assert.deepEqual(await verifyClickhouse(urls), { isSound: true, series: 1, records: 2 });
  });

  test('one that was restored while nobody recorded is noticed before what waits is sent', async () => {
    const urls = await stand.createDatabases();
    const store = await stand.openAgain(urls);
    await store.append([record(1, 1)]);
    await store.ship();
    await store.append([record(2, 2)]);
    await store.close();
    const records = await RecordServer.open(urls.historyUrl);
    await records.execute('TRUNCATE TABLE obs');
    await records.close();
    const next = await stand.openAgain(urls);
    assert.deepEqual([...(await next.read(KEY, { limit: 9 })).columns.p], [1, 2]);
    await next.close();
  });

  test('of a shipment whose one month is lost, the other is not sent again', async () => {
    const urls = await stand.createDatabases();
    const store = await stand.openAgain(urls);
    await store.append([record(Date.UTC(2026, 0, 31), 1), record(Date.UTC(2026, 1, 1), 2)]);
    await store.ship();
    const records = await RecordServer.open(urls.historyUrl);
    await records.execute('ALTER TABLE obs DROP PARTITION 202602');
    await records.close();
    assert.ok((await store.restoreLost(true)) <= 1);
    await store.close();
    assert.deepEqual(await verifyClickhouse(urls), { isSound: true, series: 1, records: 2 });
  });

  test('a batch that is stored twice at once is stored once', async () => {
    const urls = await stand.createDatabases();
    const store = await stand.openAgain(urls);
    await store.append([record(1, 1)]);
    const pool = await HistoryPool.open(urls.databaseUrl);
    const outbox = new OutboxRows(pool);
    const batch = unreadableBatch();
    const before = await outbox.countBatches();
    const attempts = await pool.transact(async (ask) => {
      await ask("SELECT 1 FROM history.venue_state WHERE venue = 'kalshi' FOR UPDATE");
      const both = [outbox.append(batch, 1), outbox.appendAll([{ batch, fence: 1 }])];
      await wait(300);
      return { both };
    });
    await Promise.all(attempts.both);
    assert.equal(await outbox.countBatches(), before + 1);
    await pool.ask('DELETE FROM history.outbox WHERE batch_key = $1', [batch.batchKey]);
    await pool.close();
    await store.close();
  });

  test('of an outbox of many batches the oldest are counted, and the others are taken to be like them', async () => {
    const { databaseUrl } = await stand.createDatabases();
    await migrateHistory(databaseUrl);
    const pool = await HistoryPool.open(databaseUrl);
    const outbox = new OutboxRows(pool);
    assert.deepEqual(await outbox.state(), { records: 0, bytes: 0, oldestMs: null });
    const addBatches = (count: number, records: number) =>
      pool.ask(
        `INSERT INTO history.outbox (batch_key, venue, b, records, data, stored_at)
         SELECT gen_random_uuid(), 'kalshi', n, $2::bigint, '\\x0102', clock_timestamp() - interval '1 minute'
         FROM generate_series(1, $1::int) AS n`,
        [count, records],
      );
    await addBatches(40, 5);
    const shipment = await outbox.formShipment(50);
    assert.equal(shipment?.batches.length, 10);
    await addBatches(60, 5);
    for (const counted of [7, 90, 91, 1_000]) {
      const { records, bytes, oldestMs } = await outbox.state(counted);
      assert.deepEqual({ records, bytes }, { records: 500, bytes: 200 }, `${counted} counted`);
      assert.ok(oldestMs !== null && oldestMs >= 60_000);
    }
    await addBatches(1, 1_000);
    assert.equal((await outbox.state()).records, 1_500);
    await pool.close();
  });

  test('what was shipped two days ago is deleted, and nothing else', async () => {
    const { databaseUrl } = await stand.createDatabases();
    await migrateHistory(databaseUrl);
    const pool = await HistoryPool.open(databaseUrl);
    const outbox = new OutboxRows(pool);
    await pool.ask(
      `INSERT INTO history.outbox (batch_key, venue, b, records, data)
       SELECT gen_random_uuid(), 'kalshi', n, 1, '\\x01' FROM generate_series(1, 9_000) AS n`,
    );
    const shipments: Shipment[] = [];
    for (let n = 0; n < 4; n++) shipments.push((await outbox.formShipment(2_000)) as Shipment);
    for (const shipment of shipments.slice(0, 3)) await outbox.markShipped(shipment);
    // The first two: more batches than one statement deletes. The third is a day old, the fourth waits for the table.
    await pool.ask("UPDATE history.shipment SET shipped_at = shipped_at - interval '1 day' WHERE id = $1", [
      shipments[2]!.id,
    ]);
    await pool.ask(
      "UPDATE history.shipment SET shipped_at = shipped_at - interval '49 hours' WHERE id = ANY($1::bigint[])",
      [shipments.slice(0, 2).map(({ id }) => id)],
    );
    await outbox.deleteOld();
    const kept = await pool.ask('SELECT count(*) AS batches, min(id) AS first FROM history.outbox');
    assert.deepEqual(kept, [{ batches: 5_000, first: 4_001 }]);
    assert.deepEqual(
      (await pool.ask('SELECT id FROM history.shipment ORDER BY id')).map(({ id }) => id),
      shipments.slice(2).map(({ id }) => id),
    );
    await pool.close();
  });

  test('a connection that PostgreSQL ends within a transaction ends no process', async () => {
    const { databaseUrl } = await stand.createDatabases();
    const pool = await HistoryPool.open(databaseUrl);
    try {
      const cut = pool.transact(async (ask) => {
        const [row] = await ask('SELECT pg_backend_pid() AS pid');
        await pool.ask('SELECT pg_terminate_backend($1::int)', [Number(row?.pid)]);
        // Nothing waits for an answer when the connection ends.
        await wait(200);
        await ask('SELECT 1');
      });
      await assert.rejects(cut, { name: 'StorageUnavailableError' });
      assert.equal((await pool.ask('SELECT 1 AS one'))[0]?.one, 1);
    } finally {
      await pool.close();
    }
  });

  test('who reads beside the process that records knows what is not in the table', async () => {
    const urls = await stand.createDatabases();
    const store = await stand.openAgain(urls);
    await store.append([record(1, 1)]);
    await store.ship();
    assert.equal(await waitForShipping(urls), 0);
    await store.close();
    const pool = await HistoryPool.open(urls.databaseUrl);
    await new OutboxRows(pool).append(unreadableBatch(), 1);
    await pool.close();
    assert.equal(await waitForShipping(urls), 1);
  });

  test('another table of the name, and a reader before any writer, are refused by name', async () => {
    const urls = await stand.createDatabases();
    await assert.rejects(openClickhouseReader(urls), { name: 'StorageFormatError' });
    await (await stand.openAgain(urls)).close();
    const records = await RecordServer.open(urls.historyUrl);
    await records.execute('DROP TABLE obs SYNC');
    await records.execute('CREATE TABLE obs (x Int64) ENGINE = MergeTree ORDER BY x');
    await records.close();
    await assert.rejects(stand.openAgain(urls), /its columns are x Int64/);
  });

  test('while ClickHouse is away batches are acknowledged, and are read when it is back', async (t) => {
    if (!hasClickhouse()) return t.skip('chdb is not installed');
    const server = await ClickhouseServer.start();
    t.after(() => server.stop());
    const urls = { ...(await stand.createDatabases()), historyUrl: server.url('away') };
    const store = await stand.openAgain(urls);
    await store.append([record(1, 1)]);
    await store.ship();
    await server.killNow();
    await store.append([record(2, 2)]);
    assert.equal((await store.readShipping()).outboxRows, 1);
    await assert.rejects(store.read(KEY, { limit: 9 }), { name: 'StorageUnavailableError' });
    await server.restart();
    await store.ship();
    assert.deepEqual([...(await store.read(KEY, { limit: 9 })).columns.p], [1, 2]);
    await store.close();
  });
});
