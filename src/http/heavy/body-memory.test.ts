import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BodyMemory } from './body-memory.ts';

const MIB = 1024 * 1024;

/** Starts answers of one size for an address until no more are allowed, and keeps all of them. */
function fill(held: BodyMemory, address: string, bytes: number): number {
  let answers = 0;
  while (held.hasRoomFor(address)) {
    held.add(address, bytes);
    answers++;
  }
  return answers;
}

test('each address has half of what the others leave, so slow readers never hold everything', () => {
  const held = new BodyMemory(() => undefined);
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((address) => fill(held, address, MIB)),
    [32, 16, 8, 4],
  );
  for (let i = 0; i < 20; i++) assert.ok(fill(held, `other-${i}`, MIB) >= 1, `address ${i}`);
  assert.ok(held.bytes < 96 * MIB);
});

test('answers larger than a share leave room for those who hold nothing, and there is an end', () => {
  const held = new BodyMemory(() => undefined);
  assert.equal(fill(held, 'a', 40 * MIB), 1);
  assert.equal(fill(held, 'b', 40 * MIB), 1);
  assert.equal(fill(held, 'c', 40 * MIB), 1);
  assert.equal(fill(held, 'd', 40 * MIB), 0);
});

test('what is let go is room again, and is announced', () => {
  let announced = 0;
  const held = new BodyMemory(() => announced++);
  fill(held, 'a', 8 * MIB);
  assert.equal(held.hasRoomFor('a'), false);
  held.add('a', -8 * MIB);
  assert.equal(announced, 1);
  assert.equal(held.hasRoomFor('a'), true);
  held.add('a', -24 * MIB);
  assert.equal(held.bytes, 0);
});
