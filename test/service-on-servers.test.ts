import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ASIDE, listServiceFiles, OF_FILES } from './support/of-files.ts';

const read = (file: string) => readFileSync(`test/service/${file}`, 'utf8');

test('what runs on SQLite alone is there, once, with its reason', () => {
  const files = listServiceFiles();
  for (const { file, test: name, reason } of OF_FILES) {
    assert.ok(files.includes(`test/service/${file}`), `${file} has no service database`);
    assert.ok(reason.length > 0);
    if (name !== undefined) assert.ok(read(file).includes(`test('${name}'`), `${file}: ${name}`);
  }
  const entries = OF_FILES.map(({ file, test: name }) => `${file}: ${name ?? ''}`);
  assert.equal(new Set(entries).size, entries.length);
});

test('what is left out for its time is there', () => {
  const files = listServiceFiles();
  for (const [file, reason] of Object.entries(ASIDE)) {
    assert.ok(files.includes(`test/service/${file}`), `${file} has no service database`);
    assert.ok(reason.length > 0);
  }
});

test('whoever opens the service database as a file is in that list', () => {
  const opens = /service\.sqlite|openSqliteDatabase|openOwnServiceDatabase|openReader|migrations\/index/;
  const found = globSync('*.test.ts', { cwd: 'test/service' }).filter((file) => opens.test(read(file)));
  const listed = new Set(OF_FILES.map(({ file }) => file));
  assert.deepEqual(
    found.filter((file) => !listed.has(file)),
    [],
  );
});
