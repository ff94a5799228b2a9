import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { effect } from '@preact/signals-core';
import { call } from './calls.ts';

const MINUTE_MS = 60_000;

/** A page in view whose service answers at once, and whose clock moves when it is said to. */
function standIn(
  t: TestContext,
  answer: () => Response = () => Response.json({ ok: true }),
): { readonly asked: string[]; pass(ms: number): Promise<void> } {
  const asked: string[] = [];
  let now = 0;
  t.mock.timers.enable({ apis: ['setTimeout'] });
  t.mock.method(performance, 'now', () => now);
  t.mock.method(globalThis, 'fetch', async (path: string) => {
    asked.push(path);
    return answer();
  });
  Object.assign(globalThis, {
    document: { hidden: false, documentElement: { dataset: { server: 'main' } } },
  });
  t.after(() => Reflect.deleteProperty(globalThis, 'document'));
  return {
    asked,
    pass: async (ms) => {
      await turn();
      now += ms;
      t.mock.timers.tick(ms);
      await turn();
      await turn();
    },
  };
}

test('a call is repeated while it has followers, once for all of them, and never otherwise', async (t) => {
  const page = standIn(t);
  const prices = call('/api/prices', { everyMs: 1_000 });
  const asked = () => page.asked.filter((path) => path === prices.path).length;
  assert.equal(call('/api/prices', { everyMs: 1_000 }), prices);
  await page.pass(5_000);
  assert.equal(asked(), 0);
  const stops = [1, 2].map(() => effect(() => void prices.state.value));
  await page.pass(1);
  for (let second = 0; second < 3; second++) await page.pass(1_000);
  assert.equal(asked(), 4);
  stops[0]?.();
  await page.pass(1_000);
  assert.equal(asked(), 5);
  stops[1]?.();
  for (let second = 0; second < 3; second++) await page.pass(1_000);
  assert.equal(asked(), 5);
});

test('a call that follows a pointer ends its request when nobody follows it, and is no failure then', async (t) => {
  const page = standIn(t);
  const signals: AbortSignal[] = [];
  let answer = (): Promise<Response> =>
    new Promise((_, reject) => signals.at(-1)?.addEventListener('abort', () => reject(new Error('aborted'))));
  t.mock.method(globalThis, 'fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    return answer();
  });
  const book = call('/api/book/hl-BTC/at?t=1', { everyMs: MINUTE_MS, isCancelled: true });
  const leave = effect(() => void book.state.value);
  await page.pass(1);
  assert.equal(signals.length, 1);
  leave();
  await page.pass(1);
  assert.equal(signals[0]?.aborted, true);
  assert.equal(book.state.value.failure, null);
  // Followed again it is asked for at once.
  answer = async () => Response.json({ ok: true });
  t.after(effect(() => void book.state.value));
  await page.pass(1);
  assert.equal(signals.length, 2);
  assert.deepEqual(book.state.value.data, { ok: true });
});

test('the answer of a call without followers is kept for some minutes, and the call can be followed again after', async (t) => {
  const page = standIn(t);
  const window = (index: number) => call(`/api/window/${index}`, { everyMs: MINUTE_MS });
  const look = async (index: number) => {
    const stop = effect(() => void window(index).state.value);
    await page.pass(1);
    stop();
    await page.pass(1);
  };
  const first = window(1);
  await look(1);
  await page.pass(4 * MINUTE_MS);
  await look(2);
  assert.equal(window(1), first, 'four minutes later it is there at once');
  await page.pass(2 * MINUTE_MS);
  await look(3);
  const asked = page.asked.length;
  const stop = effect(() => void first.state.value);
  await page.pass(1);
  assert.equal(page.asked.length, asked + 1, 'a kept call can be followed');
  assert.equal(window(1), first, 'and shares it with others');
  stop();
  await page.pass(6 * MINUTE_MS);
  await look(4);
  assert.notEqual(window(1), first, 'memory does not grow with the windows of a chart');
});

test('all calls in view are made to a service that is back, one call after the other', async (t) => {
  let isReachable = true;
  const page = standIn(t, () => {
    if (!isReachable) throw new TypeError('connection refused');
    return Response.json({ ok: true });
  });
  const lamp = call('/api/lamp', { everyMs: 5_000 });
  const slow = [1, 2, 3].map((index) => call(`/api/slow/${index}`, { everyMs: 10 * MINUTE_MS }));
  const unseen = call('/api/unseen', { everyMs: 10 * MINUTE_MS });
  const stops = [unseen, lamp, ...slow].map((each) => effect(() => void each.state.value));
  await page.pass(1);
  stops.shift()?.();
  isReachable = false;
  // Two calls have no answer: the lamp's, and the one made by hand.
  slow[0]?.refresh();
  for (let second = 0; second < 60; second++) await page.pass(1_000);
  assert.equal(lamp.state.peek().failure?.code, 'network');

  isReachable = true;
  const before = page.asked.length;
  while (lamp.state.peek().failure !== null) await page.pass(50);
  const asked = () => page.asked.slice(before).filter((path) => path.startsWith('/api/slow/'));
  const soon = asked().length;
  assert.ok(soon < slow.length, 'not all at the same moment');
  for (let step = 0; step < 10; step++) await page.pass(50);
  assert.deepEqual(new Set(asked()), new Set(slow.map(({ path }) => path)));
  assert.equal(asked().length, slow.length, 'and each once');

  assert.equal(page.asked.slice(before).includes('/api/unseen'), false);
  stops.push(effect(() => void unseen.state.value));
  await page.pass(1);
  assert.equal(page.asked.at(-1), '/api/unseen', 'what was out of view is asked for when it is looked at');
  for (const stop of stops) stop();
});

test('one call that is refused the connection has no other repeated', async (t) => {
  const page = standIn(t);
  const other = call('/api/other', { everyMs: 10 * MINUTE_MS });
  const lamp = call('/api/well', { everyMs: 5_000 });
  const broken = call('/api/broken', { everyMs: 20_000 });
  t.mock.method(globalThis, 'fetch', async (path: string) => {
    page.asked.push(path);
    if (path === '/api/broken') throw new TypeError('refused');
    return Response.json({ ok: true });
  });
  const stops = [other, lamp, broken].map((each) => effect(() => void each.state.value));
  for (let second = 0; second < 120; second++) await page.pass(1_000);
  assert.ok(page.asked.filter((path) => path === '/api/broken').length > 3);
  assert.equal(page.asked.filter((path) => path === '/api/other').length, 1);
  for (const stop of stops) stop();
});

test('a call that fails is repeated ever later, and soon again when the failure is another', async (t) => {
  let isReachable = false;
  const page = standIn(t, () => {
    if (!isReachable) throw new TypeError('connection refused');
    return Response.json({ ok: false, error: 'warming_up', message: 'no poll yet' }, { status: 503 });
  });
  const quote = call('/api/quote', { everyMs: 2_000 });
  const stop = effect(() => void quote.state.value);
  await page.pass(1);
  for (const waitMs of [2_000, 4_000, 8_000, 16_000, 32_000, MINUTE_MS, MINUTE_MS]) {
    const before = page.asked.length;
    await page.pass(waitMs - 1);
    assert.equal(page.asked.length, before, `not before ${waitMs} ms`);
    await page.pass(1);
    assert.equal(page.asked.length, before + 1, `after ${waitMs} ms`);
  }
  assert.equal(quote.state.peek().failure?.code, 'network');
  isReachable = true;
  await page.pass(MINUTE_MS);
  assert.equal(quote.state.peek().failure?.code, 'warming_up');
  const before = page.asked.length;
  await page.pass(2_000);
  assert.equal(page.asked.length, before + 1);
  stop();
});

test('the time that the service states is waited out by every cause but the viewer', async (t) => {
  const page = standIn(t, () => {
    const body = { ok: false, error: 'rate_limited', message: 'too many requests' };
    // Frames may be lost while the request is on its way as well.
    bars.renew();
    return isReachable
      ? Response.json(body, { status: 429, headers: { 'retry-after': '50' } })
      : Response.error();
  });
  let isReachable = true;
  const bars = call('/api/bars', { everyMs: 2_000 });
  const asked = () => page.asked.filter((path) => path === bars.path).length;
  const stop = effect(() => void bars.state.value);
  await page.pass(1);
  assert.equal(bars.state.peek().failure?.code, 'rate_limited');
  // Frames are lost, other calls have no answer for a while, and the panel leaves the view and comes back.
  bars.renew();
  isReachable = false;
  const lamp = call('/api/lamp-beside', { everyMs: 1_000 });
  let stopLamp = effect(() => void lamp.state.value);
  for (let second = 0; second < 10; second++) await page.pass(1_000);
  isReachable = true;
  for (let second = 0; second < 20; second++) await page.pass(1_000);
  stopLamp();
  stopLamp = effect(() => void bars.state.value);
  await page.pass(15_000);
  assert.equal(asked(), 1);
  bars.refresh();
  await page.pass(1);
  assert.equal(asked(), 2);
  await page.pass(49_000);
  assert.equal(asked(), 2);
  await page.pass(1_500);
  assert.equal(asked(), 3);
  stop();
  stopLamp();
});
