import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHRASE_MARK } from './text.ts';
import { Vocabulary } from './vocabulary.ts';

const vocabulary = new Vocabulary([
  {
    about: 'test',
    phrases: [
      { mean: 'spx', say: ['s&p 500'] },
      { mean: 'lead', say: ['топ 10', 'top 10'] },
    ],
  },
] as never);
const isHidden = (text: string) => vocabulary.prepare(text).includes(PHRASE_MARK);

test('a phrase with digits is found, no matter what stands between its words', () => {
  for (const text of ["S&P's 500", 'the S&P — 500 index', 'TOP-10', 'top · 10', 'в топ 10']) {
    assert.ok(isHidden(text), text);
  }
});

test('letters separate no words, in any script', () => {
  for (const text of [
    'top x 10',
    'top é 10',
    'top 的 10',
    'топ десять 10',
    'top 100',
    'atop 10',
    'étop 10',
  ]) {
    assert.ok(!isHidden(text), text);
  }
});
