/** Shortest word that is mended by one letter, and by two. */
const [MIN_ONE, MIN_TWO] = [4, 8];

/** Words of titles with the number of their uses, among which a misspelt word's nearest is found. */
export class KnownWords {
  readonly #words = new Map<string, { uses: number; readonly letters: number }>();

  add(word: string, uses = 1): void {
    const known = this.#words.get(word);
    if (known === undefined) this.#words.set(word, { uses, letters: countLetters(word) });
    else known.uses += uses;
  }

  remove(word: string): void {
    const known = this.#words.get(word);
    if (known === undefined) return;
    known.uses--;
    if (known.uses <= 0) this.#words.delete(word);
  }

  has(word: string): boolean {
    return this.#words.has(word);
  }

  /** Finds the nearest word, at equal distance the more frequent one; null when none is near enough. */
  findNearest(
    word: string,
  ): { readonly word: string; readonly distance: number; readonly uses: number } | null {
    const most = word.length >= MIN_TWO ? 2 : word.length >= MIN_ONE ? 1 : 0;
    if (most === 0) return null;
    const letters = countLetters(word);
    let nearest: { word: string; distance: number; uses: number } | null = null;
    for (const [other, { uses, letters: own }] of this.#words) {
      if (Math.abs(other.length - word.length) > most) continue;
      // A change of one letter alters at most two of the letters that occur.
      if (countBits(letters ^ own) > 2 * most) continue;
      const distance = findDistance(word, other, most);
      if (distance > most) continue;
      const isNearer =
        nearest === null ||
        distance < nearest.distance ||
        (distance === nearest.distance && uses > nearest.uses);
      if (isNearer) nearest = { word: other, distance, uses };
    }
    return nearest;
  }
}

/** Builds the set of the letters of a word, as bits. Letters beyond `a` to `z` share bits. */
function countLetters(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

function countBits(value: number): number {
  let rest = value >>> 0;
  let bits = 0;
  for (; rest !== 0; rest &= rest - 1) bits++;
  return bits;
}

/**
 * Counts inserted, removed, replaced and swapped neighbouring letters between two words (optimal string alignment),
 * at most `most + 1`.
 */
export function findDistance(one: string, two: string, most: number): number {
  let before: number[] = [];
  let last = Array.from({ length: two.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= two.length; j++) {
      const isSame = one[i - 1] === two[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === two[j - 2] && one[i - 2] === two[j - 1])
        cost = Math.min(cost, before[j - 2]! + 1);
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    before = last;
    last = row;
  }
  return last[two.length]!;
}
