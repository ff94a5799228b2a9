import assert from 'node:assert/strict';
import { after, describe, type TestContext, test } from 'node:test';
import { DAY_MS, type EpochMs, epochMs } from '../../src/domain/index.ts';
import { openClickhouseReader } from '../../src/history/clickhouse/index.ts';
import { HistoryPool } from '../../src/history/clickhouse/postgres/history-pool.ts';
import { ClickhouseServer as RecordServer } from '../../src/history/clickhouse/server.ts';
import type { HistoryStore, SeriesObservation } from '../../src/history/contract/history-store.ts';
import { startBench } from '../support/service-bench.ts';
import { eventually } from '../support/simulated-service.ts';
import { type Fault, FaultyClickhouse } from './faulty-clickhouse.ts';
import { findFreePort } from './free-port.ts';
import { HistoryStand } from './history-stand.ts';
import { listEngines } from './postgres-engine.ts';

const [postgres] = listEngines().slice(-1);
const url = process.env.CROSSTAPE_TEST_HISTORY_URL;
const KEY = { venue: 'hyperliquid', storeKey: 'perp-btc', asset: 'hl-BTC' } as const;

const record = (t: number, p: number, v: number | null = null): SeriesObservation => ({
  ...KEY,
  t: epochMs(t),
  p,
  v,
  s: 'poll',
});

const VERSION_24_7 = Buffer.from('\x0624.7.1');

describe('what a ClickHouse server refuses', { skip: postgres === undefined || url === undefined }, () => {
  if (postgres === undefined || url === undefined) return;
  const stand = new HistoryStand(postgres, url);
  after(() => stand.drop());

  /** Databases behind a server that can fail. */
  async function openFaulty(t: TestContext) {
    const direct = await stand.createDatabases();
    const faulty = await FaultyClickhouse.start(t, direct.historyUrl);
    return { faulty, direct, urls: { ...direct, historyUrl: faulty.url(direct.historyUrl) } };
  }

  test('one that is missing is unavailable, and named', async () => {
    const urls = {
      ...(await stand.createDatabases()),
      historyUrl: `http://127.0.0.1:${await findFreePort()}/x`,
    };
    await assert.rejects(stand.openAgain(urls), {
      name: 'StorageUnavailableError',
      message: /^ClickHouse: /,
    });
  });

  const STARTS: readonly (readonly [string, RegExp, Fault, RegExp])[] = [
    ['is older than 24.8', /version\(\)/, { answer: VERSION_24_7 }, /24\.7\.1 is too old; 24\.8 or newer/],
    [
      'is read only',
      /^CREATE/,
      { code: 164, message: 'Cannot execute query in readonly mode' },
      /readonly mode/,
    ],
    [
      'gives no right to make tables',
      /^CREATE/,
      { code: 497, message: 'Not enough privileges' },
      /privileges/,
    ],
    [
      'does not know the password',
      /SELECT 1/,
      { code: 516, message: 'Authentication failed' },
      /Authentication failed/,
    ],
    [
      'does not keep tokens',
      /count\(\), 1 \/ any/,
      { answer: Buffer.from('0200000000000000', 'hex') },
      /does not deduplicate inserts/,
    ],
  ];
  for (const [what, statement, fault, said] of STARTS) {
    test(`a start on one that ${what} ends with its reason`, async (t) => {
      const { faulty, urls } = await openFaulty(t);
      faulty.fault = (sql) => (statement.test(sql) ? fault : null);
      await assert.rejects(stand.openAgain(urls), said);
    });
  }

  const SHIPS: readonly (readonly [string, Fault])[] = [
    ['is out of disk', { code: 243, message: 'Cannot reserve 1.00 MiB, not enough space' }],
    ['is out of memory', { code: 241, message: 'Memory limit (total) exceeded' }],
    ['has become read only', { code: 242, message: 'Table is in readonly mode' }],
    ['breaks the connection after an insert', 'lost'],
  ];
  for (const [what, fault] of SHIPS) {
    test(`one that ${what} gets each record once when it works again`, async (t) => {
      const { faulty, urls } = await openFaulty(t);
      const store = await stand.openAgain(urls);
      let faults = 0;
      faulty.fault = (sql) => {
        if (!/^INSERT INTO obs/.test(sql)) return null;
        faults++;
        return fault;
      };
      await store.append([record(1, 1)]);
      const refused = await store.ship().then(
        () => null,
        (error: Error) => error.name,
      );
      assert.ok(faults > 0);
      // What arrived and was not acknowledged is found there, as soon as the shipper looks again: also by itself.
      if (fault !== 'lost') {
        assert.equal(refused, 'StorageUnavailableError');
        assert.equal((await store.readShipping()).outboxRows, 1);
      }
      faulty.fault = () => null;
      await store.ship();
      assert.deepEqual(await readPrices(store), [1]);
      await store.close();
    });
  }

  test('reads of one that is away, silent, out of memory or breaks off are 503 store_unavailable', async (t) => {
    const { faulty, urls } = await openFaulty(t);
    const store = await stand.openAgain(urls);
    await store.append([record(1, 1)]);
    await store.ship();
    const reader = await openClickhouseReader(urls);
    t.after(() => reader.close());
    const { app } = await startBench(t, { history: reader as unknown as HistoryStore });
    const faults: readonly Fault[] = [
      { code: 241, message: 'Memory limit (total) exceeded: would use 9.31 GiB' },
      { code: 159, message: 'Timeout exceeded: elapsed 30 seconds' },
      'half',
    ];
    for (const [n, fault] of faults.entries()) {
      faulty.fault = (sql) => (/FROM obs/.test(sql) ? fault : null);
      const answer = await app.inject(`/api/history/hyperliquid/perp-btc?limit=${n + 1}`);
      assert.deepEqual([answer.statusCode, answer.json().error], [503, 'store_unavailable'], answer.body);
      assert.equal(answer.headers['retry-after'], '5');
      assert.doesNotMatch(answer.body, /Memory|ClickHouse|127/);
    }
    faulty.fault = () => 'silent';
    assert.equal((await reader.readShipping()).isTapeUp, false);
    faulty.fault = () => null;
    assert.equal((await app.inject('/api/history/hyperliquid/perp-btc?limit=9')).statusCode, 200);
    await store.close();
  });

  test('a full outbox takes no more records, and takes them again when it is empty', async (t) => {
    const { faulty, urls } = await openFaulty(t);
    const store = await stand.openAgain(urls, { maxOutboxBytes: 1, onFailure: () => undefined });
    faulty.fault = (sql) =>
      /^INSERT INTO obs/.test(sql) ? { code: 243, message: 'not enough space' } : null;
    await store.append([record(1, 1)]);
    let t1 = 2;
    await eventually(
      async () => {
        const refused = await store.append([record(t1, t1)]).then(
          () => null,
          (error: Error) => error.message,
        );
        if (refused === null) t1++;
        return /the outbox is full/.test(refused ?? '');
      },
      'the outbox is full',
      20_000,
    );
    faulty.fault = () => null;
    await store.ship();
    await eventually(
      async () => {
        const isTaken = await store.append([record(1_000, 1_000)]).then(
          () => true,
          () => false,
        );
        return isTaken;
      },
      'there is room',
      20_000,
    );
    assert.deepEqual((await readPrices(store)).slice(0, 2), [1, t1 > 2 ? 2 : 1_000]);
    await store.close();
  });

  test('NaN, infinite and odd times are refused before anything is stored', async () => {
    const store = await stand.open();
    const bad: readonly SeriesObservation[] = [
      record(1, Number.NaN),
      record(1, Number.POSITIVE_INFINITY),
      record(1, 1, Number.NaN),
      { ...record(1, 1), t: 0.5 as EpochMs },
      record(Date.UTC(2300, 1), 1),
    ];
    for (const one of bad) await assert.rejects(store.append([record(1, 1), one]), RangeError);
    assert.equal((await store.readStats()).observations, 0);
    await store.close();
  });

  test('a clock of the server that is a day off changes nothing', async () => {
    const store = await stand.open();
    const times = [Date.now() - DAY_MS, Date.now(), Date.now() + DAY_MS];
    await store.append(times.map((t, i) => record(t, i)));
    assert.deepEqual(await readPrices(store), [0, 1, 2]);
    assert.equal((await store.findLast(KEY, epochMs(times[1]!)))?.p, 1);
    await store.close();
  });

  test('what PostgreSQL forgot to have shipped is not stored twice', async () => {
    const urls = await stand.createDatabases();
    const store = await stand.openAgain(urls);
    await store.append([record(1, 1)]);
    await store.ship();
    await store.close();
    const pool = await HistoryPool.open(urls.databaseUrl);
    // As a copy of the moment between the append and its shipping.
    await pool.ask('UPDATE history.outbox SET shipment = NULL');
    await pool.ask('DELETE FROM history.shipment');
    await pool.close();
    const next = await stand.openAgain(urls);
    assert.deepEqual(await readPrices(next), [1]);
    await next.close();
  });

  test('records whose batches have the numbers of others, given before a restore, are stored', async () => {
    const urls = await stand.createDatabases();
    const store = await stand.openAgain(urls);
    await store.append([record(1, 1)]);
    await store.ship();
    await store.close();
    const pool = await HistoryPool.open(urls.databaseUrl);
    await pool.ask('TRUNCATE history.outbox, history.shipment RESTART IDENTITY');
    await pool.ask('UPDATE history.venue_state SET batches = 0');
    await pool.close();
    const next = await stand.openAgain(urls);
    await next.append([record(2, 2)]);
    await next.ship();
    assert.deepEqual(await readPrices(next), [1, 2]);
    await next.close();
  });

  test('a table that was restored while the service ran gets what it lost', async (t) => {
    const { faulty, urls, direct } = await openFaulty(t);
    const store = await stand.openAgain(urls, { onFailure: () => undefined });
    await store.append([record(1, 1)]);
    await store.ship();
    faulty.fault = () => ({ code: 210, message: 'connection refused' });
    await store.append([record(2, 2)]);
    await eventually(async () => store.shipState().failures > 0, 'a failure', 20_000);
    // Past the faulty one: the shipper must not reach the table before it has been restored.
    const records = await RecordServer.open(direct.historyUrl);
    await records.execute('TRUNCATE TABLE obs');
    await records.close();
    faulty.fault = () => null;
    await eventually(async () => (await store.readStats()).observations === 2, 'both records', 30_000);
    assert.deepEqual(await readPrices(store), [1, 2]);
    await store.close();
  });
});

async function readPrices(store: Pick<HistoryStore, 'read'>): Promise<number[]> {
  return [...(await store.read(KEY, { limit: 99 })).columns.p];
}
