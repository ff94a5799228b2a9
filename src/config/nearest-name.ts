import { distance } from 'fastest-levenshtein';

/** Maximum fraction of the longer word's letters in which two words may differ, to count as the same name. */
const MAX_DISTANCE_FRAC = 0.4;

/**
 * Finds the known names that a mistyped name may mean, nearest first.
 *
 * @param limit Maximum number of names.
 * @returns Empty when no name is similar enough for a hint.
 */
export function findNearestNames(name: string, known: Iterable<string>, limit = 1): string[] {
  const wanted = name.toLowerCase();
  return [...known]
    .map((candidate) => ({ candidate, apart: distance(wanted, candidate.toLowerCase()) }))
    .filter(
      ({ candidate, apart }) =>
        apart <= MAX_DISTANCE_FRAC * Math.max(wanted.length, candidate.length) ||
        areTwoLettersSwapped(wanted, candidate.toLowerCase()),
    )
    .sort((a, b) => a.apart - b.apart || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}

/**
 * Whether two adjacent letters are swapped. This most common typing error counts as two changes, which would be too
 * many in a short word.
 */
function areTwoLettersSwapped(a: string, b: string): boolean {
  const at = [...a].findIndex((letter, index) => letter !== b[index]);
  if (at < 0 || at + 1 >= a.length) return false;
  return a.slice(0, at) + a.charAt(at + 1) + a.charAt(at) + a.slice(at + 2) === b;
}
