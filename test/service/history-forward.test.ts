import assert from 'node:assert/strict';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { tableFromIPC } from 'apache-arrow';
import { parquetReadObjects } from 'hyparquet';
import { type AssetRef, epochMs } from '../../src/domain/index.ts';
import { ColumnBuilder } from '../../src/history/columns/columns.ts';
import { PARQUET_COMPRESSORS } from '../../src/history/formats/parquet/compressors.ts';
import { startAccountBench } from '../support/account-bench.ts';
import { BTC, HIGH, NOW } from '../support/fixed-feed.ts';
import { record, startBench } from '../support/service-bench.ts';
import { TestGate } from '../support/test-gate.ts';

const BASE = '/api/history/hyperliquid/perp-btc';
const MERGED = '/api/history/merged';

interface Row {
  readonly asset?: string;
  readonly t: number;
  readonly p: number;
  readonly v?: number | null;
  readonly s?: string | null;
}

const parseLines = (text: string): Row[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

test('one series comes oldest first in each format, the same rows, up to a cursor in the head', async (t) => {
  const { app, history } = await startBench(t);
  await record(history, BTC, 1_500);
  const url = `?fromMs=${NOW - 1_400_000}&toMs=${NOW - 100_000}&limit=1000`;
  const lines = await app.inject(`${BASE}/jsonl${url}`);
  assert.equal(lines.headers['content-type'], 'application/x-ndjson');
  assert.match(String(lines.headers['content-disposition']), /filename="hyperliquid-perp-btc\.jsonl"/);
  assert.match(String(lines.headers['access-control-expose-headers']), /x-next-cursor/);
  const rows = parseLines(lines.body);
  assert.deepEqual([rows.length, rows[0]?.t, rows.at(-1)?.t], [1_000, NOW - 1_400_000, NOW - 401_000]);

  const cursor = String(lines.headers['x-next-cursor']);
  const rest = await app.inject(`${BASE}/jsonl${url}&cursor=${cursor}`);
  assert.equal(rest.headers['x-next-cursor'], undefined);
  assert.deepEqual(
    parseLines(rest.body).map(({ t: time }) => time),
    Array.from({ length: 301 }, (_, i) => NOW - 400_000 + i * 1_000),
  );

  const full = rows.map(({ t: time, p, v = null, s = null }) => ({ t: time, p, v, s }));
  const arrow = await app.inject(`${BASE}/arrow${url}`);
  assert.equal(arrow.headers['content-type'], 'application/vnd.apache.arrow.stream');
  assert.equal(arrow.headers['x-next-cursor'], cursor);
  const table = tableFromIPC(arrow.rawPayload);
  assert.deepEqual(
    table.toArray().map((row) => ({ t: Number(row.t), p: row.p, v: row.v, s: row.s })),
    full,
  );

  const parquet = await app.inject(`${BASE}/parquet${url}`);
  assert.equal(parquet.headers['content-type'], 'application/vnd.apache.parquet');
  const { buffer, byteOffset, byteLength } = parquet.rawPayload;
  const file = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
  const read = (await parquetReadObjects({ file, compressors: PARQUET_COMPRESSORS })) as {
    t: Date;
    p: number;
  }[];
  assert.deepEqual(
    read.map((row) => ({ ...row, t: row.t.getTime() })),
    full,
  );
});

test('an empty window is a file without rows', async (t) => {
  const { app, history } = await startBench(t);
  await record(history, BTC, 3);
  const url = '?fromMs=1000000000000&toMs=1000000000001';
  assert.equal((await app.inject(`${BASE}/jsonl${url}`)).body, '');
  assert.equal(tableFromIPC((await app.inject(`${BASE}/arrow${url}`)).rawPayload).numRows, 0);
  assert.equal((await app.inject(`${BASE}/parquet${url}`)).statusCode, 200);
});

test('several series come in one order of time, page by page', async (t) => {
  const { app, history } = await startBench(t);
  await record(history, BTC, 40);
  await record(history, HIGH, 20);
  const assets = `assets=${HIGH.asset},${BTC.asset.toLowerCase()},${BTC.asset}`;
  const whole = parseLines((await app.inject(`${MERGED}?${assets}`)).body);
  const expected = [BTC, HIGH]
    .flatMap(({ asset }) =>
      Array.from({ length: asset === BTC.asset ? 40 : 20 }, (_, i) => ({ asset, t: NOW - (i + 1) * 1_000 })),
    )
    .sort((a, b) => a.t - b.t || (a.asset < b.asset ? -1 : 1));
  assert.deepEqual(
    whole.map(({ asset, t: time }) => ({ asset, t: time })),
    expected,
  );

  const pages: Row[] = [];
  for (let cursor = ''; ; ) {
    const page = await app.inject(`${MERGED}?${assets}&limit=7${cursor}`);
    pages.push(...parseLines(page.body));
    const next = page.headers['x-next-cursor'];
    if (next === undefined) break;
    cursor = `&cursor=${next}`;
  }
  assert.deepEqual(pages, whole);
  const table = tableFromIPC((await app.inject(`${MERGED}?${assets}&format=arrow`)).rawPayload);
  assert.deepEqual(
    table.toArray().map((row) => ({ asset: row.asset, t: Number(row.t) })),
    expected,
  );
  const foreign = (await app.inject(`${MERGED}?${assets}&limit=7`)).headers['x-next-cursor'];
  const other = await app.inject(`${MERGED}?assets=hl-ETH&cursor=${foreign}`);
  assert.equal(other.statusCode, 404);
});

test('what a call may not say is refused by name', async (t) => {
  const { app, history } = await startBench(t);
  await record(history, BTC, 20);
  const forward = (await app.inject(`${BASE}/jsonl?limit=1`)).headers['x-next-cursor'];
  const backward = (await app.inject(`${BASE}?limit=1`)).json().nextCursor;
  const merged = (await app.inject(`${MERGED}?assets=hl-BTC&limit=1`)).headers['x-next-cursor'];
  const rows: [url: string, status: number, error: string, parameter?: string][] = [
    [`${BASE}/jsonl?limit=1000001`, 400, 'validation_failed', 'limit'],
    [`${BASE}/arrow?limit=0`, 400, 'validation_failed', 'limit'],
    [`${BASE}/parquet?fromMs=2000000000000&toMs=1900000000000`, 400, 'validation_failed', 'fromMs'],
    [`${BASE}/jsonl?cursor=nonsense`, 400, 'validation_failed', 'cursor'],
    [`${BASE}/jsonl?cursor=${backward}`, 400, 'validation_failed', 'cursor'],
    [`${BASE}?cursor=${forward}`, 400, 'validation_failed', 'cursor'],
    [`${MERGED}?assets=hl-BTC&cursor=${forward}`, 400, 'validation_failed', 'cursor'],
    [`${MERGED}?assets=${HIGH.asset}&cursor=${merged}`, 400, 'validation_failed', 'cursor'],
    [MERGED, 400, 'validation_failed', 'assets'],
    [`${MERGED}?assets=,`, 400, 'validation_failed', 'assets'],
    [
      `${MERGED}?assets=${Array.from({ length: 201 }, (_, i) => `hl-A${i}`)}`,
      400,
      'validation_failed',
      'assets',
    ],
    [`${MERGED}?assets=hl-BTC&format=csv`, 400, 'validation_failed', 'format'],
    [`${MERGED}?assets=hl-BTC,hl-NEVERHEARD`, 404, 'asset_not_found'],
    ['/api/history/hyperliquid/perp-neverheard/arrow', 404, 'asset_not_found'],
    ['/api/history/nowhere/perp-btc/jsonl', 404, 'venue_not_found'],
  ];
  for (const [url, status, error, parameter] of rows) {
    const answer = await app.inject(url);
    const { error: code, parameter: named } = answer.json();
    assert.deepEqual([answer.statusCode, code, named], [status, error, parameter], url);
  }
});

test('a key reads merged series of its own venues alone', async (t) => {
  const { app, call, issue } = await startAccountBench(t);
  const issueKey = async (tier: string, venues: string) => (await issue({ tier, venues })).rawKey;
  const both = await issueKey('enterprise', 'hyperliquid,kalshi');
  const one = await issueKey('enterprise', 'hyperliquid');
  const pro = await issueKey('pro', 'all');
  const assets = `${MERGED}?assets=${BTC.asset},${HIGH.asset}`;
  for (const [url, key, status, error] of [
    [assets, both, 200, undefined],
    [assets, one, 403, 'venue_not_entitled'],
    [`${MERGED}?assets=${BTC.asset}`, one, 200, undefined],
    [assets, pro, 402, 'tier_required'],
    [`${BASE}/arrow`, one, 200, undefined],
    [`${BASE}/jsonl`, pro, 402, 'tier_required'],
    ['/api/history/kalshi/kxhigh/parquet', one, 403, 'venue_not_entitled'],
  ] as const) {
    const answer = await call('GET', url, key);
    assert.deepEqual([answer.status, answer.body?.error], [status, error], url);
  }
  assert.equal((await app.inject(assets)).statusCode, 401);
});

test('the gate is told of the venues of merged assets', async (t) => {
  const gate = new TestGate();
  const { app } = await startBench(t, { settings: { paidGating: true }, gate });
  await app.inject(`${MERGED}?assets=hl-BTC,${HIGH.asset},hl-ETH`);
  assert.deepEqual(gate.calls.at(-1)?.venues, ['hyperliquid', 'kalshi']);
});

test('readers that stall or hang up leave the service as it was', async (t) => {
  const { app, history } = await startBench(t);
  const rows = new ColumnBuilder();
  for (let i = 0; i < 100_000; i++) rows.push(NOW - 400_000_000 + i * 1_000, i / 7, i / 3, 1);
  await history.insert(BTC as AssetRef, rows);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const url = (format: string) => `http://127.0.0.1:${port}${BASE}/${format}?limit=1000000`;
  const open = (format: string) =>
    new Promise<IncomingMessage>((resolve, reject) => get(url(format), resolve).once('error', reject));

  const stalled = await open('jsonl');
  const gone = await open('arrow');
  await new Promise((resolve) => gone.once('data', resolve));
  gone.destroy();
  const whole = await fetch(url('arrow'));
  assert.equal(tableFromIPC(new Uint8Array(await whole.arrayBuffer())).numRows, 100_000);
  const lines = await (await fetch(url('jsonl'), { headers: { 'accept-encoding': 'zstd' } })).text();
  assert.equal(lines.split('\n').length, 100_001);
  assert.equal((await history.findLast(BTC, epochMs(NOW)))?.p, 99_999 / 7);
  stalled.destroy();
});
