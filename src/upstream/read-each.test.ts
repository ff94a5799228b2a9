import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { epochMs } from '../domain/index.ts';
import { Intake } from './intake.ts';
import { readEach, unreadRows } from './read-each.ts';
import { WireSchema } from './wire-schema.ts';

const Level = Type.Object({ price: Type.String() });
const level = new WireSchema('venue level', Level, { endpoint: 'GET /book' });
const book = new WireSchema('venue book', Type.Object({ bids: unreadRows(Level) }));

test('an odd row costs itself, is counted under its own kind, and a list without a readable row is malformed', () => {
  const intake = new Intake(() => epochMs(1));
  const bids = [{ price: '0.4' }, { price: 0.3 }, null, { price: '0.2' }];
  assert.ok(book.accepts({ bids }));
  assert.deepEqual(readEach(intake, bids, level, 'a'), [{ price: '0.4' }, { price: '0.2' }]);
  assert.deepEqual(
    intake.listRefused().map(({ kind, member, count, at }) => [kind, member, count, at.endpoint, at.row]),
    [
      ['venue level', '/price', 1, 'GET /book', 'a'],
      ['venue level', '/', 1, 'GET /book', 'a'],
    ],
  );
  assert.throws(() => readEach(intake, [{ cost: '0.4' }], level), {
    failure: 'malformed',
    message: 'none of 1 rows is a venue level',
  });
  assert.deepEqual(readEach(intake, [], level), [], 'nothing rests');
  assert.equal(book.accepts({ bids: null }), false);
});
