import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const FOLDER = path.join(import.meta.dirname, '..', 'docs', 'decisions');

test('the list of decisions names each page of the folder once, in order', () => {
  const list = readFileSync(path.join(FOLDER, 'README.md'), 'utf8');
  const listed = [...list.matchAll(/^- \[.+\]\((.+)\)$/gm)].map(([, file]) => file);
  const pages = readdirSync(FOLDER).filter((file) => file !== 'README.md');
  const numbered = pages.filter((file) => /^\d{4}-/.test(file)).sort();
  assert.ok(numbered.length > 30);
  assert.deepEqual(listed, [...pages.filter((file) => !numbered.includes(file)), ...numbered]);
});

test('no two decisions have one number', () => {
  const numbers = readdirSync(FOLDER).flatMap((file) => /^\d{4}/.exec(file) ?? []);
  assert.deepEqual(
    numbers.filter((number, i) => numbers.indexOf(number) !== i),
    [],
  );
});
