import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupByEvent, isHead, isMember } from './event-groups.ts';
import type { MarketRow } from './model.ts';

const row = (asset: string, key: string | null, volume24hUsd: number | null = 1, venue = 'kalshi') =>
  ({
    asset,
    venue,
    name: asset,
    volume24hUsd,
    event: key === null ? null : { key, title: key === 'untitled' ? null : `Event ${key}` },
  }) as MarketRow;

test('outcomes are below the head of their event, where the first of them was, in their order', () => {
  const lines = groupByEvent([
    row('a1', 'a', 5),
    row('b1', 'b'),
    row('perp', null),
    row('a2', 'a', null),
    row('b2', 'b'),
  ]);
  assert.deepEqual(
    lines.map((line) =>
      isHead(line) ? `${line.title}: ${line.outcomes}` : `${isMember(line) ? '  ' : ''}${line.asset}`,
    ),
    ['Event a: 2', '  a1', '  a2', 'Event b: 2', '  b1', '  b2', 'perp'],
  );
  const [first] = lines;
  assert.ok(first !== undefined && isHead(first));
  assert.deepEqual([first.venue, first.key, first.volume24hUsd], ['kalshi', 'a', 5]);
});

test('one outcome alone has no head, and events of two venues are two', () => {
  const lines = groupByEvent([row('a1', 'a'), row('p1', 'a', 1, 'polymarket')]);
  assert.deepEqual(
    lines.map((line) => isHead(line) || isMember(line)),
    [false, false],
  );
});

test('an event without a title is named by its first outcome; without any volume it has none', () => {
  const [head] = groupByEvent([row('x', 'untitled', null), row('y', 'untitled', null)]);
  assert.ok(head !== undefined && isHead(head));
  assert.deepEqual([head.title, head.volume24hUsd], ['x', null]);
});
