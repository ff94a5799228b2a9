import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeMove, findLinked, type MoveFacts } from './move-reason.ts';

const NOW = 1_795_000_000_000;
const BOOK = { hasBid: true, hasAsk: true, spread: 1, text: '1.0 pp' };
const NOTHING: MoveFacts = {
  linked: [],
  resolved: null,
  status: 'open',
  endDate: null,
  listedAt: null,
  volume24hUsd: 10,
  book: BOOK,
  nowMs: NOW,
};
const HOUR = 3_600_000;

test('a reason is what is known beside the move, and otherwise says that nothing is', () => {
  const rows: [facts: Partial<MoveFacts>, says: string][] = [
    [{}, 'no cause seen here'],
    [{ linked: [{ venue: 'Kalshi', isOpposite: false, change: 8 }] }, 'also on Kalshi'],
    [{ linked: [{ venue: 'Kalshi', isOpposite: true, change: -8 }] }, 'also on Kalshi'],
    [{ linked: [{ venue: 'Kalshi', isOpposite: false, change: 1 }] }, 'not on Kalshi'],
    [{ linked: [{ venue: 'Kalshi', isOpposite: false, change: null }] }, 'no cause seen here'],
    [{ endDate: NOW + 3 * HOUR }, 'ends in 3 h'],
    [{ endDate: NOW - 1 }, 'its end has passed'],
    [
      { listedAt: NOW - 5 * HOUR, volume24hUsd: 0 },
      'listed today: first price 5 h ago; no volume: quotes alone',
    ],
    [{ listedAt: NOW - 30 * HOUR }, 'no cause seen here'],
    [{ resolved: 'Yes', endDate: NOW - 1, status: 'resolved' }, 'resolved Yes'],
    [{ resolved: 'No on Kalshi', status: 'closed' }, 'resolved No on Kalshi'],
    [{ status: 'paused' }, 'paused'],
    [{ status: null, book: null }, 'no cause seen here'],
    [{ book: { ...BOOK, spread: 6, text: '6.0 pp' } }, 'thin book: spread 6.0 pp'],
    [{ book: { ...BOOK, hasAsk: false, spread: null } }, 'thin book: no ask'],
    [{ book: { ...BOOK, hasBid: false, hasAsk: false, spread: null } }, 'thin book: no order'],
  ];
  for (const [facts, says] of rows) assert.equal(describeMove(10, { ...NOTHING, ...facts }), says);
});

test('linked markets are those of the same or the opposite question', () => {
  const links = [
    { a: 'pm-x', b: 'kalshi-x', relation: 'same' },
    { a: 'limitless-x', b: 'pm-x', relation: 'opposite' },
    { a: 'pm-x', b: 'pm-y', relation: 'related' },
  ] as never;
  const changes = new Map([
    ['kalshi-x', { change: 1, venue: 'Kalshi' }],
    ['limitless-x', { change: -1, venue: 'Limitless' }],
    ['pm-y', { change: 5, venue: 'Polymarket' }],
  ]);
  assert.deepEqual(findLinked('pm-x', links, changes), [
    { change: 1, venue: 'Kalshi', isOpposite: false },
    { change: -1, venue: 'Limitless', isOpposite: true },
  ]);
});
