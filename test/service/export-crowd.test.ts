import assert from 'node:assert/strict';
import { createHash, getRandomValues } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { Agent, get, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '../../src/domain/index.ts';
import { ColumnBuilder } from '../../src/history/columns/columns.ts';
import type { TreeMaker } from '../../src/history/tree/served/tree-maker.ts';
import { rounds } from '../support/long-tests.ts';
import { FIRST_DAY, startTree } from '../support/tree-bench.ts';

// Long form alone: `export.test.ts` shows how parts are made and served.

const CALLERS = 100;
/** Days before those that every tree of the bench has, each with a few records of one series. */
const DAYS = 100;
const DAILY = { venue: 'polymarket', storeKey: 'daily', asset: 'pm-daily' } as const;

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** A server that listens, and what calls it from an address of its own. */
async function startCrowd(t: TestContext, rows: ColumnBuilder, wrap = (maker: TreeMaker) => maker) {
  const bench = await startTree(t, { wrap });
  await bench.history.insert(DAILY, rows);
  bench.pass(60_000);
  await bench.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = bench.app.server.address() as AddressInfo;
  const call = (caller: number, path: string, headers: Record<string, string> = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const localAddress = `127.0.1.${caller + 1}`;
      get({ host: '127.0.0.1', port, localAddress, path, headers, agent: new Agent() }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes: Buffer.concat(chunks),
          }),
        );
      }).once('error', reject);
    });
  /** Asks for a file and reads nothing of the answer. */
  const stall = async (caller: number, path: string): Promise<Socket> => {
    const socket = connect({ host: '127.0.0.1', port, localAddress: `127.0.1.${caller + 1}` });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.pause();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
    return socket;
  };
  return { ...bench, call, stall };
}

function daysOfRows(): ColumnBuilder {
  const rows = new ColumnBuilder(DAYS * 4);
  for (let i = 0; i < DAYS * 4; i++) {
    rows.push(FIRST_DAY - DAYS * DAY_MS + (i * DAY_MS) / 4, (i % 90) / 100, Number.NaN, 1);
  }
  return rows;
}

const LARGE_ROWS = rounds(400_000, 1_000_000);
/** A day of values that nothing compresses: a part of some megabytes. */
function largeDay(): ColumnBuilder {
  const rows = new ColumnBuilder(LARGE_ROWS);
  const bits = new Uint32Array(LARGE_ROWS);
  for (let from = 0; from < LARGE_ROWS; from += 10_000) getRandomValues(bits.subarray(from, from + 10_000));
  for (let i = 0; i < LARGE_ROWS; i++) {
    const noise = bits[i]! / 2 ** 32;
    rows.push(FIRST_DAY + i * 80, noise, noise * i, 1);
  }
  return rows;
}

const toPartPath = (ms: number) =>
  `/api/export/observations/venue=polymarket/date=${new Date(ms).toISOString().slice(0, 10)}/part-0.parquet`;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const openFiles = () => readdirSync('/proc/self/fd').length;
/** Why tests that count open files are skipped; false where they run. */
const noProc = process.platform === 'linux' ? false : 'open files are counted in /proc, which Linux has';

test('a hundred callers for a hundred parts: one is made at a time, few wait, and each caller gets its own', {
  skip: noProc,
  timeout: 120_000,
}, async (t) => {
  let running = 0;
  let most = 0;
  let made = 0;
  const counting = (maker: TreeMaker): TreeMaker => ({
    plan: (known) => maker.plan(known),
    makeTable: (request) => maker.makeTable(request),
    close: () => maker.close(),
    makeDay: async (request) => {
      most = Math.max(most, ++running);
      made++;
      await sleep(5);
      return maker.makeDay(request).finally(() => running--);
    },
  });
  const { call } = await startCrowd(t, daysOfRows(), counting);
  const manifest = JSON.parse((await call(0, '/api/export/manifest')).bytes.toString());
  const before = openFiles();
  const refused = new Set<string>();
  let mostOpen = 0;
  const fetchPart = async (caller: number): Promise<string> => {
    const path = toPartPath(FIRST_DAY - (caller + 1) * DAY_MS);
    for (;;) {
      const { status, headers, bytes } = await call(caller, path);
      mostOpen = Math.max(mostOpen, openFiles());
      if (status === 200) {
        assert.equal(headers.etag, `"${sha256(bytes)}"`);
        return path;
      }
      assert.equal(status, 503);
      assert.equal(headers['retry-after'], '2');
      refused.add(JSON.parse(bytes.toString()).error);
      await sleep(100);
    }
  };
  const had = await Promise.all(Array.from({ length: CALLERS }, (_, i) => fetchPart(i)));
  assert.deepEqual([new Set(had).size, most, made], [CALLERS, 1, CALLERS]);
  assert.deepEqual([...refused], ['overloaded']);
  // Two ends of each connection, the file that it is given, and the few of the one that is made.
  assert.ok(mostOpen - before < 3 * CALLERS + 40, `${mostOpen - before} more files were open`);
  const after = JSON.parse((await call(0, '/api/export/manifest')).bytes.toString());
  const count = (parts: readonly { sha256: string | null }[]) =>
    parts.filter(({ sha256: sum }) => sum !== null).length;
  assert.equal(count(after.parts) - count(manifest.parts), CALLERS);
});

test('readers that stall within a part hold little, and others get it; those that hang up leave no file open', {
  skip: noProc,
  timeout: 120_000,
}, async (t) => {
  const { call, stall } = await startCrowd(t, largeDay());
  const path = toPartPath(FIRST_DAY);
  const whole = await call(0, path);
  assert.equal(whole.status, 200);
  assert.ok(whole.bytes.length > 7 * LARGE_ROWS, `${whole.bytes.length} bytes`);
  const before = { files: openFiles(), bytes: process.memoryUsage().rss };
  const stalled: Socket[] = [];
  for (let i = 0; i < CALLERS; i++) stalled.push(await stall(i + 1, path));
  t.after(() => {
    for (const socket of stalled) socket.destroy();
  });
  await sleep(500);
  const grown = process.memoryUsage().rss - before.bytes;
  // The whole of what they asked for would be 280 MB at least.
  assert.ok(grown < 100e6, `${(grown / 1e6).toFixed(0)} MB more`);
  assert.ok(openFiles() - before.files <= 3 * CALLERS + 10);
  const other = await call(CALLERS + 1, path);
  assert.deepEqual([other.status, sha256(other.bytes)], [200, sha256(whole.bytes)]);

  for (const socket of stalled) socket.destroy();
  for (let i = 0; i < 100 && openFiles() > before.files + 5; i++) await sleep(50);
  assert.ok(openFiles() <= before.files + 5, `${openFiles() - before.files} files stay open`);
  assert.equal((await call(1, path)).status, 200);
});

test('one address that stalls many times is turned away, and others are served', {
  skip: noProc,
  timeout: 120_000,
}, async (t) => {
  const { call, stall } = await startCrowd(t, largeDay());
  const path = toPartPath(FIRST_DAY);
  const whole = await call(0, path);
  const stalled = await Promise.all(Array.from({ length: 160 }, () => stall(1, path)));
  t.after(() => {
    for (const socket of stalled) socket.destroy();
  });
  await sleep(500);
  const own = await call(1, path);
  assert.deepEqual([own.status, JSON.parse(own.bytes.toString()).error], [503, 'overloaded']);
  assert.equal(sha256((await call(2, path)).bytes), sha256(whole.bytes));
});

test('a Range that lies gives no byte that the file does not have', async (t) => {
  const { call } = await startCrowd(t, daysOfRows());
  const path = toPartPath(FIRST_DAY - DAY_MS);
  const { bytes } = await call(0, path);
  for (const [range, status] of [
    ['bytes=5-2', 416],
    ['bytes=-0', 416],
    [`bytes=${bytes.length}-${bytes.length}`, 416],
    ['bytes=18446744073709551615-', 416],
    ['bytes=0-18446744073709551615', 206],
    ['bytes=-18446744073709551615', 206],
    [`bytes=${Array.from({ length: 1_000 }, () => '0-').join(',')}`, 206],
    ['bytes=--5', 200],
    ['bytes=0x1-0x2', 200],
    ['bytes=1e1-', 200],
  ] as const) {
    const answer = await call(0, path, { range });
    assert.equal(answer.status, status, range.slice(0, 40));
    if (status !== 416) assert.deepEqual(answer.bytes, bytes, range.slice(0, 40));
  }
});
