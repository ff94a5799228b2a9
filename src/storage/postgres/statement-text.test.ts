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

test('text in quotes stays as it is', () => {
  assert.equal(
    toPostgres(`SELECT 'a ?, it''s AS aB' WHERE "odd?" = ?`),
    `SELECT 'a ?, it''s AS aB' WHERE "odd?" = $1`,
  );
});
