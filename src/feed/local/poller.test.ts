import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FakeAdapter } from '../../../test/support/fake-adapter.ts';
import { ManualClock, venuePoll } from '../../../test/support/markets.ts';
import { UpstreamError } from '../../domain/index.ts';
import { Poller } from './poller.ts';

const clock = new ManualClock();

/** Lets promises settle while timers stand still. */
async function settle() {
  for (let i = 0; i < 10; i++) await nextTurn();
}

function createPoller(adapter: FakeAdapter, intervalMs = 1_000) {
  const failures: UpstreamError[] = [];
  const poller = new Poller({
    adapter,
    intervalMs,
    random: () => 0.5,
    onPoll: async () => undefined,
    onFailure: (error) => failures.push(error),
    onFault: (error) => {
      throw error;
    },
  });
  return { poller, failures };
}

test('a venue is polled once per interval', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const adapter = new FakeAdapter('kalshi');
  adapter.polls = [async () => venuePoll('kalshi', clock.read(), [])];
  const { poller } = createPoller(adapter);
  poller.start();
  await settle();
  assert.equal(adapter.calls.poll, 1);
  for (let i = 2; i <= 4; i++) {
    t.mock.timers.tick(1_000);
    await settle();
    assert.equal(adapter.calls.poll, i);
  }
  assert.equal(poller.okCount, 4);
  await poller.stop();
});

test('polls never overlap: a slow one makes the next one wait', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const adapter = new FakeAdapter('kalshi');
  let finish = () => {};
  adapter.polls = [
    () =>
      new Promise((resolve) => {
        finish = () => resolve(venuePoll('kalshi', clock.read(), []));
      }),
  ];
  const { poller } = createPoller(adapter);
  poller.start();
  await settle();
  t.mock.timers.tick(10_000);
  await settle();
  assert.equal(adapter.calls.poll, 1);
  finish();
  await settle();
  t.mock.timers.tick(1_000);
  await settle();
  assert.equal(adapter.calls.poll, 2);
  finish();
  await poller.stop();
});

test('failures double the pause up to a minute, and a success resets it', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const adapter = new FakeAdapter('kalshi');
  const { poller, failures } = createPoller(adapter);
  poller.start();
  await settle();
  const pauses = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000];
  for (const [i, pause] of pauses.entries()) {
    t.mock.timers.tick(pause - 1);
    await settle();
    assert.equal(adapter.calls.poll, i + 1, `still waiting after failure ${i + 1}`);
    t.mock.timers.tick(1);
    await settle();
    assert.equal(adapter.calls.poll, i + 2);
  }
  assert.equal(failures.length, pauses.length + 1);
  adapter.polls = [async () => venuePoll('kalshi', clock.read(), [])];
  t.mock.timers.tick(60_000);
  await settle();
  assert.equal(poller.failuresInRow, 0);
  assert.equal(poller.lastError, null);
  await poller.stop();
});

test("the venue's wish to wait is obeyed when it is longer than the pause", async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const adapter = new FakeAdapter('kalshi');
  adapter.polls = [
    async () => {
      throw new UpstreamError('rate_limited', 'HTTP 429', { status: 429, retryAfterMs: 90_000 });
    },
  ];
  const { poller } = createPoller(adapter);
  poller.start();
  await settle();
  t.mock.timers.tick(89_999);
  await settle();
  assert.equal(adapter.calls.poll, 1);
  t.mock.timers.tick(1);
  await settle();
  assert.equal(adapter.calls.poll, 2);
  await poller.stop();
});

test('an adapter that throws anything else counts as a failed poll and the loop continues', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const adapter = new FakeAdapter('kalshi');
  adapter.polls = [
    async () => {
      throw new TypeError('markets is not iterable');
    },
  ];
  const { poller, failures } = createPoller(adapter);
  poller.start();
  await settle();
  assert.equal(failures[0]?.failure, 'malformed');
  assert.match(poller.lastError ?? '', /markets is not iterable/);
  t.mock.timers.tick(1_000);
  await settle();
  assert.equal(adapter.calls.poll, 2);
  await poller.stop();
});

test('stopping gives up the poll in progress and reports no failure', async () => {
  const adapter = new FakeAdapter('kalshi');
  const stuck = mock.fn(
    (signal: AbortSignal) =>
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  adapter.poll = stuck as unknown as typeof adapter.poll;
  const { poller, failures } = createPoller(adapter);
  poller.start();
  await poller.stop();
  assert.equal(failures.length, 0);
  assert.equal(poller.running, false);
});
