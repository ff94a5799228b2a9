import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs } from '../../../domain/index.ts';
import { VenueHttp } from '../calls/venue-http.ts';
import type { PreparedOrder, VenueFill, VenueOutcome } from '../execution-venue.ts';
import { LiveExecution, type VenueProtocol } from './live-execution.ts';
import { OrderSender, reject } from './order-sender.ts';
import { VenueReadError } from './venue-read.ts';

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
  notionalMicroUsd: 1,
  venueFeeMicroUsd: null,
});
const filled = (one: VenueFill): VenueOutcome => ({ status: 'filled', venueOrderId: 'v', fills: [one] });
const resting: VenueOutcome = { status: 'resting', venueOrderId: 'v', fills: [] };
const signal = new AbortController().signal;
/** Allows every order: the bot is not halted. */
const mayStillSend = async () => true;

/** Builds a venue that gives the test's answers; its last look-up answer is repeated. */
function bench(answers: { readonly sent?: VenueOutcome; readonly found?: VenueOutcome[] }) {
  const http = new VenueHttp({ baseUrl: 'http://127.0.0.1:9', userAgent: 'test', clock: () => NOW });
  const found = [...(answers.found ?? [])];
  const cancels: (string | null)[] = [];
  const purposes: string[] = [];
  const protocol: VenueProtocol<{ account: string }> = {
    venue: 'kalshi',
    sender: new OrderSender(http, []),
    readCredential: ({ account }) =>
      account ? { account } : { usable: false, missing: ['account'], problem: null },
    getAccount: ({ account }) => account,
    check: () =>
      Promise.reject(new VenueReadError('credentials_rejected', `no: ${SECRET.key}`, { status: 401 })),
    build: async () => reject('other', `echo ${SECRET.key}`),
    open: async () => async () => answers.sent ?? resting,
    find: async ({ purpose }) => {
      purposes.push(purpose);
      return (found.length > 1 ? found.shift() : found[0]) as VenueOutcome;
    },
    readHoldings: async () => ({ freeUsd: null, markets: [] }),
    requestCancel: async (_order, venueOrderId) => {
      cancels.push(venueOrderId);
    },
  };
  let passed = 0;
  const wait = (ms: number) => {
    passed += ms;
  };
  return { venue: new LiveExecution(protocol, () => passed), cancels, purposes, wait };
}

for (const [lie, answer] of [
  ['a fill larger than the order', filled(fill('21'))],
  ['a price beyond its limit', filled(fill('20', '0.52'))],
  ['a price that no probability has', filled(fill('20', '1.5'))],
  ['a fill of nothing', filled(fill('0'))],
] as const) {
  test(`a venue that answers ${lie} is not believed, and the order is looked up`, async () => {
    const { venue } = bench({ sent: answer, found: [answer, filled(fill('20'))] });
    const sent = await venue.send(ORDER, SECRET, { signal, mayStillSend });
    assert.equal(sent.status, 'unknown');
    assert.match(sent.status === 'unknown' ? sent.message : '', /cannot be true/);
    assert.equal(
      (await venue.lookUp(ORDER, SENT, SECRET, signal)).status,
      'unknown',
      'as long as it says so',
    );
    assert.equal((await venue.lookUp(ORDER, SENT, SECRET, signal)).status, 'filled');
    assert.equal(venue.getCounters().implausibleAnswers, 2);
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

test('an order that rests is not ended by answers that do not know it, unless they go on for two minutes', async () => {
  const absent = reject('venue_unavailable', 'the order never reached the venue');
  const unknown: VenueOutcome = { status: 'unknown', message: 'no answer' };
  const few = Array.from({ length: 11 }, () => absent);
  const { venue, wait } = bench({ found: [...few, unknown, resting, ...few, unknown, absent] });
  const look = async () => {
    wait(10_000);
    return (await venue.lookUp(ORDER, { ...SENT, known: 'resting' }, SECRET, signal)).status;
  };
  for (const _ of [...few, unknown]) assert.equal(await look(), 'unknown');
  assert.equal(await look(), 'resting');
  for (const _ of [...few, unknown]) assert.equal(await look(), 'unknown', 'the count began anew');
  assert.equal(await look(), 'rejected');
});

test('a resting order that is to be cancelled needs the same proof, however often its cancel is asked', async () => {
  const absent = reject('venue_unavailable', 'the order never reached the venue');
  const { venue, wait, cancels } = bench({ found: [absent] });
  const cancel = async () =>
    (await venue.cancel(ORDER, { ...SENT, known: 'resting' }, SECRET, signal)).status;
  for (let i = 0; i < 20; i++) assert.equal(await cancel(), 'unknown', 'twenty times in a moment');
  wait(110_000);
  assert.equal(await cancel(), 'rejected');
  assert.equal(cancels.length, 21, 'and each time the venue was asked to end it');
});

test('an order that the look after its first cancel finds resting is not ended by the look after the second', async () => {
  const absent = reject('venue_unavailable', 'the order never reached the venue');
  const { venue, cancels } = bench({ found: [resting, absent] });
  assert.equal((await venue.cancel(ORDER, SENT, SECRET, signal)).status, 'unknown');
  assert.deepEqual(cancels, [null, 'v']);
});

test('a cancel waits for no look at the order, and is repeated once with the id that the look brought', async () => {
  const empty = reject('no_liquidity', 'ended with nothing traded');
  const unknown: VenueOutcome = { status: 'unknown', message: 'no answer' };
  const rows: [found: VenueOutcome[], status: string, cancels: (string | null)[]][] = [
    [[empty], 'cancelled', [null]],
    [[resting, empty], 'cancelled', [null, 'v']],
    [[resting, filled(fill('3'))], 'filled', [null, 'v']],
    [[resting, unknown], 'unknown', [null, 'v']],
    [[resting, resting], 'resting', [null, 'v']],
    [[filled(fill('20'))], 'filled', [null]],
    [[unknown], 'unknown', [null]],
  ];
  for (const [found, status, expected] of rows) {
    const { venue, cancels, purposes } = bench({ found });
    assert.equal((await venue.cancel(ORDER, SENT, SECRET, signal)).status, status);
    assert.deepEqual(cancels, expected, status);
    assert.deepEqual(
      new Set(purposes),
      new Set(['confirm']),
      'what it reads afterwards is more urgent than look-ups',
    );
  }
  const known = bench({ found: [empty] });
  await known.venue.cancel(ORDER, { ...SENT, venueOrderId: 'known' }, SECRET, signal);
  assert.deepEqual(known.cancels, ['known']);
});

test('no matter what a venue echoes, its words hold no piece of the secret', async () => {
  const { venue } = bench({});
  const check = await venue.checkCredential(SECRET, signal);
  assert.deepEqual(check, { status: 'unusable', problem: 'no: [hidden]' });
  const ticket = {} as Parameters<typeof venue.prepare>[0];
  const preparation = await venue.prepare(ticket, SECRET, signal);
  assert.equal(preparation.status === 'rejected' && preparation.message, 'echo [hidden]');
});
