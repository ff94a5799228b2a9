import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toPostgres } from './statement-text.ts';

test('places are numbered in their order, and numbered ones keep their numbers', () => {
  assert.equal(
    toPostgres('SELECT a FROM t WHERE a = ? AND b > ?'),
    'SELECT a FROM t WHERE a = $1 AND b > $2',
  );
  assert.equal(toPostgres('UPDATE t SET a = ?2 WHERE b = ?1'), 'UPDATE t SET a = $2 WHERE b = $1');
});

test('names of results keep their capitals', () => {
  assert.equal(
    toPostgres('SELECT created_at AS createdAt, COUNT(*) AS count, x AS "y" FROM t'),
    'SELECT created_at AS "createdAt", COUNT(*) AS count, x AS "y" FROM t',
  );
  assert.equal(toPostgres('CAST(? AS TEXT)'), 'CAST($1 AS TEXT)');
});

test('a list of texts has a row for each, with its value and its place', () => {
  assert.equal(
    toPostgres('SELECT a FROM json_each(?) AS wanted JOIN t ON t.a = wanted.value WHERE t.b = ?'),
    'SELECT a FROM json_array_elements_text(CAST($1 AS json)) WITH ORDINALITY AS wanted (value, key) ' +
      'JOIN t ON t.a = wanted.value WHERE t.b = $2',
  );
});

test('text in quotes stays as it is', () => {
  assert.equal(
    toPostgres(`SELECT 'a ?, it''s AS aB' WHERE "odd?" = ?`),
    `SELECT 'a ?, it''s AS aB' WHERE "odd?" = $1`,
  );
});
