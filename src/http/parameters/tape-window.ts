import { DAY_MS, decodeCursor, encodeCursor, HOUR_MS, MINUTE_MS } from '../../domain/index.ts';
import type { TapePosition, TapeWindow } from '../../history/tape/contract/tape-reader.ts';
import { refuseParameter } from '../responses/errors.ts';
import { createCursorError } from './cursors.ts';
import type { TapeAccess, TapeContent, TapeRouteOptions, TapeTimes } from './tape-access.ts';

/** Length of a window without a beginning. */
const DEFAULT_WINDOW_MS = HOUR_MS;

/**
 * Time before now within which an answer may still change: recorded trades are compared with settled ones for that
 * long.
 */
const CHANGING_MS: Readonly<Record<TapeContent, number>> = { books: 10 * MINUTE_MS, trades: 3 * HOUR_MS };
const CHANGING_SECONDS = 1;
const SETTLED_SECONDS = 3_600;

/** Lists of the tape whose pages have cursors. */
type TapeList = 'tape-book' | 'tape-change' | 'tape-trade' | 'tape-trade-file';

/**
 * Waits until all records up to a moment are on disk.
 *
 * @throws {ApiError} `validation_failed` for `t`, when it is after the clock of this process.
 */
export async function waitForMoment({ tape, clock }: TapeRouteOptions, t: number): Promise<TapeTimes> {
  const now = clock();
  if (t > now) throw refuseParameter('t', 't must not be after now');
  return { now, newestMs: await tape.waitFor(t) };
}

export interface TapeWindowQuery {
  readonly fromMs?: number;
  readonly toMs?: number;
  readonly cursor?: string;
}

export interface TapeWindowLimits {
  readonly list: TapeList | null;
  /** Maximum length of a window in days. */
  readonly maxDays: number;
}

/** A window, the position where its page begins, and the times of the request. */
export interface TapePage extends TapeTimes {
  readonly window: TapeWindow;
  readonly after: TapePosition | null;
}

/**
 * Reads the window of a request, and the position where its page begins. Further pages have the window of the first. A
 * window without an end, or with an end in the future, ends at the newest moment on disk; for an earlier end, the call
 * waits until the records up to it are on disk.
 *
 * @throws {ApiError} `validation_failed` for `fromMs` or `cursor`.
 */
export async function readTapePage(
  tape: TapeAccess,
  now: TapeTimes['now'],
  query: TapeWindowQuery,
  limits: TapeWindowLimits,
): Promise<TapePage> {
  const { fromMs, toMs } = query;
  const isOpen = toMs === undefined || toMs > now;
  // Errors that do not depend on the newest moment on disk are reported without waiting for it.
  requireOrder({ fromMs: fromMs ?? 0, toMs: isOpen ? now : toMs });
  if (fromMs !== undefined && !isOpen) requireLength({ fromMs, toMs }, limits);
  if (query.cursor !== undefined && limits.list !== null) {
    const { window, after } = readTapeCursor(query.cursor, limits.list, limits);
    return { window, after, now, newestMs: await tape.waitFor(0) };
  }
  const newestMs = await tape.waitFor(isOpen ? (fromMs ?? 0) : toMs);
  const end = isOpen ? Math.max(newestMs ?? now, fromMs ?? 0) : toMs;
  const window = { fromMs: fromMs ?? Math.max(0, end - DEFAULT_WINDOW_MS), toMs: end };
  requireLength(window, limits);
  return { window, after: null, now, newestMs };
}

function requireOrder({ fromMs, toMs }: TapeWindow): void {
  if (fromMs > toMs) throw refuseParameter('fromMs', 'fromMs must not be after toMs, or after now');
}

function requireLength({ fromMs, toMs }: TapeWindow, { maxDays }: TapeWindowLimits): void {
  if (toMs - fromMs <= maxDays * DAY_MS) return;
  throw refuseParameter(
    'fromMs',
    `a window may be ${maxDays} days long at most: move fromMs or toMs, and read the rest with another call`,
  );
}

/** Encodes the cursor of the page after a position. */
export function encodeTapeCursor(
  list: TapeList,
  { fromMs, toMs }: TapeWindow,
  { t, rank }: TapePosition,
): string {
  return encodeCursor(list, [fromMs, toMs, t, rank]);
}

/** Decodes a cursor. @throws {ApiError} `validation_failed` for a text that is not a cursor of the list. */
function readTapeCursor(cursor: string, list: TapeList, { maxDays }: TapeWindowLimits) {
  const position = decodeCursor(list, ['count', 'count', 'count', 'count'], cursor);
  if (position === null) throw createCursorError();
  const [fromMs, toMs, t, rank] = position;
  if (fromMs > toMs || toMs - fromMs > maxDays * DAY_MS || t < fromMs || t > toMs) throw createCursorError();
  return { window: { fromMs, toMs }, after: { t, rank } };
}

/** Decides for how many seconds an answer about the time up to a moment may be cached. */
export function decideCacheSeconds(toMs: number, { now, newestMs }: TapeTimes, content: TapeContent): number {
  const isSettled = newestMs !== null && toMs <= newestMs && toMs < now - CHANGING_MS[content];
  return isSettled ? SETTLED_SECONDS : CHANGING_SECONDS;
}
