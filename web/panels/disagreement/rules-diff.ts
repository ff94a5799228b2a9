/** A run of words of a text, and whether the other text lacks it. */
export interface Run {
  readonly text: string;
  readonly differs: boolean;
}

/** Maximum number of words that are compared word by word; the time grows with the product of both texts. */
const MAX_WORDS = 1_200;

/**
 * Compares two texts of rules: each in runs of words that both have and of words that the other lacks. Letter case and
 * the signs around a word make no difference.
 */
export function compareRules(a: string, b: string): readonly [readonly Run[], readonly Run[]] {
  const [one, two] = [toWords(a), toWords(b)];
  const isShared = findShared(one.slice(0, MAX_WORDS), two.slice(0, MAX_WORDS));
  return [toRuns(one, isShared[0]), toRuns(two, isShared[1])];
}

/** Splits a text into words, each with the space behind it, so that joined they are the text again. */
const toWords = (text: string): readonly string[] => text.match(/\s*\S+\s*/g) ?? [];

const toKey = (word: string): string => word.toLowerCase().replaceAll(/[^\p{L}\p{N}$%.]|\.(?=\s*$)/gu, '');

/** Finds the longest common sequence of words: which words of each text are in it. */
function findShared(one: readonly string[], two: readonly string[]): [boolean[], boolean[]] {
  const [a, b] = [one.map(toKey), two.map(toKey)];
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        a[i] === b[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
    }
  }
  const shared: [boolean[], boolean[]] = [a.map(() => false), b.map(() => false)];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      shared[0][i++] = true;
      shared[1][j++] = true;
    } else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) i++;
    else j++;
  }
  return shared;
}

function toRuns(words: readonly string[], shared: readonly boolean[]): readonly Run[] {
  const runs: { text: string; differs: boolean }[] = [];
  for (const [index, word] of words.entries()) {
    const differs = shared[index] !== true;
    const last = runs.at(-1);
    if (last?.differs === differs) last.text += word;
    else runs.push({ text: word, differs });
  }
  return runs;
}
