import { eachBuiltInFile, type Team, type VocabularyFile } from '../links/vocabulary/vocabulary-file.ts';
import { atFirstUse } from '../scheduling/at-first-use.ts';
import { foldForSearch, splitWords } from './search-text.ts';
import { SEARCHED_NAMES } from './searched-names.ts';

/** A text by which a market is found in place of a phrase of the query. */
export interface Spelling {
  /** Words that stand together, separated by spaces. Empty: only the series counts. */
  readonly phrase: string;
  /** Beginning of the venue's series in the asset id, which makes a city the name of a team. Absent: none is needed. */
  readonly series?: string;
}

/** Longest phrase of the vocabulary that is looked for, in words. */
export const MAX_NAME_WORDS = 6;
/** Shortest nickname that finds a team without its series. Shorter ones are codes such as `BAR`. */
const MIN_NICKNAME = 4;

/** Other spellings by phrase, from the vocabulary of links and the list of search. */
const readNames = atFirstUse(() => {
  const names = new Map<string, Map<string, Spelling>>();
  const files = [...eachBuiltInFile()];
  addMeanings(files, names);
  addLeagues(files, names);
  const series = new Map(files.flatMap(({ leagues = [] }) => leagues.map((one) => [one.id, one.series])));
  for (const { teams = [] } of files)
    for (const team of teams) addTeam(team, series.get(team.league) ?? [], names);
  for (const group of SEARCHED_NAMES) addGroup(group.map(toPhrase), names);
  return new Map([...names].map(([phrase, spellings]) => [phrase, [...spellings.values()]]));
});

/** Lists the other spellings of a folded phrase: `bitcoin` of `btc`, `manchester city` of `man city`. */
export function findSpellings(phrase: string): readonly Spelling[] {
  return readNames().get(phrase) ?? [];
}

/** Lists the single words that are names. */
export function listNameWords(): readonly string[] {
  return [...readNames().keys()].filter((phrase) => !phrase.includes(' '));
}

/** Whether the vocabulary has a phrase. */
export function isName(phrase: string): boolean {
  return readNames().has(phrase);
}

const toPhrase = (text: string) => splitWords(foldForSearch(text)).join(' ');

type Names = Map<string, Map<string, Spelling>>;

/** Adds groups of words and wordings that mean the same. */
function addMeanings(files: readonly VocabularyFile[], names: Names): void {
  const groups = new Map<string, Set<string>>();
  const add = (meaning: string, said: string) => {
    const group = groups.get(meaning) ?? new Set([toPhrase(meaning)]);
    groups.set(meaning, group.add(toPhrase(said)));
  };
  for (const { words = {}, phrases = [] } of files) {
    for (const [word, meaning] of Object.entries(words)) add(meaning, word);
    for (const { mean, say } of phrases) for (const phrase of say) add(mean, phrase);
  }
  for (const group of groups.values()) addGroup([...group], names);
}

function addLeagues(files: readonly VocabularyFile[], names: Names): void {
  for (const { leagues = [] } of files) {
    for (const { id, names: said, series } of leagues) {
      const phrases = [...new Set([id, ...said].map(toPhrase))];
      addGroup(phrases, names);
      for (const phrase of phrases)
        for (const one of toSeries(series)) put(names, phrase, { phrase: '', series: one });
    }
  }
}

/** Adds the names of a team. A city alone is no name of its team, but finds it within the series of its league. */
function addTeam({ names: full, short }: Team, series: readonly string[], names: Names): void {
  const whole = full.map(toPhrase);
  const isCity = (phrase: string) => whole.some((name) => name.startsWith(`${phrase} `));
  const shorts = short.map(toPhrase);
  const nicknames = shorts.filter(
    (phrase) => !isCity(phrase) && whole.some((name) => name.endsWith(` ${phrase}`)),
  );
  const isFree = (phrase: string) => phrase.length >= MIN_NICKNAME && !phrase.includes(' ');
  const found = [...whole, ...nicknames.filter(isFree)];
  const asked = [...new Set([...whole, ...shorts.filter((phrase) => !isCity(phrase))])];
  for (const phrase of asked) {
    for (const other of found) if (other !== phrase) put(names, phrase, { phrase: other });
    for (const other of shorts)
      for (const one of toSeries(series)) put(names, phrase, { phrase: other, series: one });
  }
}

/** Converts the series of a league to beginnings of words in asset ids. `$` ends a whole ticker. */
const toSeries = (series: readonly string[]) => series.map((one) => one.toLowerCase().replace('$', ''));

function addGroup(phrases: readonly string[], names: Names): void {
  for (const phrase of phrases)
    for (const other of phrases) if (other !== phrase) put(names, phrase, { phrase: other });
}

function put(names: Names, phrase: string, spelling: Spelling): void {
  const known = names.get(phrase) ?? new Map<string, Spelling>();
  names.set(phrase, known.set(`${spelling.phrase}|${spelling.series ?? ''}`, spelling));
}
