import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  CallBudget,
  CallBudgetError,
  type CallLimits,
  type CallPurpose,
  type VenueCall,
} from './call-budget.ts';

const TEN_A_SECOND: CallLimits = {
  limits: [{ scope: 'account', limit: 10, windowMs: 1_000, getCost: ({ cost = 1 }) => cost }],
  refuses: 'account',
  pauseMs: 1_000,
};

/** Builds a budget with a clock that the test moves. */
function bench(t: TestContext, limits: CallLimits) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  const budget = new CallBudget('kalshi', limits, () => now);
  const left: string[] = [];
  return {
    budget,
    left,
    /** Takes a turn, and notes the call's name when it leaves or is kept back. */
    take: (name: string, call: VenueCall) =>
      void budget.take(call).then(
        () => left.push(name),
        (error: unknown) => left.push(`${name} kept back for ${(error as CallBudgetError).retryAfterMs}`),
      ),
    pass: async (ms: number) => {
      for (let i = 0; i < ms; i += 10) {
        now += 10;
        t.mock.timers.tick(10);
        await flushed();
      }
    },
  };
}

const flushed = () => new Promise((resolve) => setImmediate(resolve));
const buildCall = (purpose: CallPurpose, account: string | null = 'a', cost = 1): VenueCall => ({
  purpose,
  account,
  cost,
});

test('calls leave at once while there is room, and afterwards when the window has slid on', async (t) => {
  const { take, pass, left } = bench(t, TEN_A_SECOND);
  for (let i = 0; i < 12; i++) take(`c${i}`, buildCall('cancel'));
  await flushed();
  assert.equal(left.length, 10);
  await pass(990);
  assert.equal(left.length, 10);
  await pass(20);
  assert.equal(left.length, 12);
});

test('a call whose room comes as its patience ends leaves', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  let stepMs = 0;
  // On a busy machine each reading of the clock is later than the one before.
  const budget = new CallBudget('kalshi', TEN_A_SECOND, () => (now += stepMs));
  const order = buildCall('order');
  budget.noteAnswer(order, true, 2_000);
  const taken = budget.take(order);
  [now, stepMs] = [1_997.5, 2];
  t.mock.timers.tick(2_000);
  await taken;
});

const PURPOSES = [
  'check',
  'account',
  'fees',
  'resting',
  'prepare',
  'outcome',
  'confirm',
  'order',
  'cancel',
] as const;

test('less urgent calls stop earlier and leave room for orders and cancels', async (t) => {
  const hundred = TEN_A_SECOND.limits.map((one) => ({ ...one, limit: 100 }));
  const { take, left } = bench(t, { ...TEN_A_SECOND, limits: hundred });
  for (const purpose of PURPOSES) {
    for (let i = 0; i < 60; i++) take(purpose, buildCall(purpose));
  }
  await flushed();
  const count = (purpose: string) => left.filter((one) => one === purpose).length;
  assert.deepEqual(PURPOSES.map(count), [50, 5, 10, 5, 10, 10, 2, 3, 5]);
});

test('of waiting callers the most urgent goes first, regardless of arrival', async (t) => {
  const one: CallLimits = {
    ...TEN_A_SECOND,
    limits: [{ scope: 'account', limit: 1, windowMs: 300, getCost: () => 1 }],
  };
  const { take, pass, left } = bench(t, one);
  for (const purpose of PURPOSES) take(purpose, buildCall(purpose));
  take('somebody waits', { ...buildCall('fees'), isImpatient: true });
  await flushed();
  assert.deepEqual(left, ['check', 'somebody waits kept back for 1000']);
  await pass(2_100);
  const inTurn = left.filter((one) => !one.includes('kept back'));
  assert.deepEqual(inTurn, ['check', 'cancel', 'order', 'confirm', 'outcome', 'prepare', 'resting']);
});

test('a call that would wait too long is kept back at once, and one that waited too long afterwards', async (t) => {
  const slow: CallLimits = {
    ...TEN_A_SECOND,
    limits: [{ scope: 'account', limit: 1, windowMs: 1_500, getCost: () => 1 }],
  };
  const { budget, take, pass, left } = bench(t, slow);
  take('first', buildCall('order'));
  budget.pauseOrders('b', 10_000);
  take('paused', buildCall('order', 'b'));
  for (const name of ['second', 'third']) take(name, buildCall('order'));
  await flushed();
  assert.deepEqual(left, ['first', 'paused kept back for 10000']);
  await pass(1_510);
  assert.deepEqual(left.slice(2), ['second']);
  await pass(600);
  assert.match(left[3] ?? '', /^third kept back for 9\d\d|^third kept back for 1\d{3}/);
});

test('accounts do not take from each other, and what is counted by address all share', async (t) => {
  const both: CallLimits = {
    ...TEN_A_SECOND,
    limits: [...TEN_A_SECOND.limits, { scope: 'address', limit: 15, windowMs: 1_000, getCost: () => 1 }],
  };
  const { take, left } = bench(t, both);
  for (let i = 0; i < 12; i++) take('a', buildCall('cancel', 'a'));
  for (let i = 0; i < 12; i++) take('b', buildCall('cancel', 'b'));
  await flushed();
  assert.deepEqual([left.filter((one) => one === 'a').length, left.length], [10, 15]);
});

test('nothing leaves while the venue has said to wait; each refusal without a time doubles the pause', async (t) => {
  const { budget, pass } = bench(t, TEN_A_SECOND);
  const call = buildCall('order');
  const waitMs = async (one = call) => {
    try {
      await budget.take(one);
      return 0;
    } catch (error) {
      assert.ok(error instanceof CallBudgetError);
      return error.retryAfterMs;
    }
  };
  budget.noteAnswer(call, true, 5_000);
  assert.equal(await waitMs(), 5_000);
  assert.equal(await waitMs(buildCall('cancel')), 5_000);
  assert.equal(await waitMs(buildCall('order', 'b')), 0, 'it was about the account');
  await pass(5_000);
  assert.equal(await waitMs(), 0);
  budget.noteAnswer(call, false, null);
  for (const pauseMs of [1_000, 2_000, 4_000]) {
    budget.noteAnswer(call, true, null);
    await pass(pauseMs - 10);
    assert.equal(budget.waitMs(call), 10, String(pauseMs));
    await pass(10);
    assert.equal(budget.waitMs(call), 0);
  }
  budget.noteAnswer(call, false, null);
  budget.noteAnswer(call, true, null);
  assert.equal(budget.waitMs(call), 1_000, 'an answer ends the row of refusals');
});

test('a refusal that is about the address stops all callers, for five minutes at most', async (t) => {
  const { budget } = bench(t, { ...TEN_A_SECOND, refuses: 'address' });
  budget.noteAnswer(buildCall('outcome', 'a'), true, 86_400_000);
  assert.equal(budget.waitMs(buildCall('order', 'b')), 300_000);
});

test('after a refusal reads have half of the rate, and it comes back; orders and cancels keep theirs', async () => {
  let now = 0;
  const open = (limits: CallLimits) => new CallBudget('kalshi', limits, () => now);
  const rows = [
    ['account', buildCall('outcome'), buildCall('outcome', 'b')],
    ['address', buildCall('outcome', 'b'), null],
  ] as const;
  for (const [refuses, slowed, free] of rows) {
    const budget = open({ ...TEN_A_SECOND, refuses });
    budget.noteAnswer(buildCall('order'), true, 0);
    budget.noteAnswer(buildCall('order'), true, 0);
    await budget.take(slowed);
    assert.equal(budget.waitMs(slowed), 200, 'five a second: halved once in ten seconds');
    assert.equal(budget.waitMs({ ...slowed, purpose: 'order' }), 0);
    assert.equal(budget.waitMs({ ...slowed, purpose: 'cancel' }), 0);
    if (free !== null) {
      await budget.take(free);
      assert.equal(budget.waitMs(free), 0, 'it was about the account');
    }
    now += 11_000;
    budget.noteAnswer(slowed, true, 0);
    await budget.take(slowed);
    assert.ok(Math.abs(budget.waitMs(slowed) - 386) <= 1, 'a half of what had come back');
  }
  const budget = open(TEN_A_SECOND);
  budget.noteAnswer(buildCall('order'), true, 0);
  now += 300_000;
  await budget.take(buildCall('outcome'));
  assert.equal(budget.waitMs(buildCall('outcome')), 0, 'a tenth of the full rate comes back each minute');
});

test('paused orders leave look-ups and cancels alone', (t) => {
  const { budget } = bench(t, TEN_A_SECOND);
  budget.pauseOrders('a', 10_000);
  const waits = (['order', 'cancel', 'outcome'] as const).map((purpose) => budget.waitMs(buildCall(purpose)));
  assert.deepEqual(waits, [10_000, 0, 0]);
});

test('a call waits for the end of those in progress where only this many may be', async (t) => {
  const { budget, take, left } = bench(t, { ...TEN_A_SECOND, maxConcurrent: 2 });
  const ends = [budget.begin(buildCall('check')), budget.begin(buildCall('check'))];
  take('third', buildCall('order'));
  take('of another account', buildCall('order', 'b'));
  await flushed();
  assert.deepEqual(left, ['of another account']);
  ends[0]?.();
  await flushed();
  assert.deepEqual(left, ['of another account', 'third']);
});

test('reads of an account leave one place free, so that its cancel waits for none of them', async (t) => {
  const { budget, take, left } = bench(t, { ...TEN_A_SECOND, maxConcurrent: 2 });
  for (const purpose of ['outcome', 'prepare', 'check'] as const) take(purpose, buildCall(purpose));
  await flushed();
  assert.deepEqual(left, ['outcome']);
  budget.begin(buildCall('outcome'));
  take('cancel', buildCall('cancel'));
  await flushed();
  assert.deepEqual(left, ['outcome', 'cancel']);
});

test('calls that come at the same moment are no more than may be in progress', async (t) => {
  const { budget, take, left } = bench(t, { ...TEN_A_SECOND, maxConcurrent: 2 });
  for (const name of ['1', '2', '3', '4', '5']) take(name, buildCall('order'));
  await flushed();
  assert.deepEqual(left, ['1', '2']);
  const ends = [budget.begin(buildCall('order')), budget.begin(buildCall('order'))];
  ends[0]?.();
  await flushed();
  assert.deepEqual(left, ['1', '2', '3'], 'the end of one lets one go, not all that wait');
});

test('calls that name no account are no more than may be in progress of the address', async (t) => {
  const { budget, take, left } = bench(t, { ...TEN_A_SECOND, maxConcurrentUnnamed: 1 });
  take('first', buildCall('prepare', null));
  take('second', buildCall('prepare', null));
  take('of an account', buildCall('prepare'));
  await flushed();
  assert.deepEqual(left, ['first', 'of an account']);
  budget.begin(buildCall('prepare', null))();
  await flushed();
  assert.deepEqual(left, ['first', 'of an account', 'second']);
});

test('room is kept for what answers in progress may cost, and what they did cost counts', async (t) => {
  const { budget, take, left } = bench(t, TEN_A_SECOND);
  const list: VenueCall = { ...buildCall('fees'), maxAnswerCost: 5 };
  take('list', list);
  for (let i = 0; i < 5; i++) take('order', buildCall('order'));
  await flushed();
  assert.deepEqual(left, ['list', 'order', 'order', 'order', 'order']);
  budget.begin(list)(1);
  await flushed();
  assert.equal(left.length, 6);
  assert.equal(budget.waitMs(buildCall('cancel', 'a', 3)), 0, 'seven of ten were spent');
  assert.equal(budget.waitMs({ ...buildCall('cancel', 'a', 1), maxAnswerCost: 3 }), 1_000);
});

test('a call heavier than the whole limit goes when nothing else was spent', async (t) => {
  const { budget, take, left } = bench(t, TEN_A_SECOND);
  take('heavy', buildCall('check', 'a', 60));
  await flushed();
  assert.deepEqual(left, ['heavy']);
  assert.equal(budget.waitMs(buildCall('cancel')), 1_000);
});

const ADDRESS: CallLimits = {
  ...TEN_A_SECOND,
  limits: [{ scope: 'address', limit: 20, windowMs: 1_000, getCost: () => 1 }],
};

test('accounts that wait take turns, however many calls one of them has in the line', async (t) => {
  const { take, pass, left } = bench(t, ADDRESS);
  // The account uses up its part with orders, and many more wait.
  for (let i = 0; i < 60; i++) take('a', buildCall('order', 'a'));
  for (const name of ['b', 'c']) for (let i = 0; i < 3; i++) take(name, buildCall('order', name));
  await flushed();
  assert.equal(left.length, 19);
  await pass(1_010);
  assert.deepEqual(left.slice(19, 28), ['b', 'c', 'a', 'b', 'c', 'a', 'b', 'c', 'a']);
});

test('an account that asks alone has everything, and a quarter is for the others once they ask', async (t) => {
  const { take, pass, left } = bench(t, ADDRESS);
  const count = (name: string) => left.filter((one) => one === name).length;
  take('b', buildCall('order', 'b'));
  for (let i = 0; i < 60; i++) take('a', buildCall('order', 'a'));
  await flushed();
  assert.deepEqual([count('a'), count('b')], [13, 1], 'three quarters of 95 %');
  for (let i = 0; i < 4; i++) take('b', buildCall('order', 'b'));
  await flushed();
  assert.equal(count('b'), 5, 'it finds room at once');
  take('stop', buildCall('cancel', 'a'));
  await flushed();
  assert.equal(count('stop'), 1, 'cancels have all of it');
  // After this time no other account has asked within the window.
  await pass(4_000);
  const before = left.length;
  for (let i = 0; i < 60; i++) take('alone', buildCall('order', 'a'));
  await flushed();
  assert.equal(left.length - before, 19);
});

test('checks of many accounts have one small limit, and take nothing from the part of an account that trades', async (t) => {
  const { budget, take, left } = bench(t, { ...ADDRESS, checks: { limit: 4, windowMs: 1_000 } });
  for (let i = 0; i < 50; i++) take(`check ${i}`, buildCall('check', `a${i}`));
  await flushed();
  assert.deepEqual(left, ['check 0', 'check 1', 'check 2', 'check 3']);
  for (let i = 0; i < 12; i++) take('prepare', buildCall('prepare', 'trader'));
  for (let i = 0; i < 3; i++) take('order', buildCall('order', 'trader'));
  await flushed();
  const count = (name: string) => left.filter((one) => one === name).length;
  assert.deepEqual([count('prepare'), count('order')], [12, 3], '85 and 95 % of the limit, less four');
  assert.equal(budget.waitMs(buildCall('cancel', 'trader')), 0);
  assert.equal(budget.waitMs(buildCall('check', 'a50')), 1_000);
});

test('one account does not fill the line, and those that give up leave it', async (t) => {
  const { take, pass, left } = bench(t, ADDRESS);
  for (let i = 0; i < 1_200; i++) take('a', buildCall('order', 'a'));
  take('b', buildCall('order', 'b'));
  await flushed();
  const kept = left.filter((one) => one.includes('kept back')).length;
  assert.equal(kept, 1_200 - 19 - 100);
  await pass(1_010);
  assert.equal(left.filter((one) => one === 'b').length, 1);
  await pass(3_000);
  assert.equal(left.length, 1_201, 'everybody had an answer');
});
