import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ANSWERED_AT,
  createIdleSender,
  LOST,
  SENT_ORDER,
  toAnswer,
} from '../../../../test/support/order-answers.ts';
import { epochMs } from '../../../domain/index.ts';
import type { HttpResult } from '../calls/venue-http.ts';
import type { VenueFill, VenueOutcome } from '../execution-venue.ts';
import { KALSHI_ERRORS } from './errors.ts';
import { readAnswer, readOrder } from './read-answer.ts';

const CREATED = { order_id: 'k1', client_order_id: 'sent-1', fill_count: '0', remaining_count: '0' };
const TRADED = { ...CREATED, fill_count: '4', average_fill_price: '0.45' };
const FILL: VenueFill = {
  fillId: 'k1',
  t: ANSWERED_AT,
  price: '0.45',
  size: '4',
  notionalMicroUsd: 1_800_000,
  venueFeeMicroUsd: null,
};
const unknown = (message: string): VenueOutcome => ({ status: 'unknown', message });

test('the answer to a sent order states its outcome', () => {
  const rows: [why: string, result: HttpResult, outcome: VenueOutcome][] = [
    ['no answer', LOST, unknown('the connection was reset')],
    ['another form', toAnswer({ order_id: 'k1' }), unknown('the answer cannot be read')],
    ['traded', toAnswer(TRADED), { status: 'filled', venueOrderId: 'k1', fills: [FILL], isSettling: true }],
    [
      'a fee of each contract, and the time of the trade',
      toAnswer({ ...TRADED, average_fee_paid: '0.02', ts_ms: ANSWERED_AT - 5 }),
      {
        status: 'filled',
        venueOrderId: 'k1',
        fills: [{ ...FILL, t: epochMs(ANSWERED_AT - 5), venueFeeMicroUsd: 80_000 }],
        isSettling: true,
      },
    ],
    [
      'traded in part',
      toAnswer({ ...TRADED, remaining_count: '6' }),
      { status: 'resting', venueOrderId: 'k1', fills: [FILL] },
    ],
    [
      'traded, without a price',
      toAnswer({ ...CREATED, fill_count: '4' }),
      unknown('the answer names no price'),
    ],
    [
      'resting',
      toAnswer({ ...CREATED, remaining_count: '10' }),
      { status: 'resting', venueOrderId: 'k1', fills: [] },
    ],
    [
      'nothing traded',
      toAnswer(CREATED),
      { status: 'rejected', reason: 'no_liquidity', message: 'nothing was offered at the limit price' },
    ],
    [
      'another order',
      toAnswer({ ...TRADED, client_order_id: 'sent-2' }),
      unknown("the venue's answer is about another order"),
    ],
    ['an id that was used', toAnswer({ code: 'order_already_exists' }, 409), unknown('order_already_exists')],
    ['an id that was used, without words', toAnswer({}, 409), unknown('')],
    [
      'a refusal',
      toAnswer({ error: { code: 'insufficient_balance', message: 'no money' } }, 400),
      { status: 'rejected', reason: 'insufficient_funds', message: 'insufficient_balance: no money' },
    ],
  ];
  for (const [why, result, outcome] of rows) {
    assert.deepEqual(
      readAnswer(result, SENT_ORDER, createIdleSender(KALSHI_ERRORS), ANSWERED_AT),
      outcome,
      why,
    );
  }
});

test('an order that the venue lists states its outcome', () => {
  const listed = { order_id: 'k1', status: 'executed', fill_count_fp: '4', remaining_count_fp: '0' };
  const cost = { taker_fill_cost_dollars: '1.8', taker_fees_dollars: '0.08' };
  const fills = [{ ...FILL, t: SENT_ORDER.preparedAt, venueFeeMicroUsd: 80_000 }];
  const none = { ...listed, fill_count_fp: '0' };
  assert.deepEqual(readOrder({ ...listed, ...cost }, SENT_ORDER), {
    status: 'filled',
    venueOrderId: 'k1',
    fills,
  });
  assert.deepEqual(readOrder({ ...listed, ...cost, status: 'resting' }, SENT_ORDER), {
    status: 'resting',
    venueOrderId: 'k1',
    fills,
  });
  assert.deepEqual(readOrder({ ...none, status: 'resting' }, SENT_ORDER), {
    status: 'resting',
    venueOrderId: 'k1',
    fills: [],
  });
  assert.deepEqual(readOrder({ ...none, status: 'canceled' }, SENT_ORDER), {
    status: 'rejected',
    reason: 'no_liquidity',
    message: 'the order ended as canceled with nothing traded',
  });
});
