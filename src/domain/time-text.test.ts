import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findHttpTime, findIsoTime, readTimeText } from './time-text.ts';

const NOON = Date.UTC(2026, 10, 21, 12);

test('a time is ISO 8601 with its offset, a date alone, or epoch milliseconds', () => {
  const rows: [text: string, t: number][] = [
    ['2026-11-21T12:00:00Z', NOON],
    ['2026-11-21 12:00:00Z', NOON],
    ['2026-11-21T12:00Z', NOON],
    ['2026-11-21T13:00:00+01:00', NOON],
    ['2026-11-21T06:30:00-0530', NOON],
    ['2026-11-21T12:00:00+00', NOON],
    ['2026-11-21T12:00:00.123456789Z', NOON + 123],
    ['2026-11-21T12:00:00.5Z', NOON + 500],
    ['2026-11-21', Date.UTC(2026, 10, 21)],
    ['2028-02-29', Date.UTC(2028, 1, 29)],
    [' 2026-11-21 ', Date.UTC(2026, 10, 21)],
    ['9999-12-31T23:59:59.999Z', 253_402_300_799_999],
    ['0', 0],
    ['999999999', 999_999_999],
    ['100000000001', 100_000_000_001],
    ['1763700000000', 1_763_700_000_000],
    ['100000000000000', 1e14],
    ['20260230', 20_260_230],
  ];
  for (const [text, t] of rows) assert.deepEqual(readTimeText(text), { t }, text);
});

test('what is no time is refused with the value meant', () => {
  const rows: [text: string, problem: RegExp][] = [
    ['1000000000', /^1000000000 looks like seconds; send 1000000000000$/],
    ['100000000000', /looks like seconds; send 100000000000000$/],
    ['1735689603', /looks like seconds; send 1735689603000$/],
    ['100000000000001', /looks like microseconds; send 100000000000$/],
    ['1763700000000123', /looks like microseconds; send 1763700000000$/],
    ['9007199254740993', /looks like microseconds; send 9007199254740$/],
    ['1763700000000123456', /looks like nanoseconds; send 1763700000000$/],
    ['20260301', /date without dashes; send 2026-03-01$/],
    ['20260301120000', /date without dashes; send 2026-03-01T12:00:00Z$/],
    ['-5', /at least 0/],
    ['1969-12-31', /at least 0/],
    ['2026-02-29', /time that exists/],
    ['2026-02-30', /time that exists/],
    ['2026-04-31T00:00:00Z', /time that exists/],
    ['2026-13-01', /time that exists/],
    ['2026-00-10', /time that exists/],
    ['2026-11-21T24:00:00Z', /time that exists/],
    ['2026-11-21T12:60:00Z', /time that exists/],
    ['2026-11-21T12:00:60Z', /time that exists/],
    ['2026-11-21T12:00:00+24:00', /time that exists/],
    ['2026-11-21T12:00:00', /zone; for UTC send 2026-11-21T12:00:00Z$/],
    ['2026-11-21 12:00', /zone; for UTC send 2026-11-21T12:00Z$/],
    ['11/28/2026', /ISO 8601/],
    ['28 Nov 2026', /ISO 8601/],
    ['2026-11', /ISO 8601/],
    ['1763700000.5', /ISO 8601/],
    ['1e12', /ISO 8601/],
    ['', /ISO 8601/],
    ['yesterday', /ISO 8601/],
  ];
  for (const [text, problem] of rows) {
    const read = readTimeText(text);
    assert.match('problem' in read ? read.problem : `read as ${read.t}`, problem, text);
  }
});

test('a text without a zone is UTC where the source states UTC, whatever the zone of the machine', () => {
  const t = Date.UTC(2026, 10, 29, 22, 30, 10);
  const zone = process.env.TZ;
  try {
    for (const place of ['America/New_York', 'Asia/Kolkata', 'UTC']) {
      process.env.TZ = place;
      assert.equal(findIsoTime('2026-11-29T22:30:10', 'utc'), t, place);
      assert.equal(findIsoTime('2026-11-29 22:30:10.250', 'utc'), t + 250, place);
      assert.equal(findIsoTime('2026-11-29T22:30:10'), null, place);
      assert.equal(findIsoTime('2026-02-30T22:30:10', 'utc'), null, place);
      assert.equal(findHttpTime('Sun, 29 Nov 2026 22:30:10 GMT'), t, place);
      assert.equal(findHttpTime('Sun, 29 Nov 2026 22:30:10'), t, place);
    }
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
  assert.equal(findHttpTime('soon'), null);
  assert.equal(findHttpTime(null), null);
});

test('every day of four centuries is read as itself, and no other day is', () => {
  for (let year = 1_970; year < 2_370; year++) {
    for (let month = 1; month <= 12; month++) {
      const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
      for (let day = 28; day <= 32; day++) {
        const text = `${year}-${String(month).padStart(2, '0')}-${day}`;
        assert.equal(findIsoTime(text), day <= days ? Date.UTC(year, month - 1, day) : null, text);
      }
    }
  }
});
