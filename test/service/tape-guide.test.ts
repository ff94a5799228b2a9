import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { epochMs, MINUTE_MS } from '../../src/domain/index.ts';
import { ELECTION } from '../support/fixed-feed.ts';
import { readShellBlocks } from '../support/shell-blocks.ts';
import { MARKET, startTape, WHOLE } from '../support/tape-bench.ts';

const run = promisify(execFile);
const ROOT = path.join(import.meta.dirname, '../..');
const PAGE = path.join(ROOT, 'docs/tape.md');
/** That of the client's own environment, where its tests have made one. */
const PYTHON = [path.join(ROOT, 'clients/python/.venv/bin/python')].find(existsSync) ?? 'python3';
const FILLED = 'Would it have filled?';
const MEASURE = 'My own flow measure from the trades';

/** Blocks of a section in one language, as they are printed but for the asset, the address and the package. */
function readBlock(title: string, language: 'sh' | 'ts' | 'python', url: string): string {
  const section =
    readFileSync(PAGE, 'utf8')
      .split(/^## /m)
      .find((text) => text.startsWith(`${title}\n`)) ?? '';
  const [block = assert.fail(`${title} has no ${language}`), ...more] =
    language === 'sh'
      ? readShellBlocks(PAGE, title)
      : [...section.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
          ([, text = '']) => text,
        );
  assert.deepEqual(more, []);
  return block
    .replaceAll('pm-will-it-rain', ELECTION.asset)
    .replaceAll('localhost:8080', url.replace('http://', ''))
    .replaceAll('curl ', 'curl -sS ')
    .replace('@crosstape/client', path.join(ROOT, 'client/src/index.ts'))
    .replace('new CrosstapeClient()', `new CrosstapeClient({ baseUrl: '${url}' })`)
    .replace('Crosstape()', `Crosstape("${url}")`);
}

/** A service on a port of its own that recorded a book and trades until now. */
async function serve(t: TestContext) {
  const now = Date.now();
  const clock = () => epochMs(Date.now());
  const { app, record, trade, writer } = await startTape(t, {
    beganMs: now - 61 * MINUTE_MS,
    changes: { clock },
  });
  const deep = {
    ...WHOLE,
    bids: [
      [0.41, 1_500],
      [0.4, 1_000],
    ] as const,
  };
  record([{ ...deep, t: now - 10 * MINUTE_MS }], now - 9 * MINUTE_MS);
  writer.beginHeard({ venue: 'polymarket', market: MARKET }, now - 5 * MINUTE_MS);
  trade(
    [
      { t: now - 30_000, price: 0.43, size: 60, side: 'buy', id: 'a' },
      { t: now - 29_000, price: 0.44, size: 300, side: 'buy', id: 'b' },
      { t: now - 28_000, price: 0.41, size: 100, side: 'sell', id: 'c' },
      { t: now - 27_000, price: 0.45, size: 900, side: null, id: 'd' },
      { t: now - 26_000, price: 0.45, size: 900, side: 'sell', id: 'e', isBlock: true },
      { t: now - 25_000, price: 0.45, size: 99, side: 'sell', id: 'f', market: MARKET },
    ],
    // Programs start within seconds.
    now + 60_000,
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

async function runTypeScript(t: TestContext, source: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'crosstape-guide-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'guide.mts');
  writeFileSync(file, source);
  return (await run(process.execPath, ['--disable-warning=ExperimentalWarning', file])).stdout;
}

async function runPython(source: string): Promise<string> {
  const env = { ...process.env, PYTHONPATH: path.join(ROOT, 'clients/python/src') };
  return (await run(PYTHON, ['-c', source], { env })).stdout;
}

const hasPython = await runPython('from crosstape import Crosstape').then(
  () => false,
  () => 'python3 with the packages of the Python client is absent',
);

test('whether an order would have filled is answered by curl, block by block', async (t) => {
  const said = await run('sh', ['-uc', readBlock(FILLED, 'sh', await serve(t))]);
  assert.match(said.stdout, /"fullyFilled":true/);
  assert.match(said.stdout, /"asks":\[\{"price":0\.43,"size":80\}/);
  assert.match(said.stdout, /360 bought at 0\.43 or more\n$/);
});

test('the same in TypeScript', async (t) => {
  const said = await runTypeScript(t, readBlock(FILLED, 'ts', await serve(t)));
  assert.match(said, /^true 0\.4075 the book was \d+ ms old\nfilled 360 bought, 80 rested before\n$/);
});

test('the same in Python', { skip: hasPython }, async (t) => {
  const said = await runPython(readBlock(FILLED, 'python', await serve(t)));
  assert.match(said, /^True 0\.4075 the book was \d+ ms old\nfilled 360 bought, 80 rested before\n$/);
});

test('an own measure of flow is the same number in curl, TypeScript and Python', async (t) => {
  const url = await serve(t);
  // 300 bought and 100 sold in trades of 100 and more.
  assert.equal((await run('sh', ['-uc', readBlock(MEASURE, 'sh', url)])).stdout, '0.5\n');
  assert.match(await runTypeScript(t, readBlock(MEASURE, 'ts', url)), /^0\.5 heard 0\.\d+\n$/);
  if (hasPython === false)
    assert.match(await runPython(readBlock(MEASURE, 'python', url)), /^0\.5 heard 0\.\d+\n$/);
});
