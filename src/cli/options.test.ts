import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTime } from './options.ts';

test('a time of an option is read as HTTP reads it, in no zone of the machine', () => {
  assert.equal(parseTime('2026-11-28'), Date.UTC(2026, 10, 28));
  assert.equal(parseTime('2026-11-28T12:00:00+01:00'), Date.UTC(2026, 10, 28, 11));
  assert.equal(parseTime('1763700000000'), 1_763_700_000_000);
  const rows: [text: string, message: RegExp][] = [
    ['1735689603', /looks like seconds; send 1735689603000/],
    ['11/28/2026', /ISO 8601/],
    ['2026-02-30', /a time that exists/],
    ['2026-11-28T12:00', /for UTC send 2026-11-28T12:00Z/],
    ['tomorrow', /ISO 8601/],
  ];
  for (const [text, message] of rows) assert.throws(() => parseTime(text), message, text);
});
