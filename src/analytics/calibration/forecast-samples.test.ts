import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MarketHistory, sampleForecasts } from './forecast-samples.ts';

const HOUR = 3_600_000;
const END = Date.UTC(2026, 9, 10);

/** Builds a market that was priced each minute of its last two hours and resolved to Yes. */
function history(resolution: Partial<MarketHistory['resolution']> = {}): MarketHistory {
  return {
    ends: [{ from: END - 48 * HOUR, end: END }],
    records: Array.from({ length: 120 }, (_, i) => ({ t: END - 2 * HOUR + i * 60_000, p: 0.7, s: 'poll' })),
    gaps: [],
    resolution: { outcome: 'yes', settledAt: END, recordedAt: END + 60_000, ...resolution },
  };
}

test('a market whose resolution was taken back has no result at any horizon, until it ends anew', () => {
  const { '1h': before } = sampleForecasts(history());
  assert.ok(before !== undefined && 'y' in before && before.y === 1);
  const taken = sampleForecasts(history({ reopenedAt: END + 5 * HOUR }));
  assert.ok(Object.values(taken).every((found) => 'leftOut' in found && found.leftOut === 'reopened'));
  const { '1h': anew } = sampleForecasts(
    history({ outcome: 'no', settledAt: END + 24 * HOUR, recordedAt: END + 24 * HOUR, reopenedAt: null }),
  );
  assert.ok(anew !== undefined && 'y' in anew && anew.y === 0);
});
