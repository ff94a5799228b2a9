import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getBuiltInVocabulary } from './built-in.ts';
import { PHRASE_MARK } from './text.ts';
import { Vocabulary } from './vocabulary.ts';
import { BUILT_IN_FOLDER, eachBuiltInFile, readOperatorFiles } from './vocabulary-file.ts';

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

test('the lists that come with the service match the schema of the operator’s', async () => {
  const { files, errors } = await readOperatorFiles(BUILT_IN_FOLDER);
  assert.deepEqual(errors, []);
  assert.deepEqual(files, [...eachBuiltInFile()]);
});

test('a vocabulary that is built in slices reads as one that is built at once', async () => {
  let pauses = 0;
  const pause = async () => {
    pauses += 1;
  };
  const sliced = await Vocabulary.build(eachBuiltInFile(), { isDue: () => true, pause });
  assert.ok(pauses > 100);
  for (const text of [
    'Lakers vs 76ers',
    'CA-12 and the 3rd district',
    'S&P 500 above 6,000',
    'Man City win',
  ]) {
    const prepared = sliced.prepare(text);
    assert.equal(prepared, getBuiltInVocabulary().prepare(text));
    assert.deepEqual(sliced.read(prepared, null), getBuiltInVocabulary().read(prepared, null));
  }
});
