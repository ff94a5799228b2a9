import type { BinaryState } from '../../domain/index.ts';
import { findIsoTime, HOUR_MS, MINUTE_MS } from '../../domain/index.ts';
import { getProfile } from '../../venues/registry.ts';
import { MONTHS } from './months.ts';
import { findNewYorkOffsetAtLocal } from './new-york.ts';

/** A game in a venue's own identifier: `lal-esp-ala-2026-01-30-ala`, `KXLALIGAGAME-26JAN30ESPALA-ALA`. */
export interface GameKey {
  /** Code of the league at the venue: `lal`, `laliga`. */
  readonly league: string;
  /** Codes of both sides, joined, in the order of the title: `espala`. */
  readonly codes: string;
  /** Codes of both sides in the reverse order; null when the venue does not state where a code ends. */
  readonly crossedCodes: string | null;
  /** Day in New York, ISO 8601. */
  readonly day: string;
  /** Start in epoch ms, when the identifier names the hour. */
  readonly startsAt: number | null;
  /** Side on which Yes pays; null for the draw, and when the identifier does not state it. */
  readonly yes: 0 | 1 | null;
  /** Code of the side on which Yes pays; null: the identifier names no side. */
  readonly side: string | null;
}

const SLUG = /^([a-z0-9]+)-([a-z0-9]+)-([a-z0-9]+)-(\d{4}-\d\d-\d\d)(?:-([a-z0-9]+))?$/;
const TICKER =
  /^kx([a-z0-9]+?)(?:game|match|fight|bout)-(\d\d)(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(\d\d)(\d{4}(?=[a-z0-9]))?([a-z0-9]+)-([a-z0-9]+)$/i;

/** Reads the identifier of a market; null for anything but the plain question about a game. */
export function readGameKey({ ref, ticker }: BinaryState): GameKey | null {
  const { gameNames } = getProfile(ref.venue).listing;
  if (gameNames === 'dated-slug') return readSlug(ref.storeKey);
  return gameNames === 'ticker' ? readTicker(ticker.venueId.toLowerCase()) : null;
}

function readSlug(slug: string): GameKey | null {
  const match = SLUG.exec(slug);
  if (match === null) return null;
  const [, league = '', first = '', second = '', day = '', side] = match;
  const yes = side === first ? 0 : side === second ? 1 : null;
  // Any other text after the day names a part or a figure of the game.
  if (side !== undefined && side !== 'draw' && yes === null) return null;
  return {
    league,
    codes: first + second,
    crossedCodes: second + first,
    day,
    startsAt: null,
    yes,
    side: side ?? null,
  };
}

function readTicker(ticker: string): GameKey | null {
  const match = TICKER.exec(ticker);
  if (match === null) return null;
  const [, league = '', year = '', month = '', date = '', clock, codes = '', side = ''] = match;
  const monthIndex = MONTHS.indexOf(month);
  const day = `20${year}-${String(monthIndex + 1).padStart(2, '0')}-${date}`;
  const isFirst = codes.startsWith(side) && codes !== side;
  const isSecond = codes.endsWith(side) && codes !== side;
  const yes = isFirst === isSecond ? null : isFirst ? 0 : 1;
  const crossedCodes =
    yes === null ? null : yes === 0 ? codes.slice(side.length) + side : side + codes.slice(0, -side.length);
  return { league, codes, crossedCodes, day, startsAt: readClock(day, clock), yes, side };
}

/** Reads the hour in New York after the day, such as `1840`. */
function readClock(day: string, clock: string | undefined): number | null {
  if (clock === undefined) return null;
  const [hour, minute] = [Number(clock.slice(0, 2)), Number(clock.slice(2))];
  const midnight = findIsoTime(day);
  if (hour > 23 || minute > 59 || midnight === null) return null;
  const local = midnight + hour * HOUR_MS + minute * MINUTE_MS;
  return local + findNewYorkOffsetAtLocal(local);
}

/** Decides whether two identifiers name the same sides, and in which order; null: they do not show it. */
export function alignCodes(a: GameKey, b: GameKey): 'straight' | 'crossed' | null {
  const isStraight = a.codes === b.codes;
  const isCrossed = a.crossedCodes === b.codes || b.crossedCodes === a.codes;
  return isStraight === isCrossed ? null : isStraight ? 'straight' : 'crossed';
}

/** Usual duration of a contest, for venues that state the expected end only. */
const USUAL_LENGTH_MS = 3 * HOUR_MS;
const MAX_LENGTH_MS = 12 * HOUR_MS;

/**
 * Finds the start of a contest in epoch ms: as the venue or its identifier states it, else three hours before its
 * expected end; null when neither is known to the hour.
 */
export function findStart({ ref, ticker, terms }: BinaryState, key: GameKey | null): number | null {
  if (key?.startsAt != null) return key.startsAt;
  const ends = ticker.endDate;
  if (getProfile(ref.venue).listing.closesWhenDecided) {
    const stated = terms.startsAt ?? null;
    if (stated !== null && ends !== null && stated < ends && ends - stated <= MAX_LENGTH_MS) return stated;
    return ends === null || isRound(ends) ? null : ends - USUAL_LENGTH_MS;
  }
  // Without a stated start, the end of a game is its start, or a round hour that means nothing.
  return terms.startsAt ?? (ends === null || isRound(ends) ? null : ends);
}

/** Whether a time is midnight, noon or the last minute of a UTC day, which venues use for an unknown hour. */
function isRound(ms: number): boolean {
  const clock = new Date(ms).toISOString().slice(11, 16);
  return clock === '00:00' || clock === '12:00' || clock === '23:59';
}
