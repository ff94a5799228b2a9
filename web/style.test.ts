import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const read = (pattern: string) =>
  globSync(pattern, { cwd: import.meta.dirname }).map((file) =>
    readFileSync(path.join(import.meta.dirname, file), 'utf8'),
  );
const listNames = (texts: readonly string[], pattern: RegExp) =>
  new Set(texts.flatMap((text) => Array.from(text.matchAll(pattern), ([, name = '']) => name)));

test('every element that a style sheet names is one that the pages define', () => {
  const styled = listNames(read('style/*.css'), /\b(ct-[a-z-]+)/g);
  const defined = listNames(read('**/!(*.test).ts'), /customElements\.define\('(ct-[a-z-]+)'/g);
  assert.ok(styled.size > 3 && defined.size > 3);
  assert.deepEqual(
    [...styled].filter((name) => !defined.has(name)),
    [],
  );
});
