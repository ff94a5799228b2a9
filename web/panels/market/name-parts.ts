/** A name in two parts: where it has to be cut, the end of the first gives way and the second stays. */
export interface NameParts {
  readonly head: string;
  /** '' where nothing is gained by keeping the end. */
  readonly tail: string;
}

/** Names that agree this far look the same once they are cut. */
const MIN_SHARED = 18;
/** `$76,000 on November 24?` */
const END_LENGTH = 25;

/**
 * Splits names where they begin to differ from the names beside them: `Will Bitcoin be above` and `$100,000 on
 * November 23?`. A name that no other resembles is cut at its end.
 */
export function splitNames(names: Iterable<string>): ReadonlyMap<string, NameParts> {
  const sortedNames = [...new Set(names)].sort();
  return new Map(
    sortedNames.map((name, index) => {
      const before = countShared(name, sortedNames[index - 1]);
      const after = countShared(name, sortedNames[index + 1]);
      return [name, splitAt(name, Math.max(before, after))];
    }),
  );
}

function countShared(name: string, other: string | undefined): number {
  if (other === undefined) return 0;
  let shared = 0;
  while (shared < name.length && name[shared] === other[shared]) shared++;
  return shared;
}

/**
 * Splits a name before the word with the difference, or sooner: a few words more say of which date a `24?` is. Words
 * are not torn, and so no character of two units is.
 */
function splitAt(name: string, shared: number): NameParts {
  if (shared < MIN_SHARED) return { head: name, tail: '' };
  const fromEnd = name.length - END_LENGTH;
  const atDifference = name.lastIndexOf(' ', shared - 1) + 1;
  const atEnd = fromEnd <= 0 ? 0 : name.indexOf(' ', fromEnd) + 1;
  const at = atEnd === 0 ? atDifference : Math.min(atDifference, atEnd);
  return at === 0 ? { head: name, tail: '' } : { head: name.slice(0, at), tail: name.slice(at) };
}
