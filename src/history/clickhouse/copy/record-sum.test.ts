import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordColumns } from '../record-rows.ts';
import { sumRecords } from './record-sum.ts';

function makeRecords(): RecordColumns {
  const length = 4;
  return {
    length,
    t: Float64Array.from({ length }, (_, i) => Date.UTC(2026, 0, 1, i)),
    p: Float64Array.of(0, 0.25, 1e308, 63_000.5),
    v: Float64Array.of(Number.NaN, 0, 7, 0.125),
    s: Uint8Array.of(1, 1, 2, 1),
    f: Uint8Array.of(0, 1, 2, 0),
  };
}

test('any bit of any value of a record makes another sum', () => {
  const sums = new Set([sumRecords(makeRecords(), 0)]);
  let changes = 1;
  for (const name of ['p', 'v', 's', 'f'] as const) {
    const { byteLength } = makeRecords()[name];
    for (let byte = 0; byte < byteLength; byte++) {
      for (let bit = 0; bit < 8; bit++) {
        const records = makeRecords();
        const { buffer } = records[name];
        new Uint8Array(buffer as ArrayBuffer)[byte]! ^= 1 << bit;
        // The checksum treats every NaN as the same absent volume, so a changed bit of it does not count.
        if (name === 'v' && Number.isNaN(records.v[byte >> 3])) continue;
        sums.add(sumRecords(records, 0));
        changes++;
      }
    }
  }
  assert.equal(sums.size, changes);
});

test('a time, a place, an order and a missing record make another sum', () => {
  const records = makeRecords();
  const sum = sumRecords(records, 0);
  assert.notEqual(sumRecords(records, 1), sum);
  assert.notEqual(sumRecords({ ...records, length: 3 }, 0), sum);
  const later = makeRecords();
  later.t[2]! += 1;
  assert.notEqual(sumRecords(later, 0), sum);
  const swapped = makeRecords();
  swapped.p.set([0.25, 0]);
  assert.notEqual(sumRecords(swapped, 0), sum);
});

test('sums of two pages are the sum of both', () => {
  const records = makeRecords();
  const { t, p, v, s, f } = records;
  const behind = { length: 1, t: t.slice(3), p: p.slice(3), v: v.slice(3), s: s.slice(3), f: f.slice(3) };
  const sum = (sumRecords({ ...records, length: 3 }, 10) + sumRecords(behind, 13)) >>> 0;
  assert.equal(sum, sumRecords(records, 10));
});
