import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { type TestContext, test } from 'node:test';
import { cutSlowReader, READING_LIMITS } from './slow-readers.ts';

const { stallMs, bytesPerSecond } = READING_LIMITS;

/** Creates a response whose reader is controlled by the test, on a clock that the test moves. */
function startReading(t: TestContext, bytes: number | null) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const socket = { bytesWritten: 5_000, writableLength: 0, isCut: false, destroy: () => undefined };
  const destroy = () => {
    socket.isCut = true;
    return undefined as never;
  };
  let onStall = () => undefined as unknown;
  const response = Object.assign(new EventEmitter(), {
    socket: Object.assign(socket, { destroy }),
    setTimeout: (_ms: number, callback?: () => void) => {
      onStall = callback ?? onStall;
      return response as never;
    },
  });
  cutSlowReader(response as never, bytes);
  return {
    socket,
    stall: () => onStall(),
    close: () => response.emit('close'),
    /** Advances the clock, while the reader takes a number of bytes. */
    read: (ms: number, taken: number) => {
      socket.bytesWritten += taken;
      t.mock.timers.tick(ms);
    },
  };
}

test('a reader that keeps the rate may take an answer of any length', (t) => {
  const { socket, read } = startReading(t, null);
  for (let minutes = 0; minutes < 120; minutes++) read(60_000, 60 * bytesPerSecond);
  assert.equal(socket.isCut, false);
});

test('a reader below the rate is cut, also when much waits for it in the connection', (t) => {
  const { socket, read } = startReading(t, null);
  socket.writableLength = 1_000_000;
  socket.bytesWritten += 1_000_000;
  read(stallMs, 1_000);
  assert.equal(socket.isCut, false);
  read(stallMs, 1_000);
  assert.equal(socket.isCut, true);
});

test('a reader that has taken everything so far is waited with, however slowly the answer is made', (t) => {
  const { socket, read } = startReading(t, null);
  for (let i = 0; i < 10; i++) read(stallMs, 100);
  assert.equal(socket.isCut, false);
});

test('a reader that takes nothing for a while is cut, and a short answer is not watched', (t) => {
  const long = startReading(t, 100_000);
  long.stall();
  assert.equal(long.socket.isCut, true);
  t.mock.timers.reset();
  const short = startReading(t, 10_000);
  short.stall();
  short.read(10 * stallMs, 0);
  assert.equal(short.socket.isCut, false);
});

test('nothing is watched after the answer', (t) => {
  const { socket, read, close } = startReading(t, null);
  close();
  read(10 * stallMs, 0);
  assert.equal(socket.isCut, false);
});
