import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FileChanges } from './file-changes.ts';

const START = 1_763_700_000_000;

function watch(atStart: number) {
  const file = { time: atStart };
  return { file, changes: new FileChanges(() => file.time, START) };
}

test('a file that was written since the last reading is read again, also one that is older', () => {
  const { file, changes } = watch(START - 1_000);
  assert.equal(changes.look(), false);
  for (const time of [START + 5_000, START - 9_000]) {
    file.time = time;
    assert.equal(changes.look(), true);
    changes.noteRead();
    assert.equal(changes.look(), false);
  }
});

test('a file that was written during the start is read again', () => {
  assert.equal(watch(START + 1).changes.look(), true);
});

test('a file that an editor removes and writes anew is never taken as gone', () => {
  const { file, changes } = watch(START - 1_000);
  file.time = 0;
  assert.equal(changes.look(), false);
  file.time = START + 5_000;
  assert.equal(changes.look(), true);
  changes.noteRead();
  file.time = 0;
  assert.equal(changes.look(), false, 'the look before had found it');
});

test('a file that two looks miss is gone, and is told once', () => {
  const { file, changes } = watch(START - 1_000);
  file.time = 0;
  assert.deepEqual([changes.look(), changes.look()], [false, true]);
  changes.noteRead();
  assert.deepEqual([changes.look(), changes.look()], [false, false]);
});
