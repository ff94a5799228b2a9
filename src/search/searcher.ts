import { FILLERS } from '../links/vocabulary/fillers.ts';
import { atFirstUse } from '../scheduling/at-first-use.ts';
import { type Scope, writeMatch } from './match.ts';
import { findSpellings, listNameWords } from './names.ts';
import { type QueryPart, splitQuery, type Term, toTerms } from './search-query.ts';
import { foldForSearch, splitWords, toIndexedText } from './search-text.ts';
import type { MarketIndex, Match, SearchedMarket } from './searched-market.ts';
import { KnownWords } from './spelling.ts';

/** Orders of the found markets. */
export const SEARCH_ORDERS = ['relevance', 'volume', 'asset'] as const;
export type SearchOrder = (typeof SEARCH_ORDERS)[number];

export interface SearchQuery extends Scope {
  readonly text: string;
  /** Whether markets that are no longer listed are found too. */
  readonly withEnded: boolean;
  readonly order: SearchOrder;
}

/** A found market. */
export interface Found {
  readonly asset: string;
  readonly volumeUsd: number;
  /** Relevance with the volume; comparable within one answer only. */
  readonly score: number;
  readonly isEnded: boolean;
}

export interface SearchResult {
  /** Query with mended words; null when no word was mended. */
  readonly corrected: string | null;
  /** Terms by which the markets were found. */
  readonly terms: readonly Term[];
  readonly found: readonly Found[];
}

/** Markets in which a search looks, with the words of their titles. */
export interface SearchedTable {
  readonly table: MarketIndex;
  /** Words to which misspelt ones are mended. Called when a word is unknown. */
  readonly words: () => KnownWords;
}

/** Best relevance by words. A rarer word says no more beyond it. */
const MAX_RELEVANCE = 20;
/** Weight of a market that cannot be traded. An open one without volume has 0.5. */
const CLOSED_WEIGHT = 0.3;
/** Added for a market whose whole name or id the query is. */
const NAMED_BONUS = 100;
/** Shortest name to which a word is mended. */
const MIN_NAME = 4;
/** Shortest beginning of a word that counts as known. */
const MIN_BEGINNING = 3;

/** Finds markets by the words of a query in one or two tables. */
export class Searcher {
  readonly #live: SearchedTable;
  readonly #ended: () => SearchedTable | null;

  /**
   * Searches the listed markets, and the ended ones where they are known.
   *
   * @param ended Finds the table of ended markets; null while there is none.
   */
  constructor(live: SearchedTable, ended: () => SearchedTable | null = () => null) {
    this.#live = live;
    this.#ended = ended;
  }

  /** Finds the markets with all words of a query; without one, those with any of them. */
  search({ text, withEnded, order, ...scope }: SearchQuery): SearchResult {
    const ended = withEnded ? this.#ended() : null;
    const tables = ended === null ? [this.#live] : [this.#live, ended];
    const parts = this.#separate(splitQuery(text), tables);
    if (parts.length === 0) return { corrected: null, terms: [], found: [] };
    const mended = parts.map((part) => mendPart(part, tables));
    const terms = toTerms(mended);
    const isMended = mended.some((part, i) => part !== parts[i]);
    const corrected = isMended ? mended.map(({ words }) => words.join(' ')).join(' ') : null;
    const all = this.#match(tables, writeMatch(terms, 'AND', scope));
    const found =
      all.length > 0 || terms.length === 1
        ? all
        : this.#match(tables, writeMatch(leaveFillers(terms), 'OR', scope));
    return { corrected, terms, found: sortFound(preferNamed(found, terms), order) };
  }

  /** Separates joined words that stand together in no market: `btc-73k` is two words, `gpt-5` is one. */
  #separate(parts: readonly QueryPart[], tables: readonly SearchedTable[]): readonly QueryPart[] {
    return parts.flatMap((part) => {
      const { words, isTogether, isQuoted } = part;
      if (!isTogether || isQuoted) return [part];
      const spelled = `"${words.join(' ')}"`;
      const isFound =
        findSpellings(words.join(' ')).length > 0 || tables.some(({ table }) => table.matches(spelled));
      return isFound ? [part] : words.map((word) => ({ words: [word], isTogether: false, isQuoted: false }));
    });
  }

  #match(tables: readonly SearchedTable[], expression: string): Found[] {
    return tables.flatMap(({ table }, i) => table.match(expression).map((match) => toFound(match, i > 0)));
  }
}

/** Adds to the score of markets whose id, or its part after the prefix, is a query of one term: `btc` is `hl-BTC`. */
function preferNamed(found: readonly Found[], [term, ...more]: readonly Term[]): Found[] {
  if (term === undefined || more.length > 0) return [...found];
  const names = new Set(
    term.spellings.flatMap(({ phrase, series }) => (series === undefined ? [phrase] : [])),
  );
  return found.map((one) => {
    const asset = one.asset.toLowerCase();
    const isNamed = names.has(asset.slice(asset.indexOf('-') + 1));
    return isNamed ? { ...one, score: one.score + NAMED_BONUS } : one;
  });
}

function toFound({ asset, volumeUsd, isOpen, relevance }: Match, isEnded: boolean): Found {
  const weight = isOpen ? 0.5 + Math.log1p(Math.max(0, volumeUsd)) / 14 : CLOSED_WEIGHT;
  const score = Math.min(relevance, MAX_RELEVANCE) * weight;
  return { asset, volumeUsd, score, isEnded };
}

function sortFound(found: Found[], order: SearchOrder): readonly Found[] {
  const byAsset = (a: Found, b: Found) => (a.asset < b.asset ? -1 : a.asset > b.asset ? 1 : 0);
  if (order === 'asset') return found.sort(byAsset);
  const value = ({ volumeUsd, score }: Found) => (order === 'volume' ? volumeUsd : score);
  return found.sort((a, b) => value(b) - value(a) || byAsset(a, b));
}

/** Names that may be misspelt though no title has them: `bitcoin` where a venue writes `BTC`. */
const readNameWords = atFirstUse(() => {
  const words = new KnownWords();
  for (const word of listNameWords()) if (word.length >= MIN_NAME) words.add(word);
  return words;
});

/** Replaces a word that no market has by the nearest one that some have. */
function mendPart(part: QueryPart, tables: readonly SearchedTable[]): QueryPart {
  const { words, isQuoted } = part;
  const [word] = words;
  if (isQuoted || words.length !== 1 || word === undefined || /\d/.test(word)) return part;
  if (findSpellings(word).length > 0) return part;
  const begun = word.length >= MIN_BEGINNING ? ` OR "${word}" *` : '';
  if (tables.some(({ table }) => table.matches(`"${word}"${begun}`))) return part;
  const known = [...tables.map((one) => one.words()), readNameWords()];
  const near = known.map((words) => words.findNearest(word)).filter((one) => one !== null);
  near.sort((a, b) => a.distance - b.distance || b.uses - a.uses);
  return near[0] === undefined ? part : { ...part, words: [near[0].word] };
}

/** Leaves out words such as `the` and `will`, which most markets have, when others remain. */
function leaveFillers(terms: readonly Term[]): readonly Term[] {
  const others = terms.filter(({ asked }) => !FILLERS.has(asked));
  return others.length === 0 ? terms : others;
}

/** Lists the words by which a market was found: those of the query, or the other spellings in its texts. */
export function explainFound(market: SearchedMarket, terms: readonly Term[]): readonly string[] {
  const { asset, title, event, answer } = market;
  const texts = [title, event ?? '', answer ?? '', asset].map((text) => splitWords(toIndexedText(text)));
  const joined = texts.map((words) => ` ${words.join(' ')} `);
  const id = splitWords(foldForSearch(asset));
  const single = terms.flatMap((term) => [term, ...term.apart]);
  return single.flatMap(({ spellings, isPrefix }) => {
    const has = ({ phrase, series }: (typeof spellings)[number], i: number) => {
      if (series !== undefined && !id.some((word) => word.startsWith(series))) return false;
      const end = i === 0 && isPrefix ? '' : ' ';
      return phrase === '' || joined.some((text) => text.includes(` ${phrase}${end}`));
    };
    const spelling = spellings.find(has) ?? spellings.find(({ phrase }) => isStem(phrase, joined));
    return spelling === undefined ? [] : [spelling.phrase === '' ? spelling.series! : spelling.phrase];
  });
}

/** Whether a word is in the texts in another form of it: `cuts` for `cut`. */
function isStem(phrase: string, texts: readonly string[]): boolean {
  const stem = phrase.slice(0, Math.max(MIN_BEGINNING, phrase.length - 3));
  return (
    !phrase.includes(' ') && phrase.length > MIN_BEGINNING && texts.some((text) => text.includes(` ${stem}`))
  );
}
