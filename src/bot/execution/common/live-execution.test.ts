import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs } from '../../../domain/index.ts';
import type { PreparedOrder, VenueFill, VenueOutcome } from '../execution-venue.ts';
import { LiveExecution, type VenueProtocol } from './live-execution.ts';
import { OrderDesk, reject } from './order-desk.ts';
import { VenueHttp } from './venue-http.ts';
import { ReadFailure } from './venue-read.ts';

const NOW = epochMs(1_763_700_000_000);
const SECRET = { account: 'mine', key: 'a very secret key' };
const ORDER: PreparedOrder = {
  format: 1,
  venue: 'kalshi',
  account: 'mine',
  storeKey: 'm',
  venueAsset: 'm',
  side: 'buy',
  leg: 'yes',
  limitPrice: '0.5',
  size: '20',
  venueClientId: 'id',
  body: '{}',
  details: {},
  preparedAt: NOW,
  expiresAt: null,
};
const SENT = { at: NOW, venueOrderId: null };
const fill = (size: string, price = '0.5'): VenueFill => ({
  fillId: 'f',
  t: NOW,
  price,
  size,
  usdMicro: 1,
  venueFeeMicroUsd: null,
});
const filled = (one: VenueFill): VenueOutcome => ({ status: 'filled', venueOrderId: 'v', fills: [one] });
const resting: VenueOutcome = { status: 'resting', venueOrderId: 'v', fills: [] };
const signal = new AbortController().signal;

/** A venue that answers as the test says; its last look-up answer is repeated. */
function bench(answers: { readonly sent?: VenueOutcome; readonly found?: VenueOutcome[] }) {
  const http = new VenueHttp({ baseUrl: 'http://127.0.0.1:9', userAgent: 'test', clock: () => NOW });
  const found = [...(answers.found ?? [])];
  const cancels: (string | null)[] = [];
  const protocol: VenueProtocol<{ account: string }> = {
    venue: 'kalshi',
    desk: new OrderDesk(http, []),
    readCredential: ({ account }) =>
      account ? { account } : { usable: false, missing: ['account'], problem: null },
    getAccount: ({ account }) => account,
    check: () =>
      Promise.reject(new ReadFailure('credentials_rejected', `no: ${SECRET.key}`, { status: 401 })),
    build: async () => reject('other', `echo ${SECRET.key}`),
    open: async () => async () => answers.sent ?? resting,
    find: async () => (found.length > 1 ? found.shift() : found[0]) as VenueOutcome,
    requestCancel: async (_order, venueOrderId) => {
      cancels.push(venueOrderId);
    },
  };
  return { venue: new LiveExecution(protocol), cancels };
}

for (const [lie, answer] of [
  ['a fill larger than the order', filled(fill('21'))],
  ['a price beyond its limit', filled(fill('20', '0.52'))],
  ['a price that no probability has', filled(fill('20', '1.5'))],
  ['a fill of nothing', filled(fill('0'))],
] as const) {
  test(`a venue that answers ${lie} is not believed, and the order is looked up`, async () => {
    const { venue } = bench({ sent: answer, found: [answer, filled(fill('20'))] });
    const sent = await venue.send(ORDER, SECRET, { signal });
    assert.equal(sent.status, 'unknown');
    assert.match(sent.status === 'unknown' ? sent.message : '', /cannot be true/);
    assert.equal(
      (await venue.lookUp(ORDER, SENT, SECRET, signal)).status,
      'unknown',
      'as long as it says so',
    );
    assert.equal((await venue.lookUp(ORDER, SENT, SECRET, signal)).status, 'filled');
    assert.equal(venue.counters().implausibleAnswers, 2);
  });
}

test('the credential of another account may find an order and cannot prove that there is none', async () => {
  const other = { ...SECRET, account: 'other' };
  const absent = reject('venue_unavailable', 'the order never reached the venue');
  const { venue } = bench({ found: [absent, absent, filled(fill('20'))] });
  assert.equal((await venue.lookUp(ORDER, SENT, SECRET, signal)).status, 'rejected');
  assert.equal((await venue.lookUp(ORDER, SENT, other, signal)).status, 'unknown');
  assert.equal((await venue.lookUp(ORDER, SENT, other, signal)).status, 'filled');
  assert.equal((await venue.lookUp(ORDER, SENT, { key: 'x' }, signal)).status, 'unknown');
});

test('cancelling asks once for what rests, and says what the order came to', async () => {
  const empty = reject('no_liquidity', 'ended with nothing traded');
  const rows: [found: VenueOutcome[], status: string, cancels: number][] = [
    [[resting, empty], 'cancelled', 1],
    [[resting, filled(fill('3'))], 'filled', 1],
    [[resting, { status: 'unknown', message: 'no answer' }], 'unknown', 1],
    [[resting, resting], 'resting', 1],
    [[filled(fill('20'))], 'filled', 0],
    [[{ status: 'unknown', message: 'no answer' }], 'unknown', 0],
    [[empty], 'rejected', 0],
  ];
  for (const [found, status, count] of rows) {
    const { venue, cancels } = bench({ found });
    assert.equal((await venue.cancel(ORDER, SENT, SECRET, signal)).status, status);
    assert.equal(cancels.length, count, status);
  }
});

test('no matter what a venue echoes, its words hold no piece of the secret', async () => {
  const { venue } = bench({});
  const check = await venue.checkCredential(SECRET, signal);
  assert.deepEqual(check, { status: 'unusable', problem: 'no: [hidden]' });
  const ticket = {} as Parameters<typeof venue.prepare>[0];
  const preparation = await venue.prepare(ticket, SECRET, signal);
  assert.equal(preparation.status === 'rejected' && preparation.message, 'echo [hidden]');
});
