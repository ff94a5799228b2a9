import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { SlowSocket } from '../../../test/support/slow-socket.ts';
import { MAX_BUFFERED_BYTES, MAX_UNDRAINED_MS, StreamReader } from './stream-reader.ts';

function createReader() {
  const socket = new SlowSocket();
  const response = { socket } as unknown as ServerResponse;
  return { socket, reader: new StreamReader(response, { isPermitted: null, beat: 0, now: 0 }) };
}

test('a reader is dropped when more than a megabyte waits for it', () => {
  const { socket, reader } = createReader();
  assert.equal(reader.write(Buffer.alloc(MAX_BUFFERED_BYTES)), null);
  assert.equal(socket.destroyed, false);
  assert.equal(reader.write('x'), 'buffer_full');
  assert.deepEqual([socket.destroyed, reader.isOpen], [true, false]);
});

test('nothing is written to a reader that is gone', () => {
  const { socket, reader } = createReader();
  reader.destroy();
  assert.equal(reader.write('late'), null);
  reader.end(Buffer.from('bye'));
  assert.deepEqual(socket.written, []);
});

test('a reader is dropped when bytes have waited for more than thirty seconds', () => {
  const { socket, reader } = createReader();
  reader.write('hello');
  assert.equal(reader.checkDrained(0), null);
  assert.equal(reader.checkDrained(MAX_UNDRAINED_MS), null);
  assert.equal(reader.checkDrained(MAX_UNDRAINED_MS + 1), 'not_drained');
  assert.equal(socket.destroyed, true);
});

test('a reader that is always a little behind, but continues, is kept', () => {
  const { socket, reader } = createReader();
  for (let now = 0; now < 10 * MAX_UNDRAINED_MS; now += 5_000) {
    reader.write('x'.repeat(1_000));
    socket.take(now === 0 ? 500 : 1_000);
    assert.equal(reader.checkDrained(now), null, `at ${now}`);
    assert.ok(socket.writableLength > 0);
  }
});

test('an idle reader is kept forever', () => {
  const { reader } = createReader();
  assert.equal(reader.checkDrained(1_000_000_000), null);
  assert.equal(reader.isOpen, true);
});
