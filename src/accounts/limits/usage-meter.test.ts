import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs } from '../../domain/index.ts';
import { StorageUnavailableError } from '../../storage/service-database.ts';
import type { UsageRow } from './usage.ts';
import { UsageMeter } from './usage-meter.ts';

const USE = { botId: 'bot_1', endpoint: '/api/stats', venue: null };

const neverAsked = () => Promise.reject(new Error('nobody takes from the store here'));

test('what is counted while a write fails is added to what failed, so that retries do not make it longer', async () => {
  const failing = Promise.withResolvers<void>();
  const written: (readonly UsageRow[])[] = [];
  let writes = 0;
  const meter = new UsageMeter(
    {
      add: async (rows) => {
        if (writes++ === 0) await failing.promise;
        written.push(rows);
      },
      read: async () => [],
      take: neverAsked,
    },
    () => epochMs(1_763_700_000_000),
  );
  await meter.load(USE.botId);
  meter.take(USE, null);
  const flushed = meter.flush();
  meter.take(USE, null);
  meter.take({ ...USE, endpoint: '/api/other' }, null);
  failing.reject(new Error('database or disk is full'));
  await assert.rejects(flushed);
  await meter.flush();
  assert.deepEqual(
    written.flat().map(({ endpoint, count }) => [endpoint, count]),
    [
      ['/api/stats', 2],
      ['/api/other', 1],
    ],
  );
});

test('a total has what is stored, what waits, and what is counted while it is read, each once', async () => {
  const reading = Promise.withResolvers<void>();
  const stored: UsageRow[] = [];
  const meter = new UsageMeter(
    {
      add: async (rows) => {
        stored.push(...rows);
      },
      read: async (botId) => {
        const found = stored.filter((row) => row.botId === botId);
        await reading.promise;
        return found;
      },
      take: neverAsked,
    },
    () => epochMs(1_763_700_000_000),
  );
  meter.count(USE, 1);
  await meter.flush();
  meter.count(USE, 1);
  const totals = [meter.readTotal(USE.botId), meter.readTotal(USE.botId), meter.readTotal('bot_2')];
  await new Promise((resolve) => setImmediate(resolve));
  meter.count(USE, 1);
  const flushed = meter.flush();
  reading.resolve();
  assert.deepEqual(await Promise.all(totals), [3, 3, 0]);
  await flushed;
});

test('many counts are written in parts, and a part whose answer was lost is not written twice', async () => {
  const BOTS = 1_200;
  const written: number[] = [];
  let writes = 0;
  const meter = new UsageMeter(
    {
      add: async (rows) => {
        writes += 1;
        if (writes === 2) throw new StorageUnavailableError('no answer', { isUnknown: true });
        if (writes === 3) throw new StorageUnavailableError('no server');
        written.push(rows.length);
      },
      read: async () => [],
      take: neverAsked,
    },
    () => epochMs(1_763_700_000_000),
  );
  for (let bot = 0; bot < BOTS; bot++) meter.count({ ...USE, botId: `bot_${bot}` }, 1);
  await assert.rejects(meter.flush(), /no answer/);
  await assert.rejects(meter.flush(), /no server/);
  await meter.flush();
  assert.deepEqual(written, [500, 200]);
});
