import { distance } from 'fastest-levenshtein';
import { findAliases } from '../links/vocabulary/aliases.ts';
import { fold } from '../links/vocabulary/text.ts';

/** Members of an index row that a search reads. */
export interface SearchedRow {
  /** Words of id, name and event in lower case, each with a space before and after it. */
  readonly words: string;
  /** Id, id without its venue, and name, in the form of `words`: texts that a whole query can match exactly. */
  readonly exact: readonly string[];
  /** Whether the market can be traded. */
  readonly isOpen: boolean;
  readonly volumeUsd: number;
}

/** Minimum length of words that may differ in two letters. */
const LONG_WORD = 6;
const MIN_MISTYPED = 4;

/** Prepares the words of an index row that searches compare. */
export function describeSearched({
  asset,
  name,
  event,
}: {
  readonly asset: string;
  readonly name: string;
  readonly event: string | null;
}): Pick<SearchedRow, 'words' | 'exact'> {
  const ids = toWords(asset);
  return {
    words: toWords(`${asset} ${name} ${event ?? ''}`),
    exact: [ids, toWords(asset.slice(asset.indexOf('-') + 1)), toWords(name)],
  };
}

/**
 * Finds the rows that contain all words of a query, or synonyms of them (`bitcoin`, `btc`). Rows with the exact name
 * come first, then rows whose words begin with the query's, then rows that contain them inside words; among equals,
 * open markets before ended ones, then by volume. If no row matches, unknown words are replaced by the most similar
 * ones that rows contain.
 */
export function searchRows<Row extends SearchedRow>(rows: readonly Row[], query: string): readonly Row[] {
  const asked = toWords(query)
    .trim()
    .split(' ')
    .filter((word) => word !== '');
  // A query without letters and digits matches nothing.
  if (asked.length === 0) return [];
  const found = rankRows(rows, asked);
  if (found.length > 0) return found;
  const mended = mend(rows, asked);
  return mended === null ? [] : rankRows(rows, mended);
}

function rankRows<Row extends SearchedRow>(rows: readonly Row[], asked: readonly string[]): readonly Row[] {
  const wanted = asked.map((word) => [word, ...findAliases(word)]);
  const whole = ` ${asked.join(' ')} `;
  return rows
    .flatMap((row) => {
      const rank = rankRow(row, wanted, whole);
      return rank === null ? [] : [{ row, rank }];
    })
    .sort(
      (a, b) =>
        a.rank - b.rank || Number(b.row.isOpen) - Number(a.row.isOpen) || b.row.volumeUsd - a.row.volumeUsd,
    )
    .map(({ row }) => row);
}

/** Ranks a row, 0 for the best; null: a word of the query is missing. */
function rankRow(row: SearchedRow, wanted: readonly (readonly string[])[], whole: string): number | null {
  if (row.exact.includes(whole)) return 0;
  let rank = 1;
  for (const spellings of wanted) {
    if (spellings.some((word) => row.words.includes(` ${word}`))) continue;
    if (!row.words.includes(spellings[0] ?? '')) return null;
    rank = 2;
  }
  return rank;
}

/** Replaces each unknown word of a query by the most similar word of the rows; null: a word has no similar one. */
function mend(rows: readonly SearchedRow[], asked: readonly string[]): readonly string[] | null {
  const known = new Set(rows.flatMap(({ words }) => words.trim().split(' ')));
  const mended = asked.map((word) => {
    if (rows.some(({ words }) => words.includes(word))) return word;
    if (word.length < MIN_MISTYPED) return null;
    let nearest: string | null = null;
    let least = word.length >= LONG_WORD ? 2 : 1;
    for (const other of known) {
      if (Math.abs(other.length - word.length) > least) continue;
      const apart = distance(word, other);
      if (apart > least || (nearest !== null && apart === least)) continue;
      nearest = other;
      least = apart;
    }
    return nearest;
  });
  return mended.includes(null) ? null : (mended as readonly string[]);
}

/** Splits a text into words of letters and digits of any script. All other characters separate words. */
function toWords(text: string): string {
  const words = fold(text)
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
  return ` ${words} `;
}
