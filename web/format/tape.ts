import type { TapeCoverage, TapeHole } from '../../client/src/index.ts';
import { clockTime, dayOf, duration, preciseTime, SECOND_MS, type Zone } from './time.ts';

export type HoleReason = TapeHole['reason'];

/** Describes why a book, or trades, are not known of a time. A reason of a later service is written as it comes. */
export function holeText(reason: HoleReason | string): string {
  return HOLES[reason as HoleReason] ?? reason.replaceAll('_', ' ');
}

const HOLES: Readonly<Record<HoleReason, string>> = {
  connection: 'connection lost',
  silence: 'the venue was silent',
  sequence: 'a message was missing',
  disagrees: 'the venue stated another best price',
  refused: 'a message could not be recorded',
  dropped: 'not subscribed any more',
  ended: 'the market ended',
  overload: 'more came than could be stored',
  disk: 'no room on the disk',
  clock: 'the clock was set back',
  restart: 'the service was stopped',
  before: 'before recording began',
  off: 'left out by a setting',
  pending: 'not stored yet',
  removed: 'removed from the record',
  damaged: 'the record cannot be read',
};

/** Holes that say that something was lost: not those before the first record, or of what is still to come. */
export function isLost({ reason }: Pick<TapeHole, 'reason'>): boolean {
  return reason !== 'before' && reason !== 'pending' && reason !== 'off' && reason !== 'ended';
}

/**
 * Formats a span of time as `12:03:10 to 12:04:02` or `12:03:10.412 for 508 ms`; with the day where it is not that of
 * `nowMs`, once where both ends are of one day.
 */
export function spanText(fromMs: number, toMs: number, nowMs: number, zone: Zone): string {
  const [from, to, today] = [dayOf(fromMs, zone), dayOf(toMs, zone), dayOf(nowMs, zone)];
  // Within a second both ends would be the same.
  if (toMs - fromMs < SECOND_MS) {
    return `${from === today ? '' : `${from.slice(5)} `}${preciseTime(fromMs, zone)} for ${duration(toMs - fromMs)}`;
  }
  const start = `${from === today ? '' : `${from.slice(5)} `}${clockTime(fromMs, zone)}`;
  return `${start} to ${to === from ? '' : `${to.slice(5)} `}${clockTime(toMs, zone)}`;
}

/**
 * Describes why nothing at all is recorded of an asset, as a sentence; null where something is.
 *
 * @param what `the book`, `trades`: what is recorded.
 */
export function neverText({ state, setting }: TapeCoverage, what: string, venue: string): string | null {
  if (state !== 'off' && state !== 'never') return null;
  if (setting === 'max_books') return `Not recorded: larger markets take all places for ${what}.`;
  if (setting !== null) return `Not recorded: the setting ${setting} leaves out ${what} of this market.`;
  return `Not recorded: what is read of ${venue} does not carry ${what} of this market.`;
}
