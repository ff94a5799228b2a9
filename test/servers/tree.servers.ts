import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { createClient } from '@clickhouse/client';
import { epochMs } from '../../src/domain/index.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { openTreeSource } from '../../src/history/sqlite/tree/sqlite-tree-source.ts';
import { TREE_TABLES } from '../../src/history/tree/tables.ts';
import { writeTree } from '../../src/history/tree/write-tree.ts';
import { lockDirectory } from '../../src/storage/sqlite/directory-lock.ts';
import { ClickhouseServer, hasClickhouse } from './clickhouse-server.ts';

const FIRST = Date.UTC(2026, 10, 18);
const ASSETS = ['hl-BTC', 'hl-kPEPE', 'kalshi-kxrain-1'] as const;

test('ClickHouse reads a tree as it is, and counts what the store has', { timeout: 120_000 }, async (t) => {
  if (!hasClickhouse()) return t.skip('chdb is not installed');
  const folder = await mkdtemp(path.join(tmpdir(), 'crosstape-tree-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const [dataDir, directory] = [path.join(folder, 'data'), path.join(folder, 'tree')];
  const history = await openSqliteHistory({ dataDir });
  t.after(() => history.close());
  const series = [
    { venue: 'hyperliquid', storeKey: 'perp-btc', asset: ASSETS[0] },
    { venue: 'hyperliquid', storeKey: 'perp-kpepe', asset: ASSETS[1] },
    { venue: 'kalshi', storeKey: 'kxrain-1', asset: ASSETS[2] },
  ] as const;
  // Three days, a volume now and then, 1, 1 / 2 and 1 / 3 of the polls.
  for (let i = 0; i < 3_000; i++) {
    const some = series.filter((_, n) => i % (n + 1) === 0);
    const [t, v] = [epochMs(FIRST + i * 86_400), i % 4 === 0 ? i : null];
    await history.append(some.map((one) => ({ ...one, t, p: (1 + (i % 97)) / 100, v, s: 'poll' })));
  }
  await history.putGap({
    venue: 'kalshi',
    storeKey: null,
    fromMs: epochMs(FIRST),
    toMs: null,
    reason: 'a, "b"',
  });
  const source = openTreeSource(dataDir);
  const { manifest } = await writeTree(source, {
    lock: lockDirectory,
    directory,
    selection: {
      venues: null,
      assets: null,
      tables: [...TREE_TABLES],
      format: 'parquet',
      compression: 'zstd',
    },
    window: { fromMs: null, toMs: null },
    simulated: false,
  });
  source.close();

  const server = await ClickhouseServer.start();
  t.after(() => server.stop());
  const client = createClient({ url: server.url('default') });
  t.after(() => client.close());
  const query = async (sql: string) => (await client.query({ query: sql, format: 'JSONEachRow' })).json();
  const observations = `file('${directory}/observations/**/*.parquet', Parquet)`;
  const rows = await query(`
    SELECT asset, toUInt32(count()) AS records, toUInt32(count(v)) AS volumes, sum(p) AS prices,
           toInt64(toUnixTimestamp64Milli(min(t))) AS first, toInt64(toUnixTimestamp64Milli(max(t))) AS last
    FROM ${observations} GROUP BY asset ORDER BY asset`);
  const expected = await Promise.all(
    series.map(async ({ venue, storeKey, asset }) => {
      const { columns } = await history.read({ venue, storeKey }, { limit: 10_000 });
      const { t: times, p, v, length } = columns;
      return {
        asset,
        records: length,
        volumes: v.subarray(0, length).filter((one) => !Number.isNaN(one)).length,
        prices: p.subarray(0, length).reduce((sum, one) => sum + one, 0),
        first: times[0],
        last: times[length - 1],
      };
    }),
  );
  const found = (rows as { asset: string; prices: number }[]).map((row) => ({
    ...row,
    first: Number((row as never as { first: string }).first),
    last: Number((row as never as { last: string }).last),
  }));
  assert.equal(found.length, 3);
  for (const [i, { prices, ...row }] of expected.entries()) {
    const { prices: sum, ...counted } = found[i]!;
    assert.deepEqual(counted, row);
    assert.ok(Math.abs(sum - prices) < 1e-6);
  }
  for (const { table, rows: count } of manifest.parts.filter((part) => part.table !== 'observations')) {
    const [row] = (await query(
      `SELECT toUInt32(count()) AS n FROM file('${directory}/${table}.parquet', Parquet)`,
    )) as { n: number }[];
    assert.equal(row?.n, count, table);
  }
  const [gap] = (await query(
    `SELECT venue, asset, reason FROM file('${directory}/gaps.parquet', Parquet)`,
  )) as object[];
  assert.deepEqual(gap, { venue: 'kalshi', asset: null, reason: 'a, "b"' });
});
