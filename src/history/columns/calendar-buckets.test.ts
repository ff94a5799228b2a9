import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, epochMs, HOUR_MS, isTimeZone, MINUTE_MS } from '../../domain/index.ts';
import type { AggregateOptions, Buckets } from '../contract/history-store.ts';
import {
  aggregateByCalendar,
  type Calendar,
  findBucketEnd,
  findBucketStart,
  findPartMs,
} from './calendar-buckets.ts';

/** Starts and ends of days, computed with Python's zoneinfo. */
const DAYS: readonly [zone: string, why: string, start: number, end: number][] = [
  ['America/New_York', '23 hours: the clock goes forward', 1_772_946_000_000, 1_773_028_800_000],
  ['America/New_York', '25 hours: the clock goes back', 1_793_505_600_000, 1_793_595_600_000],
  ['America/Havana', 'midnight comes twice', 1_793_505_600_000, 1_793_595_600_000],
  ['America/Sao_Paulo', 'midnight is left out', 1_541_300_400_000, 1_541_383_200_000],
  ['Africa/Cairo', 'midnight is left out', 1_776_981_600_000, 1_777_064_400_000],
  ['Australia/Lord_Howe', 'half an hour', 1_775_307_600_000, 1_775_395_800_000],
  ['Pacific/Apia', 'the day behind does not exist', 1_325_152_800_000, 1_325_239_200_000],
];

test('days begin and end with the clock of their zone', () => {
  for (const [tz, why, start, end] of DAYS) {
    const calendar: Calendar = { unit: '1d', tz };
    for (const inside of [start, start + 1, Math.floor((start + end) / 2), end - 1]) {
      assert.equal(findBucketStart(calendar, inside), start, `${tz}, ${why}, start from ${inside - start}`);
      assert.equal(findBucketEnd(calendar, inside), end, `${tz}, ${why}, end from ${inside - start}`);
    }
    assert.equal(findBucketStart(calendar, end), end, `${tz}: the next day`);
  }
});

test('weeks begin on Monday, months on their first day', () => {
  const at = Date.UTC(2026, 10, 29, 23, 30);
  const rows: [Calendar, start: number, end: number][] = [
    [{ unit: '1w', tz: 'UTC' }, Date.UTC(2026, 10, 23), Date.UTC(2026, 10, 30)],
    // In Tokyo, `at` is already Monday.
    [{ unit: '1w', tz: 'Asia/Tokyo' }, Date.UTC(2026, 10, 29, 15), Date.UTC(2026, 11, 6, 15)],
    [{ unit: '1M', tz: 'UTC' }, Date.UTC(2026, 10, 1), Date.UTC(2026, 11, 1)],
    [{ unit: '1M', tz: 'Asia/Kathmandu' }, 1_793_470_500_000, 1_796_062_500_000],
  ];
  for (const [calendar, start, end] of rows) {
    assert.equal(findBucketStart(calendar, at), start, JSON.stringify(calendar));
    assert.equal(findBucketEnd(calendar, at), end, JSON.stringify(calendar));
  }
});

test('calendar buckets of a zone consist of equal parts', () => {
  const rows: [string, number][] = [
    ['UTC', DAY_MS],
    ['America/New_York', HOUR_MS],
    ['Asia/Kolkata', 30 * MINUTE_MS],
    ['Asia/Kathmandu', 15 * MINUTE_MS],
  ];
  for (const [zone, part] of rows) assert.equal(findPartMs(zone), part, zone);
});

test('a zone is named as the IANA database does', () => {
  const rows: [string, boolean][] = [
    ['UTC', true],
    ['Europe/Berlin', true],
    ['america/argentina/buenos_aires', true],
    ['Etc/GMT+5', true],
    ['Europe/Atlantis', false],
    ['+05:30', false],
    ['', false],
    ['../etc/passwd', false],
  ];
  for (const [zone, expected] of rows) assert.equal(isTimeZone(zone), expected, zone);
});

test('parts are joined over the pages of a store, volumes and all', async () => {
  const day = Date.UTC(2026, 10, 28);
  const parts = [
    { t: day - HOUR_MS, open: 5, high: 9, low: 4, close: 6, count: 2, volume: Number.NaN, vwap: Number.NaN },
    { t: day, open: 10, high: 12, low: 8, close: 11, count: 3, volume: 2, vwap: 10 },
    { t: day + 5 * HOUR_MS, open: 11, high: 20, low: 7, close: 19, count: 4, volume: 6, vwap: 14 },
    { t: day + 23 * HOUR_MS, open: 19, high: 19, low: 18, close: 18, count: 1, volume: 0, vwap: Number.NaN },
  ];
  const asked: AggregateOptions[] = [];
  const history = {
    // Returns two buckets of the window per page, the newest first.
    aggregate: async (_key: unknown, options: AggregateOptions): Promise<Buckets> => {
      asked.push(options);
      const inside = parts.filter(({ t }) => t <= (options.toMs ?? Number.POSITIVE_INFINITY));
      const page = inside.slice(-2);
      const column = (name: keyof (typeof parts)[number]) => Float64Array.from(page, (part) => part[name]);
      return {
        length: page.length,
        truncated: page.length < inside.length,
        t: column('t'),
        open: column('open'),
        high: column('high'),
        low: column('low'),
        close: column('close'),
        count: column('count'),
        volume: column('volume'),
        vwap: column('vwap'),
      };
    },
  };
  const joined = await aggregateByCalendar(
    history,
    { venue: 'hyperliquid', storeKey: 'perp-btc' },
    { calendar: { unit: '1d', tz: 'UTC' }, partMs: HOUR_MS, maxBuckets: 10, toMs: epochMs(day + DAY_MS) },
  );
  assert.equal(asked.length, 2);
  assert.deepEqual(
    Object.fromEntries(
      Object.entries(joined).map(([name, column]) => [
        name,
        column instanceof Float64Array ? [...column] : column,
      ]),
    ),
    {
      length: 2,
      truncated: false,
      t: [day - DAY_MS, day],
      endMs: [day, day + DAY_MS],
      open: [5, 10],
      high: [9, 20],
      low: [4, 7],
      close: [6, 18],
      count: [2, 8],
      volume: [Number.NaN, 8],
      vwap: [Number.NaN, 13],
    },
  );
});
