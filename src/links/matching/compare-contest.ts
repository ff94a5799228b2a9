import { HOUR_MS, MINUTE_MS } from '../../domain/index.ts';
import { isSameCompetition } from '../reading/competition.ts';
import type { MarketFeatures } from '../reading/features.ts';
import { alignCodes } from '../reading/game-key.ts';
import { alignSides } from '../reading/match-up.ts';
import { isLikeSide, isPartOfSide, isSamePerson, isSameSide } from '../reading/sides.ts';
import type { Finding } from './finding.ts';

/** Number of markets in the events of the two; 0 when it is not known. */
export interface EventSizes {
  readonly a: number;
  readonly b: number;
}

type Order = 'straight' | 'crossed';

/** Largest difference, in ms, between the start times that venues state for one contest. */
const SAME_MINUTE_MS = 5 * MINUTE_MS;
/** Smallest time, in ms, between the starts of two games of one day. */
const SAME_START_MS = 3 * HOUR_MS;

/** Compares two contests: sides, competition, hour and time played. @returns Whether Yes pays on different sides. */
export function compareContest(
  a: MarketFeatures,
  b: MarketFeatures,
  sizes: EventSizes,
  finding: Finding,
): boolean {
  const [one, two] = [a.matchUp, b.matchUp];
  if (one === null || two === null) return false;
  const order = findOrder(a, b, finding);
  if (order === null) return false;
  compareCompetitions(a, b, finding);
  compareStarts(a, b, finding);
  compareTimePlayed(a, b, finding);
  if (one.yes === null || two.yes === null) {
    if (one.yes !== two.yes) finding.addHard('One pays on the draw, the other on a win.');
    return false;
  }
  const isSameWinner = (order === 'straight') === (one.yes === two.yes);
  const isDecided =
    isWithoutDraw(a) ||
    isWithoutDraw(b) ||
    (isTwoSided(a, sizes.a) && isTwoSided(b, sizes.b) && isTwoWayNamed(a, b));
  if (one.isTwoWay !== two.isTwoWay && !isDecided)
    finding.addSoft('One has two ways to end, the other may know a draw.');
  if (isSameWinner) return false;
  if (isDecided) return true;
  finding.addSoft('Different sides of a contest that can be drawn.');
  return false;
}

/**
 * Finds the order of the sides: by the names when both are the same, else by the venues' identifiers when at least one
 * name agrees.
 */
function findOrder(a: MarketFeatures, b: MarketFeatures, finding: Finding): Order | null {
  const [one, two] = [a.matchUp, b.matchUp];
  if (one === null || two === null) return null;
  const arePersons = a.isPersonSport && b.isPersonSport;
  const named = alignSides(one, two, arePersons ? isSamePerson : isSameSide);
  const coded = a.game === null || b.game === null ? null : alignCodes(a.game, b.game);
  if (named !== null && (coded === null || coded === named)) {
    finding.note('The same two sides meet.');
    return named;
  }
  // In a league whose teams are all known, an unknown name is a different side.
  const mayDiffer = one.isPlain && two.isPlain && !a.isImpliedLeague && !b.isImpliedLeague;
  if (named === null && coded !== null && mayDiffer && areOneDay(a, b) && agreesWith(coded, a, b)) {
    finding.note(`The identifiers of both venues name the same two and the same day: ${a.game?.codes}.`);
    finding.infer('Only one venue writes the names of the sides in full.');
    return coded;
  }
  const loose = named === null && coded === null && mayDiffer ? findLooseOrder(a, b) : null;
  if (loose !== null) {
    finding.infer('The name of one side is a part of its name on the other venue.');
    return loose;
  }
  finding.addHard('The two sides of the contest differ.');
  finding.isNear = false;
  return null;
}

function areOneDay({ game: one }: MarketFeatures, { game: two }: MarketFeatures): boolean {
  return one !== null && two !== null && one.day === two.day;
}

function agreesWith(
  order: Order,
  { matchUp: one }: MarketFeatures,
  { matchUp: two }: MarketFeatures,
): boolean {
  if (one === null || two === null) return false;
  const [first, second] = order === 'straight' ? two.sides : [two.sides[1], two.sides[0]];
  const isFirst = isLikeSide(one.sides[0], first);
  const isSecond = isLikeSide(one.sides[1], second);
  const isOther = isSameSide(one.sides[0], second) || isSameSide(one.sides[1], first);
  return (isFirst || isSecond) && !isOther;
}

/**
 * Finds the order of two contests that share the name of one side, while the other name is a part of its counterpart.
 * The start times of both must be known, because a team plays one match at a time.
 */
function findLooseOrder(a: MarketFeatures, b: MarketFeatures): Order | null {
  if (a.startsAt === null || b.startsAt === null || a.matchUp === null || b.matchUp === null) return null;
  const order = alignSides(a.matchUp, b.matchUp, isPartOfSide);
  if (order === null) return null;
  const [one, two] = [a.matchUp.sides, b.matchUp.sides];
  const [first, second] = order === 'straight' ? two : [two[1], two[0]];
  return isSameSide(one[0], first) || isSameSide(one[1], second) ? order : null;
}

function compareCompetitions(a: MarketFeatures, b: MarketFeatures, finding: Finding): void {
  if (a.competition === null || b.competition === null) return;
  const isSame = isSameCompetition(a.competition, b.competition);
  if (isSame === true) {
    finding.note('The same competition.');
    return;
  }
  if (isSame === false)
    finding.addHard(`The competitions differ: ${a.competition.id} against ${b.competition.id}.`);
  // A team of a league's roster plays in that league only, and two persons meet at most once a day.
  else if (areRosterTeams(a) || (a.isPersonSport && b.isPersonSport))
    finding.infer('The competition follows from the two sides.');
  // Two sides play one match at a time, so the minute of the start identifies a contest whose league one venue does not
  // name.
  else if (beginTogether(a, b) && (a.competition.names.size === 0 || b.competition.names.size === 0))
    finding.infer('The competition follows from the two sides and the minute of the start.');
  else if (a.competition.names.size === 0 && b.competition.names.size === 0)
    finding.addLack('Neither venue names the competition.');
  else finding.addSoft('That both belong to one competition is not said.');
}

/** Whether both venues state the minute of the start and the same names. */
function beginTogether(a: MarketFeatures, b: MarketFeatures): boolean {
  if (a.startsAt === null || b.startsAt === null || a.matchUp === null || b.matchUp === null) return false;
  const isStated = a.isStartStated && b.isStartStated;
  const arePlain = a.matchUp.isPlain && b.matchUp.isPlain;
  const isSameMinute = Math.abs(a.startsAt - b.startsAt) <= SAME_MINUTE_MS;
  return isStated && arePlain && isSameMinute && alignSides(a.matchUp, b.matchUp, isSameSide) !== null;
}

function areRosterTeams({ matchUp, isImpliedLeague }: MarketFeatures): boolean {
  return isImpliedLeague && matchUp?.sides.every((side) => side.length === 1) === true;
}

function compareStarts(
  { startsAt: one }: MarketFeatures,
  { startsAt: two }: MarketFeatures,
  finding: Finding,
): void {
  if (one === null || two === null) {
    finding.addLack('One venue does not state the hour at which the contest begins.');
    return;
  }
  if (Math.abs(one - two) <= SAME_START_MS) finding.note('Both begin at about the same time.');
  else finding.addHard(`They begin at different times: ${clockText(one)} against ${clockText(two)}.`);
}

function clockText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Compares the time played, because the winner after regulation time may not be the winner after overtime. */
function compareTimePlayed(a: MarketFeatures, b: MarketFeatures, finding: Finding): void {
  for (const [one, two] of [
    [a, b],
    [b, a],
  ] as const) {
    if (!one.rules.isRegulationTime || one.rules.countsOvertime) continue;
    if (two.rules.countsOvertime)
      finding.addSoft('One is decided after regulation time, the other after overtime.');
    else if (!two.rules.isRegulationTime && two.hasRules && !(a.isDrawless && b.isDrawless))
      finding.addSoft('Only one says that it is decided after regulation time.');
  }
}

function isWithoutDraw({ isDrawless, rules }: MarketFeatures): boolean {
  return isDrawless && (!rules.isRegulationTime || rules.countsOvertime);
}

/** Whether a market, or its event of exactly two markets, excludes a draw. */
function isTwoSided({ matchUp, isExclusive, rules }: MarketFeatures, marketsOfEvent: number): boolean {
  const isShort = rules.isRegulationTime && !rules.countsOvertime;
  return !isShort && (matchUp?.isTwoWay === true || (isExclusive && marketsOfEvent === 2));
}

/** Whether at least one venue states that No pays on the other side. */
function isTwoWayNamed(a: MarketFeatures, b: MarketFeatures): boolean {
  return a.matchUp?.isTwoWay === true || b.matchUp?.isTwoWay === true;
}
