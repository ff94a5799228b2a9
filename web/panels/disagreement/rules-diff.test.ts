import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareRules, type Run } from './rules-diff.ts';

const marked = (runs: readonly Run[]) =>
  runs.map(({ text, differs }) => (differs ? `[${text.trim()}]` : text.trim())).join(' ');

test('words that one text has and the other lacks are marked on both sides', () => {
  const [one, two] = compareRules(
    'Resolves Yes if the price is above $100,000 at noon ET.',
    'Resolves Yes if the close is above $100,000 at 4 pm ET',
  );
  assert.equal(marked(one), 'Resolves Yes if the [price] is above $100,000 at [noon] ET.');
  assert.equal(marked(two), 'Resolves Yes if the [close] is above $100,000 at [4 pm] ET');
});

test('case and signs make no difference, figures do', () => {
  const [one] = compareRules('The Fed “cuts” rates by 0.25 points', 'the fed cuts rates, by 0.5 points.');
  assert.equal(marked(one), 'The Fed “cuts” rates by [0.25] points');
});

test('runs join to the text again, whatever it holds', () => {
  for (const text of ['', '  a  b\n\nc ', '🙂 مرحبا <b>x</b>', 'word '.repeat(3_000)]) {
    const [one] = compareRules(text, 'a c');
    assert.equal(
      one
        .map((run) => run.text)
        .join('')
        .trim(),
      text.trim(),
    );
  }
});
