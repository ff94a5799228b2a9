import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EpochMs, epochMs, type TradeSource } from '../../domain/index.ts';
import { decidePolledTime } from './heard-poll.ts';
import { decideTradeTime } from './trade-time.ts';

const NOW = 1_795_867_200_000;
const DAY = 86_400_000;
const place = { openedMs: 1_577_836_800_000, nowMs: NOW };

function came(venueTime: number | null, receivedAt: number | null = NOW, source: TradeSource = 'stream') {
  const toMs = (value: number | null): EpochMs | null => (value === null ? null : epochMs(value));
  return decideTradeTime({ venueTime: toMs(venueTime), receivedAt: toMs(receivedAt), source }, place);
}

test('the time of a trade is that of the venue', () => {
  assert.deepEqual(came(NOW - 60_000), { t: NOW - 60_000, source: 'stream', isTimeRefused: false });
  assert.deepEqual(came(NOW + 60_000), { t: NOW + 60_000, source: 'stream', isTimeRefused: false });
});

test('it is ours where the venue states none, one ahead of ours, or one before it opened', () => {
  assert.deepEqual(came(null), { t: NOW, source: 'stream', isTimeRefused: false });
  assert.deepEqual(came(NOW + 60_001), { t: NOW, source: 'stream', isTimeRefused: true });
  assert.deepEqual(came(place.openedMs - 1), { t: NOW, source: 'stream', isTimeRefused: true });
});

test('a trade of before keeps its time and is a back-fill', () => {
  assert.deepEqual(came(NOW - 60_001), { t: NOW - 60_001, source: 'backfill', isTimeRefused: false });
  assert.deepEqual(came(NOW - 60_001, NOW, 'poll')?.source, 'backfill');
  assert.deepEqual(came(NOW - 5, null, 'backfill'), { t: NOW - 5, source: 'backfill', isTimeRefused: false });
});

test('a trade of more than seven days ago is not stored', () => {
  assert.equal(came(NOW - 7 * DAY)?.t, NOW - 7 * DAY);
  assert.equal(came(NOW - 7 * DAY - 1), null);
});

const poll = (wholeFrom: number | null, polledAt: number, isCut = false) => ({
  wholeFrom: wholeFrom === null ? null : epochMs(wholeFrom),
  polledAt: epochMs(polledAt),
  isCut,
});

test('polls that join extend what is known up to 30 s before them', () => {
  assert.deepEqual(decidePolledTime(null, poll(NOW, NOW + 40_000)), {
    kind: 'begin',
    fromMs: NOW,
    toMs: NOW + 10_000,
  });
  assert.deepEqual(decidePolledTime(null, poll(NOW, NOW + 1_000)), { kind: 'begin', fromMs: NOW, toMs: NOW });
  assert.deepEqual(decidePolledTime(NOW, poll(NOW + 1, NOW + 60_000)), {
    kind: 'extend',
    toMs: NOW + 30_000,
  });
  assert.equal(decidePolledTime(NOW, poll(NOW, NOW + 30_000)), null);
  assert.equal(decidePolledTime(NOW, poll(null, NOW + 60_000)), null);
});

test('polls that do not join leave a hole', () => {
  const hole = { kind: 'hole', fromMs: NOW + 2, toMs: NOW + 70_000 };
  assert.deepEqual(decidePolledTime(NOW, poll(NOW + 2, NOW + 100_000)), { ...hole, reason: 'silence' });
  assert.deepEqual(decidePolledTime(NOW, poll(NOW + 2, NOW + 100_000, true)), {
    ...hole,
    reason: 'overload',
  });
});
