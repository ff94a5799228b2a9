import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EpochMs, epochMs } from '../../../domain/index.ts';
import { type HttpResult, VenueHttp } from '../calls/venue-http.ts';
import type { PreparedOrder, SendOptions, VenueOutcome } from '../execution-venue.ts';
import { OrderSender } from './order-sender.ts';

const NOW = epochMs(1_780_000_000_000);
const FILLED: VenueOutcome = { status: 'filled', venueOrderId: '1', fills: [] };

/** Allows every order: the bot is not halted. */
const mayStillSend = async () => true;

function createSender(): OrderSender {
  const http = new VenueHttp({ baseUrl: 'http://127.0.0.1:1', userAgent: 'test', clock: () => NOW });
  return new OrderSender(http, [{ text: /^no money/, reason: 'insufficient_funds' }]);
}

function orderWith(expiresAt: EpochMs | null, preparedAt = NOW): PreparedOrder {
  return {
    format: 1,
    venue: 'kalshi',
    account: 'one',
    storeKey: 'x',
    venueAsset: 'X',
    side: 'buy',
    leg: 'yes',
    limitPrice: '0.5',
    size: '1',
    venueClientId: 'id',
    body: '{}',
    details: {},
    preparedAt,
    expiresAt,
  };
}

function send(options: Partial<SendOptions> = {}, expiresAt: EpochMs | null = null) {
  let posts = 0;
  const signal = options.signal ?? new AbortController().signal;
  const outcome = createSender().send(
    orderWith(expiresAt),
    { signal, mayStillSend, ...options },
    async () => async () => {
      posts++;
      return FILLED;
    },
  );
  return outcome.then((result) => ({ result, posts }));
}

test('an order is sent once, unless something speaks against it at the last moment', async () => {
  assert.deepEqual(await send(), { result: FILLED, posts: 1 });
  const kept = (cause: string) => ({ result: { status: 'not_sent', cause }, posts: 0 });
  assert.deepEqual(await send({ mayStillSend: async () => false }), kept('halted'));
  assert.deepEqual(await send({ signal: AbortSignal.abort() }), kept('expired'));
  assert.deepEqual(await send({}, epochMs(NOW + 400)), kept('expired'));
  assert.deepEqual(await send({}, epochMs(NOW + 5_000)), { result: FILLED, posts: 1 });
});

test('an order that waited half a minute is not sent, because its price is old', async () => {
  const signal = new AbortController().signal;
  const late = orderWith(null, epochMs(NOW - 30_001));
  const outcome = await createSender().send(
    late,
    { signal, mayStillSend },
    async () => () => assert.fail('it was sent'),
  );
  assert.deepEqual(outcome, { status: 'not_sent', cause: 'expired' });
});

test('whether an order may still be sent is asked after it has waited for its turn', async () => {
  const sender = createSender();
  const signal = new AbortController().signal;
  const first = Promise.withResolvers<VenueOutcome>();
  let halted = false;
  const one = sender.send(orderWith(null), { signal, mayStillSend }, async () => () => first.promise);
  const two = sender.send(
    orderWith(null),
    { signal, mayStillSend: async () => !halted },
    async () => async () => FILLED,
  );
  halted = true;
  first.resolve(FILLED);
  await one;
  assert.deepEqual(await two, { status: 'not_sent', cause: 'halted' });
});

test('whether an order may still be sent is asked after what must be done before it can leave', async () => {
  let halted = false;
  const signal = new AbortController().signal;
  const outcome = await createSender().send(
    orderWith(null),
    { signal, mayStillSend: async () => !halted },
    async () => {
      halted = true;
      return () => assert.fail('it was sent');
    },
  );
  assert.deepEqual(outcome, { status: 'not_sent', cause: 'halted' });
});

test('an order whose time ran out while the kill switch was read is not sent', async () => {
  const aborting = new AbortController();
  const expireMeanwhile = async () => {
    aborting.abort();
    return true;
  };
  const { result, posts } = await send({ signal: aborting.signal, mayStillSend: expireMeanwhile });
  assert.deepEqual([result, posts], [{ status: 'not_sent', cause: 'expired' }, 0]);
});

const answer = (status: number, text: string): HttpResult => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { kind: 'answer', status, text, json, retryAfterMs: null, clockErrorMs: 0 };
};

test('what a failed request means at every venue', () => {
  const rows: [result: HttpResult, status: string | null, reason: string | null][] = [
    [{ kind: 'lost', message: 'x' }, 'unknown', null],
    [{ kind: 'unreached', message: 'x' }, 'rejected', 'venue_unavailable'],
    [answer(200, '{}'), null, null],
    [answer(200, '<html>'), 'unknown', null],
    [answer(302, ''), 'unknown', null],
    [answer(400, '{"error":"no money"}'), null, null],
    [answer(400, 'no money'), 'rejected', 'insufficient_funds'],
    [answer(403, '<html>'), 'rejected', 'venue_blocked'],
    [answer(403, '{}'), null, null],
    [answer(451, '{}'), 'rejected', 'venue_blocked'],
    [answer(408, '{}'), 'unknown', null],
    [answer(425, ''), 'rejected', 'venue_unavailable'],
    [answer(429, 'null'), 'rejected', 'rate_limited'],
    [answer(500, '{}'), 'unknown', null],
    [answer(502, '<html>'), 'unknown', null],
    [answer(503, ''), 'unknown', null],
  ];
  for (const [result, status, reason] of rows) {
    const outcome = createSender().findFailure(result, ({ text }) => text);
    assert.equal(outcome?.status ?? null, status, JSON.stringify(result));
    assert.equal(outcome?.status === 'rejected' ? outcome.reason : null, reason, JSON.stringify(result));
  }
});

test('only an answer that proves refusal lets the same bytes be sent again', () => {
  const again = (status: number) => {
    const outcome = createSender().findFailure(answer(status, '{}'), () => '');
    return outcome?.status === 'rejected' && outcome.retryAfterMs !== undefined;
  };
  assert.deepEqual([425, 429].map(again), [true, true]);
  assert.deepEqual([403, 408, 451, 500, 502, 503, 504].map(again), Array(7).fill(false));
});

test('an error without a row is other, cut short, and counted', () => {
  const sender = createSender();
  assert.equal(sender.toRejection(400, 'no money left').reason, 'insufficient_funds');
  const { reason, message } = sender.toRejection(400, `new\n${'words '.repeat(200)}`);
  assert.equal(reason, 'other');
  assert.ok(message.length <= 300 && !message.includes('\n'));
  assert.equal(sender.getCounters().unmappedErrors, 1);
  assert.match(sender.getCounters().lastUnmappedError ?? '', /^400 new words/);
});

test('an order that is not found is given up only when it cannot arrive any more', () => {
  assert.equal(createSender().toNotFound(NOW + 1).status, 'unknown');
  assert.equal(createSender().toNotFound(NOW).status, 'rejected');
});
