import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideAttribution, type SenderAttribution, type SenderFacts } from './attribution-decision.ts';

const ANN: SenderAttribution = { kind: 'owner', owner: 'ann' };
const EARLY: SenderAttribution = { kind: 'unknown', reason: 'before_registration' };
const STRANGER: SenderAttribution = { kind: 'unknown', reason: 'unknown_sender' };
const wallet = { owner: 'ann', registeredAt: 1_000 };
const FACTS: SenderFacts = { position: 51, minedAfter: 1_001, isSweep: false, wallet, spans: [] };

function check(rows: readonly (readonly [facts: Partial<SenderFacts>, attribution: SenderAttribution])[]) {
  for (const [facts, attribution] of rows) {
    assert.deepEqual(decideAttribution({ ...FACTS, ...facts }), attribution, JSON.stringify(facts));
  }
}

test('a transfer to the treasury belongs to the wallet that was registered at an earlier position of the chain', () => {
  const spans = [{ owner: 'ann', after: 50, until: null }];
  check([
    [{ spans }, ANN],
    // The clock of the service is late, or the clock of the chain early; only positions count.
    [{ spans, minedAfter: 1 }, ANN],
    [{ spans, position: 50, minedAfter: 9_999 }, EARLY],
    [{ spans, position: 1, minedAfter: 9_999 }, EARLY],
    [{ spans, wallet: null, isSweep: true }, { kind: 'sweep' }],
  ]);
});

test('a wallet of several owners, one after the other, pays each in their part of the chain', () => {
  const spans = [
    { owner: 'ben', after: 10, until: 50 },
    { owner: 'ann', after: 60, until: null },
  ];
  const ben: SenderAttribution = { kind: 'owner', owner: 'ben' };
  check([
    [{ spans, position: 10 }, EARLY],
    [{ spans, position: 11 }, ben],
    [{ spans, position: 50 }, ben],
    [{ spans, position: 51 }, EARLY],
    [{ spans, position: 61 }, ANN],
    // No owner has the wallet any more.
    [{ spans: spans.slice(0, 1), wallet: null, position: 50 }, ben],
    [{ spans: spans.slice(0, 1), wallet: null, position: 51 }, STRANGER],
  ]);
});

test('where a registration has no position on the chain its time decides', () => {
  check([
    [{}, ANN],
    [{ minedAfter: 1_000 }, EARLY],
    [{ minedAfter: 1 }, EARLY],
    [{ spans: [{ owner: 'ben', after: 10, until: 50 }] }, ANN],
    [{ wallet: null }, STRANGER],
    [{ isSweep: true }, { kind: 'sweep' }],
    [{ isSweep: true, wallet: null }, { kind: 'sweep' }],
  ]);
});
