import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { isFileError } from './file-error.ts';

test('an error of the file system is told by its reason from the others and from our own', () => {
  let missing: unknown;
  try {
    readFileSync(path.join(import.meta.dirname, 'no-such-file'));
  } catch (error) {
    missing = error;
  }
  assert.equal(isFileError(missing), true);
  assert.equal(isFileError(missing, 'ENOENT', 'ENOTDIR'), true);
  assert.equal(isFileError(missing, 'EACCES'), false);
  for (const other of [
    new TypeError('x'),
    Object.assign(new Error('x'), { code: 'ENOENT' }),
    null,
    'ENOENT',
  ]) {
    assert.equal(isFileError(other), false);
  }
});
