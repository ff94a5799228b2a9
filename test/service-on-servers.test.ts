import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { ASIDE, FILE_ONLY_TESTS, listServiceFiles, listTests } from './support/file-only-tests.ts';

const read = (file: string) => readFileSync(`test/service/${file}`, 'utf8');

test('every test that runs on SQLite alone exists, is listed once and has a reason', () => {
  const files = listServiceFiles();
  for (const { file, test: name, reason } of FILE_ONLY_TESTS) {
    assert.ok(files.includes(`test/service/${file}`), `${file} has no service database`);
    assert.ok(reason.length > 0);
    if (name !== undefined) assert.ok(read(file).includes(`test('${name}'`), `${file}: ${name}`);
  }
  const entries = FILE_ONLY_TESTS.map(({ file, test: name }) => `${file}: ${name ?? ''}`);
  assert.equal(new Set(entries).size, entries.length);
});

test('every test that is left out for its duration exists', () => {
  const files = listServiceFiles();
  for (const [file, reason] of Object.entries(ASIDE)) {
    assert.ok(files.includes(`test/service/${file}`), `${file} has no service database`);
    assert.ok(reason.length > 0);
  }
});

test('every test that opens the service database as a file is in that list', () => {
  const opens = /service\.sqlite|openSqliteDatabase|openOwnServiceDatabase|openReader|migrations\/index/;
  const found = listTests().filter((file) => opens.test(readFileSync(file, 'utf8')));
  const listed = new Set(FILE_ONLY_TESTS.map(({ file }) => file));
  assert.deepEqual(
    found.filter((file) => !listed.has(path.basename(file))),
    [],
  );
});

test('every test that starts a service by itself passes the settings of its data', () => {
  const found = listTests().filter((file) => {
    const text = readFileSync(file, 'utf8');
    return /\bstartApp\(|'src\/main\.ts'/.test(text) && !text.includes('placeSettings(');
  });
  assert.deepEqual(found, []);
});

test('the tests of deposits run on a server too, as far as they have a ledger', () => {
  const found = listServiceFiles().filter((file) => file.startsWith('test/deposits/'));
  const withLedger = listTests().filter(
    (file) => file.startsWith('test/deposits/') && /support\/chain-stand/.test(readFileSync(file, 'utf8')),
  );
  assert.deepEqual(found, withLedger.sort());
  assert.ok(found.length > 0);
});
