import type { MarketTerms } from '../../domain/index.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import type { League } from '../vocabulary/vocabulary-file.ts';
import type { MarketTexts, TextReading } from './texts.ts';

const FIGURES = ['cpi', 'ppi', 'pce', 'gdp'] as const;

/** Direction words, which the numbers and the negation already express. */
const DIRECTIONS = ['above', 'below', 'between'] as const;

const NEGATING = ['not', "won't", 'fail'] as const;

export const COINS = new Set('btc eth sol xrp doge bnb hype ada ltc link avax sui trx dot xlm'.split(' '));

/** Words of questions in which the order of the names matters. */
const ORDERED = new Set(
  'beat defeat than before ahead behind over against replace succeed endorse acquire sue attack invade strike leave'.split(
    ' ',
  ),
);

/** Words of questions that are about the United States when no country is named. */
export const OF_THE_US = new Set(
  'recession gdp cpi ppi pce unemployment jobs joblessclaims fed president vicepresident senate ushouse governmentshutdown supremecourt debtceiling whitehouse congress secretary attorneygeneral'.split(
    ' ',
  ),
);

const WIN_OR_DRAW = new Set(['win', 'draw', 'yes']);

const OFFICES = new Set(
  'president vicepresident senate governor mayor ushouse primeminister parliament'.split(' '),
);

interface WordSets {
  readonly words: Set<string>;
  readonly eventWords: ReadonlySet<string>;
  readonly context: Set<string>;
  readonly order: readonly string[] | null;
}

/** Collects the words of a market: of title and answer, of the event, and of all texts together as context. */
export function collectWords(
  texts: MarketTexts,
  terms: MarketTerms,
  vocabulary: Vocabulary,
  league: League | null,
): WordSets {
  const read = (text: TextReading | null) => (text === null ? [] : vocabulary.read(text.rest, league).words);
  const sequence = [...read(texts.title), ...read(texts.answer)];
  const words = new Set(sequence);
  const eventWords = tidy(new Set(read(texts.event)), vocabulary);
  if (terms.underlying != null && COINS.has(terms.underlying.toLowerCase()))
    words.add(terms.underlying.toLowerCase());
  tidy(words, vocabulary);
  // When the title is a bare answer, such as `Denver Nuggets`, the event `Western Conference Champion` is the question.
  if (isBareAnswer(words, texts.title, vocabulary)) for (const word of eventWords) words.add(word);
  tidy(words, vocabulary);

  if (texts.isNegated) for (const word of NEGATING) words.delete(word);
  const context = new Set([
    ...words,
    ...eventWords,
    ...read(texts.context),
    ...read(texts.condition ?? texts.subject),
  ]);
  const isOrdered = sequence.some((word) => ORDERED.has(word));
  return { words, eventWords, context: tidy(context, vocabulary), order: isOrdered ? sequence : null };
}

/** Whether the words are a name only, so that the event names the contest. */
function isBareAnswer(words: ReadonlySet<string>, title: TextReading, vocabulary: Vocabulary): boolean {
  if (!title.folded.includes('?')) return true;
  const rest = [...words].filter((word) => !WIN_OR_DRAW.has(word) && !word.includes('/'));
  return rest.every((word) => vocabulary.findLeague(word) !== null);
}

/** Removes words that repeat others. */
function tidy(words: Set<string>, vocabulary: Vocabulary): Set<string> {
  for (const word of [...words]) {
    const league = vocabulary.findLeague(word);
    if (league?.isImpliedByTeam === true && [...words].some((other) => other.startsWith(`${word}/`)))
      words.delete(word);
  }
  // A published figure of a period is a change already.
  if (FIGURES.some((figure) => words.has(figure))) words.delete('hike');
  if (words.has('nominee')) words.delete('win');
  if (words.has('mostseats')) for (const word of ['parliament', 'election']) words.delete(word);
  if (words.has('election') && [...words].some((word) => OFFICES.has(word))) words.delete('election');
  if ([...words].some((word) => OF_THE_US.has(word))) words.delete('us');
  for (const word of DIRECTIONS) words.delete(word);
  return words;
}
