import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RefusalPace } from './refusal-pace.ts';

function open() {
  const waits: number[] = [];
  let now = 5;
  const pace = new RefusalPace({
    now: () => now,
    wait: async (ms) => {
      waits.push(ms);
    },
  });
  return {
    waits,
    refuse: async (caller: string, times: number) => {
      for (let i = 0; i < times; i++) await pace.delay(caller);
    },
    pass: (ms: number) => {
      now += ms;
    },
  };
}

test('fifty refusals of a caller in a second are answered at once, each further one waits', async () => {
  const { refuse, waits } = open();
  await refuse('bot_1', 50);
  assert.deepEqual(waits, []);
  await refuse('bot_1', 2);
  assert.deepEqual(waits, [200, 200]);
});

test('the next second begins anew, and other callers wait for nobody', async () => {
  const { refuse, waits, pass } = open();
  await refuse('bot_1', 51);
  await refuse('bot_2', 50);
  assert.equal(waits.length, 1);
  pass(999);
  await refuse('bot_1', 1);
  assert.equal(waits.length, 2);
  pass(1);
  await refuse('bot_1', 50);
  assert.equal(waits.length, 2);
});
