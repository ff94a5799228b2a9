import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const ROOT = path.resolve(import.meta.dirname, '..');

// What Docker itself says of them: docker compose -f FILE config.
test('an item of a list in a compose file is a text: unquoted, it has no colon that would make it a mapping', () => {
  const files = globSync('compose*.yaml', { cwd: ROOT });
  assert.ok(files.length >= 2, String(files));
  for (const file of files) {
    for (const line of readFileSync(path.join(ROOT, file), 'utf8').split('\n')) {
      const item = /^ *- (?!['">|[{])(.*)$/.exec(line)?.[1];
      assert.ok(item === undefined || !item.includes(': '), `${file}: ${line.trim()}`);
    }
  }
});
