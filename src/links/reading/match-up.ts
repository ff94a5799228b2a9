import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import type { League } from '../vocabulary/vocabulary-file.ts';
import { isSameSide, type Side } from './sides.ts';

/** A contest of two sides, read from a title such as `Lakers vs. Celtics` or `Boston at Miami Winner?`. */
export interface MatchUp {
  readonly sides: readonly [Side, Side];
  /** Side on which Yes pays; null when Yes is the draw. */
  readonly yes: 0 | 1 | null;
  /** Whether Yes and No are the two sides, so that a draw is impossible. */
  readonly isTwoWay: boolean;
  /** Whether title, event and labels name both sides in the same way, so that no name contains a further condition. */
  readonly isPlain: boolean;
}

export interface MatchUpTexts {
  /** Title after `Vocabulary.prepare`, without its dates. */
  readonly title: string;
  readonly event: string;
  /** Answers that Yes and No stand for. */
  readonly labels: readonly [string, string];
  /** Codes of the competition at the venue: `khl`, `leagueoflegends`. Absent: none. */
  readonly codes?: ReadonlySet<string>;
  /** Words of the competition's names, which may accompany the names of the sides. Absent: none. */
  readonly competition?: ReadonlySet<string>;
  /**
   * Side on which Yes pays by the venue's identifier, and the code of that side. Absent and null: the identifier states
   * none.
   */
  readonly identified?: { readonly yes: 0 | 1 | null; readonly side: string | null } | null;
}

const VERSUS = /^(.+?)\s+(?:vs?\.?|versus|at|@)\s+(.+?)$/;
const BEATS = /^\s*(?:will\s+)?(.+?)\s+(?:beat|defeat|win against)s?\s+(.+?)\s*\??\s*$/;
const SUFFIX = /\s*(?:winner|moneyline|to win)?\s*\??\s*$/;
/**
 * Number of games that decide the match. It is removed with the tournament after a dash, which the competition states
 * too.
 */
const BEST_OF = /\s*\((?:bo\d|best of \d)\)/;
const TOURNAMENT = /\s-\s([^-]{2,60})$/;
/** Words that may accompany the two names in a plain question about the winner. */
const PLAIN_WORDS = new Set(
  'win draw moneyline professional pro basketball football baseball hockey soccer men'.split(' '),
);
/** Separators of the two names, as in `Will X win the X vs. Y match?`. */
const VERSUS_WORDS = new Set(['vs', 'v', 'versus']);
/** Stages of a competition, which identify the contest. So does its day. */
const STAGE =
  /^(?:final|semifinal|semi|quarterfinal|quarter|group|stage|round|of|playoff|regularseason|season|game|week|matchday|day)s?$/;
/** Pattern of a market on one of several contests, or on a part of one: `Game 2`, `Map 1`, `Leg 2`. */
export const NUMBERED = /\b(?:game|map|set|match|leg|heat|race|round|fight)\s*#?\d/;
const CLUB_WORDS = new Set('fc afc cf sc ac fk sk bc ssc club team'.split(' '));
/** Words of whole sentences: `Adrien Brody win Best Actor at the Oscars` does not name two sides. */
const SENTENCE =
  /\b(?:win|wins|be|is|are|say|says|have|has|speak|perform|attend|appear|finish|place|who|what|which|before|if)\b/;
/** Parts and figures of a contest. A title that contains one does not ask who wins the contest. */
export const PART =
  /\b(?:half|halftime|quarter|period|inning|innings|set|map|overtime|extra time|regulation|spread|handicap|total|totals|o\/u|over|under|margin|points?|rebounds?|assists?|goals?|corners?|cards?|runs?|score|scores|first|most|1h|2h|1q|2q|3q|4q|both|lead|leading|advance|series|sweep|method|rounds?)\b/;

/**
 * Reads a contest from the title, or from the event's title when the title asks about one side of it.
 *
 * @returns null for anything but the plain question who wins. A word other than the two names that is not known to be
 * harmless makes another question.
 */
export function readMatchUp(
  texts: MatchUpTexts,
  vocabulary: Vocabulary,
  league: League | null,
): MatchUp | null {
  const pair = splitSides(texts.title, texts, vocabulary);
  const eventPair = splitSides(texts.event, texts, vocabulary);
  const fuller = pair ?? eventPair;
  if (fuller === null) return null;
  const read = (text: string) => readSideWords(text, vocabulary, league);
  const sides: readonly [Side, Side] = [read(fuller[0]), read(fuller[1])];
  if (sides[0].length === 0 || sides[1].length === 0 || isSameSide(sides[0], sides[1])) return null;

  const labels: [Side, Side] = [read(texts.labels[0]), read(texts.labels[1])];
  const no = findSide(labels[1], sides);
  const isTwoWay = no !== null && findSide(labels[0], sides) === 1 - no;
  const isBeating = BEATS.test(texts.title) && pair !== null;
  if (pair === null && !asksForOneSide(texts, sides, vocabulary, league)) return null;
  const yes = findYesSide(
    { ...texts, label: labels[0], sides, isBeating, titleNamesBoth: pair !== null },
    read,
  );
  if (yes === undefined) return null;
  const areSidesAlike =
    pair === null ||
    eventPair === null ||
    (isSameSide(read(eventPair[0]), sides[0]) && isSameSide(read(eventPair[1]), sides[1]));
  const isLabelAlike = yes === null || isNamedWholly(labels[0], sides[yes], texts.identified?.side ?? null);
  return { sides, yes, isTwoWay, isPlain: areSidesAlike && isLabelAlike };
}

/** Whether the label is the whole name, says no more than yes, or is a code and a part of the name. */
function isNamedWholly(label: Side, side: Side, code: string | null): boolean {
  return label.length === 0 || label[0] === 'yes' || isSameSide(label, side) || hasCode(label, code);
}

const NAMED_CONTEST = /\bvs?\.?\s|\bversus\b|\s(?:at|@)\s.+\bwinner\b/;

/** Whether the title names two sides. Without a known Yes side such a market must not be matched by its words. */
export function namesContest(prepared: string): boolean {
  return NAMED_CONTEST.test(prepared);
}

/** Decides whether two contests have the same sides, in the same or the reverse order; null when the sides differ. */
export function alignSides(
  a: MatchUp,
  b: MatchUp,
  areSame: (one: Side, two: Side) => boolean = isSameSide,
): 'straight' | 'crossed' | null {
  const straight = areSame(a.sides[0], b.sides[0]) && areSame(a.sides[1], b.sides[1]);
  const crossed = areSame(a.sides[0], b.sides[1]) && areSame(a.sides[1], b.sides[0]);
  if (straight === crossed) return null;
  return straight ? 'straight' : 'crossed';
}

function splitSides(
  text: string,
  texts: MatchUpTexts,
  vocabulary: Vocabulary,
): readonly [string, string] | null {
  const asked = text
    .replace(/^\s*will\s+/, '')
    .replace(/(?:'s)?\s*(?:end in an?|be an?)\s+(?:draw|tie)\s*\??\s*$/, '');
  const beaten = BEATS.exec(text);
  const bare = withoutPrefix(withoutCommas(asked, texts, vocabulary), texts, vocabulary);
  if (bare === null) return null;
  const match =
    beaten ??
    VERSUS.exec(
      withoutTournament(bare.replace(BEST_OF, ''))
        .replace(SUFFIX, '')
        .replace(/\s+(?:draw|tie)\s*$/, '')
        .trim(),
    );
  const [, first = '', second = ''] = match ?? [];
  const bareSecond = second.replace(SUFFIX, '').trim();
  if (first === '' || bareSecond === '' || /\d|[:(]/.test(first + bareSecond)) return null;
  if (PART.test(`${first} ${bareSecond}`) || SENTENCE.test(`${first} ${bareSecond}`)) return null;
  return [first, bareSecond];
}

/** Removes a tournament after a dash. A part of the contest after a dash remains, because it makes another question. */
function withoutTournament(text: string): string {
  const behind = TOURNAMENT.exec(text)?.[1] ?? '';
  return behind === '' || PART.test(behind) || NUMBERED.test(behind) ? text : text.replace(TOURNAMENT, '');
}

/**
 * Removes the words before and after the two sides in `BUNDL, A vs B, May 10` when they name the competition or the
 * day.
 */
function withoutCommas(text: string, texts: MatchUpTexts, vocabulary: Vocabulary): string {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '?');
  const pairs = parts.filter((part) => VERSUS.test(part));
  const [pair] = pairs;
  if (pair === undefined || pairs.length > 1 || parts.length < 2) return text;
  const others = parts.filter((part) => part !== pair);
  return others.every((part) => isCompetition(part, texts, vocabulary)) ? pair : text;
}

function isCompetition(text: string, { codes, competition }: MatchUpTexts, vocabulary: Vocabulary): boolean {
  if (PART.test(text)) return false;
  if (codes?.has(text.replace(/[^a-z0-9]/g, '')) === true) return true;
  const words = vocabulary.read(text, null).words;
  return words.every(
    (word) => vocabulary.findLeague(word) !== null || STAGE.test(word) || competition?.has(word) === true,
  );
}

/**
 * Removes a tournament before a colon; null when a part of the contest is before the colon, which makes another
 * question.
 */
function withoutPrefix(text: string, texts: MatchUpTexts, vocabulary: Vocabulary): string | null {
  const colon = text.indexOf(': ');
  if (colon < 0) return text;
  const prefix = text.slice(0, colon);
  const rest = text.slice(colon + 2);
  if (isCompetition(prefix, texts, vocabulary)) return rest;
  const words = vocabulary.read(prefix, null).words;
  // The event's title may begin with the tournament too.
  return texts.event.startsWith(`${prefix}:`) && !PART.test(`${prefix} ${words.join(' ')}`) ? rest : null;
}

function readSideWords(text: string, vocabulary: Vocabulary, league: League | null): Side {
  const words = vocabulary.read(text, league).words;
  const named = words.filter((word) => !CLUB_WORDS.has(word));
  const team = named.find((word) => word.includes('/'));
  // A team's name with further words (`Barcelona Femeni`) is another team.
  if (team !== undefined && named.length > 1) return named;
  return named;
}

function findSide(label: Side, sides: readonly [Side, Side]): 0 | 1 | null {
  const first = isNamedAs(label, sides[0]);
  const second = isNamedAs(label, sides[1]);
  if (first === second) return null;
  return first ? 0 : 1;
}

/** Whether a label names a side. Within one market a label may shorten the name, but not extend it. */
function isNamedAs(label: Side, side: Side): boolean {
  // The side of a person may be the family name alone.
  if (side.length === 1 && label.length > 1 && label.at(-1) === side[0]) return true;
  return label.length > 0 && label.every((word) => side.includes(word));
}

/** Reads the side of `Will Arsenal win?` in the event `Arsenal vs Chelsea`. */
function asksForOneSide(
  { title, labels, competition }: MatchUpTexts,
  sides: readonly [Side, Side],
  vocabulary: Vocabulary,
  league: League | null,
): boolean {
  if (PART.test(title)) return false;
  const words = vocabulary.read(title, league).words.filter((word) => !CLUB_WORDS.has(word));
  if (!words.includes('win') && !words.includes('draw')) return false;
  const label = new Set(vocabulary.read(labels[0], league).words);
  return words.every(
    (word) =>
      PLAIN_WORDS.has(word) ||
      VERSUS_WORDS.has(word) ||
      label.has(word) ||
      sides[0].includes(word) ||
      sides[1].includes(word) ||
      competition?.has(word) === true,
  );
}

interface YesTexts {
  readonly title: string;
  readonly label: Side;
  readonly sides: readonly [Side, Side];
  readonly isBeating: boolean;
  readonly titleNamesBoth: boolean;
  readonly identified?: MatchUpTexts['identified'];
}

/** Whether a label such as `STL Blues` is the code of the side and its nickname, which the title may omit. */
function hasCode(label: Side, code: string | null): boolean {
  return label.length > 1 && label[0] === code;
}

/** Finds the Yes side; undefined when the texts do not state on which side Yes pays. */
function findYesSide(
  { title, label, sides, isBeating, titleNamesBoth, identified }: YesTexts,
  read: (text: string) => Side,
): 0 | 1 | null | undefined {
  if (label.length === 1 && label[0] === 'draw') return null;
  if (isBeating) return 0;
  const labelled = findSide(label, sides);
  if (labelled !== null) return labelled;
  if (identified != null && hasCode(label, identified.side))
    return findSide(label.slice(1), sides) ?? identified.yes ?? undefined;
  const words = read(title);
  if (words.includes('draw')) return null;
  if (titleNamesBoth) return undefined;
  return (
    findSide(
      words.filter((word) => word !== 'win'),
      sides,
    ) ?? undefined
  );
}
