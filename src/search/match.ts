import type { AssetClass, VenueId } from '../domain/index.ts';
import type { Spelling } from './names.ts';
import type { Term } from './search-query.ts';

/** Markets among which a search looks. */
export interface Scope {
  /** Venue of the markets; null: all. */
  readonly venue: VenueId | null;
  /** Classes of the markets; empty: all. */
  readonly classes: readonly AssetClass[];
}

/** Builds the word of the column `scope` for a venue or class. */
export const toScopeWord = (name: VenueId | AssetClass) => `is${name}`;

/**
 * Writes terms as an expression of FTS5. Every word is quoted, so no text of a caller is read as an operator.
 *
 * @param joiner Whether a market needs all terms, or one of them.
 */
export function writeMatch(terms: readonly Term[], joiner: 'AND' | 'OR', { venue, classes }: Scope): string {
  const words = terms.map(writeTerm).join(` ${joiner} `);
  const scope = [venue === null ? [] : [venue], classes].flatMap((names) =>
    names.length === 0 ? [] : [`scope : (${names.map(toScopeWord).join(' OR ')})`],
  );
  return [`(${words})`, ...scope].join(' AND ');
}

function writeTerm({ spellings, isPrefix, apart }: Term): string {
  const [asked, ...others] = spellings.map(writeSpelling);
  // A word that is only the beginning of another one counts less, since a whole one is found by both.
  const begun = isPrefix ? [`${writeSpelling(spellings[0]!)} *`] : [];
  const separate = apart.length === 0 ? [] : [`(${apart.map(writeTerm).join(' AND ')})`];
  return `(${[asked, ...begun, ...others, ...separate].join(' OR ')})`;
}

function writeSpelling({ phrase, series }: Spelling): string {
  const quoted = phrase === '' ? null : `"${phrase}"`;
  if (series === undefined) return quoted ?? '""';
  const within = `id : "${series}" *`;
  return quoted === null ? `(${within})` : `(${quoted} AND ${within})`;
}
