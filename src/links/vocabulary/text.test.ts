import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fold } from './text.ts';

/** Applies every step to every text. */
function foldWhole(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/ı/g, 'i')
    .replaceAll('`', "'")
    .replace(/\*\*|__/g, '')
    .replace(/\b([a-z])\.(?=[a-z]\b|\s|[,?]|$)/g, '$1')
    .replace(/\s\s+|[^\S ]/g, ' ');
}

test('a text is folded alike whatever a glance at it says', () => {
  const pieces = [
    'U.S.',
    'a.',
    ' ',
    '  ',
    '\t',
    '\n',
    '\r\n',
    '**',
    '*',
    '__',
    '_',
    '`',
    '.',
    'J. R.',
    'é',
    '—',
    '\u00a0',
    'İ',
    'Word',
    '5.5',
    '?',
    ',',
  ];
  const text = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 })), { maxLength: 12 });
  fc.assert(
    fc.property(text, (parts) => assert.equal(fold(parts.join('')), foldWhole(parts.join('')))),
    { numRuns: 2_000 },
  );
});
