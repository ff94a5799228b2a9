import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Halt } from './control.ts';
import { KILL_SWITCH_TIMEOUT_MS, KillSwitch } from './kill-switch.ts';

function bench() {
  const store = { answer: async (): Promise<Halt> => 'none' };
  const faults: string[] = [];
  const killSwitch = new KillSwitch({
    controls: { readHalt: () => store.answer() },
    onFault: (error) => faults.push((error as Error).message),
  });
  return { store, faults, read: () => killSwitch.read('bot_1') };
}

test('the switch is what the store says', async () => {
  const { store, read, faults } = bench();
  assert.equal(await read(), 'clear');
  store.answer = async () => 'opening';
  assert.equal(await read(), 'opening');
  store.answer = async () => 'all';
  assert.equal(await read(), 'set');
  assert.deepEqual(faults, []);
});

test('a store that fails leaves the switch unknown, and is reported once until it answers again', async () => {
  const { store, read, faults } = bench();
  const fail = async () => Promise.reject(new Error('no connection'));
  store.answer = fail;
  assert.deepEqual([await read(), await read()], ['unknown', 'unknown']);
  assert.deepEqual(faults, ['no connection']);
  store.answer = async () => 'none' as const;
  assert.equal(await read(), 'clear');
  store.answer = fail;
  await read();
  assert.equal(faults.length, 2);
});

test('a store that throws at once leaves the switch unknown', async () => {
  const { store, read } = bench();
  store.answer = () => {
    throw new Error('closed');
  };
  assert.equal(await read(), 'unknown');
});

test('a store that hangs leaves the switch unknown after the time it has, and not before', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { store, read, faults } = bench();
  const late = Promise.withResolvers<Halt>();
  store.answer = () => late.promise;
  const inTime = read();
  t.mock.timers.tick(KILL_SWITCH_TIMEOUT_MS - 1);
  late.resolve('none');
  assert.equal(await inTime, 'clear');
  store.answer = () => new Promise(() => {});
  const never = read();
  t.mock.timers.tick(KILL_SWITCH_TIMEOUT_MS);
  assert.equal(await never, 'unknown');
  assert.match(faults[0] ?? '', /no answer within 250 ms/);
});
