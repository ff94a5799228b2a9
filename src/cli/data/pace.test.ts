import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pace } from './pace.ts';

test('the slowest of several queues says how long is left, and nothing before it has shown its pace', () => {
  let now = 0;
  const pace = new Pace(
    new Map([
      ['kalshi', 100],
      ['hyperliquid', 60],
    ]),
    () => now,
  );
  for (let i = 0; i < 100; i++) pace.advance('kalshi');
  now = 8_000;
  pace.advance('hyperliquid');
  assert.equal(pace.describe(), 'time left not known yet');
  now = 12_000;
  for (let i = 0; i < 2; i++) pace.advance('hyperliquid');
  // Three assets in twelve seconds, so that 57 more take 228 s, however fast the other venue was.
  assert.equal(pace.leftMs(), 228_000);
  assert.equal(pace.describe(), 'about 4 min left');
  for (let i = 0; i < 57; i++) pace.advance('hyperliquid');
  assert.equal(pace.describe(), 'about 0 s left');
});
