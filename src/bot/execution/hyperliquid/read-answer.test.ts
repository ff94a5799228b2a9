import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ANSWERED_AT,
  createIdleSender,
  LOST,
  SENT_ORDER,
  toAnswer,
} from '../../../../test/support/order-answers.ts';
import type { HttpResult } from '../calls/venue-http.ts';
import type { PreparedOrder, VenueFill, VenueOutcome } from '../execution-venue.ts';
import { HYPERLIQUID_ERRORS } from './errors.ts';
import { hasTraded, type OrderAnswer, readAnswer, readFilled, readOrder } from './read-answer.ts';
import type { FoundOrder } from './wire.ts';

const ORDER: PreparedOrder = {
  ...SENT_ORDER,
  venue: 'hyperliquid',
  leg: null,
  limitPrice: '87000',
  size: '0.1',
};
const FILLED = { totalSz: '0.1', avgPx: '86500', oid: 5, cloid: 'sent-1' };
const AVERAGE: VenueFill = {
  fillId: 'order:5',
  t: ANSWERED_AT,
  price: '86500',
  size: '0.1',
  notionalMicroUsd: 8_650_000_000,
  venueFeeMicroUsd: null,
};
const fill = (size: string): VenueFill => ({ ...AVERAGE, fillId: size, size });
const toStatus = (status: unknown) =>
  toAnswer({ status: 'ok', response: { type: 'order', data: { statuses: [status] } } });
const toError = (response: string) => toAnswer({ status: 'err', response });
const outcome = (one: VenueOutcome): OrderAnswer => ({ kind: 'outcome', outcome: one });
const unknown = (message: string): OrderAnswer => outcome({ status: 'unknown', message });

test('the answer to a sent order states its outcome, or which fills to read', () => {
  const rows: [why: string, result: HttpResult, answer: OrderAnswer][] = [
    ['no answer', LOST, unknown('the connection was reset')],
    ['another form', toAnswer({ status: 'fine' }), unknown('the answer cannot be read')],
    ['another form of the status', toStatus({ done: {} }), unknown('the answer cannot be read')],
    [
      'no status',
      toAnswer({ status: 'ok', response: { type: 'default' } }),
      unknown('the answer cannot be read'),
    ],
    ['traded', toStatus({ filled: FILLED }), { kind: 'filled', filled: FILLED }],
    [
      'resting',
      toStatus({ resting: { oid: 5 } }),
      outcome({ status: 'resting', venueOrderId: '5', fills: [] }),
    ],
    [
      'another order',
      toStatus({ filled: { ...FILLED, cloid: 'sent-2' } }),
      unknown("the venue's answer is about another order"),
    ],
    [
      'an error of the order',
      toStatus({ error: 'Insufficient margin to place order. asset=0' }),
      outcome({
        status: 'rejected',
        reason: 'insufficient_funds',
        message: 'Insufficient margin to place order. asset=0',
      }),
    ],
    [
      'an error of the request',
      toError('Must deposit before performing actions. User: 0x01'),
      outcome({
        status: 'rejected',
        reason: 'credentials_rejected',
        message: 'Must deposit before performing actions. User: 0x01',
      }),
    ],
    [
      'bytes that arrived before',
      toError('Invalid nonce: duplicate nonce 1'),
      unknown('Invalid nonce: duplicate nonce 1'),
    ],
    [
      'no requests left',
      toError('Too many cumulative requests sent (2 > 1) for cumulative volume traded $1.'),
      {
        kind: 'allowance_used_up',
        words: 'Too many cumulative requests sent (2 > 1) for cumulative volume traded $1.',
      },
    ],
  ];
  for (const [why, result, answer] of rows) {
    assert.deepEqual(readAnswer(result, ORDER, createIdleSender(HYPERLIQUID_ERRORS)), answer, why);
  }
});

test('an order that traded has its single fills, or their average while they are not all listed', () => {
  const rows: [fills: VenueFill[] | null, isListed: boolean][] = [
    [[fill('0.04'), fill('0.06')], true],
    [[fill('0.04')], false],
    [[], false],
    [null, false],
  ];
  for (const [fills, isListed] of rows) {
    assert.deepEqual(
      readFilled(FILLED, fills, ORDER, ANSWERED_AT),
      isListed
        ? { status: 'filled', venueOrderId: '5', fills }
        : { status: 'filled', venueOrderId: '5', fills: [AVERAGE], isSettling: true },
    );
  }
});

test('the status of an order and its fills state its outcome', () => {
  const found = (status: string, sz: string): FoundOrder => ({
    order: { oid: 5, sz, origSz: '0.1' },
    status,
  });
  const missing: VenueOutcome = { status: 'unknown', message: 'the fills of the order are not listed yet' };
  const part = [fill('0.04')];
  const assumed = (size: string, isOver = true): VenueOutcome => {
    const notionalMicroUsd = Math.round(87_000_000_000 * Number(size));
    const fills: VenueFill[] = [{ ...AVERAGE, price: '87000', size, notionalMicroUsd, isProvisional: true }];
    return isOver
      ? { status: 'filled', venueOrderId: '5', fills, isSettling: true }
      : { status: 'resting', venueOrderId: '5', fills };
  };
  const rows: [order: FoundOrder, fills: VenueFill[] | null, hasFills: boolean, outcome: VenueOutcome][] = [
    [found('open', '0.1'), [], false, { status: 'resting', venueOrderId: '5', fills: [] }],
    [found('open', '0.06'), part, true, { status: 'resting', venueOrderId: '5', fills: part }],
    [found('canceled', '0.06'), part, true, { status: 'filled', venueOrderId: '5', fills: part }],
    [found('open', '0.06'), null, true, assumed('0.04', false)],
    [found('canceled', '0.06'), [], true, assumed('0.04')],
    [found('canceled', '0.1'), [], false, { status: 'cancelled', venueOrderId: '5' }],
    [
      found('filled', '0'),
      [fill('0.1')],
      true,
      { status: 'filled', venueOrderId: '5', fills: [fill('0.1')] },
    ],
    [found('filled', '0'), part, true, assumed('0.1')],
    [found('filled', '0'), null, true, assumed('0.1')],
    [found('filled', '0.1'), [], true, missing],
    [
      found('iocCancelRejected', '0.1'),
      [],
      false,
      { status: 'rejected', reason: 'no_liquidity', message: 'iocCancelRejected' },
    ],
  ];
  for (const [order, fills, hasFills, expected] of rows) {
    const why = `${order.status}, ${order.order.sz} left, ${fills?.length} fills`;
    assert.equal(hasTraded(order), hasFills, why);
    const at = { sender: createIdleSender(HYPERLIQUID_ERRORS), now: ANSWERED_AT };
    assert.deepEqual(readOrder(order, fills, ORDER, at), expected, why);
  }
});

test('a refusal is understood with and without its leading word, in either case of letters', () => {
  const rows: [words: string, reason: string][] = [
    ['Insufficient spot balance asset=100008390', 'insufficient_funds'],
    ['Order has insufficient spot balance. asset=100008390', 'insufficient_funds'],
    ['Price too far from oracle', 'price_moved'],
    ['Order price too far from oracle asset=3', 'price_moved'],
    ['Order price cannot be more than 80% away from the reference price', 'price_moved'],
    ['Order would cause position to exceed margin tier limit asset=3', 'venue_unavailable'],
    ['order must have minimum value of 10 USDC.', 'below_minimum'],
    ['Could not immediately match against any resting orders.', 'no_liquidity'],
  ];
  for (const [words, reason] of rows) {
    const sender = createIdleSender(HYPERLIQUID_ERRORS);
    const read = readAnswer(toStatus({ error: words }), ORDER, sender);
    assert.deepEqual(read, outcome({ status: 'rejected', reason, message: words } as VenueOutcome), words);
    assert.equal(sender.getCounters().unmappedErrors, 0, words);
  }
});
