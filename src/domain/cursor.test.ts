import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeCursor, encodeCursor } from './cursor.ts';

const SHAPE = ['integer', 'text', 'count'] as const;

test('a position comes back as it was, with any text', () => {
  for (const text of ['', 'kx-a', 'ü"']) {
    const position = [-5, text, 0] as const;
    assert.deepEqual(decodeCursor('gap', SHAPE, encodeCursor('gap', position)), position);
  }
});

test('what no page of the kind contained is refused', () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const wrong = [
    '',
    'x',
    's2k',
    'MTc2MzcwMDAwMDAwMC4w',
    encode(null),
    encode({ 0: 'gap' }),
    encode([-5, 'kx-a', 0]),
    encode(['gap', -5, 'kx-a']),
    encode(['gap', -5, 'kx-a', 0, 1]),
    encode(['gap', '-5', 'kx-a', 0]),
    encode(['gap', 1e300, 'kx-a', 0]),
    encode(['gap', 0.5, 'kx-a', 0]),
    encode(['gap', -5, null, 0]),
    encode(['gap', -5, 'kx-a', -1]),
    encode(['gap', -5, 'kx\u0000a', 0]),
    encodeCursor('order', [-5, 'kx-a', 0]),
  ];
  for (const cursor of wrong) assert.equal(decodeCursor('gap', SHAPE, cursor), null, cursor);
});
