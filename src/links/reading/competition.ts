import type { BinaryState } from '../../domain/index.ts';
import { getProfile } from '../../venues/registry.ts';
import { fold, splitTokens } from '../vocabulary/text.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import type { League } from '../vocabulary/vocabulary-file.ts';
import type { GameKey } from './game-key.ts';

/** Competition of a contest, as far as the venue names it. */
export interface Competition {
  /** Id of the competition in the vocabulary; null when the vocabulary does not know it. */
  readonly id: string | null;
  /** Names of the competition in the venue's texts and identifiers, normalised: `khl`, `saudiproleague`. */
  readonly names: ReadonlySet<string>;
  /** Names of the competition that come from the venue's identifiers. */
  readonly codes: ReadonlySet<string>;
  /** Words of all names, in the spelling that is compared. */
  readonly words: ReadonlySet<string>;
}

/** Words for the sport and the like, which do not distinguish competitions. */
const SAYS_NOTHING = new Set(
  'professional pro men mens s the of in at soccer football basketball baseball hockey ice tennis cricket rugby volleyball esports esport sports sport game games match matches regular season winner upcoming mixed martial arts boxing mma college international friendly'.split(
    ' ',
  ),
);
const UPCOMING = /\bupcoming (.{2,60}?) (?:game|match|fight|bout|series)\b/i;
const MIN_NAME = 2;

/** Reads the competition of a market from its texts, its game key and its league. */
export function readCompetition(
  state: BinaryState,
  key: GameKey | null,
  { league, vocabulary }: { readonly league: League | null; readonly vocabulary: Vocabulary },
): Competition {
  const names = new Set<string>();
  const words = new Set<string>();
  const name = (text: string | null | undefined) => {
    for (const one of listNames(text ?? '')) names.add(one);
  };
  const add = (text: string | null | undefined) => {
    if (text == null) return;
    name(text);
    for (const word of vocabulary.read(vocabulary.prepare(text), null).words) words.add(word);
  };
  const { ref, ticker, terms } = state;
  const rules = state.rules ?? '';
  add(key?.league);
  const { gameNames } = getProfile(ref.venue).listing;
  add(gameNames === 'ticker' ? findSeriesBody(terms.series ?? '') : terms.series?.replaceAll('-', ' '));
  const codes = new Set(names);
  // A prefix may also name a part of the contest, so its words are not in `words`, which may accompany the names of the
  // sides.
  name(readPrefix(ticker.title));
  name(readPrefix(ticker.eventTitle ?? ''));
  add(UPCOMING.exec(rules.slice(0, 300))?.[1]);
  add(readPhrase(rules, ticker.eventTitle));
  const isKnown = league !== null && league.id !== league.sport;
  if (isKnown) for (const one of [league.id, ...league.names]) add(one);
  return { id: isKnown ? league.id : null, names, codes, words };
}

/** Finds the competition in a series: `KXKHLGAME` gives `KHL`. */
function findSeriesBody(series: string): string | null {
  return /^KX([A-Z0-9]+?)(?:GAME|MATCH|FIGHT|BOUT)$/.exec(series)?.[1] ?? null;
}

/** Reads the text before a colon or the first comma: `KHL: A vs. B`, `LCP 2026: A vs. B`, `BUNDL, A vs B, May 10`. */
function readPrefix(title: string): string | null {
  return /^([^:,]{2,40})(?::\s|,\s.*\svs?\.?\s)/i.exec(title)?.[1] ?? null;
}

/**
 * Reads the competition between the event's title and the word game: `wins the <event> professional KHL hockey game`.
 */
function readPhrase(rules: string, event: string | null): string | null {
  if (event === null || event === '') return null;
  const at = rules.indexOf(event);
  if (at < 0) return null;
  const behind = rules.slice(at + event.length, at + event.length + 120);
  return /^\s(.{2,80}?)\s(?:game|match|fight|bout)\b/i.exec(behind)?.[1] ?? null;
}

/** Lists the name as stated, and without words that distinguish nothing. */
function listNames(text: string): string[] {
  const tokens = splitTokens(fold(text.replaceAll('-', ' ')))
    .filter((token) => !/^20\d\d$/.test(token))
    .map((token) => (token === 'professional' ? 'pro' : token));
  while (tokens[0] === 'pro' || tokens[0] === 'men' || tokens[0] === 'mens') tokens.shift();
  while (tokens.length > 1 && SAYS_NOTHING.has(tokens.at(-1) ?? '')) tokens.pop();
  const name = tokens.join('');
  const isNothing = tokens.every((token) => SAYS_NOTHING.has(token));
  return isNothing || name.length < MIN_NAME ? [] : [name];
}

/** Whether two contests belong to one competition; null when a venue does not state enough. */
export function isSameCompetition(a: Competition, b: Competition): boolean | null {
  if (a.id !== null && b.id !== null) return a.id === b.id;
  for (const name of a.names) {
    if (b.names.has(name)) return true;
    for (const other of b.names) if (isAbbreviation(name, other) || isAbbreviation(other, name)) return true;
  }
  return null;
}

/**
 * Whether a code abbreviates a name, such as `bundl` for `bundesliga`: its letters occur in order, the first three
 * adjacent.
 */
function isAbbreviation(code: string, name: string): boolean {
  if (code.length < 4 || code.length > 6 || name.length <= code.length) return false;
  if (code.slice(0, 3) !== name.slice(0, 3)) return false;
  let at = 0;
  for (const letter of name) if (letter === code[at]) at += 1;
  return at === code.length;
}
