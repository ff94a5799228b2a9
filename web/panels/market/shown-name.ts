/** A market as answers name it. */
export interface AnsweredName {
  /** Coin or question. */
  readonly name: string;
  readonly venue: string;
  readonly yesMeans: string | null;
  readonly noMeans: string | null;
}

/**
 * The name of a market in a list of any markets: its title, and before it, where no phone cuts it, the side that the title
 * leaves open: `Duke · Siena at Duke Winner?`.
 *
 * @param isShared Whether another market of the list has this title and another side.
 */
export function toShownName(
  { name, yesMeans, noMeans }: Omit<AnsweredName, 'venue'>,
  isShared = false,
): string {
  if (yesMeans === null) return name;
  const isSaid = !isShared && noMeans === null && toWords(name).includes(toWords(yesMeans));
  return isSaid ? name : `${yesMeans} · ${name}`;
}

/** Makes a test of whether markets of a list have one title and different sides: a side that all have tells none apart. */
export function createSharedTest(rows: Iterable<AnsweredName>): (row: AnsweredName) => boolean {
  const sides = new Map<string, Set<string | null>>();
  const toKey = ({ venue, name }: AnsweredName) => `${venue} ${name}`;
  for (const row of rows) {
    const known = sides.get(toKey(row)) ?? new Set();
    sides.set(toKey(row), known.add(row.yesMeans));
  }
  return (row) => (sides.get(toKey(row))?.size ?? 0) > 1;
}

/** Words between spaces, so that no word is found within another: `No` is not in `North`. */
function toWords(text: string): string {
  const words = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}$%°<>+-]+/gu, ' ')
    .trim();
  return ` ${words} `;
}
