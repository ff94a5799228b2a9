import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs, type VenueId } from '../domain/index.ts';
import type { Silence } from '../feed/watchdog/silence.ts';
import { summariseSilences } from './silence-summary.ts';

const silence = (
  venue: VenueId,
  movedAt: number,
  detectedAt: number,
  recoveredAt: number | null,
): Silence => ({
  asset: `${venue}-asset`,
  venue,
  movedAt: epochMs(movedAt),
  detectedAt: epochMs(detectedAt),
  recoveredAt: recoveredAt === null ? null : epochMs(recoveredAt),
  restarts: 1,
});

test('silences are summed up by venue, with the times of those that ended', () => {
  const summaries = summariseSilences({
    perVenue: new Map([
      ['kalshi', { detected: 4, recovered: 2 }],
      ['limitless', { detected: 1, recovered: 0 }],
    ]),
    ended: [
      silence('kalshi', 0, 3_000, 4_000),
      silence('kalshi', 10_000, 15_000, 17_000),
      silence('kalshi', 20_000, 21_000, null),
    ],
    ongoing: [silence('kalshi', 30_000, 34_000, null), silence('limitless', 31_000, 33_000, null)],
  });
  assert.deepEqual(summaries.get('kalshi'), {
    detected: 4,
    recovered: 2,
    ongoing: 1,
    lastDetectedAt: 34_000,
    detectMs: { p50: 3_000, max: 5_000 },
    recoverMs: { p50: 1_000, max: 2_000 },
  });
  assert.deepEqual(summaries.get('limitless'), {
    detected: 1,
    recovered: 0,
    ongoing: 1,
    lastDetectedAt: 33_000,
    detectMs: null,
    recoverMs: null,
  });
  assert.equal(summaries.get('polymarket'), undefined);
});
