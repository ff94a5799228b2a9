import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventStreamParser, type StreamMessage } from './event-stream.ts';

function parse(...pieces: string[]): StreamMessage[] {
  const parser = new EventStreamParser();
  return pieces.flatMap((piece) => parser.push(piece));
}

const summaries = (messages: StreamMessage[]) =>
  messages.map(({ event, data, lastEventId }) => [event, data, lastEventId]);

test('a block is reported when its empty line arrives, with the place after it', () => {
  assert.deepEqual(summaries(parse('id: a-1\ndata: {"p":1}\n')), []);
  assert.deepEqual(summaries(parse('id: a-1\ndata: {"p":1}\n\n')), [['message', '{"p":1}', 'a-1']]);
});

test('pieces may be cut anywhere', () => {
  const text = ': connected\r\n\r\nid: a-1\r\nevent: resync\r\ndata: one\r\ndata: two\r\n\r\ndata: next\n\n';
  const whole = summaries(parse(text));
  assert.deepEqual(whole, [
    ['resync', 'one\ntwo', 'a-1'],
    ['message', 'next', 'a-1'],
  ]);
  for (let cut = 0; cut <= text.length; cut++) {
    assert.deepEqual(summaries(parse(text.slice(0, cut), text.slice(cut))), whole, `cut at ${cut}`);
  }
});

test('line ends of all three kinds and a byte order mark are read', () => {
  assert.deepEqual(summaries(parse('\uFEFFdata: a\n\ndata: b\r\n\r\ndata: c\r\rdata: d\n\n')), [
    ['message', 'a', ''],
    ['message', 'b', ''],
    ['message', 'c', ''],
    ['message', 'd', ''],
  ]);
});

test('comments say nothing', () => {
  assert.deepEqual(parse(': connected\n\n: heartbeat\n\n'), []);
});

test('a place without data moves the reader and shows no data', () => {
  assert.deepEqual(summaries(parse('id: a-7\n\ndata: x\n\n')), [
    ['message', null, 'a-7'],
    ['message', 'x', 'a-7'],
  ]);
});

test('a waiting time is read when it is digits alone', () => {
  assert.deepEqual(
    parse('retry: 5000\n\nretry: soon\n\n').map(({ retryMs }) => retryMs),
    [5_000],
  );
});

test('an id with a null character is ignored, an empty one clears the place', () => {
  assert.deepEqual(summaries(parse('id: a\n\nid: b\0\ndata: x\n\nid\ndata: y\n\n')), [
    ['message', null, 'a'],
    ['message', 'x', 'a'],
    ['message', 'y', ''],
  ]);
});

test('one space after the colon is not part of the value, further ones are', () => {
  assert.deepEqual(summaries(parse('data:a\n\ndata:  b\n\nunknown: c\n\n')), [
    ['message', 'a', ''],
    ['message', ' b', ''],
  ]);
});

test('a block that never ends is refused', () => {
  const parser = new EventStreamParser();
  assert.throws(() => {
    for (let i = 0; i < 20; i++) parser.push(`data: ${'x'.repeat(1024 * 1024)}\n`);
  }, RangeError);
});
