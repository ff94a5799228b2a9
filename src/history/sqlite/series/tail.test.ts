import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Tail } from './tail.ts';
import { TailRoom } from './tail-room.ts';

interface Entry {
  readonly t: number;
  readonly v: number;
  readonly s: number;
  readonly row: number;
}

/** Times come in any order, and only some records have volumes, so that both kinds of chunks are used. */
const entries = fc
  .array(fc.record({ t: fc.nat(50), hasVolume: fc.boolean(), s: fc.nat(4) }), { maxLength: 150 })
  .map((drawn) =>
    drawn.map(({ t, hasVolume, s }, row): Entry => ({ t, v: hasVolume ? row : Number.NaN, s, row })),
  );

function push(tail: Tail, all: readonly Entry[]): void {
  for (const { t, v, s, row } of all) tail.push(t, t / 10, v, s, row);
}

function readContent(tail: Tail): unknown[] {
  const { t, p, v, s, length } = tail.columns();
  return Array.from({ length }, (_, i) => [t[i], p[i], v[i], s[i]]);
}

function sorted(all: readonly Entry[]): unknown[] {
  return all.toSorted((a, b) => a.t - b.t).map(({ t, v, s }) => [t, t / 10, v, s]);
}

test('records of tails that share a room come back in the order of time, with and without volumes', () => {
  fc.assert(
    fc.property(entries, entries, (some, others) => {
      const room = new TailRoom();
      const tail = new Tail(room);
      const other = new Tail(room);
      push(other, others);
      push(tail, some);
      assert.deepEqual(readContent(tail), sorted(some));
      other.release();
      push(other, some);
      assert.deepEqual(readContent(other), sorted(some));
      assert.deepEqual(readContent(tail), sorted(some));
    }),
    { numRuns: 50 },
  );
});

test('records of rows that are sealed are dropped from the beginning, no matter which chunks they are in', () => {
  fc.assert(
    fc.property(entries, fc.nat(150), (drawn, upTo) => {
      const inOrder = drawn.map((entry, i) => ({ ...entry, t: i }));
      const tail = new Tail(new TailRoom({ rows: true }));
      push(tail, inOrder);
      tail.dropRows(upTo);
      assert.deepEqual(readContent(tail), sorted(inOrder.filter(({ row }) => row > upTo)));
    }),
    { numRuns: 50 },
  );
});
