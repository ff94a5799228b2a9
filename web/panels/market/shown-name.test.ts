import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSharedTest, toShownName } from './shown-name.ts';

const market = (name: string, yesMeans: string | null, noMeans: string | null = null) => ({
  name,
  venue: 'kalshi',
  yesMeans,
  noMeans,
});

test('a title that leaves the side open has it in front', () => {
  const rows = [
    market('Siena at Duke Winner?', 'Duke'),
    market('Siena at Duke Winner?', 'Siena'),
    market('Will Duke win the title?', 'Duke'),
    // Two events of a day.
    market('Solana at noon? $109 or above', '$109 or above'),
    market('Solana at noon? $109 or above', '$109 or above'),
    market('BTC Up or Down', 'Up', 'Down'),
    market('North or South?', 'No'),
    market('Rain?', null),
  ];
  const isShared = createSharedTest(rows);
  assert.deepEqual(
    rows.map((row) => toShownName(row, isShared(row))),
    [
      'Duke · Siena at Duke Winner?',
      'Siena · Siena at Duke Winner?',
      'Will Duke win the title?',
      'Solana at noon? $109 or above',
      'Solana at noon? $109 or above',
      'Up · BTC Up or Down',
      'No · North or South?',
      'Rain?',
    ],
  );
});
