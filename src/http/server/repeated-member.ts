const QUOTE = '"';
const BACKSLASH = '\\';

/**
 * Finds the name of a member that an object of a JSON text has twice. Parsers disagree on which of the two counts, and
 * none reports it. Names are compared after their escapes are decoded.
 *
 * @param json A text that JSON.parse has accepted.
 * @returns The first such name; null: none.
 */
export function findRepeatedMember(json: string): string | null {
  /** Names of each open object, outermost first; null for an array. */
  const open: (Set<string> | null)[] = [];
  let isName = false;
  for (let i = 0; i < json.length; i++) {
    const sign = json[i];
    if (sign === '{') {
      open.push(new Set());
      isName = true;
    } else if (sign === '[') {
      open.push(null);
    } else if (sign === '}' || sign === ']') {
      open.pop();
    } else if (sign === ',') {
      isName = (open.at(-1) ?? null) !== null;
    } else if (sign === ':') {
      isName = false;
    } else if (sign === QUOTE) {
      const end = findTextEnd(json, i);
      const names = open.at(-1) ?? null;
      if (isName && names !== null) {
        const name = JSON.parse(json.slice(i, end + 1)) as string;
        if (names.has(name)) return name;
        names.add(name);
      }
      i = end;
    }
  }
  return null;
}

/** Finds the index of the quote that ends a string. @param start Index of its opening quote. */
function findTextEnd(json: string, start: number): number {
  let i = start + 1;
  while (json[i] !== QUOTE) i += json[i] === BACKSLASH ? 2 : 1;
  return i;
}
