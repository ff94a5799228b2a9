import { cityOf, meaningfulWords } from './vocabulary.ts';

/** A contest of two sides, read from a title such as `Lakers vs. Celtics` or `Boston at Miami Winner?`. */
export interface MatchUp {
  readonly sides: readonly [Side, Side];
  /** Which side Yes pays on; null where Yes is the draw. */
  readonly yes: 0 | 1 | null;
  /** Yes and No are the two sides, so there is no third way. */
  readonly isTwoWay: boolean;
}

export type Side = ReadonlySet<string>;

const VERSUS = /^(.+?)\s+(?:vs?\.?|versus|at|@)\s+(.+?)$/i;
const PREFIX = /^[^:]{1,60}:\s+/;
const SUFFIX = /\s*(?:\([^)]*\)|winner|moneyline|to win)?\s*\??\s*$/i;
/** What may stand in the title of a plain question about the winner besides the two names. */
const PLAIN_WORDS = new Set('win winner draw fc afc cf sc moneyline'.split(' '));

/**
 * Reads a contest from the title, or from the event's title when the title asks about one side of it.
 *
 * @returns null for anything but the plain question who wins: totals, spreads and halves are other questions.
 */
export function readMatchUp(
  title: string,
  eventTitle: string,
  outcomes: readonly [string, string],
): MatchUp | null {
  const pair = splitSides(title);
  const eventPair = splitSides(eventTitle);
  const fuller = eventPair ?? pair;
  if (fuller === null) return null;
  const sides: readonly [Side, Side] = [sideWords(fuller[0]), sideWords(fuller[1])];
  if (sides[0].size === 0 || sides[1].size === 0) return null;

  const labels = outcomes.map((label) => sideWords(label)) as [Side, Side];
  const isTwoWay = isSideOf(labels[0], sides) !== null && otherSide(labels, sides);
  const isAboutWinner = pair !== null || asksForOneSide(title, sides);
  if (!isAboutWinner) return null;
  const yes = yesSide(title, labels[0], sides, pair !== null);
  return yes === undefined ? null : { sides, yes, isTwoWay };
}

const NAMED_CONTEST = /\bvs?\.?\s|\bversus\b|\s(?:at|@)\s.+\bwinner\b/i;

/** The title names two sides. Without a known Yes side such a market must not be matched by its words. */
export function namesContest(title: string): boolean {
  return NAMED_CONTEST.test(title);
}

/** Whether two contests have the same sides, and whether in the same order. null when they differ. */
export function alignSides(a: MatchUp, b: MatchUp): 'straight' | 'crossed' | null {
  const straight = sameSide(a.sides[0], b.sides[0]) && sameSide(a.sides[1], b.sides[1]);
  const crossed = sameSide(a.sides[0], b.sides[1]) && sameSide(a.sides[1], b.sides[0]);
  if (straight === crossed) return null;
  return straight ? 'straight' : 'crossed';
}

function splitSides(text: string): readonly [string, string] | null {
  const bare = text
    .replace(/^\s*will\s+/i, '')
    .replace(PREFIX, '')
    .replace(SUFFIX, '')
    .replace(/\s+draw\s*$/i, '');
  const match = VERSUS.exec(bare.replace(/\s+end in a\s*$/i, '').trim());
  const [, first = '', second = ''] = match ?? [];
  if (first === '' || second === '' || /\d/.test(first + second)) return null;
  return [first, second.replace(SUFFIX, '').replace(/\s+end in a draw\s*$/i, '')];
}

/** Short words count here: they tell `Los Angeles L` from `Los Angeles C`. */
function sideWords(text: string): Side {
  const words = meaningfulWords(text);
  for (const filler of ['fc', 'afc', 'cf', 'sc']) words.delete(filler);
  for (const word of [...words]) {
    for (const part of (cityOf(word) ?? '').split(' ')) if (part !== '') words.add(part);
    if (word.endsWith('s') || cityOf(`${word}s`) === null) continue;
    for (const part of (cityOf(`${word}s`) ?? '').split(' ')) words.add(part);
  }
  return words;
}

/** One name holds the other: `Lakers` and `Los Angeles Lakers`. */
function sameSide(a: Side, b: Side): boolean {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  return small.size > 0 && [...small].every((word) => large.has(word));
}

function isSideOf(label: Side, sides: readonly [Side, Side]): 0 | 1 | null {
  const first = sameSide(label, sides[0]);
  const second = sameSide(label, sides[1]);
  if (first === second) return null;
  return first ? 0 : 1;
}

function otherSide(labels: readonly [Side, Side], sides: readonly [Side, Side]): boolean {
  const yes = isSideOf(labels[0], sides);
  const no = isSideOf(labels[1], sides);
  return yes !== null && no !== null && yes !== no;
}

/** `Will Arsenal win?` in the event `Arsenal vs Chelsea`. */
function asksForOneSide(title: string, sides: readonly [Side, Side]): boolean {
  const words = meaningfulWords(title);
  if (!words.has('win') && !words.has('draw')) return false;
  return [...words].every((word) => PLAIN_WORDS.has(word) || sides[0].has(word) || sides[1].has(word));
}

/** undefined when the texts do not say on which side Yes pays. */
function yesSide(
  title: string,
  label: Side,
  sides: readonly [Side, Side],
  titleNamesBoth: boolean,
): 0 | 1 | null | undefined {
  if (label.has('draw')) return null;
  const labelled = isSideOf(label, sides);
  if (labelled !== null) return labelled;
  const words = meaningfulWords(title);
  if (words.has('draw')) return null;
  if (titleNamesBoth) return undefined;
  words.delete('win');
  return isSideOf(words, sides) ?? undefined;
}
