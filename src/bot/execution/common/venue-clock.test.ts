import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skewOf } from './venue-clock.ts';

test('a header of whole seconds proves a skew only where no fraction explains it', () => {
  const rows: [headerMs: number, sentAt: number, receivedAt: number, skewMs: number][] = [
    // Our clock lies inside the second of the header.
    [10_000, 10_400, 10_600, 0],
    [10_000, 9_900, 10_100, 0],
    // The venue is ahead: its second began after we had the answer.
    [60_000, 10_400, 10_600, 49_400],
    // The venue is behind: its second had ended before we asked.
    [10_000, 40_400, 40_600, -29_400],
  ];
  for (const [headerMs, sentAt, receivedAt, skewMs] of rows) {
    assert.equal(skewOf({ headerMs, sentAt, receivedAt }), skewMs);
  }
});
