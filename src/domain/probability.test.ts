import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toSidePrices } from './probability.ts';

test('a Yes bid is a No ask, a Yes ask a No bid, without floating-point error', () => {
  assert.deepEqual(toSidePrices({ price: 0.68, bid: 0.66, ask: 0.7 }), {
    yesPrice: 0.68,
    noPrice: 0.32,
    yesBid: 0.66,
    yesAsk: 0.7,
    noBid: 0.3,
    noAsk: 0.34,
  });
});

test('a missing side is missing on the other side as well', () => {
  assert.deepEqual(toSidePrices({ price: null, bid: null, ask: 0.7 }), {
    yesPrice: null,
    noPrice: null,
    yesBid: null,
    yesAsk: 0.7,
    noBid: 0.3,
    noAsk: null,
  });
});
