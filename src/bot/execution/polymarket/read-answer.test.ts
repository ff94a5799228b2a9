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
import type { PreparedOrder, VenueFill, VenueOutcome } from '../execution-venue.ts';
import { POLYMARKET_ERRORS } from './errors.ts';
import { type FoundState, isAbout, readAnswer, readFound } from './read-answer.ts';
import type { FoundOrder, Trade } from './wire.ts';

const ORDER: PreparedOrder = {
  ...SENT_ORDER,
  venue: 'polymarket',
  account: '0xa',
  venueClientId: '0xhash',
  details: { tokenId: '9', isSell: false, feeRate: 0, feeExponent: 1 },
};
const FILL: VenueFill = {
  fillId: '0xhash',
  t: ANSWERED_AT,
  price: '0.45',
  size: '4',
  notionalMicroUsd: 1_800_000,
  venueFeeMicroUsd: 0,
};
const MATCHED = {
  success: true,
  orderID: '0xHASH',
  status: 'matched',
  makingAmount: '1.8',
  takingAmount: '4',
};
const unknown = (message: string): VenueOutcome => ({ status: 'unknown', message });

test('the answer to a sent order states its outcome', () => {
  const rows: [why: string, result: HttpResult, outcome: VenueOutcome][] = [
    ['no answer', LOST, unknown('the connection was reset')],
    ['another form', toAnswer([]), unknown('the answer cannot be read')],
    [
      'matched',
      toAnswer(MATCHED),
      { status: 'filled', venueOrderId: '0xhash', fills: [FILL], isSettling: true },
    ],
    ['matched without amounts', toAnswer({ ...MATCHED, makingAmount: '' }), unknown('the order is matched')],
    [
      'live',
      toAnswer({ ...MATCHED, status: 'live' }),
      { status: 'resting', venueOrderId: '0xhash', fills: [] },
    ],
    [
      'unmatched',
      toAnswer({ ...MATCHED, status: 'unmatched' }),
      { status: 'rejected', reason: 'no_liquidity', message: 'unmatched' },
    ],
    [
      'another order',
      toAnswer({ ...MATCHED, orderID: '0xother' }),
      {
        status: 'unknown',
        message: "the venue's answer is about another order",
        venueOrderId: '0xother',
      },
    ],
    [
      'a refusal',
      toAnswer({ error: 'not enough balance / allowance' }, 400),
      { status: 'rejected', reason: 'insufficient_funds', message: 'not enough balance / allowance' },
    ],
    [
      'a refusal as a success',
      toAnswer({ success: false, errorMsg: 'not enough balance / allowance' }),
      { status: 'rejected', reason: 'insufficient_funds', message: 'not enough balance / allowance' },
    ],
  ];
  const nulls = { errorMsg: null, status: null, makingAmount: null, takingAmount: null, tradeIDs: null };
  rows.push(
    [
      'matched without a status, with trades and amounts',
      toAnswer({ ...MATCHED, ...nulls, makingAmount: '1.8', takingAmount: '4', tradeIDs: ['t1'] }),
      { status: 'filled', venueOrderId: '0xhash', fills: [FILL], isSettling: true },
    ],
    [
      'trades without amounts: they are looked up',
      toAnswer({ ...MATCHED, ...nulls, tradeIDs: ['t1', 't2'], transactionsHashes: ['0x2'] }),
      unknown('the order is in no state'),
    ],
    [
      'words under the name of another page',
      toAnswer({ error_msg: 'not enough balance / allowance' }, 400),
      { status: 'rejected', reason: 'insufficient_funds', message: 'not enough balance / allowance' },
    ],
    [
      'a null beside the words',
      toAnswer({ error: null, errorMsg: '', error_msg: 'invalid signature' }, 400),
      { status: 'rejected', reason: 'credentials_rejected', message: 'invalid signature' },
    ],
    [
      'a status with its reason',
      toAnswer({
        ...MATCHED,
        status: "CANCELED_order couldn't be fully filled. FOK orders are fully filled or killed.",
      }),
      {
        status: 'rejected',
        reason: 'no_liquidity',
        message: "order couldn't be fully filled. FOK orders are fully filled or killed.",
      },
    ],
  );
  for (const [why, result, outcome] of rows) {
    assert.deepEqual(
      readAnswer(result, ORDER, createIdleSender(POLYMARKET_ERRORS), ANSWERED_AT),
      outcome,
      why,
    );
  }
});

const FOUND: FoundOrder = { id: '0xHASH', status: 'ORDER_STATUS_MATCHED', size_matched: '4', price: '0.5' };
const TRADE: Trade = {
  id: 't1',
  taker_order_id: '0xHASH',
  size: '4',
  price: '0.45',
  status: 'TRADE_STATUS_CONFIRMED',
  match_time: String(ANSWERED_AT / 1_000),
};

test('an order and the trades of its account state its outcome', () => {
  const filled: VenueOutcome = { status: 'filled', venueOrderId: '0xhash', fills: [FILL] };
  const live: FoundOrder = { ...FOUND, status: 'LIVE' };
  const rows: [why: string, changes: Partial<FoundState>, outcome: VenueOutcome][] = [
    ['confirmed', {}, filled],
    ['a trade that is listed twice counts once', { trades: [TRADE, TRADE] }, filled],
    [
      'a trade of another order',
      { trades: [TRADE, { ...TRADE, id: 't2', taker_order_id: '0xother' }] },
      filled,
    ],
    ['not confirmed yet', { trades: [{ ...TRADE, status: 'MATCHED' }] }, { ...filled, isSettling: true }],
    ['the order is forgotten', { found: null }, filled],
    ['open', { found: live }, { status: 'resting', venueOrderId: '0xhash', fills: [FILL] }],
    ['not listed yet', { trades: [] }, unknown('the trades of the order are not listed yet')],
    [
      'not listed for a minute: its limit price is used until they are',
      { trades: [], sentAt: ANSWERED_AT - 60_000 },
      {
        ...filled,
        fills: [{ ...FILL, price: '0.5', notionalMicroUsd: 2_000_000, isProvisional: true }],
        isSettling: true,
      },
    ],
    [
      'failed on chain',
      { trades: [{ ...TRADE, status: 'FAILED' }] },
      {
        status: 'rejected',
        reason: 'venue_unavailable',
        message: 'the trade failed on chain',
        hasFailedOnChain: true,
      },
    ],
    [
      'failed in part',
      {
        found: { ...FOUND, size_matched: '5' },
        trades: [TRADE, { ...TRADE, id: 't2', size: '1', status: 'FAILED' }],
      },
      filled,
    ],
    [
      'ended without a trade',
      { found: { ...FOUND, status: 'CANCELED', size_matched: '0' }, trades: [] },
      {
        status: 'rejected',
        reason: 'no_liquidity',
        message: 'the order ended as CANCELED with nothing traded',
      },
    ],
    [
      'nothing matched yet, as ""',
      { found: { ...live, size_matched: '', price: null }, trades: [] },
      { status: 'resting', venueOrderId: '0xhash', fills: [] },
    ],
    [
      'ended with its reason',
      {
        found: { ...FOUND, status: 'CANCELED_not enough balance / allowance', size_matched: '' },
        trades: [],
      },
      { status: 'rejected', reason: 'insufficient_funds', message: 'not enough balance / allowance' },
    ],
    [
      'not found yet',
      { found: null, trades: [] },
      { status: 'unknown', message: 'the venue does not know the order yet', finalInMs: 30_000 },
    ],
    [
      'never found',
      { found: null, trades: [], sentAt: ANSWERED_AT - 30_000 },
      { status: 'rejected', reason: 'venue_unavailable', message: 'the order never reached the venue' },
    ],
    [
      'not found, although the venue took it under an id of its own',
      { found: null, trades: [], namedId: '0xother', sentAt: ANSWERED_AT - 30_000 },
      unknown('the venue shows no order under its own id'),
    ],
  ];
  for (const [why, changes, outcome] of rows) {
    const state: FoundState = {
      found: FOUND,
      trades: [TRADE],
      namedId: '0xhash',
      sentAt: ANSWERED_AT,
      ...changes,
    };
    assert.deepEqual(readFound(state, ORDER, createIdleSender(POLYMARKET_ERRORS), ANSWERED_AT), outcome, why);
  }
  const early = { ...TRADE, id: 't2', size: '1', match_time: ANSWERED_AT / 1_000 - 5 };
  const state: FoundState = { found: FOUND, trades: [TRADE, early], namedId: '0xhash', sentAt: ANSWERED_AT };
  const sum = readFound(state, ORDER, createIdleSender(POLYMARKET_ERRORS), epochMs(ANSWERED_AT + 9));
  const fills = [{ ...FILL, size: '5', notionalMicroUsd: 2_250_000 }];
  assert.deepEqual(sum, { ...filled, fills }, 'the time is that of the newest trade');
});

test('an order under an id of the venue is the signed one when token, side and account agree', () => {
  const other: FoundOrder = { ...FOUND, id: '0xother', asset_id: '9', side: 'buy', maker_address: '0xA' };
  const rows: [found: FoundOrder, askedId: string, expected: boolean][] = [
    [FOUND, '0xhash', true],
    [FOUND, '0xother', false],
    [other, '0xother', true],
    [{ ...other, asset_id: '8' }, '0xother', false],
    [{ ...other, side: 'sell' }, '0xother', false],
    [{ ...other, maker_address: '0xb' }, '0xother', false],
  ];
  for (const [found, askedId, expected] of rows) assert.equal(isAbout(found, ORDER, askedId), expected);
});
