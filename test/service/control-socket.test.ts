import assert from 'node:assert/strict';
import { chown, lstat, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { startSimulator } from '../../simulator/index.ts';
import { importFile } from '../../src/cli/data/import.ts';
import { type BatchCallOptions, callBatches } from '../../src/cli/data/import-batches.ts';
import { ServiceBatches } from '../../src/cli/data/service-batches.ts';
import { EXIT, toExitCode } from '../../src/cli/exit-codes.ts';
import { buildPerpAsset, epochMs, HOUR_MS, NO_NAMES, NO_TERMS } from '../../src/domain/index.ts';
import { ColumnBuilder } from '../../src/history/columns/columns.ts';
import type { RegisteredMarket } from '../../src/history/contract/market-register.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { runCommand } from '../support/run-command.ts';
import { placeSettings } from '../support/service-data.ts';
import { launchService, oneVenueSettings } from '../support/service-process.ts';
import { allVenuesPolled, eventually, startSimulatedService } from '../support/simulated-service.ts';

const T = Date.UTC(2026, 5, 1);
const BTC = buildPerpAsset('BTC');
const WINDOW = { fromMs: epochMs(T - HOUR_MS), toMs: epochMs(T + 24 * HOUR_MS), limit: 50_000 };

const getSocketPath = (dataDir: string) => path.join(dataDir, 'control.sock');

async function newDirectory(t: TestContext): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'crosstape-control-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

async function writeRows(t: TestContext, count = 100): Promise<string> {
  const file = path.join(await newDirectory(t), 'rows.csv');
  const rows = Array.from({ length: count }, (_, i) => `${T + i * 1_000},${50_000 + i}\n`);
  await writeFile(file, `t,p\n${rows.join('')}`);
  return file;
}

async function importRows(dataDir: string, file: string) {
  let said = '';
  const sink = { write: (text: string) => (said += text) };
  try {
    await importFile('hyperliquid', 'hl-BTC', file, { dataDir, new: true }, { out: sink, err: sink });
    return { code: EXIT.done as number, said };
  } catch (error) {
    return { code: toExitCode(error), said: said + (error as Error).message };
  }
}

async function callAll(dataDir: string, options: BatchCallOptions): Promise<string> {
  let said = '';
  await callBatches({ ...options, dataDir }, { write: (text) => (said += text) });
  return said;
}

/** Asks the control socket for one answer. */
function call(socketPath: string, method: string, url: string, body?: string) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const asking = request({ socketPath, method, path: url, headers }, async (response) => {
      let text = '';
      for await (const chunk of response) text += String(chunk);
      resolve({ status: response.statusCode ?? 0, body: text });
    });
    asking.once('error', reject);
    asking.end(body);
  });
}

function rowsFrom(at: number, count: number): ColumnBuilder {
  const rows = new ColumnBuilder();
  for (let i = 0; i < count; i++) rows.push(T + (at + i) * 1_000, 50_000 + at + i, Number.NaN, 3);
  return rows;
}

test('markets, rules and marks come over the socket and go with their batch', async (t) => {
  const { app, dataDir } = await startSimulatedService(t, { markets: 5 });
  const { history } = app;
  const service = new ServiceBatches(getSocketPath(dataDir));
  const batch = await service.openBatch({ fileSha256: 'd'.repeat(64), asset: null });
  const text = 'Yes if "it" rains\nin Boston \ud800.';
  await batch.putRules([text]);
  const { rules } = await history.listRules({ limit: 1_000 });
  const rulesHash = rules.find((one) => one.text === text)!.hash;
  const market: RegisteredMarket = {
    venue: 'kalshi',
    storeKey: 'kxrain-9',
    asset: 'kalshi-kxrain-9',
    kind: 'kalshi',
    title: 'Rain?',
    eventKey: null,
    event: null,
    category: null,
    settling: null,
    statedBy: null,
    outcomes: ['Yes', 'No'],
    ...NO_NAMES,
    terms: NO_TERMS,
    closesAt: null,
    endsAt: null,
    nativeIds: { ticker: 'KXRAIN-9' },
    url: null,
    rulesHash,
    seenFrom: epochMs(T),
    changedAt: epochMs(T),
  };
  await batch.putMarkets([market]);
  const mark = {
    key: 'twap60-btc',
    t: epochMs(T),
    text: '79639.795829763498573824',
    receivedAt: epochMs(T + 1_300),
    relay: 'rtds',
    count: null,
  };
  assert.equal(await batch.putMarks([mark, { ...mark, text: null, count: 59 }, mark]), 2);
  const bar = { t: epochMs(T - (T % 3_600_000)), open: 0.4, high: 0.6, low: 0.3, close: 0.5, volume: null };
  const ofSeries = { venue: 'kalshi' as const, storeKey: 'kxrain-9', asset: 'kalshi-kxrain-9' };
  assert.equal(
    await batch.putBars([
      { ...ofSeries, ...bar },
      { ...ofSeries, ...bar },
    ]),
    1,
  );
  await batch.end();
  assert.deepEqual(await history.findBars(ofSeries, {}), [bar]);
  assert.deepEqual(await history.findMarket(market), market);
  assert.deepEqual(
    (await history.findMarks(mark.key, mark.t, mark.t)).map(({ place, text }) => [place, text]),
    [
      [-2, null],
      [-1, mark.text],
    ],
  );
  await service.undoBatch(batch.id);
  assert.equal(await history.findMarket(market), null);
  assert.deepEqual(await history.findMarks(mark.key, mark.t, mark.t), []);
  assert.deepEqual(await history.findBars(ofSeries, {}), []);
  const bad = await service.openBatch({ fileSha256: 'd'.repeat(64), asset: null });
  await assert.rejects(
    bad.putMarkets([{ ...market, venue: 'nowhere' as 'kalshi' }]),
    /a message of markets does not have the documented form/,
  );
});

test('a file is imported, withdrawn and imported again while the service records', async (t) => {
  const { app, dataDir } = await startSimulatedService(t, { markets: 20 });
  const { history } = app;
  const commits = (await history.readStats()).commits;
  const file = await writeRows(t);
  const { code, said } = await importRows(dataDir, file);
  assert.equal(code, EXIT.done, said);
  assert.match(said, /^batch \S+\nrows read 100, stored 100, skipped 0, bad 0\n$/);
  const id = /batch (\S+)/.exec(said)?.[1] ?? '';
  assert.equal((await history.read(BTC, WINDOW)).columns.length, 100);
  // What lies between the file and what is recorded is a gap, which goes with the batch.
  const gaps = await history.listGaps('hyperliquid', WINDOW, BTC.storeKey);

  assert.match(await callAll(dataDir, { list: true }), new RegExp(`^${id} .* in-force .* stored 100,`));
  assert.match(await callAll(dataDir, { undo: id }), /100 records withdrawn/);
  assert.equal((await history.read(BTC, WINDOW)).columns.length, 0);
  assert.ok(gaps.length >= (await history.listGaps('hyperliquid', WINDOW, BTC.storeKey)).length);
  assert.match(await callAll(dataDir, { undo: id }), /is withdrawn already/);
  assert.match((await importRows(dataDir, file)).said, /stored 100, skipped 0/);
  assert.equal((await history.read(BTC, WINDOW)).columns.length, 100);
  await assert.rejects(callAll(dataDir, { undo: '20261122-0455-0000' }), { exitCode: EXIT.wrongUse });
  assert.match((await importRows(dataDir, file)).said, /stored 0, skipped 100/);
  await eventually(async () => (await history.readStats()).commits > commits + 8, 'the service records on');
});

test('the socket is its owner’s alone, has these routes alone, and no network leads to them', async (t) => {
  const { app, dataDir } = await startSimulatedService(t, { markets: 8 });
  const socket = getSocketPath(dataDir);
  assert.equal((await lstat(socket)).mode & 0o777, 0o600);
  assert.equal((await call(socket, 'GET', '/batches')).body, '{"ok":true,"batches":[]}');
  for (const [method, url, body, status] of [
    ['GET', '/api/health', undefined, 404],
    ['POST', '/api/admin/flags', '{}', 404],
    ['GET', '/import', undefined, 405],
    ['POST', '/import', undefined, 400],
    ['POST', '/import', '{"kind":"rows"}', 400],
    ['POST', '/import', '{"kind":"end"}\n', 400],
    ['POST', '/batches/nothing/undo', undefined, 400],
    ['POST', '/batches/nothing/redo', undefined, 404],
    ['POST', '/backfill', '{"days":0}', 400],
    ['POST', '/backfill', '{"days":1,"hours":1}', 400],
    ['POST', '/backfill', '{"days":1,"assets":["hl-NOTHING"]}', 400],
  ] as const) {
    const answer = await call(socket, method, url, body);
    assert.equal(answer.status, status, `${method} ${url}: ${answer.body}`);
  }
  for (const url of ['/batches', '/import', '/backfill']) {
    assert.equal((await fetch(app.apiUrl + url)).status, 404);
    assert.equal((await fetch(app.botUrl + url)).status, 404);
  }
});

test('a command that hangs up leaves what was answered, and the next import begins', async (t) => {
  const { app, dataDir } = await startSimulatedService(t, { markets: 8 });
  const socket = getSocketPath(dataDir);
  const batches = new ServiceBatches(socket);
  const asking = request({ socketPath: socket, method: 'POST', path: '/import' });
  asking.on('error', () => undefined);
  asking.write(`${JSON.stringify({ kind: 'open', fileSha256: 'a'.repeat(64), asset: BTC.asset })}\n`);
  await new Promise((resolve) => asking.once('response', (response) => response.once('data', resolve)));
  asking.write(`${JSON.stringify({ kind: 'rows', series: BTC, count: 50 })}\n half of the rows`);
  asking.destroy();
  await eventually(async () => (await batches.listBatches())[0]?.state === 'in-force', 'the batch ends');

  const batch = await batches.openBatch({ fileSha256: 'b'.repeat(64), asset: BTC.asset });
  assert.deepEqual(await batch.insert(BTC, rowsFrom(0, 50)), { stored: 50, skipped: 0 });
  // One that waits for it and gives up makes no batch.
  const second = request({ socketPath: socket, method: 'POST', path: '/import' });
  second.on('error', () => undefined);
  second.write(`${JSON.stringify({ kind: 'open', fileSha256: 'c'.repeat(64), asset: null })}\n`);
  await new Promise((resolve) => second.once('finish', resolve).end());
  second.destroy();
  await batch.insert(BTC, rowsFrom(50, 50));
  await batch.end();
  const third = await batches.openBatch({ fileSha256: 'd'.repeat(64), asset: null });
  await third.end();
  assert.deepEqual(
    (await batches.listBatches()).map(({ records }) => records),
    [0, 100, 0],
  );
  assert.equal((await app.history.read(BTC, WINDOW)).columns.length, 100);
});

test('a service that stops ends an import between two steps, and all that was answered is there', async (t) => {
  const service = await startSimulatedService(t, { markets: 8 });
  const batches = new ServiceBatches(getSocketPath(service.dataDir));
  const batch = await batches.openBatch({ fileSha256: 'a'.repeat(64), asset: BTC.asset });
  let answered = 0;
  const sending = assert.rejects(
    async () => {
      for (let at = 0; ; at += 1_000) answered += (await batch.insert(BTC, rowsFrom(at, 1_000))).stored;
    },
    { name: 'CommandError', message: /the service (ended the import: the service is stopping|hung up)/ },
  );
  await eventually(() => answered >= 3_000, 'some rows are stored');
  await service.stop();
  await sending;
  await assert.rejects(stat(getSocketPath(service.dataDir)), { code: 'ENOENT' });
  const history = await openSqliteHistory({ dataDir: service.dataDir });
  const [stored] = await history.listBatches();
  assert.equal(stored?.state, 'in-force');
  assert.ok(stored.records >= answered, `${stored.records} of ${answered}`);
  assert.equal((await history.read(BTC, { ...WINDOW, limit: 10_000_000 })).columns.length, stored.records);
  await history.close();
});

test('a back-fill is done by the service, with its own share of the venues', async (t) => {
  const service = await startSimulatedService(t, { markets: 20 });
  await allVenuesPolled(service);
  const args = ['backfill', '--days', '2', '--assets', 'hl-BTC', '--data-dir', service.dataDir];
  const { code, out, err } = await runCommand(args);
  assert.equal(code, EXIT.done, err);
  assert.match(
    out,
    /^1 assets, 0 done by an earlier run\n(backfill 1\/1\n)?stored \d\d hourly closes; 0 assets failed\n/,
  );
  assert.match((await runCommand(args)).out, /^1 assets, 1 done by an earlier run\n/);
  const unknown = await runCommand([...args.slice(0, 4), 'hl-NOTHING', ...args.slice(5)]);
  assert.equal(unknown.code, EXIT.failed);
  assert.match(unknown.err, /hl-NOTHING is not in the list of its venue/);
});

test('where the path is too long, the socket is elsewhere and the directory says where', async (t) => {
  const directory = await newDirectory(t);
  const dataDir = path.join(directory, 'a-long-name-of-a-folder'.repeat(5));
  await mkdir(dataDir);
  const service = await startSimulatedService(t, { markets: 8, config: { dataDir } });
  const place = (await readFile(path.join(dataDir, 'control.sock.path'), 'utf8')).trim();
  assert.ok(Buffer.byteLength(place) <= 107);
  assert.ok((await lstat(place)).isSocket());
  assert.equal((await importRows(dataDir, await writeRows(t))).code, EXIT.done);
  await service.stop();
  for (const gone of [place, path.join(dataDir, 'control.sock.path')]) {
    await assert.rejects(stat(gone), { code: 'ENOENT' });
  }
});

test('a socket that a killed service left keeps no service out, and the next service replaces it', async (t) => {
  const simulator = await startSimulator({ port: 0, seed: 7, markets: 8 });
  t.after(() => simulator.close());
  const dataDir = await newDirectory(t);
  const settings = { ...oneVenueSettings(simulator.urls, dataDir), ...(await placeSettings(dataDir)) };
  const first = launchService(settings);
  await first.ready;
  await first.end('SIGKILL');
  assert.ok((await lstat(getSocketPath(dataDir))).isSocket());
  const file = await writeRows(t);
  assert.match((await importRows(dataDir, file)).said, /stored 100/);
  const second = launchService(settings);
  t.after(() => second.end('SIGKILL'));
  await second.ready;
  assert.match((await importRows(dataDir, file)).said, /skipped 100/);
  assert.equal(await second.end('SIGTERM'), 0);
  await assert.rejects(stat(getSocketPath(dataDir)), { code: 'ENOENT' });
});

/** A store that is held by a process which is no service. */
async function holdStore(t: TestContext): Promise<string> {
  const dataDir = await newDirectory(t);
  const history = await openSqliteHistory({ dataDir });
  t.after(() => history.close());
  return dataDir;
}

async function listenAt(t: TestContext, place: string): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(place, resolve));
  t.after(() => server.close());
  return server;
}

test('a directory in use by something else than a service is code 3', async (t) => {
  const dataDir = await holdStore(t);
  const file = await writeRows(t);
  const refused = await importRows(dataDir, file);
  assert.equal(refused.code, EXIT.dataDirInUse);
  assert.match(refused.said, /is in use by another process/);
  await assert.rejects(callAll(dataDir, { undo: '20261122-0455-0000' }), { name: 'DataDirLockedError' });
  await writeFile(getSocketPath(dataDir), 'no socket');
  assert.equal((await importRows(dataDir, file)).code, EXIT.dataDirInUse);
});

test('rows do not go to a socket that another program has put there', {
  skip: process.getuid?.() === 0 ? false : 'only root can give a socket to another user',
}, async (t) => {
  const dataDir = await holdStore(t);
  await listenAt(t, getSocketPath(dataDir));
  await chown(getSocketPath(dataDir), 4_321, 4_321);
  const { code, said } = await importRows(dataDir, await writeRows(t));
  assert.equal(code, EXIT.dataDirInUse);
  assert.match(said, /belongs to the user 4321/);
});

test('a service that cannot make its socket records without it', async (t) => {
  const directory = await newDirectory(t);
  const dataDir = path.join(directory, 'data');
  await mkdir(getSocketPath(dataDir), { recursive: true });
  const service = await startSimulatedService(t, { markets: 8, config: { dataDir } });
  assert.equal((await fetch(`${service.app.apiUrl}/api/health`)).status, 200);
  assert.equal((await importRows(dataDir, await writeRows(t))).code, EXIT.dataDirInUse);
  // Its directory is removed first at the end of the test.
  await service.stop();
});
