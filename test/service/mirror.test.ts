import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { HttpRemoteTree } from '../../src/cli/data/remote-tree.ts';
import { DAY_MS, epochMs, HOUR_MS } from '../../src/domain/index.ts';
import { toColumns } from '../../src/history/columns/columns.ts';
import { openTreeSource } from '../../src/history/sqlite/tree/sqlite-tree-source.ts';
import { ForeignDirectoryError } from '../../src/history/tree/directory.ts';
import {
  formatManifest,
  ManifestError,
  parseManifest,
  type TreeManifest,
} from '../../src/history/tree/manifest.ts';
import {
  findMirrorLosses,
  type MirrorOptions,
  mirrorTree as mirrorUnder,
  planMirror,
  type RemoteTree,
} from '../../src/history/tree/mirror-tree.ts';
import { NewerTreeError } from '../../src/history/tree/newer-tree.ts';
import { OtherTreeError } from '../../src/history/tree/same-tree.ts';
import { TREE_TABLES } from '../../src/history/tree/tables.ts';
import { findBrokenParts, writeTree } from '../../src/history/tree/write-tree.ts';
import { lockDirectory } from '../../src/storage/sqlite/directory-lock.ts';
import { startAccountBench } from '../support/account-bench.ts';
import { BTC } from '../support/fixed-feed.ts';
import { emptyDirectory, runCommand } from '../support/run-command.ts';
import { FIRST_DAY, startTree } from '../support/tree-bench.ts';

const WHOLE = { fromMs: null, toMs: null };
const END = FIRST_DAY + 3 * DAY_MS - 1;

async function listen(app: Awaited<ReturnType<typeof startTree>>['app']): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

const mirrorTree = (remote: RemoteTree, options: Omit<MirrorOptions, 'lock'>) =>
  mirrorUnder(remote, { ...options, lock: lockDirectory });
const remoteAt = (url: string) => new HttpRemoteTree({ url, apiKey: null, venues: null, assets: null });

/** Stands between a mirror and the service. @param spoil May answer in its place: true when it has. */
async function startProxy(
  t: TestContext,
  target: string,
  spoil: (call: IncomingMessage, answer: ServerResponse) => boolean | 'cut',
): Promise<string> {
  const proxy = createServer((call, answer) => {
    const spoilt = spoil(call, answer);
    if (spoilt === true) return;
    const { 'accept-encoding': _encoding, ...headers } = call.headers;
    request(`${target}${call.url}`, { headers }, (from) => {
      answer.writeHead(from.statusCode ?? 500, from.headers);
      if (spoilt !== 'cut') return from.pipe(answer);
      from.once('data', (chunk: Buffer) => {
        answer.write(chunk.subarray(0, Math.floor(chunk.length / 2)));
        setTimeout(() => answer.destroy(), 200);
      });
      return from;
    }).end();
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  t.after(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

/** What the service of an earlier moment says. */
const toEarlier = (there: TreeManifest, ms: number): TreeManifest => ({
  ...there,
  asOfMs: there.asOfMs - ms,
  parts: there.parts.map((part) => ({ ...part, asOfMs: part.asOfMs! - ms })),
});

const filesBelow = async (directory: string) =>
  (await readdir(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
    .sort();

test('a mirror is the tree that the command writes of closed days; with nothing new it fetches nothing', async (t) => {
  const { app, dataDir, pass } = await startTree(t);
  const url = await listen(app);
  const [mirror, own] = [await emptyDirectory(t), await emptyDirectory(t)];
  const { manifest, fetched } = await mirrorTree(remoteAt(url), { directory: mirror, window: WHOLE });
  assert.equal(fetched, 15);
  const source = openTreeSource(dataDir, { clock: () => epochMs(manifest.asOfMs) });
  await writeTree(source, {
    lock: lockDirectory,
    directory: own,
    selection: {
      venues: null,
      assets: null,
      tables: [...TREE_TABLES],
      format: 'parquet',
      compression: 'zstd',
    },
    window: { fromMs: null, toMs: epochMs(END) },
    simulated: false,
  });
  source.close();
  // What a run of the command notes for the next one is of no use to a mirror.
  const files = (await filesBelow(own)).filter((name) => name !== '.crosstape-tables');
  assert.deepEqual(await filesBelow(mirror), files);
  for (const name of files) {
    assert.ok(readFileSync(path.join(mirror, name)).equals(readFileSync(path.join(own, name))), name);
  }

  pass(60_000);
  const again = await mirrorTree(remoteAt(url), { directory: mirror, window: WHOLE });
  assert.equal(again.fetched, 0);
  assert.ok(again.manifest.asOfMs > manifest.asOfMs);
});

test('what is new, changed, gone or damaged is fetched, and nothing else', async (t) => {
  const { app, history, pass } = await startTree(t);
  const url = await listen(app);
  const directory = await emptyDirectory(t);
  const mirror = (broken: readonly string[] = []) =>
    mirrorTree(remoteAt(url), { directory, window: WHOLE, broken: new Set(broken) });
  const { manifest } = await mirror();
  const { venue, storeKey, asset } = BTC;
  await history.insert(
    { venue, storeKey, asset },
    toColumns([{ t: epochMs(FIRST_DAY + 1.2 * DAY_MS), p: 7, v: null, s: 'import' }]),
  );
  pass(60_000);
  const missing = await planMirror(remoteAt(url), { directory, window: WHOLE });
  assert.deepEqual(
    missing.map((part) => part.path),
    ['observations/venue=hyperliquid/date=2026-11-19/part-0.parquet'],
  );
  assert.equal((await mirror()).fetched, 1);

  const name = manifest.parts.find(({ table }) => table === 'observations')!.path;
  const file = path.join(directory, name);
  const before = readFileSync(file);
  writeFileSync(
    file,
    before.map((byte, i) => (i === 40 ? byte ^ 1 : byte)),
  );
  const now = parseManifest(readFileSync(path.join(directory, 'manifest.json'), 'utf8'));
  assert.deepEqual(await findBrokenParts(directory, now), [name]);
  assert.equal((await mirror([name])).fetched, 1);
  assert.ok(readFileSync(file).equals(before));
  appendFileSync(file, 'x');
  assert.equal((await mirror()).fetched, 1);

  pass(0.6 * DAY_MS);
  assert.equal((await mirror()).fetched, 2);
});

test('a window takes whole days, and a directory is continued with what it was begun with', async (t) => {
  const { app } = await startTree(t);
  const url = await listen(app);
  const directory = await emptyDirectory(t);
  const window = { fromMs: epochMs(FIRST_DAY + 1.4 * DAY_MS), toMs: epochMs(FIRST_DAY + 1.6 * DAY_MS) };
  const { manifest } = await mirrorTree(remoteAt(url), { directory, window });
  assert.deepEqual(manifest.window, { fromMs: FIRST_DAY + DAY_MS, toMs: FIRST_DAY + 2 * DAY_MS - 1 });
  assert.deepEqual([manifest.totals.rows, manifest.parts.length], [48, 11]);
  await assert.rejects(mirrorTree(remoteAt(url), { directory, window: WHOLE }), OtherTreeError);

  const kalshi = new HttpRemoteTree({ url, apiKey: null, venues: ['kalshi'], assets: null });
  await assert.rejects(mirrorTree(kalshi, { directory, window }), OtherTreeError);
  const one = await mirrorTree(kalshi, { directory: await emptyDirectory(t), window: WHOLE });
  assert.deepEqual([one.manifest.totals.series, one.manifest.gaps, one.manifest.totals.rows], [1, 1, 72]);

  const foreign = await emptyDirectory(t);
  await writeFile(path.join(foreign, 'letter.txt'), 'mine');
  await assert.rejects(
    mirrorTree(remoteAt(url), { directory: foreign, window: WHOLE }),
    ForeignDirectoryError,
  );
  const { app: other } = await startTree(t);
  await assert.rejects(
    mirrorTree(remoteAt(await listen(other)), { directory, window }),
    /is the tree of another history/,
  );
});

test('a mirror that is killed goes on where it was, and is the same', async (t) => {
  const { app } = await startTree(t);
  const url = await listen(app);
  const [whole, killed] = [await emptyDirectory(t), await emptyDirectory(t)];
  await mirrorTree(remoteAt(url), { directory: whole, window: WHOLE });
  const remote = remoteAt(url);
  let files = 0;
  const dying = {
    readManifest: () => remote.readManifest(),
    fetch: async (part: string, file: string, known: string | null) => {
      if (++files === 6) {
        writeFileSync(file, 'half');
        cpSync(file, path.join(killed, 'observations', 'venue=kalshi', 'part-9.parquet'), { force: true });
        throw new Error('killed');
      }
      return remote.fetch(part, file, known);
    },
  };
  await assert.rejects(mirrorTree(dying, { directory: killed, window: WHOLE }), /killed/);
  assert.ok(!existsSync(path.join(killed, 'manifest.json')));
  const { fetched } = await mirrorTree(remote, { directory: killed, window: WHOLE });
  assert.equal(fetched, 15 - 5);
  const stray = path.join('observations', 'venue=kalshi', 'part-9.parquet');
  assert.deepEqual(
    (await filesBelow(killed)).filter((name) => name !== stray),
    await filesBelow(whole),
  );
  for (const name of (await filesBelow(whole)).filter((file) => file.endsWith('.parquet'))) {
    assert.ok(readFileSync(path.join(killed, name)).equals(readFileSync(path.join(whole, name))), name);
  }
});

test('a connection that breaks within a file is taken up where it broke; waits are obeyed', async (t) => {
  const { app } = await startTree(t);
  const seen = new Map<string, number>();
  const ranges: string[] = [];
  const url = await startProxy(t, await listen(app), (call, answer) => {
    const count = (seen.get(call.url!) ?? 0) + 1;
    seen.set(call.url!, count);
    if (call.headers.range !== undefined) ranges.push(call.headers.range);
    if (count === 1 && call.url!.endsWith('/markets.parquet')) {
      answer.writeHead(503, { 'retry-after': '0', 'content-type': 'application/json' });
      answer.end('{"ok":false,"error":"preparing","message":"x"}');
      return true;
    }
    return count === 1 && call.url!.includes('observations') ? 'cut' : false;
  });
  const directory = await emptyDirectory(t);
  const { manifest, fetched } = await mirrorTree(remoteAt(url), { directory, window: WHOLE });
  assert.equal(fetched, 15);
  // What the connection had not handed over when it broke is read from the start.
  assert.ok(ranges.length > 0);
  assert.ok(ranges.every((range) => /^bytes=[1-9]\d*-$/.test(range)));
  assert.deepEqual(await findBrokenParts(directory, manifest), []);
});

test('a service that sends other bytes, or a manifest that leads out of the directory, is refused', async (t) => {
  const { app } = await startTree(t);
  const target = await listen(app);
  const lying = await startProxy(t, target, (call, answer) => {
    if (!call.url!.includes('observations')) return false;
    answer.writeHead(200, { etag: `"${'0'.repeat(64)}"` }).end('PAR1 something else PAR1');
    return true;
  });
  const directory = await emptyDirectory(t);
  await assert.rejects(
    mirrorTree(remoteAt(lying), { directory, window: WHOLE }),
    /the hash of file \S+ differs from its ETag/,
  );
  assert.deepEqual(
    (await filesBelow(directory)).filter((name) => name.endsWith('.parquet')),
    [
      'bars.parquet',
      'forecasts.parquet',
      'gaps.parquet',
      'links.parquet',
      'markets.parquet',
      'marks.parquet',
    ],
  );

  const manifest = (await (await fetch(`${target}/api/export/manifest`)).json()) as { parts: object[] };
  for (const [bad, parts] of [
    ['../x.parquet', [{ ...manifest.parts[0], path: '../x.parquet' }]],
    ['/etc/x.parquet', [{ ...manifest.parts[0], path: '/etc/x.parquet' }]],
    ['a string', 'parts'],
    ['nothing', null],
  ] as const) {
    const url = await startProxy(t, target, (_call, answer) => {
      answer.end(JSON.stringify({ ...manifest, parts }));
      return true;
    });
    await assert.rejects(mirrorTree(remoteAt(url), { directory, window: WHOLE }), ManifestError, bad);
  }
  const newer = await startProxy(t, target, (_call, answer) => {
    answer.end(JSON.stringify({ ...manifest, version: 2 }));
    return true;
  });
  await assert.rejects(mirrorTree(remoteAt(newer), { directory, window: WHOLE }), /use a newer release/);
  const page = await startProxy(t, target, (_call, answer) => {
    answer.end('<html>');
    return true;
  });
  await assert.rejects(mirrorTree(remoteAt(page), { directory, window: WHOLE }), /manifest: /);
});

test('the command mirrors with a key that it never shows, checks, mends, and ends as a local one does', {
  timeout: 240_000,
}, async (t) => {
  const { tree } = await startTree(t);
  const bench = await startAccountBench(t, { api: { tree } });
  const url = await listen(bench.app as never);
  const { rawKey } = await bench.issue({ tier: 'enterprise', venues: 'all' });
  const { rawKey: pro } = await bench.issue({ tier: 'pro' });
  const directory = path.join(await emptyDirectory(t), 'mirror');
  const crosstape = async (args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const ended = await runCommand(['export', ...args, '-o', directory], env);
    for (const key of [rawKey, pro]) assert.ok(!`${ended.out}${ended.err}`.includes(key));
    return ended;
  };
  const all = ['--all', '--url', url];
  const withKey = { CROSSTAPE_API_KEY: rawKey };
  const dry = await crosstape([...all, '--dry-run'], withKey);
  assert.deepEqual([dry.code, /15 files to fetch/.test(dry.out)], [0, true], dry.err);
  const first = await crosstape(all, withKey);
  assert.deepEqual([first.code, /15 files fetched, 15 with 144 rows/.test(first.out)], [0, true], first.err);
  const keyFile = path.join(await emptyDirectory(t), 'key');
  await writeFile(keyFile, `${rawKey}\n`);
  const second = await crosstape([...all, '--key-file', keyFile]);
  assert.deepEqual([second.code, /^0 files fetched/.test(second.out)], [0, true], second.err);
  const left = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  assert.deepEqual(
    left.filter((name) => name.endsWith('.part')),
    [],
    'of files that were not sent again',
  );

  const part = path.join(directory, 'observations/venue=kalshi/date=2026-11-18/part-0.parquet');
  const bytes = readFileSync(part);
  writeFileSync(
    part,
    bytes.map((byte, i) => (i === 40 ? byte ^ 1 : byte)),
  );
  assert.equal((await crosstape([...all, '--verify'])).code, 6);
  const mended = await crosstape([...all, '--verify', '--repair'], withKey);
  assert.deepEqual([mended.code, readFileSync(part).equals(bytes)], [0, true], mended.err);
  const stray = path.join(directory, 'observations/venue=kalshi/date=2026-11-18/part-9.parquet');
  writeFileSync(stray, bytes);
  const passed = await crosstape([...all, '--verify', '--repair'], withKey);
  assert.deepEqual([passed.code, /in no manifest.*part-9/.test(passed.err)], [6, true], passed.err);
  rmSync(stray);

  for (const [code, args, message, env] of [
    [1, all, /missing_api_key/, {}],
    [1, all, /tier_required/, { CROSSTAPE_API_KEY: pro }],
    [2, all, /CROSSTAPE_API_KEY holds no API key/, { CROSSTAPE_API_KEY: `${rawKey} x` }],
    [2, [...all, '--key-file', path.join(directory, 'none')], /cannot be read \(ENOENT\)/, {}],
    [1, ['--asset', 'hl-NONE', '--url', url], /asset_not_found/, withKey],
    [2, ['--asset', 'hl-BTC', '--url', url], /tree with a different selection \(assets\)/, withKey],
    [2, ['--asset', 'hl-BTC', '--venue', 'kalshi', '--url', url], /exclude each other/, withKey],
    [2, [...all, '--format', 'csv'], /--format cannot be chosen with --url/, withKey],
    [2, [...all, '--from', '2026-11-19'], /tree with a different selection \(window\)/, withKey],
    [1, ['--all', '--url', 'http://127.0.0.1:9'], /127\.0\.0\.1:9/, withKey],
  ] as const) {
    const ended = await crosstape(args, env);
    assert.deepEqual([ended.code, message.test(ended.err)], [code, true], `${args}: ${ended.err}`);
  }
});

test('a mirror with a closed day that the service lost by a restore is refused, until that was imported there', async (t) => {
  const { app } = await startTree(t);
  const url = await listen(app);
  const directory = await emptyDirectory(t);
  await mirrorTree(remoteAt(url), { directory, window: WHOLE });
  const before = await filesBelow(directory);
  const text = readFileSync(path.join(directory, 'manifest.json'), 'utf8');
  const manifest = parseManifest(text);

  /** The service as it is, with changes of what its manifest says. */
  const lying = (change: (there: TreeManifest) => TreeManifest): RemoteTree => ({
    readManifest: async () => change(await remoteAt(url).readManifest()),
    fetch: (...call) => remoteAt(url).fetch(...call),
  });
  const lost = manifest.parts.find(({ closed, table }) => closed && table === 'observations')!;
  const without = (there: TreeManifest) => ({
    ...there,
    parts: there.parts.filter((part) => part.path !== lost.path),
  });
  const cases: [string, (there: TreeManifest) => TreeManifest][] = [
    ['it has commit', (there) => ({ ...there, position: there.position - 1 })],
    ['the history as of', (there) => toEarlier(there, DAY_MS)],
    ['the history has nothing of', without],
    [
      'has insertion 2',
      (there) => ({
        ...there,
        parts: there.parts.map((part) => (part.seq === null ? part : { ...part, seq: 1 })),
      }),
    ],
    [
      "history's place since",
      (there) => ({ ...there, restored: [{ fromMs: FIRST_DAY, toMs: there.asOfMs }] }),
    ],
  ];
  const seq2 = text.replaceAll(/"seq":0/g, '"seq":2');
  // A table of one file may be newer than the moment of its manifest.
  const later = formatManifest({
    ...manifest,
    parts: manifest.parts.map((part) =>
      part.table === 'gaps' ? { ...part, asOfMs: part.asOfMs! + HOUR_MS } : part,
    ),
  });
  cases.push(['gaps.parquet: it is as of', (there) => there]);
  for (const [reason, change] of cases) {
    if (reason.includes('insertion')) writeFileSync(path.join(directory, 'manifest.json'), seq2);
    if (reason.includes('gaps')) writeFileSync(path.join(directory, 'manifest.json'), later);
    const options = { directory, window: WHOLE };
    for (const run of [mirrorTree, planMirror]) {
      await assert.rejects(run(lying(change), options), (error) => {
        assert.ok(error instanceof NewerTreeError, String(error));
        return error.message.includes(reason) || assert.fail(error.message);
      });
    }
    writeFileSync(path.join(directory, 'manifest.json'), text);
    assert.deepEqual(await filesBelow(directory), before, reason);
  }
  // Another process of the service was a moment ahead: the mirror waits for this one.
  let asked = 0;
  const behind = lying((there) => (asked++ === 0 ? toEarlier(there, 1) : there));
  assert.equal((await mirrorTree(behind, { directory, window: WHOLE })).fetched, 0);

  const sha256 = createHash('sha256').update(text).digest('hex');
  const imported = (there: TreeManifest) => ({ ...there, position: 1, imported: [sha256] });
  assert.equal((await mirrorTree(lying(imported), { directory, window: WHOLE })).fetched, 0);
  writeFileSync(path.join(directory, 'manifest.json'), text);
  assert.deepEqual(await findMirrorLosses(lying(without), { directory, window: WHOLE }), [
    { place: 'hyperliquid 2026-11-18', rows: lost.rows },
  ]);
  await mirrorTree(lying(without), { directory, window: WHOLE, force: true });
  assert.ok(!existsSync(path.join(directory, lost.path)));
});

test('a file of a closed day with fewer rows than the mirror has is not taken', async (t) => {
  const { app } = await startTree(t);
  const url = await listen(app);
  const directory = await emptyDirectory(t);
  const { manifest } = await mirrorTree(remoteAt(url), { directory, window: WHOLE });
  const [first, second] = manifest.parts.filter(({ path: name }) => name.includes('venue=hyperliquid'));
  // The manifest of the mirror states a row more, as that of another past would.
  const more = {
    ...manifest,
    parts: manifest.parts.map((part) =>
      part === first ? { ...part, rows: part.rows + 1, sha256: second!.sha256, bytes: second!.bytes } : part,
    ),
  };
  cpSync(path.join(directory, second!.path), path.join(directory, first!.path));
  writeFileSync(path.join(directory, 'manifest.json'), formatManifest(more));
  const before = readFileSync(path.join(directory, first!.path));
  await assert.rejects(
    mirrorTree(remoteAt(url), { directory, window: WHOLE }),
    /the mirror has 1 more rows in/,
  );
  assert.deepEqual(readFileSync(path.join(directory, first!.path)), before);
  assert.ok((await filesBelow(directory)).every((name) => !name.endsWith('.part')));
  await mirrorTree(remoteAt(url), { directory, window: WHOLE, force: true });
  assert.deepEqual(await findBrokenParts(directory, manifest), []);
});

test('a tree that was written beside the history, with its open days, is no mirror', async (t) => {
  const { app, dataDir } = await startTree(t);
  const url = await listen(app);
  const directory = await emptyDirectory(t);
  const source = openTreeSource(dataDir, { clock: () => epochMs(FIRST_DAY + 3.5 * DAY_MS) });
  const selection = {
    venues: null,
    assets: null,
    tables: [...TREE_TABLES],
    format: 'parquet',
    compression: 'zstd',
  } as const;
  const options = {
    lock: lockDirectory,
    directory,
    selection: { ...selection, tables: [...selection.tables] },
    window: WHOLE,
    simulated: false,
  };
  await writeTree(source, options);
  source.close();
  const before = await filesBelow(directory);
  for (const force of [false, true]) {
    const run = mirrorTree(remoteAt(url), { directory, window: WHOLE, force });
    await assert.rejects(run, (error) => error instanceof OtherTreeError && /open days/.test(error.message));
  }
  assert.deepEqual(await filesBelow(directory), before);
});
