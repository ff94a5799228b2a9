import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, type EpochMs, epochMs } from '../../domain/index.ts';
import { StorageUnavailableError } from '../../storage/service-database.ts';
import type { UsageCount, UsageStore } from './usage.ts';
import { UsageMeter } from './usage-meter.ts';

const USE = { botId: 'bot_1', endpoint: '/api/stats', venue: null };

const neverAsked = () => Promise.reject(new Error('nobody takes from the store here'));

/** Store without any request. */
const EMPTY: UsageStore = {
  add: async () => {},
  read: async () => [],
  take: neverAsked,
  readDays: async () => [],
  findFirstDay: async () => null,
  forgetDays: async () => {},
};

test('what is counted while a write fails is added to what failed, so that retries do not make it longer', async () => {
  const failing = Promise.withResolvers<void>();
  const written: (readonly UsageCount[])[] = [];
  let writes = 0;
  const meter = new UsageMeter(
    {
      ...EMPTY,
      add: async (rows) => {
        if (writes++ === 0) await failing.promise;
        written.push(rows);
      },
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
  const stored: UsageCount[] = [];
  const meter = new UsageMeter(
    {
      ...EMPTY,
      add: async (rows) => {
        stored.push(...rows);
      },
      read: async (botId) => {
        const found = stored.filter((row) => row.botId === botId);
        await reading.promise;
        return found;
      },
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
      ...EMPTY,
      add: async (rows) => {
        writes += 1;
        if (writes === 2) throw new StorageUnavailableError('no answer', { isUnknown: true });
        if (writes === 3) throw new StorageUnavailableError('no server');
        written.push(rows.length);
      },
    },
    () => epochMs(1_763_700_000_000),
  );
  for (let bot = 0; bot < BOTS; bot++) meter.count({ ...USE, botId: `bot_${bot}` }, 1);
  await assert.rejects(meter.flush(), /no answer/);
  await assert.rejects(meter.flush(), /no server/);
  await meter.flush();
  assert.deepEqual(written, [500, 200]);
});

test('a request belongs to the day on which it was counted, written or not, and the day never goes back', async () => {
  const stored: UsageCount[] = [];
  const forgotten: string[] = [];
  let isWritable = true;
  let now: EpochMs = epochMs(Date.UTC(2026, 10, 29, 23, 59, 59, 900));
  const meter = new UsageMeter(
    {
      ...EMPTY,
      add: async (rows) => {
        if (!isWritable) throw new StorageUnavailableError('no server');
        stored.push(...rows);
      },
      readDays: async (botId, from) => stored.filter((row) => row.botId === botId && row.day >= from),
      findFirstDay: async () => stored.map(({ day }) => day).sort()[0] ?? null,
      forgetDays: async (before) => {
        forgotten.push(before);
      },
    },
    () => now,
  );
  meter.count(USE, 3);
  now = epochMs(now + 200);
  meter.count(USE, 1);
  meter.count({ ...USE, botId: 'bot_2' }, 9);
  const days = (requests: readonly (number | null)[]) =>
    ['2026-11-28', '2026-11-29', '2026-11-30'].map((day, i) => ({ day, requests: requests[i] }));
  assert.deepEqual(await meter.readDaily(USE.botId, 3), days([null, 3, 1]));
  now = epochMs(now - 2 * DAY_MS);
  isWritable = false;
  meter.count(USE, -2);
  assert.deepEqual(await meter.readDaily(USE.botId, 3), days([null, 3, 0]), 'never below zero');
  assert.deepEqual(await meter.readDaily('bot_3', 3), days([null, 0, 0]));
  assert.deepEqual(forgotten, ['2025-11-30'], 'once a day');
});

test('days that are a year old are forgotten each day', async () => {
  const forgotten: string[] = [];
  let now: EpochMs = epochMs(Date.UTC(2026, 10, 30, 12));
  const meter = new UsageMeter(
    {
      ...EMPTY,
      forgetDays: async (before) => {
        forgotten.push(before);
      },
    },
    () => now,
  );
  for (let day = 0; day < 3; day++) {
    for (let times = 0; times < 2; times++) {
      meter.count(USE, 1);
      await meter.flush();
    }
    now = epochMs(now + DAY_MS);
  }
  assert.deepEqual(forgotten, ['2025-11-30', '2025-12-01', '2025-12-02']);
});
