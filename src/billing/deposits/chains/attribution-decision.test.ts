import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideAttribution, type SenderAttribution, type SenderFacts } from './attribution-decision.ts';

test('a transfer to the treasury belongs to the wallet that was registered before it', () => {
  const wallet = { owner: 'ann', registeredAt: 1_000 };
  const rows: [facts: SenderFacts, attribution: SenderAttribution][] = [
    [
      { minedAfter: 1_001, isSweep: false, wallet },
      { kind: 'owner', owner: 'ann' },
    ],
    [
      { minedAfter: 1_000, isSweep: false, wallet },
      { kind: 'unknown', reason: 'before_registration' },
    ],
    [
      { minedAfter: 1, isSweep: false, wallet },
      { kind: 'unknown', reason: 'before_registration' },
    ],
    [
      { minedAfter: 1_001, isSweep: false, wallet: null },
      { kind: 'unknown', reason: 'unknown_sender' },
    ],
    [{ minedAfter: 1_001, isSweep: true, wallet }, { kind: 'sweep' }],
    [{ minedAfter: 1_001, isSweep: true, wallet: null }, { kind: 'sweep' }],
  ];
  for (const [facts, attribution] of rows) {
    assert.deepEqual(decideAttribution(facts), attribution, JSON.stringify(facts));
  }
});
