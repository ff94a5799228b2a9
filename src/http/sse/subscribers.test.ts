import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SliceQueue } from '../../scheduling/slices.ts';
import { Subscribers } from './subscribers.ts';

interface Listener {
  readonly joinedAfter: number;
  readonly received: string[];
}

function buildSubscribers() {
  const slices = new SliceQueue();
  const subscribers = new Subscribers<Listener, string>(slices, ({ received }, frame) =>
    received.push(frame),
  );
  const join = () => {
    const listener: Listener = { joinedAfter: subscribers.position, received: [] };
    subscribers.join(listener);
    return listener;
  };
  return { subscribers, join };
}

async function delivered() {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
}

test('every member gets every frame once, in order, also one that comes during the sending', async () => {
  const { subscribers, join } = buildSubscribers();
  const members = Array.from({ length: 500 }, join);
  subscribers.publish('one');
  subscribers.publish('two');
  await delivered();
  for (const { received } of members) assert.deepEqual(received, ['one', 'two']);
});

test('a newcomer gets only what is published after it joined', async () => {
  const { subscribers, join } = buildSubscribers();
  join();
  subscribers.publish('before');
  const newcomer = join();
  subscribers.publish('after');
  await delivered();
  assert.deepEqual(newcomer.received, ['after']);
});

test('who leaves during the sending gets no more, and the others get all', async () => {
  const { subscribers, join } = buildSubscribers();
  const [first, second, third] = [join(), join(), join()];
  subscribers.publish('one');
  subscribers.leave(second as Listener);
  subscribers.publish('two');
  await delivered();
  assert.deepEqual(
    [first?.received, second?.received, third?.received],
    [['one', 'two'], [], ['one', 'two']],
  );
  assert.equal(subscribers.size, 2);
});
