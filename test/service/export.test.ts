import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { test } from 'node:test';
import { parquetReadObjects } from 'hyparquet';
import { startOffline } from '../../client/generate.ts';
import { type AssetRef, DAY_MS, epochMs } from '../../src/domain/index.ts';
import { toColumns } from '../../src/history/columns/columns.ts';
import { PARQUET_COMPRESSORS } from '../../src/history/formats/parquet/compressors.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { noteRestore } from '../../src/history/sqlite/restored.ts';
import { openTreeSource } from '../../src/history/sqlite/tree/sqlite-tree-source.ts';
import type { ServedPart } from '../../src/history/tree/served/served-manifest.ts';
import { ServedTree } from '../../src/history/tree/served/served-tree.ts';
import { SourceTreeMaker } from '../../src/history/tree/served/source-tree-maker.ts';
import type { TreeMaker } from '../../src/history/tree/served/tree-maker.ts';
import { TREE_TABLES } from '../../src/history/tree/tables.ts';
import { writeTree } from '../../src/history/tree/write-tree.ts';
import { decideRights, listWithheld } from '../../src/references/recording/rights.ts';
import { lockDirectory } from '../../src/storage/sqlite/directory-lock.ts';
import { startAccountBench } from '../support/account-bench.ts';
import { BTC } from '../support/fixed-feed.ts';
import { emptyDirectory } from '../support/run-command.ts';
import { settledRow } from '../support/settled-rows.ts';
import { FIRST_DAY, fillTree, startTree, type TreeBench } from '../support/tree-bench.ts';

const PARTS = '/api/export/observations';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const hyperliquid = (day: number, name = 'part-0.parquet') =>
  `${PARTS}/venue=hyperliquid/date=2026-11-${18 + day}/${name}`;

// biome-ignore lint/suspicious/noExplicitAny: tests read members of answers as they please.
async function readManifest({ app }: Pick<TreeBench, 'app'>, query = ''): Promise<any> {
  for (;;) {
    const answer = await app.inject(`/api/export/manifest${query}`);
    // On a busy machine the store takes longer than a test has its callers wait.
    if (answer.statusCode === 503) continue;
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json();
  }
}

test('the tree that is served is the one that the command writes of closed days, file by file', async (t) => {
  const bench = await startTree(t);
  const { app, dataDir } = bench;
  const before = await readManifest(bench);
  const paths: string[] = before.parts.map((part: { path: string }) => part.path);
  assert.equal(paths.filter((name) => name.startsWith('observations/')).length, 6);
  assert.ok(
    before.parts.every((part: Record<string, unknown>) => part.sha256 === null && part.rows === null),
  );
  assert.deepEqual([before.totals.rows, before.totals.bytes, before.gaps], [null, null, null]);
  assert.equal(before.totals.series, 2);

  for (const name of [...paths, 'duckdb.sql', 'README.md']) {
    const answer = await app.inject(`/api/export/${name}`);
    assert.equal(answer.statusCode, 200, `${name}: ${answer.body}`);
    assert.equal(answer.headers.etag, `"${sha256(answer.rawPayload)}"`, name);
    assert.equal(answer.headers['content-length'], String(answer.rawPayload.length));
  }
  const manifest = await readManifest(bench);
  const source = openTreeSource(dataDir, { clock: () => epochMs(FIRST_DAY + 3.5 * DAY_MS) });
  const directory = path.join(dataDir, '..', `${path.basename(dataDir)}-tree`);
  t.after(() => rm(directory, { recursive: true, force: true }));
  const { manifest: own } = await writeTree(source, {
    lock: lockDirectory,
    directory,
    selection: {
      venues: null,
      assets: null,
      tables: [...TREE_TABLES],
      format: 'parquet',
      compression: 'zstd',
    },
    window: { fromMs: null, toMs: epochMs(FIRST_DAY + 3 * DAY_MS - 1) },
    simulated: false,
  });
  source.close();
  const { ok, ...served } = manifest;
  assert.equal(ok, true);
  assert.deepEqual(served, JSON.parse(JSON.stringify(own)));
});

test('a file is sent whole, in ranges, or not at all where the caller has it', async (t) => {
  const { app } = await startTree(t);
  const url = hyperliquid(0);
  const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url, headers });
  const whole = await get();
  const bytes = whole.rawPayload;
  const etag = String(whole.headers.etag);
  assert.equal(whole.headers['content-type'], 'application/vnd.apache.parquet');
  assert.equal(whole.headers['accept-ranges'], 'bytes');
  assert.equal(whole.headers['cache-control'], 'private, no-cache');
  assert.equal(whole.headers['access-control-allow-origin'], '*');

  const head = await get({}, 'HEAD');
  assert.deepEqual(
    [head.statusCode, head.headers['content-length'], head.body],
    [200, String(bytes.length), ''],
  );
  assert.equal(head.headers.etag, etag);
  for (const [range, from, to] of [
    ['bytes=0-3', 0, 4],
    [`bytes=4-`, 4, bytes.length],
    ['bytes=-8', bytes.length - 8, bytes.length],
    [`bytes=2-${bytes.length * 9}`, 2, bytes.length],
  ] as const) {
    const part = await get({ range });
    assert.equal(part.statusCode, 206, range);
    assert.deepEqual(part.rawPayload, bytes.subarray(from, to), range);
    assert.equal(part.headers['content-range'], `bytes ${from}-${to - 1}/${bytes.length}`);
  }
  // Several ranges, and what is no range of bytes, may be left aside.
  for (const range of ['bytes=0-1,4-5', 'lines=0-1', 'bytes=x', 'bytes']) {
    const answer = await get({ range });
    assert.deepEqual([answer.statusCode, answer.rawPayload.length], [200, bytes.length], range);
  }
  for (const range of [
    `bytes=${bytes.length}-`,
    `bytes=${bytes.length + 5}-${bytes.length + 9}`,
    'bytes=9999999999999999999-',
  ]) {
    const refused = await get({ range });
    assert.equal(refused.statusCode, 416, range);
    assert.equal(refused.json().error, 'range_not_satisfiable');
    assert.equal(refused.headers['content-range'], `bytes */${bytes.length}`);
    assert.equal(refused.headers.etag, undefined);
  }
  assert.equal((await get({ 'if-none-match': etag })).statusCode, 304);
  assert.equal((await get({ 'if-none-match': etag, range: 'bytes=0-3' })).statusCode, 304);
  assert.equal((await get({ 'if-range': etag, range: 'bytes=0-3' })).statusCode, 206);
  assert.equal((await get({ 'if-range': `"${'0'.repeat(64)}"`, range: 'bytes=0-3' })).statusCode, 200);
  const other = await get({ 'if-match': '"another"' });
  assert.deepEqual([other.statusCode, other.json().error], [412, 'precondition_failed']);
});

test('a path leads to files of the tree alone', async (t) => {
  const { app } = await startTree(t);
  for (const name of [
    'nothing.parquet',
    'observations.parquet',
    'index.json',
    '..%2fhistory.sqlite',
    '%2e%2e%2f%2e%2e%2fhistory.sqlite',
    'files%2f..%2findex.json',
    'observations/venue=hyperliquid/date=2026-11-18/part-1.parquet',
    'observations/venue=hyperliquid/date=2026-11-30/part-0.parquet',
    'observations/venue=nobody/date=2026-11-18/part-0.parquet',
    'observations/hyperliquid/date=2026-11-18/part-0.parquet',
    'observations/venue=hyperliquid/..%2f..%2f..%2fhistory.sqlite/part-0.parquet',
    'observations/venue=hyperliquid%2f..%2f../date=2026-11-18/part-0.parquet',
    'observations/venue=hyperliquid/date=2026-11-18/part-0-1763700000000.parquet',
  ]) {
    const answer = await app.inject(`/api/export/${name}`);
    assert.deepEqual([answer.statusCode, answer.json().error], [404, 'file_not_found'], name);
  }
  for (const name of ['../../history.sqlite', 'observations/venue=hyperliquid', 'files/index.json']) {
    assert.equal((await app.inject(`/api/export/${name}`)).statusCode, 404, name);
  }
});

test('exports need their tier, and a key for some venues sees those alone', async (t) => {
  const { tree } = await startTree(t);
  const bench = await startAccountBench(t, { api: { tree } });
  const call = async (url: string, key: string) => bench.call('GET', `/api/export/${url}`, key);
  const part = 'observations/venue=hyperliquid/date=2026-11-18/part-0.parquet';
  for (const url of ['manifest', part, 'gaps.parquet', 'README.md']) {
    const answer = await bench.app.inject(`/api/export/${url}`);
    assert.deepEqual([answer.statusCode, answer.json().error], [401, 'missing_api_key'], url);
  }
  const pro = await bench.issue({ tier: 'pro' });
  const refused = await call('manifest', pro.rawKey);
  assert.deepEqual([refused.status, refused.body.error], [402, 'tier_required']);

  const some = await bench.issue({ tier: 'enterprise', venues: 'hyperliquid, limitless' });
  const manifest = (await call('manifest', some.rawKey)).body;
  assert.deepEqual(manifest.selection.venues, ['hyperliquid', 'limitless']);
  assert.equal(manifest.totals.series, 1);
  const paths: string[] = manifest.parts.map(({ path: name }: { path: string }) => name);
  assert.ok(paths.includes(part) && !paths.some((name) => name.includes('kalshi')));
  const foreign = await call(part.replace('hyperliquid', 'kalshi'), some.rawKey);
  assert.deepEqual([foreign.status, foreign.body.error], [403, 'venue_not_entitled']);

  const all = await bench.issue({ tier: 'enterprise', venues: 'all' });
  const gaps = async (key: string) => {
    assert.equal((await call('gaps.parquet', key)).status, 200);
    return (await call('manifest', key)).body.gaps;
  };
  assert.deepEqual([await gaps(some.rawKey), await gaps(all.rawKey)], [0, 1]);
  const sent = await call(part, some.rawKey);
  assert.equal(sent.headers['x-api-tier'], 'enterprise');
  assert.ok(Number(sent.headers['x-ratelimit-remaining']) > 0, JSON.stringify(sent.headers));
});

test('an insertion into a closed day makes its part again, and its address then leads to the new one', async (t) => {
  const bench = await startTree(t);
  const first = await bench.app.inject(hyperliquid(1));
  const readSeq = async () =>
    (await readManifest(bench)).parts.find(({ path: name }: { path: string }) =>
      hyperliquid(1).endsWith(name),
    ).seq;
  const before = await readSeq();
  const { venue, storeKey, asset }: AssetRef = BTC;
  await bench.history.insert(
    { venue, storeKey, asset },
    toColumns([{ t: epochMs(FIRST_DAY + 1.2 * DAY_MS), p: 7, v: null, s: 'import' }]),
  );
  bench.pass(60_000);
  const part = (await readManifest(bench)).parts.find(({ path: name }: { path: string }) =>
    hyperliquid(1).endsWith(name),
  );
  assert.deepEqual([part.sha256, part.seq > before], [null, true]);
  const second = await bench.app.inject({
    url: hyperliquid(1),
    headers: { 'if-none-match': String(first.headers.etag) },
  });
  assert.equal(second.statusCode, 200);
  assert.notEqual(second.headers.etag, first.headers.etag);
  bench.pass(60_000);
  const made = (await readManifest(bench)).parts.find(
    ({ sha256: sum }: { sha256: string | null }) => sum !== null,
  );
  assert.equal(`"${made.sha256}"`, second.headers.etag);
  assert.equal(made.rows, 25);
});

test('a day is closed ten minutes after its end; before, it is named where that is requested', async (t) => {
  const bench = await startTree(t);
  const observations = async (query: string) =>
    (await readManifest(bench, query)).parts.filter(
      ({ table }: { table: string }) => table === 'observations',
    );
  const open = (await observations('?open=true')).filter(({ closed }: { closed: boolean }) => !closed);
  assert.equal(open.length, 2);
  const [{ path: name }] = open;
  assert.match(name, /date=2026-11-21\/part-0-\d+\.parquet$/);
  const answer = await bench.app.inject(`/api/export/${name}`);
  assert.equal(answer.statusCode, 200);
  const named = (await observations('?open=true')).find((part: { path: string }) => part.path === name);
  assert.deepEqual([`"${named.sha256}"`, named.rows], [answer.headers.etag, 12]);
  const later = name.replace(
    /part-0-(\d+)/,
    (_whole: string, time: string) => `part-0-${Number(time) + 60_000}`,
  );
  assert.equal((await bench.app.inject(`/api/export/${later}`)).statusCode, 404);
  bench.pass(11 * 60_000);
  assert.equal((await bench.app.inject(`/api/export/${name}`)).statusCode, 404);
  bench.pass(0.5 * DAY_MS - 60_000);
  assert.equal((await observations('')).length, 8);
});

test('who waits too long for a file is told to come again, and too many are turned away', {
  timeout: 60_000,
}, async (t) => {
  let release = (): void => undefined;
  let made = 0;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const bench = await startTree(t, {
    waitMs: 300,
    wrap: (maker) => ({
      plan: (known) => maker.plan(known),
      makeTable: (wanted) => maker.makeTable(wanted),
      makeDay: async (wanted) => {
        made++;
        await held;
        return maker.makeDay(wanted);
      },
      close: () => maker.close(),
    }),
  });
  await readManifest(bench);
  const preparing = await bench.app.inject(hyperliquid(0));
  assert.deepEqual([preparing.statusCode, preparing.json().error], [503, 'preparing']);
  assert.equal(preparing.headers['retry-after'], '2');
  // A hundred callers of the same parts: one is made, the others of this address wait within its bound.
  const urls = [0, 1, 2].flatMap((day) => [
    hyperliquid(day),
    hyperliquid(day).replace('hyperliquid', 'kalshi'),
  ]);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => bench.app.inject(urls[i % urls.length]!)),
  );
  const codes = new Set(answers.map((answer) => answer.json().error));
  assert.deepEqual([...codes].sort(), ['overloaded', 'preparing']);
  assert.ok(answers.every(({ headers }) => headers['retry-after'] === '2'));
  assert.equal(made, 1);
  release();
  for (const url of urls) {
    for (;;) {
      const { statusCode } = await bench.app.inject(url);
      if (statusCode === 200) break;
      assert.equal(statusCode, 503);
    }
  }
  assert.equal(made, urls.length);
});

test('what was made is known after a restart, and made again, byte by byte, when its file was let go', async (t) => {
  let made = 0;
  const counting = (maker: TreeMaker): TreeMaker => ({
    plan: (known) => maker.plan(known),
    makeTable: (wanted) => maker.makeTable(wanted),
    makeDay: (wanted) => {
      made++;
      return maker.makeDay(wanted);
    },
    close: () => maker.close(),
  });
  const bench = await startTree(t, { wrap: counting });
  const first = await bench.app.inject(hyperliquid(0));
  const again = (maxBytes: number) =>
    new ServedTree({
      directory: path.join(bench.dataDir, 'export'),
      maker: counting(
        new SourceTreeMaker(
          () => openTreeSource(bench.dataDir),
          () => epochMs(FIRST_DAY + 3.5 * DAY_MS),
        ),
      ),
      simulated: false,
      clock: () => epochMs(FIRST_DAY + 3.5 * DAY_MS),
      now: () => 0,
      maxBytes,
    });
  const part = (day: number) => hyperliquid(day).slice('/api/export/'.length);
  const restarted = again(1024 ** 3);
  const found = await restarted.openPart(part(0), { assets: null, caller: 'one' });
  assert.deepEqual([`"${found?.sha256}"`, made], [first.headers.etag, 1]);
  await restarted.close();

  // Room for one file.
  const small = again(first.rawPayload.length + 10);
  assert.ok(await small.openPart(part(1), { assets: null, caller: 'one' }));
  assert.equal((await readdir(path.join(bench.dataDir, 'export', 'files'))).length, 1);
  assert.equal(
    (
      await small.readManifest(
        { venues: null, assets: null, tables: TREE_TABLES },
        { isOpen: false, caller: 'one' },
      )
    ).parts.filter(({ sha256: sum }) => sum !== null).length,
    2,
  );
  const remade = await small.openPart(part(0), { assets: null, caller: 'one' });
  assert.equal(sha256(await readFile(remade!.file)), found?.sha256);
  assert.equal(made, 3);
  await small.close();
});

test('a reader that hangs up within a file leaves nothing behind, and others get theirs', async (t) => {
  const { app } = await startTree(t);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const whole = await app.inject(hyperliquid(0));
  const hangUp = () =>
    new Promise<void>((resolve) => {
      const call = request({ port, path: hyperliquid(0) }, (response) => {
        response.destroy();
        response.once('close', resolve);
      }).end();
      call.on('error', () => resolve());
    });
  // More than an address may hold at once if each left something behind.
  for (let i = 0; i < 300; i++) await hangUp();
  const after = await fetch(`http://127.0.0.1:${port}${hyperliquid(0)}`);
  assert.equal(sha256(new Uint8Array(await after.arrayBuffer())), sha256(whole.rawPayload));
});

test('a running service makes the files in a thread of its own', { timeout: 60_000 }, async (t) => {
  const dataDir = await emptyDirectory(t);
  const history = await openSqliteHistory({ dataDir, clock: () => epochMs(FIRST_DAY + 3.5 * DAY_MS) });
  await fillTree(history);
  await history.close();
  const app = await startOffline(dataDir);
  t.after(() => app.stop());
  const manifest = (await (await fetch(`${app.apiUrl}/api/export/manifest`)).json()) as {
    parts: { path: string }[];
  };
  const parts = manifest.parts.filter(({ path: name }) => name.startsWith('observations/'));
  assert.ok(parts.length >= 6);
  // More at once than may wait: each is had after all.
  await Promise.all(
    parts.map(async ({ path: name }) => {
      for (;;) {
        const answer = await fetch(`${app.apiUrl}/api/export/${name}`);
        const bytes = new Uint8Array(await answer.arrayBuffer());
        if (answer.status === 200) return assert.equal(answer.headers.get('etag'), `"${sha256(bytes)}"`);
        assert.equal(answer.status, 503);
      }
    }),
  );
});

test('files that were made before a backup took the place of the history are made again', async (t) => {
  const bench = await startTree(t);
  const { app, dataDir, history } = bench;
  const first = await app.inject(hyperliquid(0));
  assert.equal(first.statusCode, 200);
  await history.close();
  // The copy has a row less in a closed day, and as many insertions into it.
  const file = path.join(dataDir, 'history.sqlite');
  await rm(file);
  for (const end of ['-wal', '-shm']) await rm(`${file}${end}`, { force: true });
  const clock = () => epochMs(FIRST_DAY + 3.5 * DAY_MS);
  const copy = await openSqliteHistory({ dataDir, clock });
  await copy.append([{ ...BTC, t: epochMs(FIRST_DAY), p: 1, v: null, s: 'poll' }]);
  await copy.close();
  const { store } = await readManifest(bench);
  const index = path.join(dataDir, 'export', 'index.json');
  const known = JSON.parse(await readFile(index, 'utf8'));
  for (const change of [{ position: 1_000_000 }, { asOfMs: known.asOfMs + 7 * DAY_MS }, { restored: true }]) {
    const { restored, ...facts } = change as Record<string, unknown>;
    const parts = JSON.parse(JSON.stringify(first.headers.etag)).replaceAll('"', '');
    const made = { ...known.parts[0], path: hyperliquid(0).slice('/api/export/'.length), sha256: parts };
    await writeFile(
      index,
      JSON.stringify({ ...known, store, ...facts, parts: [{ ...made, rows: 24, series: 1, bytes: 1 }] }),
    );
    if (restored === true) noteRestore(dataDir, { fromMs: epochMs(FIRST_DAY), toMs: clock() });
    const tree = new ServedTree({
      directory: path.join(dataDir, 'export'),
      maker: new SourceTreeMaker(() => openTreeSource(dataDir, { clock }), clock),
      simulated: false,
      clock,
      now: () => 0,
    });
    const { parts: listed } = await tree.readManifest(
      { venues: null, assets: null, tables: TREE_TABLES },
      { isOpen: false, caller: 'one' },
    );
    const [day] = listed.filter(({ table }) => table === 'observations');
    assert.deepEqual([day?.path, day?.sha256], [made.path, null], JSON.stringify(change));
    await tree.close();
  }
});

test('files that somebody deletes under a service are made again', async (t) => {
  const bench = await startTree(t);
  const { app, dataDir } = bench;
  const urls = [hyperliquid(0), '/api/export/gaps.parquet', '/api/export/README.md'];
  const first = await Promise.all(urls.map((url) => app.inject(url)));
  for (let turn = 0; turn < 2; turn++) {
    await rm(path.join(dataDir, 'export'), { recursive: true });
    for (const [i, url] of urls.entries()) {
      // The first call learns that the file is gone.
      let answer = await app.inject(url);
      for (let n = 0; n < 3 && answer.statusCode === 503; n++) answer = await app.inject(url);
      assert.equal(answer.statusCode, 200, `${url}: ${answer.body}`);
      assert.equal(answer.headers.etag, first[i]!.headers.etag);
    }
  }
});

test('a manifest with open days is as of the minute of their files', async (t) => {
  const bench = await startTree(t);
  bench.pass(25_000);
  const closed = await readManifest(bench);
  const open = await readManifest(bench, '?open=true');
  assert.equal(closed.asOfMs % 60_000, 25_000);
  assert.equal(open.asOfMs, closed.asOfMs - 25_000);
  const names = open.parts.map(({ path: name }: { path: string }) => name);
  assert.ok(
    names.some((name: string) => name.endsWith(`/part-0-${open.asOfMs}.parquet`)),
    names.join(),
  );
  const moments = async (isOpen: boolean) => {
    const { parts } = await readManifest(bench, isOpen ? '?open=true' : '');
    const listMoments = (test: (part: ServedPart) => boolean) => [
      ...new Set(parts.filter(test).map(({ asOfMs }: ServedPart) => asOfMs)),
    ];
    return {
      closed: listMoments(({ closed: isClosed }) => isClosed),
      open: listMoments(({ table, closed: isClosed }) => table === 'observations' && !isClosed),
      gaps: listMoments(({ table }) => table === 'gaps'),
      rules: listMoments(({ table }) => table === 'rules'),
    };
  };
  assert.deepEqual(await moments(false), { closed: [closed.asOfMs], open: [], gaps: [null], rules: [null] });
  // Each table is as of when it was made, and stays so while its file does.
  assert.equal((await bench.app.inject('/api/export/gaps.parquet')).statusCode, 200);
  bench.pass(3 * 60_000);
  assert.equal((await bench.app.inject('/api/export/rules.parquet')).statusCode, 200);
  assert.deepEqual(await moments(true), {
    closed: [closed.asOfMs + 3 * 60_000],
    open: [open.asOfMs + 3 * 60_000],
    gaps: [closed.asOfMs],
    rules: [closed.asOfMs + 3 * 60_000],
  });
});

test('values of a source that is not shown are in no mark and no verdict of the tree', async (t) => {
  const rights = decideRights({ paidGating: true, share: ['rti'] });
  const { app, history } = await startTree(t, { rights, withheld: listWithheld(rights) });
  const mark = {
    t: epochMs(FIRST_DAY),
    text: '2',
    receivedAt: epochMs(FIRST_DAY + 1),
    relay: 'rtds',
    count: null,
  };
  await history.putMarks(['twap60-btc', 'rti-btc'].map((key) => ({ ...mark, key })));
  await history.putSettled(settledRow('a'), settledRow('b', { source: 'rti' }));
  const read = async (table: string) => {
    const { rawPayload, statusCode } = await app.inject(`/api/export/${table}.parquet`);
    assert.equal(statusCode, 200);
    return parquetReadObjects({ file: new Uint8Array(rawPayload).buffer, compressors: PARQUET_COMPRESSORS });
  };
  assert.deepEqual(
    (await read('marks')).map(({ key }) => key),
    ['rti-btc'],
  );
  const { value, strike } = settledRow('b');
  assert.deepEqual(
    (await read('settled')).map((row) => [row.asset, row.value, row.strike]),
    [
      ['pm-a', null, null],
      ['pm-b', value, strike],
    ],
  );
});
