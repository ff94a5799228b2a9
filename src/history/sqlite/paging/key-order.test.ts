import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareKeys } from './key-order.ts';

test('keys are in the order of their bytes, as SQLite has them', () => {
  const keys = [
    '',
    'a',
    'a0',
    'z',
    'é',
    '\u{d7ff}',
    '\u{e000}',
    '\u{f800}',
    '\u{ffee}',
    '\u{1f600}',
    '\u{10fffd}',
  ];
  const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
  for (const a of keys) {
    for (const b of keys) {
      assert.equal(
        Math.sign(compareKeys(a, b)),
        byBytes(a, b),
        `${JSON.stringify(a)} and ${JSON.stringify(b)}`,
      );
    }
  }
});
