import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventLog } from './event-log.ts';

const TOPIC = 'quote hl-BTC';

function openLog(maxBytes?: number) {
  let now = 0;
  const log = new EventLog({ now: () => now, ...(maxBytes === undefined ? {} : { maxBytes }) });
  return {
    log,
    add: (frame: object = {}) => log.append(TOPIC, { asset: 'hl-BTC', kind: 'quote', frame }),
    pass: (ms: number) => {
      now += ms;
    },
    numbers: (seq: number) => [...log.after(seq)].map((entry) => entry.seq),
  };
}

test('events are kept for five minutes', () => {
  const { log, add, pass, numbers } = openLog();
  add();
  pass(1_000);
  add();
  pass(299_000);
  assert.deepEqual([log.covers(0), numbers(0)], [true, [1, 2]]);
  pass(1);
  assert.deepEqual([log.covers(0), log.covers(1), numbers(0)], [false, true, [2]]);
  assert.deepEqual([log.findPosition(log.toId(0)), log.findPosition(log.toId(1))], [null, 1]);
  pass(1_000);
  assert.deepEqual([log.covers(1), log.covers(2), log.size], [false, true, { events: 0, bytes: 0 }]);
});

test('the oldest events leave when all take more bytes than the log may hold', () => {
  const { log, add, numbers } = openLog(10_000);
  const frame = { text: 'x'.repeat(3_000) };
  for (let i = 0; i < 3; i++) add(frame);
  assert.deepEqual(numbers(0), [1, 2, 3]);
  add(frame);
  assert.deepEqual([log.covers(0), log.covers(1), numbers(0)], [false, true, [2, 3, 4]]);
  assert.ok(log.size.bytes <= 10_000);
});

test('the log holds 64 MiB when nothing else is said', () => {
  const { log, add } = openLog();
  const frame = { text: 'x'.repeat(1024 * 1024) };
  for (let i = 0; i < 63; i++) add(frame);
  assert.equal(log.covers(0), true);
  add(frame);
  assert.deepEqual([log.covers(0), log.size.events], [false, 63]);
});

test('numbers stay right after thousands of events have left', () => {
  const { log, add, pass } = openLog();
  for (let i = 0; i < 10_000; i++) {
    add();
    pass(100);
  }
  assert.deepEqual([log.covers(7_000), log.covers(6_999)], [true, false]);
  assert.equal([...log.after(9_997)].map(({ seq }) => seq).join(), '9998,9999,10000');
  assert.equal(log.upTo(9_000).next().value?.seq, 9_000);
  assert.equal([...log.upTo(9_000)].at(-1)?.seq, 7_001);
});

test('no id of before a restart is known after it', () => {
  const { log, add } = openLog();
  const before = log.toId(add().seq);
  log.restart();
  assert.equal(log.findPosition(before), null);
  assert.deepEqual([log.covers(0), log.covers(1)], [false, true]);
});
