import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { type TestContext, test } from 'node:test';
import { Deliverer } from '../../src/alerts/delivery/deliverer.ts';
import { Sender } from '../../src/alerts/delivery/send.ts';
import type { Endpoint } from '../../src/alerts/rule.ts';
import { epochMs, HOUR_MS } from '../../src/domain/index.ts';
import { type AlertReceiver, SECRET, startReceiver } from '../support/alert-bench.ts';
import { openMemoryAlerts } from '../support/memory/alerts.ts';
import { until } from '../support/until.ts';

const clock = () => epochMs(Date.now());
const ALL = { beforeSeq: Number.MAX_SAFE_INTEGER, since: 0, limit: 100 };
const LOCAL = new Sender({ clock, userAgent: 'test', allowsPrivate: true });

const EVENT = {
  type: 'alerts.firing',
  rule: 'high',
  subject: '',
  asset: 'hl-BTC',
  value: 2,
  threshold: 1,
  text: 'BTC is at 2',
} as const;

/** A store with one event that waits for an endpoint, and what delivers it. */
async function open(t: TestContext, endpoint: Endpoint, sender = LOCAL) {
  const store = openMemoryAlerts({ clock });
  const faults: unknown[] = [];
  const deliverer = new Deliverer({
    store,
    sender,
    findConfig: () => ({ rules: [], endpoints: [endpoint] }),
    clock,
    random: () => 0.5,
    onError: (error) => faults.push(error),
    // Only new events make it look.
    everyMs: HOUR_MS,
  });
  let version = 0;
  const fire = () => {
    version++;
    const state = {
      rule: 'high',
      subject: '',
      condition: '',
      phase: 'firing',
      since: 0,
      firedAt: 0,
    } as const;
    const event = { ...EVENT, t: clock() };
    return store.advance({ ...state, position: null, version }, [event], [endpoint.id]);
  };
  const read = async () => (await store.listEvents(ALL)).flatMap(({ deliveries }) => deliveries);
  await fire();
  deliverer.start();
  deliverer.wake();
  t.after(() => deliverer.stop());
  return { store, deliverer, fire, read, faults };
}

const settled = async (read: () => Promise<readonly { readonly tries: number; readonly state: string }[]>) =>
  until(async () => (await read()).every(({ tries, state }) => tries > 0 || state !== 'waiting'));

test('an endpoint that answers with its own secret: neither state nor answer contain it', async (t) => {
  const { endpoint } = await startReceiver(t, (response) => {
    response.writeHead(500, { 'x-secret': SECRET, 'retry-after': SECRET }).end(SECRET.repeat(1_000));
  });
  const { read, store } = await open(t, endpoint);
  await settled(read);
  const text = JSON.stringify([await read(), await store.listEvents(ALL), await store.listEndpoints()]);
  assert.match(text, /the endpoint answered 500/);
  assert.doesNotMatch(text, /whsec|BwcH|very-private|127\.0\.0\.1/);
});

test('410 switches the endpoint off, and a retry switches it on', async (t) => {
  let status = 410;
  const { endpoint, calls } = await startReceiver(t, (response) => void response.writeHead(status).end());
  const { read, store, fire, deliverer } = await open(t, endpoint);
  await until(async () => (await read())[0]?.state === 'dead');
  await fire();
  assert.deepEqual(
    (await read()).map(({ state }) => state),
    ['dead', 'dead'],
  );
  assert.equal(calls.length, 1);
  status = 204;
  await store.retry((await read())[1]!.id);
  deliverer.wake();
  await until(async () => (await read())[1]?.state === 'delivered');
  assert.equal(calls[0]?.headers['webhook-id'], calls[1]?.headers['webhook-id'], 'under the same id');
  assert.equal((await store.listEndpoints())[0]?.offSince, null);
});

test('an event that is accepted while nothing is due is delivered without waiting for the next look', async (t) => {
  const { endpoint, calls } = await startReceiver(t);
  const { read, fire, deliverer } = await open(t, endpoint);
  await until(async () => (await read())[0]?.state === 'delivered');
  await fire();
  deliverer.wake();
  await until(async () => (await read())[0]?.state === 'delivered');
  assert.equal(calls.length, 2);
});

test('a redirect is a failure and is not followed', async (t) => {
  const other: AlertReceiver = await startReceiver(t);
  const { endpoint } = await startReceiver(t, (response) => {
    response.writeHead(307, { location: other.endpoint.url.href }).end();
  });
  const { read } = await open(t, endpoint);
  await settled(read);
  assert.deepEqual(
    (await read()).map(({ state, tries, reason }) => ({ state, tries, reason })),
    [{ state: 'waiting', tries: 1, reason: 'the endpoint answered 307' }],
  );
  assert.equal(other.calls.length, 0);
});

test('an endpoint that never answers costs ten seconds, and other endpoints nothing', {
  timeout: 60_000,
}, async (t) => {
  const { endpoint } = await startReceiver(t, () => undefined);
  const began = performance.now();
  const result = await LOCAL.send(endpoint, 'evt_1', { ...EVENT, seq: 1, t: clock() });
  assert.deepEqual(result, { status: null, reason: 'no answer within 10 s', retryAfterMs: null });
  assert.ok(performance.now() - began >= 9_900);
});

test('a stop does not wait for an endpoint that never answers, and the delivery is made by the next start', async (t) => {
  let answers = false;
  const { endpoint, calls } = await startReceiver(t, (response) => {
    if (answers) response.writeHead(204).end();
  });
  const { read, deliverer } = await open(t, endpoint);
  await until(() => calls.length === 1);
  await deliverer.stop();
  assert.deepEqual(
    (await read()).map(({ state, tries, reason }) => ({ state, tries, reason })),
    [{ state: 'waiting', tries: 0, reason: null }],
    'no try is counted',
  );
  answers = true;
  deliverer.start();
  deliverer.wake();
  await until(async () => (await read())[0]?.state === 'delivered');
  assert.equal(calls[0]?.headers['webhook-id'], calls[1]?.headers['webhook-id'], 'under the same id');
});

test('one that sends its answer without an end is delivered when its head arrives', async (t) => {
  const { endpoint } = await startReceiver(t, (response) => {
    response.writeHead(200);
    response.write('x');
  });
  const result = await LOCAL.send(endpoint, 'evt_1', { ...EVENT, seq: 1, t: clock() });
  assert.equal(result.status, 200);
});

test('a delivery to an endpoint that the file no longer has is dead, and says so', async (t) => {
  const { endpoint } = await startReceiver(t);
  const store = openMemoryAlerts({ clock });
  const deliverer = new Deliverer({
    store,
    sender: LOCAL,
    findConfig: () => ({ rules: [], endpoints: [] }),
    clock,
    random: () => 0.5,
    onError: (error) => assert.fail(String(error)),
  });
  const state = { rule: 'high', subject: '', condition: '', phase: 'firing', since: 0, firedAt: 0 } as const;
  await store.advance({ ...state, position: null, version: 1 }, [{ ...EVENT, t: clock() }], [endpoint.id]);
  deliverer.start();
  deliverer.wake();
  t.after(() => deliverer.stop());
  const read = async () => (await store.listEvents(ALL))[0]!.deliveries[0]!;
  await until(async () => (await read()).state === 'dead');
  assert.equal((await read()).reason, 'no endpoint has this id any more');
});

/** A sender of production whose names have the given addresses. */
const resolving = (...addresses: readonly string[]) =>
  new Sender({
    clock,
    userAgent: 'test',
    allowsPrivate: false,
    lookup: (_, __, done) =>
      done(
        null,
        addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
      ),
  });

test('a name with a private address among its addresses is not connected, localhost included', async (t) => {
  const { endpoint, calls } = await startReceiver(t);
  const named = { ...endpoint, url: new URL('https://hooks.example.com:8443/x') };
  for (const address of [
    '127.0.0.1',
    '10.0.0.1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '100.64.0.1',
    '169.254.169.254',
  ]) {
    const result = await resolving('93.184.216.34', address).send(named, 'evt_1', {
      ...EVENT,
      seq: 1,
      t: clock(),
    });
    assert.equal(result.reason, 'the name has an address that is not public', address);
  }
  const local = { ...endpoint, url: new URL('https://localhost/x') };
  const result = await resolving('127.0.0.1').send(local, 'evt_1', { ...EVENT, seq: 1, t: clock() });
  assert.equal(result.reason, 'the URL is not a public address');
  assert.equal(calls.length, 0);
});

test('even where private addresses are allowed, a name of a link-local one is not connected', async (t) => {
  const { endpoint } = await startReceiver(t);
  const sender = new Sender({
    clock,
    userAgent: 'test',
    allowsPrivate: true,
    lookup: (_, __, done) => done(null, [{ address: '169.254.169.254', family: 4 }]),
  });
  const named = { ...endpoint, url: new URL('http://metadata.example/') };
  const result = await sender.send(named, 'evt_1', { ...EVENT, seq: 1, t: clock() });
  assert.equal(result.reason, 'the name has an address that is not public');
});
