import { type BinaryState, DAY_MS, type EpochMs, findIsoTime, type MarketTerms } from '../../domain/index.ts';
import { getProfile } from '../../venues/registry.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import type { League } from '../vocabulary/vocabulary-file.ts';
import type { Competition } from './competition.ts';
import { findEnd, readNewYorkDay } from './date-fact.ts';
import type { GameKey } from './game-key.ts';
import { type MatchUp, NUMBERED, namesContest, PART, readMatchUp } from './match-up.ts';
import type { DateOfMarket, MarketTexts } from './texts.ts';

interface ContestContext {
  readonly terms: MarketTerms;
  readonly game: GameKey | null;
  readonly competition: Competition;
  readonly vocabulary: Vocabulary;
  readonly league: League | null;
}

/** Finds the two sides of a contest; null when the market does not ask who wins one. */
export function findContest(
  texts: MarketTexts,
  { terms, game, competition, vocabulary, league }: ContestContext,
): MatchUp | null {
  const kind = terms.contestKind ?? null;
  if (kind !== null && kind !== 'moneyline') return null;
  return readMatchUp(
    {
      title: texts.title.rest,
      event: texts.event.rest,
      labels: texts.labels,
      codes: competition.codes,
      competition: competition.words,
      identified: game,
    },
    vocabulary,
    league,
  );
}

/** Finds the day of a contest from its start, because the same two sides meet repeatedly. */
export function findContestDate(matchUp: MatchUp | null, startsAt: EpochMs | null) {
  return matchUp === null || startsAt === null ? null : { fact: readNewYorkDay(startsAt), conflict: null };
}

/** Uses the day of the venue's identifier when the texts of a contest name no day. */
export function withGameDay(date: DateOfMarket, game: GameKey | null): DateOfMarket {
  const day = game === null ? null : findIsoTime(game.day);
  if (day === null || date.conflict !== null || date.fact?.grain === 'day') return date;
  return { fact: readNewYorkDay(day + DAY_MS / 2), conflict: null };
}

/** Matches series about parts and figures of games: `KXNBASPREAD`, `KXEPL1H`. */
const PART_SERIES =
  /^KX[A-Z]+?(?:[12]H|[1-4]Q|SPREAD|TOTAL|BTTS|HALF|GOAL|PTS|REB|AST|CORNERS?|ADVANCE|MARGIN|SET|MAP)/;

/** Finds why a market about a contest cannot be linked; null when nothing is unclear. */
export function unclearReason(
  { ref, ticker, terms }: BinaryState,
  matchUp: MatchUp | null,
  texts: MarketTexts,
  { fact, conflict }: DateOfMarket,
): string | null {
  if (conflict !== null) return conflict;
  if (matchUp === null) {
    return namesContest(texts.title.folded)
      ? 'It names two sides, but not plainly on which of them Yes pays.'
      : null;
  }
  if (PART_SERIES.test(terms.series ?? '') || PART.test(withoutRounds(texts.event.folded)))
    return 'Its series or event is about a part of the contest.';
  if (NUMBERED.test(texts.title.folded)) return 'It is about one of several games of the same two.';
  const played =
    fact === null || fact.isYearGuessed || !getProfile(ref.venue).listing.closesWhenDecided
      ? null
      : findEnd(fact);
  const isFarFromEnd =
    played !== null && ticker.endDate !== null && Math.abs(played - ticker.endDate) > MAX_GAME_DELAY_MS;
  return isFarFromEnd ? 'The day of the contest is far from the end of the market.' : null;
}

/** Removes the kind of game, such as `Regular Season` or `(BO3)`, which is no part of the game. */
function withoutRounds(event: string): string {
  return event.replace(/\((?:bo\d|best of \d)\)/, '').replace(/\s-\s[^-]*$/, '');
}

/** Longest time between a contest and the end of its market. */
const MAX_GAME_DELAY_MS = 4 * DAY_MS;
