import { VENUE_LIST } from '../domain/index.ts';
import { findSpellings, isName, MAX_NAME_WORDS, type Spelling } from './names.ts';
import { findAmount, foldForSearch, splitWords } from './search-text.ts';

/** One thing that a query asks for, in any of its spellings. */
export interface Term {
  /** Words of the query, separated by spaces. */
  readonly asked: string;
  readonly spellings: readonly Spelling[];
  /** Whether words that begin with the last asked one count too. */
  readonly isPrefix: boolean;
  /** Terms of the single words of a name, which count where they do not stand together. Empty for one word. */
  readonly apart: readonly Term[];
}

/** Parts of a query, before its names are found. */
export interface QueryPart {
  /** Words of the part. Those of a quoted, joined or numeric part stand together. */
  readonly words: readonly string[];
  readonly isTogether: boolean;
  /** Whether the words are taken as they are: neither mended nor replaced by other names. */
  readonly isQuoted: boolean;
}

/** Longest query that is read, in characters, and most parts of it. */
const MAX_CHARS = 400;
const MAX_PARTS = 24;
const QUOTED = /"([^"]*)"?|(\S+)/g;
/** Words that stand for the currency or the kind of a market, not for its asset, as other venues spell pairs. */
const PAIR_END = /^(.{2,}?)[-_/:]?(?:usdt|usdc|usd|perp|swap)$/;
/** Units of time that venues also write beside the number: `5m`. */
const TIME_UNITS: Readonly<Record<string, string>> = {
  m: 'm',
  min: 'm',
  mins: 'm',
  minute: 'm',
  minutes: 'm',
  h: 'h',
  hour: 'h',
  hours: 'h',
};
const JOINED = /^(\p{L}+)(\d+)$|^(\d+)(\p{L}+)$/u;
/** Prefixes of asset ids, the longest first: `hl-pred-` begins with `hl-`. */
const ID_PREFIXES = Object.values(VENUE_LIST)
  .flatMap(({ kinds }) => Object.values<{ readonly idPrefix: string }>(kinds).map(({ idPrefix }) => idPrefix))
  .sort((a, b) => b.length - a.length);

/** Splits a query into its parts: quoted texts, page addresses and ids, pairs, and single words. */
export function splitQuery(query: string): readonly QueryPart[] {
  const parts: QueryPart[] = [];
  for (const [, quoted, bare] of query.slice(0, MAX_CHARS).matchAll(QUOTED)) {
    const text = foldForSearch(quoted ?? stripAddress(bare ?? ''));
    const words = splitWords(quoted === undefined ? stripPair(text) : text);
    if (words.length === 0) continue;
    parts.push({ words, isTogether: words.length > 1, isQuoted: quoted !== undefined });
    if (parts.length === MAX_PARTS) break;
  }
  return parts;
}

/** Finds the names in the parts of a query, and converts them to terms. The longest name at a word counts. */
export function toTerms(parts: readonly QueryPart[]): readonly Term[] {
  const terms: Term[] = [];
  for (let at = 0; at < parts.length; ) {
    const length = countNameParts(parts, at);
    const own = parts.slice(at, at + length);
    at += length;
    const words = own.flatMap((part) => part.words);
    const isPrefix = at === parts.length && own.at(-1)?.isTogether === false;
    if (own[0]?.isQuoted === true) terms.push(toQuotedTerm(words.join(' ')));
    else if (length === 1) terms.push(toTerm(words.join(' '), isPrefix));
    else
      terms.push({ ...toTerm(words.join(' '), isPrefix), apart: words.map((word) => toTerm(word, false)) });
  }
  return terms;
}

const toQuotedTerm = (asked: string): Term => ({
  asked,
  spellings: [{ phrase: asked }],
  isPrefix: false,
  apart: [],
});

const toTerm = (asked: string, isPrefix: boolean): Term => ({
  asked,
  spellings: listSpellings(asked),
  isPrefix,
  apart: [],
});

/** Counts the parts from a position that form the longest name or a time; 1 without one. */
function countNameParts(parts: readonly QueryPart[], at: number): number {
  for (let length = Math.min(MAX_NAME_WORDS, parts.length - at); length > 1; length--) {
    const own = parts.slice(at, at + length);
    if (own.some(({ isQuoted }) => isQuoted)) continue;
    const phrase = own.flatMap(({ words }) => words).join(' ');
    if (isName(phrase) || findTime(phrase) !== null) return length;
  }
  return 1;
}

function listSpellings(asked: string): readonly Spelling[] {
  const joined = JOINED.exec(asked);
  const apart = joined === null ? null : `${joined[1] ?? joined[3]} ${joined[2] ?? joined[4]}`;
  const closed = /^\p{L}+ \d+$/u.test(asked) ? asked.replace(' ', '') : null;
  const own = [asked, findAmount(asked), apart, closed, ...(findTime(apart ?? asked) ?? [])];
  return [
    ...own.flatMap((phrase) => (phrase === null ? [] : [{ phrase }])),
    ...findSpellings(asked),
    ...(apart === null ? [] : findSpellings(apart)),
  ];
}

/** Lists how venues write a length of time such as `5 minutes`; null for other texts. */
function findTime(phrase: string): readonly string[] | null {
  const [, digits, word] = /^(\d+) (\p{L}+)$/u.exec(phrase) ?? [];
  const unit = TIME_UNITS[word ?? ''];
  if (digits === undefined || unit === undefined) return null;
  return [
    `${digits}${unit}`,
    ...(unit === 'm' ? ['min', 'minute'] : ['hour']).map((one) => `${digits} ${one}`),
  ];
}

/** Takes the last part of a page's address, and removes the prefix of an asset id: `hl-bitcoin` means `bitcoin`. */
function stripAddress(text: string): string {
  const isAddress = /^[a-z]+:\/\/|^[\w-]+(\.[\w-]+)+\/./i.test(text);
  const path = isAddress ? text.replace(/[?#].*$/, '') : text;
  const last = isAddress ? (path.split('/').findLast((part) => part !== '') ?? path) : path;
  const prefix = ID_PREFIXES.find((each) => last.toLowerCase().startsWith(each));
  return prefix === undefined ? last : last.slice(prefix.length);
}

function stripPair(folded: string): string {
  return PAIR_END.exec(folded)?.[1] ?? folded;
}
