import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { type Event, toFrames } from '../../../../../test/support/tape/frame-columns.ts';
import { SqliteTapeReader } from '../sqlite-tape-reader.ts';
import { SqliteTapeWriter } from '../sqlite-tape-writer.ts';
import { BlockCache } from './block-cache.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-tape-cache-'));
after(() => rmSync(dataDir, { recursive: true }));

const NOON = Date.UTC(2026, 10, 28, 12);

test('blocks are kept up to a number of bytes, and those that were used last stay', () => {
  const cache = new BlockCache(10_000);
  const opened: string[] = [];
  const find = (name: string) =>
    cache.find(name, () => {
      opened.push(name);
      return { bytes: 3_000 };
    });
  for (const name of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) find(name);
  assert.deepEqual(opened, ['a', 'b', 'c', 'd', 'b']);
  for (let i = 0; i < 1_000; i++) cache.find(`nothing ${i}`, () => null);
  assert.ok(cache.bytes <= 10_000, 'what has no block takes memory too');
  assert.throws(() =>
    cache.find('damaged', () => {
      throw new RangeError('damaged');
    }),
  );
  assert.deepEqual(
    cache.find('damaged', () => ({ bytes: 1 })),
    { bytes: 1 },
  );
});

test('one reader follows the running slice, its seal, and rows of the journal whose numbers come again', async () => {
  const writer = new SqliteTapeWriter({ dataDir, store: '0'.repeat(32), nowMs: NOON });
  const market = { venue: 'polymarket', storeKey: 'a', asset: 'pm-a' } as const;
  writer.nameMarkets([{ ...market, number: 1, sendsChanges: true, isBinary: true }]);
  const reader = new SqliteTapeReader(dataDir);
  const sizeAt = async (t: number) => {
    const { book } = await reader.findBook(market, t);
    return book?.bids.size(0);
  };
  const event = (second: number): Event =>
    second === 0
      ? { kind: 'whole', market: 1, t: NOON, bids: [[0.4, 1]], asks: [[0.6, 1]] }
      : { kind: 'change', market: 1, t: NOON + 1_000 * second, changes: [[0, 0.4, 1 + second]] };
  for (let second = 0; second < 640; second += 20) {
    writer.addFrames(toFrames([event(second)]));
    writer.flush(NOON + 1_000 * second + 999);
    for (const t of [second, Math.max(0, second - 20), Math.max(0, second - 320)])
      assert.equal(await sizeAt(NOON + 1_000 * t), 1 + t, `${t} s, asked after ${second} s`);
  }
  await reader.close();
  writer.stop(NOON + 640_000);
});
