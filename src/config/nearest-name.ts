import { distance } from 'fastest-levenshtein';

/** Share of the longer word's letters above which two words are not meant to be the same. */
const MAX_DISTANCE_FRAC = 0.4;

/**
 * The known names that a mistyped one may mean, nearest first.
 *
 * @param limit At most this many.
 * @returns Empty when nothing is near enough to be worth a hint.
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

/** The commonest slip of the fingers counts as two changes, which is too many in a short word. */
function areTwoLettersSwapped(a: string, b: string): boolean {
  const at = [...a].findIndex((letter, index) => letter !== b[index]);
  if (at < 0 || at + 1 >= a.length) return false;
  return a.slice(0, at) + a.charAt(at + 1) + a.charAt(at) + a.slice(at + 2) === b;
}
