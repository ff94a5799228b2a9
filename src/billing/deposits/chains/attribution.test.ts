import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attributeToSender, type SenderFacts } from './attribution.ts';

test('a transfer to the treasury belongs to the wallet that was registered before it', () => {
  const wallet = { owner: 'ann', registeredAt: 1_000 };
  const rows: [facts: SenderFacts, owner: ReturnType<typeof attributeToSender>][] = [
    [{ minedAfter: 1_001, isSweep: false, wallet }, 'ann'],
    [{ minedAfter: 1_000, isSweep: false, wallet }, { unknown: 'before_registration' }],
    [{ minedAfter: 1, isSweep: false, wallet }, { unknown: 'before_registration' }],
    [{ minedAfter: 1_001, isSweep: false, wallet: null }, { unknown: 'unknown_sender' }],
    [{ minedAfter: 1_001, isSweep: true, wallet }, null],
    [{ minedAfter: 1_001, isSweep: true, wallet: null }, null],
  ];
  for (const [facts, owner] of rows) assert.deepEqual(attributeToSender(facts), owner, JSON.stringify(facts));
});
