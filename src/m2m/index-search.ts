import { distance } from 'fastest-levenshtein';
import { findAliases } from '../links/vocabulary/aliases.ts';
import { fold } from '../links/vocabulary/text.ts';

/** The part of an index entry that a search reads. */
export interface SearchedRow {
  /** Id, name and event: lower case, words separated by one space, one at either end. */
  readonly words: string;
  /** Id, id without its venue, and name, each as `words` has it: what a whole query can be. */
  readonly exact: readonly string[];
  /** Whether the market can be traded. */
  readonly isOpen: boolean;
  readonly volumeUsd: number;
}

/** Length from which words may have two letters wrong. */
const LONG_WORD = 6;
const MIN_MISTYPED = 4;

/** Prepares the words of an index entry that searches compare. */
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
 * The rows that have all words of a query, or others that mean the same (`bitcoin`, `btc`): exact names first, then what
 * begins with the words, then what holds them inside; among equals open before ended, by volume. When no row has them,
 * words are replaced by the nearest ones that rows do have.
 */
export function searchRows<Row extends SearchedRow>(rows: readonly Row[], query: string): readonly Row[] {
  const asked = toWords(query)
    .trim()
    .split(' ')
    .filter((word) => word !== '');
  // A query of signs alone names nothing.
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

/** Ranks a row, 0 for the best; null: a word is missing. */
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

/** The query with each unknown word replaced by the nearest that rows have; null when one has none near. */
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

/** Letters and digits of any script; all other characters separate words. */
function toWords(text: string): string {
  const words = fold(text)
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
  return ` ${words} `;
}
