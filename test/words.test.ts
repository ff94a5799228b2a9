import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const ROOT = path.join(import.meta.dirname, '..');

/** Names that say one thing in two ways, and the one that is used. Sentences are for an editor, not for a test. */
const REPLACED: readonly (readonly [word: RegExp, better: string])[] = [
  [/\b(MOST|LONGEST|LARGEST|WIDEST)_[A-Z]/, 'MAX_'],
  [/\b(SHORTEST|LEAST|SMALLEST|FEWEST)_[A-Z]/, 'MIN_'],
];

const FILES = globSync('{src,test,client,bench,scripts,contracts,web,docs}/**/*.{ts,md}', { cwd: ROOT })
  .concat(globSync('*.md', { cwd: ROOT }))
  .filter((file) => file !== path.join('test', 'words.test.ts') && !file.includes('node_modules'));

/** The same for one folder, where the word has no other meaning. */
const REPLACED_IN: Readonly<Record<string, readonly (readonly [word: RegExp, better: string])[]>> = {
  [path.join('src', 'm2m')]: [[/(?<![.'])\bsettlements?\b(?! source|: )/, 'resolution']],
  [path.join('src', 'recording')]: [[/\bsettlements?\b(?! source)|#settled/i, 'resolution']],
  [path.join('src', 'feed')]: [[/\bsettlements?\b(?! source)/i, 'resolution']],
};

test('limits and resolutions have one name each', () => {
  assert.ok(FILES.length > 500);
  const found = FILES.flatMap((file) => {
    const lines = readFileSync(path.join(ROOT, file), 'utf8').split('\n');
    const here = Object.entries(REPLACED_IN).flatMap(([folder, words]) =>
      file.startsWith(folder + path.sep) ? words : [],
    );
    return lines.flatMap((line, i) =>
      [...REPLACED, ...here]
        .filter(([word]) => word.test(line))
        .map(([word, better]) => `${file}:${i + 1}: ${word.exec(line)?.[0]}: ${better}`),
    );
  });
  assert.deepEqual(found, []);
});

test('a doc comment has a sentence before its first tag', () => {
  const sources = FILES.filter((file) => file.startsWith(`src${path.sep}`) && file.endsWith('.ts'));
  assert.ok(sources.length > 500);
  const found = sources.flatMap((file) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    return [...text.matchAll(/^[ \t]*\/\*\*[\s*]*@/gm)].map(
      ({ index }) => `${file}:${text.slice(0, index).split('\n').length}`,
    );
  });
  assert.deepEqual(found, []);
});
