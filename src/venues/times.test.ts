import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findVenueMillis, findVenueTime } from './times.ts';

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
