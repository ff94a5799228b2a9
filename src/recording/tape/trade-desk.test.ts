import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs, SECOND_MS, VENUES, type VenueId } from '../../domain/index.ts';
import type { NumberedTrade } from './messages.ts';
import { TradeDesk, type TradeTraits } from './trade-desk.ts';

const NOW = Date.UTC(2026, 10, 28, 12);
const TRAITS = Object.fromEntries(
  VENUES.map((venue) => [venue, { openedMs: 0, ids: 'transaction' }]),
) as Record<VenueId, TradeTraits>;

function toTrade(number: number, atMs: number): NumberedTrade {
  const times = { venueTime: epochMs(atMs), receivedAt: epochMs(atMs) };
  const facts = { price: 0.5, size: 10, side: 'buy', sideSource: 'venue', isBlock: false } as const;
  return { market: 1, ...times, ...facts, source: 'stream', id: `0x${number}:yes` };
}

function openDesk(maxRemembered: number): TradeDesk {
  const desk = new TradeDesk(TRAITS, maxRemembered);
  const market = { venue: 'polymarket', storeKey: 'm', asset: 'pm-m' } as const;
  desk.nameMarkets([{ ...market, number: 1, sendsChanges: true, isBinary: true }]);
  return desk;
}

test('a trade that comes again within ten minutes is stored once', () => {
  const desk = openDesk(100);
  for (let i = 0; i < 100; i++) desk.admit([toTrade(i, NOW + i * SECOND_MS)], NOW + i * SECOND_MS);
  assert.deepEqual(desk.admit([toTrade(0, NOW)], NOW + 100 * SECOND_MS), []);
});

test('of more trades than are remembered the oldest are forgotten first, and memory stays bounded', () => {
  const desk = openDesk(100);
  for (let i = 0; i < 1_000; i++) desk.admit([toTrade(i, NOW + i * SECOND_MS)], NOW + i * SECOND_MS);
  const nowMs = NOW + 1_000 * SECOND_MS;
  assert.deepEqual(desk.admit([toTrade(990, NOW)], nowMs), []);
  assert.equal(desk.admit([toTrade(800, NOW + 800 * SECOND_MS)], nowMs).length, 1);
});
