import { atFirstUse } from '../../scheduling/at-first-use.ts';
import { fold } from './text.ts';
import { readBuiltInFiles } from './vocabulary-file.ts';

/** Spellings by meaning, and meanings by spelling. */
const readAliases = atFirstUse(() => {
  const meanings = new Map<string, string>();
  const spellings = new Map<string, Set<string>>();
  const add = (meaning: string, spelling: string) => {
    meanings.set(spelling, meaning);
    const known = spellings.get(meaning) ?? new Set([meaning]);
    spellings.set(meaning, known.add(spelling));
  };
  for (const { words = {}, phrases = [] } of readBuiltInFiles()) {
    for (const [word, meaning] of Object.entries(words)) add(meaning, fold(word));
    for (const { mean, say } of phrases) for (const phrase of say) add(mean, fold(phrase));
  }
  return { meanings, spellings };
});

/**
 * Finds other spellings of a name or wording in the vocabulary of links: `bitcoin` for `btc`, `federal reserve` for
 * `fed`.
 */
export function findAliases(text: string): readonly string[] {
  const { meanings, spellings } = readAliases();
  const folded = fold(text);
  const known = spellings.get(meanings.get(folded) ?? folded);
  return known === undefined ? [] : [...known].filter((spelling) => spelling !== folded);
}
