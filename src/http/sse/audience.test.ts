import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Audience } from './audience.ts';
import { Turns } from './turns.ts';

interface Listener {
  readonly joinedAfter: number;
  readonly heard: string[];
}

function audienceOf() {
  const turns = new Turns();
  const audience = new Audience<Listener, string>(turns, ({ heard }, frame) => heard.push(frame));
  const join = () => {
    const listener: Listener = { joinedAfter: audience.position, heard: [] };
    audience.join(listener);
    return listener;
  };
  return { audience, join };
}

async function told() {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
}

test('every member hears every frame once, in order, also one that comes during the telling', async () => {
  const { audience, join } = audienceOf();
  const members = Array.from({ length: 500 }, join);
  audience.publish('one');
  audience.publish('two');
  await told();
  for (const { heard } of members) assert.deepEqual(heard, ['one', 'two']);
});

test('a newcomer hears only what is published after it joined', async () => {
  const { audience, join } = audienceOf();
  join();
  audience.publish('before');
  const newcomer = join();
  audience.publish('after');
  await told();
  assert.deepEqual(newcomer.heard, ['after']);
});

test('who leaves during the telling hears no more, and the others hear all', async () => {
  const { audience, join } = audienceOf();
  const [first, second, third] = [join(), join(), join()];
  audience.publish('one');
  audience.leave(second as Listener);
  audience.publish('two');
  await told();
  assert.deepEqual([first?.heard, second?.heard, third?.heard], [['one', 'two'], [], ['one', 'two']]);
  assert.equal(audience.size, 2);
});

test('a long job gives way to others, and jobs share their slices', async () => {
  let now = 0;
  const turns = new Turns(() => now);
  const steps: string[] = [];
  function* job(name: string, count: number): Generator<void> {
    for (let i = 0; i < count; i++) {
      steps.push(name);
      now += 1;
      yield;
    }
  }
  turns.run(job('long', 1_000));
  turns.run(job('short', 1));
  await new Promise((resolve) => setImmediate(resolve));
  assert.ok(steps.length < 1_000, 'the first turn ends before the long job does');
  await told();
  assert.ok(steps.indexOf('short') < 200, 'the short job does not wait for the end of the long one');
  for (let i = 0; i < 100; i++) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(steps.length, 1_001);
});
