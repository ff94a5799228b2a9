import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findVenueMillis, findVenueTime, VENUE_DAY_PATTERN, VENUE_TIME_PATTERN } from './times.ts';

test("a venue's time without a zone is UTC on a machine in any zone", () => {
  const t = Date.UTC(2026, 10, 29, 22, 30, 10);
  const zone = process.env.TZ;
  try {
    for (const place of ['America/New_York', 'Pacific/Auckland']) {
      process.env.TZ = place;
      for (const text of ['2026-11-29T22:30:10', '2026-11-29 22:30:10', '2026-11-29 22:30:10+00']) {
        assert.equal(findVenueTime(text), t, `${text} in ${place}`);
      }
      assert.equal(findVenueTime('2026-11-29T22:30:10.5'), t + 500, place);
      assert.equal(findVenueTime('2026-11-29T17:30:10-05:00'), t, place);
      assert.equal(findVenueTime('2026-11-29'), Date.UTC(2026, 10, 29), place);
    }
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

test('a text that names no day is null, never the day after', () => {
  for (const text of [
    '',
    null,
    undefined,
    '0001-01-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-04-31',
    'soon',
  ]) {
    assert.equal(findVenueTime(text), null, String(text));
  }
  assert.equal(findVenueTime('Nov 29, 2026'), null);
});

test('an offset is taken off, and a text that is nearly a time is none', () => {
  const t = Date.UTC(2026, 10, 29, 22, 30, 10);
  const HOUR = 3_600_000;
  const rows: [text: string, time: number | null][] = [
    ['2026-11-29T22:30:10+14:00', t - 14 * HOUR],
    ['2026-11-29T22:30:10-12:00', t + 12 * HOUR],
    ['2026-11-29T22:30:10+05:45', t - 5.75 * HOUR],
    ['2026-11-29T22:30:10-00:30', t + 0.5 * HOUR],
    ['2026-11-29T22:30:10+0530', t - 5.5 * HOUR],
    ['2026-11-29 22:30:10-05', t + 5 * HOUR],
    ['2026-11-29t22:30:10z', t],
    [' 2026-11-29T22:30:10Z\n', t],
    ['2026-11-29T22:30:10.123456789Z', t + 123],
    ['2026-11-29T22:30:10+25:00', null],
    ['2026-11-29T22:30:10+05:75', null],
    ['2026-11-29T22:30:10Z+02', null],
    ['2026-11-29T22:30:10 UTC', null],
    ['2026-11-29T22:30:10\u221205:00', null],
    ['2026-11-29T22:30:10EST', null],
    ['2026-11-29T24:00:00Z', null],
    ['2026-11-29T23:59:60Z', null],
    ['2026-11-29T23:60:00Z', null],
    ['2026-11-29T22:30:10,5Z', null],
    ['2026-11-29T2:30:10Z', null],
    ['2026-11-9T22:30:10Z', null],
    ['26-11-29T22:30:10Z', null],
    ['+002026-11-29T22:30:10Z', null],
    ['20261129T223010Z', null],
    ['2026-W48-7', null],
    ['2026-333', null],
    ['29.11.2026', null],
    ['11/29/2026', null],
    ['1795991410', null],
    ['2100-02-29T00:00:00Z', null],
    ['2028-02-29T00:00:00Z', Date.UTC(2028, 1, 29)],
    ['2099-12-31T23:59:59Z', Date.UTC(2099, 11, 31, 23, 59, 59)],
  ];
  for (const [text, time] of rows) assert.equal(findVenueTime(text), time, text);
});

test('the patterns of schemas take the texts that name a time, and no other', () => {
  const [time, day] = [VENUE_TIME_PATTERN, VENUE_DAY_PATTERN].map((source) => new RegExp(`^(?:${source})$`));
  const days = ['00', '01', '02', '04', '06', '09', '11', '12', '13'].flatMap((month) =>
    ['00', '01', '09', '10', '28', '29', '30', '31', '32'].flatMap((date) =>
      ['1900', '2000', '2023', '2024', '2026', '2100', '2400'].map((year) => `${year}-${month}-${date}`),
    ),
  );
  const clocks = ['T00:00', ' 23:59:59', 't10:20:30.123456789', 'T24:00:00', 'T10:60', 'T10:20:60', 'T1:20'];
  const zones = ['', 'Z', 'z', '+00', '-0530', '+05:45', '+23:59', '+24:00', '+05:60', ' UTC', '+5', 'Z+02'];
  const hours = clocks.flatMap((clock) => zones.map((zone) => clock + zone));
  const texts = [
    '2026-11-29T',
    '2026-11-29Z',
    '2026-11-29T10:20:30.Z',
    '2026-11-29T10:20:30.1234567890Z',
    'soon',
    '2026',
    ...days,
    ...days.map((each) => `${each}T10:20:30Z`),
    ...hours.map((hour) => `2026-11-29${hour}`),
  ];
  for (const text of texts) {
    const isTime = findVenueTime(text) !== null;
    assert.equal(day?.test(text), isTime, text);
    assert.equal(time?.test(text), isTime && text.length > 10, text);
  }
});

test('milliseconds are numbers or texts; seconds and microseconds of our days are none', () => {
  assert.equal(findVenueMillis(1_790_108_100_000), 1_790_108_100_000);
  assert.equal(findVenueMillis('1790108100000'), 1_790_108_100_000);
  for (const value of [
    0,
    1_790_108_100,
    '1790108100',
    1_790_108_100_000_000,
    'x',
    '',
    null,
    undefined,
    Number.NaN,
  ]) {
    assert.equal(findVenueMillis(value), null, String(value));
  }
});
