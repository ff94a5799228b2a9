import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { hashBook } from '../../simulator/world/sent-books.ts';
import { MAIN } from '../support/run-command.ts';

test('the simulator keeps a line of JSON for each frame of a book that it sent', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'crosstape-sent-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'sent.jsonl');
  const args = ['simulate', '--port', '0', '--markets', '60', '--keep-sent', file];
  const simulator = spawn(process.execPath, [MAIN, ...args]);
  t.after(() => simulator.kill('SIGKILL'));
  const addresses = new Map<string, string>();
  let text = '';
  for await (const part of simulator.stdout) {
    text += part;
    if (text.includes('# simulator ready')) break;
  }
  for (const [, name = '', url = ''] of text.matchAll(/^export (\S+)=(\S+)$/gm)) addresses.set(name, url);

  const gamma = `${addresses.get('CROSSTAPE_POLYMARKET_GAMMA_URL')}/markets?limit=20`;
  const rows = JSON.parse(await (await fetch(gamma)).text()) as {
    slug: string;
    outcomes: string;
    clobTokenIds: string;
  }[];
  const market = rows.find(({ outcomes }) => outcomes === '["Yes","No"]');
  assert.ok(market !== undefined);
  const [token] = JSON.parse(market.clobTokenIds) as string[];
  const socket = new WebSocket(`${addresses.get('CROSSTAPE_POLYMARKET_WS_URL')}/ws/market`);
  await once(socket, 'open');
  socket.send(JSON.stringify({ assets_ids: [token], type: 'market' }));
  const [data] = await once(socket, 'message');
  socket.terminate();
  const [book] = JSON.parse(String(data)) as { timestamp: string; bids: Level[]; asks: Level[] }[];
  assert.ok(book !== undefined);

  simulator.kill('SIGTERM');
  await once(simulator, 'exit');
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  const levels = (side: Level[]) =>
    side.map(({ price, size }) => ({ price: Number(price), size: Number(size) })).reverse();
  assert.deepEqual(JSON.parse(lines[0] ?? ''), {
    asset: `pm-${market.slug}`,
    venueTime: Number(book.timestamp),
    sha256: hashBook({ bids: levels(book.bids), asks: levels(book.asks) }),
  });
});

interface Level {
  readonly price: string;
  readonly size: string;
}
