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
import type { VenueFill, VenueOutcome } from '../execution-venue.ts';
import { LIMITLESS_ERRORS } from './errors.ts';
import { readAnswer, readStatus } from './read-answer.ts';
import type { OrderStatus } from './wire.ts';

const TOTALS = {
  contractsGross: '4000000',
  contractsFee: '40000',
  contractsNet: '3960000',
  usdGross: '1800000',
  usdFee: '0',
  usdNet: '1800000',
};
const TRADED = { matched: true, settlementStatus: 'CONFIRMED', totalsRaw: TOTALS };
const NOTHING = { matched: false, settlementStatus: 'UNMATCHED' };
const FILL: VenueFill = {
  fillId: '7',
  t: ANSWERED_AT,
  price: '0.45',
  size: '3.96',
  notionalMicroUsd: 1_782_000,
  venueFeeMicroUsd: 18_000,
};
const unknown = (message: string): VenueOutcome => ({ status: 'unknown', message });
const created = (execution: object, clientOrderId: string | null = 'sent-1') =>
  toAnswer({ order: { id: 7, clientOrderId }, execution }, 201);

test('the answer to a sent order states its outcome', () => {
  const rows: [why: string, result: HttpResult, outcome: VenueOutcome][] = [
    ['no answer', LOST, unknown('the connection was reset')],
    ['another form', toAnswer({ order: {} }), unknown('the answer cannot be read')],
    ['traded', created(TRADED), { status: 'filled', venueOrderId: '7', fills: [FILL] }],
    [
      'traded, and not confirmed on chain',
      created({ ...TRADED, settlementStatus: 'MINED' }),
      { status: 'filled', venueOrderId: '7', fills: [FILL], isSettling: true },
    ],
    [
      'failed on chain',
      created({ ...TRADED, settlementStatus: 'FAILED', reason: 'reverted' }),
      {
        status: 'rejected',
        reason: 'venue_unavailable',
        message: 'the trade failed on chain: reverted',
        hasFailedOnChain: true,
      },
    ],
    [
      'delayed',
      created({ ...NOTHING, settlementStatus: 'DELAYED' }),
      { status: 'resting', venueOrderId: '7', fills: [] },
    ],
    [
      'nothing traded',
      created(NOTHING),
      { status: 'rejected', reason: 'no_liquidity', message: 'nothing was offered at the limit price' },
    ],
    [
      'matched without amounts',
      created({ ...NOTHING, matched: true }),
      unknown('matched, but the answer names no amounts'),
    ],
    ['another order', created(TRADED, 'sent-2'), unknown("the venue's answer is about another order")],
    ['an id that was used', toAnswer({ message: 'exists' }, 409), unknown('exists')],
    [
      'a mode without new orders proves that none was taken',
      toAnswer({ message: 'trading is disabled' }, 503),
      {
        status: 'rejected',
        reason: 'venue_unavailable',
        message: 'trading is disabled',
        retryAfterMs: 1_000,
      },
    ],
    ['another 503 proves nothing', toAnswer({ message: 'busy' }, 503), unknown('HTTP 503 busy')],
    [
      'a refusal',
      toAnswer({ message: 'Insufficient collateral balance' }, 400),
      { status: 'rejected', reason: 'insufficient_funds', message: 'Insufficient collateral balance' },
    ],
  ];
  for (const [why, result, outcome] of rows) {
    assert.deepEqual(
      readAnswer(result, SENT_ORDER, createIdleSender(LIMITLESS_ERRORS), ANSWERED_AT),
      outcome,
      why,
    );
  }
});

test('the status of an order states its outcome', () => {
  const UNSAID = 'the answer does not say what became of the order';
  const found: OrderStatus = { status: 'found', orderId: 7, clientOrderId: 'sent-1' };
  const filled: VenueOutcome = { status: 'filled', venueOrderId: '7', fills: [FILL] };
  const resting: VenueOutcome = { ...filled, status: 'resting' };
  const live = { status: 'LIVE', id: 7 };
  const rows: [why: string, found: OrderStatus, sentAt: number, outcome: VenueOutcome][] = [
    ['traded', { ...found, data: { execution: TRADED } }, ANSWERED_AT, filled],
    ['open', { ...found, data: { order: live, execution: TRADED } }, ANSWERED_AT, resting],
    [
      'open, one object deeper',
      { ...found, data: { order: { order: live }, execution: TRADED } },
      ANSWERED_AT,
      resting,
    ],
    [
      'the id of the order itself',
      { status: 'found', data: { order: { id: 7 }, execution: TRADED } },
      ANSWERED_AT,
      filled,
    ],
    ['without an execution', { ...found, data: {} }, ANSWERED_AT, unknown('the answer names no execution')],
    [
      'another order',
      { ...found, clientOrderId: 'sent-2', data: { execution: TRADED } },
      ANSWERED_AT,
      unknown("the venue's answer is about another order"),
    ],
    [
      'not found, of another order',
      { status: 'not_found', clientOrderId: 'sent-2' },
      ANSWERED_AT - 30_000,
      unknown("the venue's answer is about another order"),
    ],
    ['found without its data', found, ANSWERED_AT - 30_000, unknown(UNSAID)],
    ['in a word of no meaning', { status: 'error' }, ANSWERED_AT - 30_000, unknown(UNSAID)],
    [
      'not found yet',
      { status: 'not_found', clientOrderId: 'sent-1' },
      ANSWERED_AT - 29_999,
      { status: 'unknown', message: 'the venue does not know the order yet', finalInMs: 1 },
    ],
    [
      'never found',
      { status: 'not_found' },
      ANSWERED_AT - 30_000,
      { status: 'rejected', reason: 'venue_unavailable', message: 'the order never reached the venue' },
    ],
  ];
  for (const [why, row, sentAt, outcome] of rows) {
    assert.deepEqual(readStatus(row, SENT_ORDER, createIdleSender(LIMITLESS_ERRORS), sentAt), outcome, why);
  }
});
