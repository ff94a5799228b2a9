import { findIsoTime } from '../../domain/index.ts';
import { RecentTexts } from '../recent-texts.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import type { League } from '../vocabulary/vocabulary-file.ts';
import { listAdditions, listDays, listNumbers, listRestrictions, type Restriction } from './restrictions.ts';
import { cutCondition } from './rules.ts';
import { saysNothing, type WordedRestriction } from './words-of-forms.ts';

/** Rules of one market beyond its title. Read only for pairs that agree in everything else. */
export interface Ruling {
  /** Words of the condition of Yes; empty when no sentence has a known form. */
  readonly condition: readonly string[];
  /** Words of the authority in the condition, after `according to` or `as reported by`; empty without one. */
  readonly authority: readonly string[];
  /** Words of all rules. Read at the first call, because most pairs agree without them. */
  readonly words: () => ReadonlySet<string>;
  /** Cases that the rules include or exclude, each as a few of their words. */
  readonly exceptions: readonly string[];
  /**
   * Sentences outside of the condition that narrow the question, each with the words that the other rules must contain.
   */
  readonly restrictions: () => readonly WordedRestriction[];
  /** Additions to the condition of a contest; empty for other markets. */
  readonly additions: () => readonly WordedRestriction[];
  /** Numbers and days of all rules. */
  readonly numbers: () => ReadonlySet<string>;
  readonly days: () => readonly string[];
  /** Whether the condition requires a value at any time, not at one time. */
  readonly isTouched: boolean;
  /** Place of the value in its source: the words after `specifically`; empty without them. */
  readonly place: readonly string[];
  /** Payout of a contest that is not played, in the words of the rules: `50-50`, `fair price`; null: not stated. */
  readonly unplayed: () => string | null;
  /** Delay beyond which a contest counts as not played: `two weeks`; null: none is stated. */
  readonly waitsFor: () => string | null;
  /** Whether the rules state who wins a tie for the first place. */
  readonly breaksTies: boolean;
  /** Times for which something must last: `30 day`. */
  readonly durations: readonly string[];
  /** Day on which an undecided question ends, in epoch ms; null when the rules name none. */
  readonly fallbackAt: number | null;
  /** Whether the rules are in English and short enough to be read completely. */
  readonly isRead: boolean;
}

/** Length up to which rules are read. */
const MAX_READ_CHARS = 30_000;
/** Minimum number of words from which the language can be recognised. */
const MIN_WORDS_FOR_LANGUAGE = 8;
/** Minimum fraction of common English words. In English text they are an eighth of all words. */
const MIN_ENGLISH_SHARE = 1 / 8;
const ENGLISH = new Set(
  'the of if to will this is be a an in by for and or on no at resolve market resolves then'.split(' '),
);

/** Matches cases that count although the title does not name them, or do not count although it does. */
const EXCEPTION =
  /\b(?:(?:will|does|do|would|shall|is|are|may|can) (?:not |never |also |still |only )?(?:be )?(?:count(?:ed|s)?|qualif(?:y|ies|ied)|suffices?|considered(?! (?:an?|as|to be|one|part)\b)|included|eligible)\b|(?:counts?|qualif(?:y|ies)|suffices?) (?:as|for|toward)\b|not (?:be )?sufficient|insufficient|regardless of|irrespective|even if\b|(?<!if )for any reason(?! no\b)|\bpartial(?:ly)?\b|\bonly if\b|\bunless\b|\bexcluding\b)/gi;
/** Matches sentences about how and when a market is settled, which do not narrow the question. */
const SETTLEMENT =
  /\b(?:source|reporting|official (?:information|results?)|data|resolve based|based solely|postpone\w*|cancel\w*|reschedul\w*|tie|alphabetical|50-50|fair price|overtime|extra time|regular play|first 90 minutes|decimal|rounded|time ?zone)\b/i;
const DURATION =
  /\bfor (?:at least |a minimum of |more than )?(\d+|thirty|sixty|ninety) (?:consecutive |straight |full )?(hour|day|week|month|minute)s?\b/gi;
const UNPLAYED =
  /\b(?:cancell?ed|not played|abandoned|no make-up)\b[^.\n]{0,200}?\bresolves?(?: to)? (?:a )?["“”']?(50[-/]50|0\.5|no|yes|fair price)\b/i;
const WAITS_FOR =
  /\b(?:rescheduled|delayed|postponed)\b[^.\n]{0,40}?\b(?:over|further than|beyond|more than|within|for) (two weeks|\d+ (?:days|weeks|hours))\b/i;
const BREAKS_TIES = /\b(?:in (?:the )?(?:case|event) of an? (?:exact )?tie|ties? for)\b/i;
const TOUCHED =
  /\b(?:any|some) (?:time|moment|point|(?:[\w/]+ ){0,3}candle)\b|\bat least once\b|\bever\b|\b(?:touch|hit|reach|dip)(?:s|es)?\b/;
const PLACE = /\bsources?\b[^.]{0,200}?\bspecifically,? (?:the )?([^.]{3,200})/i;
const URL = /https?:\/\/[^\s)]+/g;
const AUTHORITY =
  /\b(?:according to|as (?:reported|determined|declared|stated|announced|published|confirmed|measured|certified) by) (?:the )?(.{2,60}?)(?=[,.;(]|\s(?:on|by|before|in|for|at|that|is|are|has|then|and|or|text)\b|$)/;
/** Matches a condition that only refers to the title: `if the event in the title takes place`. */
const POINTS_ELSEWHERE =
  /\b(?:in|of) the (?:title|question)\b|\bthe (?:above|listed|described|stated) (?:event|outcome|question)\b/;
/** Text in brackets, which explains a name. */
const ASIDE = /\([^()]{1,120}\)/g;
const FALLBACK =
  /\bif (?:no |voting |the (?:election|vote)|there is no )[^.]{0,140}?\b(?:by|before|until) (?<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? (?<day>\d{1,2}),? (?<year>20\d\d)/i;

/** Creates a function that reads the ruling at the first call. It keeps only the texts that it needs in memory. */
export function createRulingReader(...texts: Parameters<typeof readRuling>): () => Ruling {
  let ruling: Ruling | null = null;
  return () => {
    ruling ??= readRuling(...texts);
    return ruling;
  };
}

/**
 * Reads what the rules of a market say about its result.
 *
 * @param stated Condition as the rules state it.
 * @param condition Remainder of the condition.
 */
function readRuling(
  rules: string | null,
  stated: string | null,
  condition: string | null,
  vocabulary: Vocabulary,
  league: League | null,
): Ruling {
  const text = (rules ?? '').slice(0, MAX_READ_CHARS);
  const own = ofTexts.get(text, readRulesText);
  const readWords = (found: string) => vocabulary.read(vocabulary.prepare(found), league).words;
  const withWords = (found: readonly Restriction[]): WordedRestriction[] =>
    found.flatMap((restriction) => findWorded(restriction, vocabulary, league) ?? []);
  return {
    ...own,
    condition:
      condition === null || POINTS_ELSEWHERE.test(condition)
        ? []
        : vocabulary.read(condition.replace(ASIDE, ' '), league).words,
    authority: vocabulary.read(AUTHORITY.exec(condition ?? '')?.[1] ?? '', league).words,
    words: readOnce(() => new Set(readWords(text))),
    restrictions: readOnce(() => withWords(own.sentences())),
    additions: readOnce(() => withWords(stated === null ? [] : listAdditions(stated))),
    isTouched: TOUCHED.test(condition ?? ''),
    place: text.includes('specifically') ? readWords(PLACE.exec(text.replace(URL, ' '))?.[1] ?? '') : [],
    isRead: (rules ?? '').length <= MAX_READ_CHARS && own.isEnglish,
  };
}

/**
 * Restrictions by vocabulary, sentence and league; null: the sentence has nothing that the other rules must contain.
 */
const worded = new WeakMap<Vocabulary, WeakMap<Restriction, Map<League | null, WordedRestriction | null>>>();

function findWorded(
  restriction: Restriction,
  vocabulary: Vocabulary,
  league: League | null,
): WordedRestriction | null {
  let bySentence = worded.get(vocabulary);
  if (bySentence === undefined) {
    bySentence = new WeakMap();
    worded.set(vocabulary, bySentence);
  }
  let byLeague = bySentence.get(restriction);
  if (byLeague === undefined) {
    byLeague = new Map();
    bySentence.set(restriction, byLeague);
  }
  const known = byLeague.get(league);
  if (known !== undefined) return known;
  const { words } = vocabulary.read(vocabulary.prepare(restriction.asks), league);
  const read: WordedRestriction = { ...restriction, words };
  const found = saysNothing(read) ? null : read;
  byLeague.set(league, found);
  return found;
}

/** Parsed rules, shared by all markets that have the same text. */
type RulesText = ReturnType<typeof readRulesText>;

const ofTexts = new RecentTexts<RulesText>();

function readRulesText(text: string) {
  return {
    exceptions: listExceptions(text),
    /** Sentences outside of the condition that narrow a question. */
    sentences: readOnce(() => listRestrictions(cutCondition(text))),
    numbers: readOnce((): ReadonlySet<string> => new Set(listNumbers(text))),
    days: readOnce(() => listDays(text)),
    unplayed: readOnce(() => UNPLAYED.exec(text)?.[1]?.toLowerCase().replace('/', '-') ?? null),
    waitsFor: readOnce(() => WAITS_FOR.exec(text)?.[1]?.toLowerCase() ?? null),
    breaksTies: BREAKS_TIES.test(text),
    durations: listDurations(text),
    fallbackAt: findFallback(text),
    isEnglish: isEnglish(text.slice(0, MAX_LANGUAGE_CHARS)),
  };
}

function readOnce<T>(read: () => T): () => T {
  let known: { readonly value: T } | null = null;
  return () => {
    known ??= { value: read() };
    return known.value;
  };
}

/** Finds the day on which an undecided market ends; null for a day that does not exist. */
function findFallback(text: string): number | null {
  const { month = '', day = '', year = '' } = FALLBACK.exec(text)?.groups ?? {};
  const number = 1 + MONTHS.indexOf(month.toLowerCase());
  return findIsoTime(`${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`);
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function listExceptions(text: string): string[] {
  const found: string[] = [];
  for (const { 0: words, index } of text.matchAll(EXCEPTION)) {
    if (!SETTLEMENT.test(sentenceAround(text, index)))
      found.push(words.toLowerCase().replace(/\s+/g, ' ').trim());
  }
  return found;
}

function sentenceAround(text: string, index: number): string {
  const before = text.slice(0, index).search(/[^.;:!?\n]*$/);
  const length = text.slice(index).search(/[.;!?\n]/);
  return text.slice(before, length < 0 ? undefined : index + length);
}

function listDurations(text: string): string[] {
  return [...text.matchAll(DURATION)].map(([, count = '', unit = '']) => `${count} ${unit}`.toLowerCase());
}

/** Number of characters in which the language is recognised. */
const MAX_LANGUAGE_CHARS = 600;

function isEnglish(text: string): boolean {
  const words = text.replace(FIELDS, ' ').toLowerCase().match(WORDS) ?? [];
  if (words.length < MIN_WORDS_FOR_LANGUAGE) return true;
  return words.filter((word) => ENGLISH.has(word)).length >= words.length * MIN_ENGLISH_SHARE;
}

const WORDS = /\p{L}+/gu;
/** Matches names and values without a language: `competition:NFL|sport:Football`. */
const FIELDS = /^[a-z]\w*:[^|\n]*(?:\|[a-z]\w*:[^|\n]*)+$/gim;
