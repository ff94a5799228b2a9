import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { HttpRemoteTree } from '../../src/cli/data/remote-tree.ts';
import { DAY_MS, epochMs } from '../../src/domain/index.ts';
import { toColumns } from '../../src/history/columns/columns.ts';
import { openTreeSource } from '../../src/history/sqlite/tree/sqlite-tree-source.ts';
import { mirrorTree } from '../../src/history/tree/mirror-tree.ts';
import type { TreeMaker } from '../../src/history/tree/served/tree-maker.ts';
import { TREE_TABLES } from '../../src/history/tree/tables.ts';
import { findBrokenParts, writeTree } from '../../src/history/tree/write-tree.ts';
import { lockDirectory } from '../../src/storage/sqlite/directory-lock.ts';
import { startAccountBench } from '../support/account-bench.ts';
import { buildApi } from '../support/api-server.ts';
import { BTC, FixedFeed, HIGH } from '../support/fixed-feed.ts';
import { openMemoryStaleReports } from '../support/memory/stale-reports.ts';
import { emptyDirectory, runCommand } from '../support/run-command.ts';
import { FIRST_DAY, startTree } from '../support/tree-bench.ts';

const WHOLE = { fromMs: null, toMs: null };
const ETH = { venue: 'hyperliquid', storeKey: 'perp-eth', asset: 'hl-ETH' } as const;

/** Beside the two series of the tree, a third one of the same venue as the first. */
async function startThree(t: TestContext, changes: Parameters<typeof startTree>[1] = {}) {
  const bench = await startTree(t, changes);
  const rows = Array.from({ length: 30 }, (_, i) => ({
    t: epochMs(FIRST_DAY + i * 3_600_000),
    p: 2_000 + i,
    v: i,
    s: 'poll' as const,
  }));
  await bench.history.insert(ETH, toColumns(rows));
  bench.pass(60_000);
  return bench;
}

async function listen(app: Awaited<ReturnType<typeof startTree>>['app']): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

test('a mirror of some assets is the tree that the command writes of them, byte by byte', async (t) => {
  const { app, dataDir, history, pass } = await startThree(t);
  const url = await listen(app);
  // Spelt as a caller may: the service names them as they are.
  const remote = new HttpRemoteTree({
    url,
    apiKey: null,
    venues: null,
    assets: [HIGH.asset, 'hl-eth', ETH.asset],
  });
  const [directory, own] = [await emptyDirectory(t), await emptyDirectory(t)];
  const options = { directory, window: WHOLE, lock: lockDirectory };
  const { manifest } = await mirrorTree(remote, options);
  const assets = [ETH.asset, HIGH.asset];
  assert.deepEqual(manifest.selection.assets, assets);
  assert.deepEqual([manifest.totals.rows, manifest.totals.series], [72 + 30, 2]);
  assert.deepEqual(await findBrokenParts(directory, manifest), []);

  const source = openTreeSource(dataDir, { clock: () => epochMs(manifest.asOfMs) });
  const { manifest: written } = await writeTree(source, {
    directory: own,
    selection: {
      venues: null,
      assets,
      tables: [...TREE_TABLES],
      format: 'parquet',
      compression: 'zstd',
    },
    window: { fromMs: null, toMs: epochMs(FIRST_DAY + 3 * DAY_MS - 1) },
    simulated: false,
    lock: lockDirectory,
  });
  source.close();
  assert.deepEqual(
    manifest.parts.map(({ path: name }) => name).sort(),
    written.parts.map(({ path: name }) => name).sort(),
  );
  const sums = new Map(written.parts.map((part) => [part.path, part.sha256]));
  for (const part of manifest.parts) assert.equal(part.sha256, sums.get(part.path), part.path);

  assert.equal((await mirrorTree(remote, options)).fetched, 0);
  await history.insert(ETH, toColumns([{ t: epochMs(FIRST_DAY + 7), p: 1_999, v: null, s: 'poll' }]));
  // BTC alone: nothing of the mirror.
  await history.insert(BTC, toColumns([{ t: epochMs(FIRST_DAY + DAY_MS + 7), p: 1, v: null, s: 'poll' }]));
  pass(30_000);
  const { manifest: newer } = await mirrorTree(remote, options);
  assert.equal(newer.totals.rows, 72 + 31);
});

test('assets are gated by their venues, and each call with them is checked', async (t) => {
  const { tree } = await startThree(t);
  const bench = await startAccountBench(t, { api: { tree } });
  const { rawKey } = await bench.issue({ tier: 'enterprise', venues: 'kalshi' });
  const { rawKey: pro } = await bench.issue({ tier: 'pro' });
  const call = async (url: string, key = rawKey) => {
    const { statusCode, body } = await bench.app.inject({ url, headers: { authorization: `Bearer ${key}` } });
    return [statusCode, statusCode === 200 ? null : JSON.parse(body).error];
  };
  const part = (venue: string) => `/api/export/observations/venue=${venue}/date=2026-11-18/part-0.parquet`;
  for (const [url, expected, key] of [
    [`/api/export/manifest?assets=${HIGH.asset}`, [200, null]],
    [`/api/export/gaps.parquet?assets=${HIGH.asset}`, [200, null]],
    [`${part('kalshi')}?assets=${HIGH.asset}`, [200, null]],
    [`/api/export/manifest?assets=${HIGH.asset}`, [402, 'tier_required'], pro],
    [`/api/export/manifest?assets=${HIGH.asset},hl-BTC`, [403, 'venue_not_entitled']],
    ['/api/export/gaps.parquet?assets=hl-BTC', [403, 'venue_not_entitled']],
    [`${part('kalshi')}?assets=hl-BTC`, [403, 'venue_not_entitled']],
    [`${part('hyperliquid')}?assets=${HIGH.asset}`, [403, 'venue_not_entitled']],
    ['/api/export/manifest?assets=kalshi-none', [404, 'asset_not_found']],
    ['/api/export/manifest?assets=none', [404, 'asset_not_found']],
    ['/api/export/manifest?assets=,', [400, 'validation_failed']],
    [`/api/export/manifest?assets=${HIGH.asset}&venues=kalshi`, [400, 'validation_failed']],
    [`/api/export/manifest?assets=${'kalshi-a,'.repeat(201)}`, [400, 'validation_failed']],
  ] as const) {
    assert.deepEqual(await call(url, key), expected, url);
  }
});

test('many selections are made one after the other, and what is known of the oldest is found out again', async (t) => {
  let planned = 0;
  const counting = (maker: TreeMaker): TreeMaker => ({
    plan: (known) => {
      if (known.assets !== null) planned++;
      return maker.plan(known);
    },
    makeDay: (request) => maker.makeDay(request),
    makeTable: (request) => maker.makeTable(request),
    close: () => maker.close(),
  });
  const { tree, history, dataDir } = await startThree(t, { wrap: counting });
  const named = (i: number) => ({ venue: 'kalshi', storeKey: `kx-${i}`, asset: `kalshi-kx-${i}` }) as const;
  for (let i = 0; i < 20; i++) {
    await history.append([{ ...named(i), t: epochMs(FIRST_DAY + i), p: 0.5, v: null, s: 'poll' }]);
  }
  const choice = (i: number) => ({ venues: null, assets: [named(i).asset], tables: TREE_TABLES });
  const options = { isOpen: false, caller: 'one' };
  for (let i = 0; i < 20; i++) {
    const { parts, totals } = await tree.readManifest(choice(i), options);
    const days = parts.filter(({ table }) => table === 'observations');
    assert.deepEqual([days.length, totals.series], [1, 1]);
  }
  assert.equal(planned, 20);
  await tree.readManifest(choice(19), options);
  assert.equal(planned, 20);
  const file = await tree.openPart('observations/venue=kalshi/date=2026-11-18/part-0.parquet', {
    assets: choice(0).assets,
    caller: 'one',
  });
  assert.equal(planned, 21);
  assert.ok((await readdir(path.join(dataDir, 'export', 'files'))).includes(file!.sha256));
});

test('the command mirrors an asset', async (t) => {
  const { app } = await startThree(t);
  const directory = path.join(await emptyDirectory(t), 'mirror');
  const { code, out, err } = await runCommand([
    'export',
    '--asset',
    'hl-ETH',
    '--url',
    await listen(app),
    '-o',
    directory,
  ]);
  assert.deepEqual([code, /with 30 rows/.test(out)], [0, true], err);
  const again = await runCommand([
    'export',
    '--all',
    '--url',
    'http://127.0.0.1:9',
    '-o',
    directory,
    '--verify',
  ]);
  assert.deepEqual([again.code, again.err], [0, '']);
});

test('where the history is no file of the service, calls say so and what to call instead', async (t) => {
  const { history } = await startThree(t);
  const app = await buildApi({
    feed: new FixedFeed(),
    history,
    staleReports: openMemoryStaleReports(),
    tree: null,
    clock: () => epochMs(FIRST_DAY),
  });
  t.after(() => app.close());
  for (const url of [
    '/api/export/manifest',
    '/api/export/gaps.parquet',
    '/api/export/observations/venue=kalshi/date=2026-11-18/part-0.parquet',
  ]) {
    const { statusCode, body } = await app.inject({ url });
    const { error, message } = JSON.parse(body);
    assert.deepEqual([statusCode, error], [404, 'file_not_found'], url);
    assert.match(message, /on ClickHouse and has no tree.*\/api\/history\/merged/);
  }
});
