import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { TapeCoverage, TapeHole } from '../../../client/src/index.ts';
import type { BarRequest } from '../../chart/window.ts';
import { neverText } from '../../format/tape.ts';
import { DAY_MS, HOUR_MS } from '../../format/time.ts';
import { findVenue, venueTitle } from '../../format/venue.ts';
import { call, type FollowedCall, follow } from '../../state/calls.ts';
import { serviceNow } from '../../state/clock.ts';
import { withQuery } from '../../state/location.ts';

const EVERY_MS = 15_000;
/** Longest windows of the calls, ms. */
const MAX_STEPS_MS = 7 * DAY_MS;
const MAX_MS = 31 * DAY_MS;

interface Covered {
  readonly coverage: TapeCoverage;
}
export type FollowedRecord = ReadonlySignal<FollowedCall<Covered> | null>;

/** Times at which the book and the trades of an asset are known, in the window of a chart. */
export interface TapeRecord {
  readonly books: FollowedRecord;
  readonly trades: FollowedRecord;
  /** The hole of the book's record at a moment, as long as it lasts; null: none is known. */
  findHole(at: number): TapeHole | null;
  /** Why no book of the asset is ever recorded, in words; null: books are, or it is not known yet. */
  whyNoBooks(): string | null;
}

/** Follows the record of the tape of an asset. @param request The window of the chart, with its margins. */
export function followTapeRecord(asset: string, request: ReadonlySignal<BarRequest | null>): TapeRecord {
  const id = encodeURIComponent(asset);
  const window = computed(() => {
    const { value } = request;
    return value === null ? '' : JSON.stringify(toWindow(value, serviceNow() ?? 0));
  });
  const followCovered = (toPath: (window: TapeWindow) => string) =>
    follow(() => {
      if (window.value === '') return null;
      const path = toPath(JSON.parse(window.value) as TapeWindow);
      return call<Covered>(path, { everyMs: EVERY_MS, credential: 'key' });
    });
  const books = followCovered(({ fromMs, toMs, isLong }) =>
    // One level of one book: what is wanted is its coverage.
    isLong
      ? withQuery(`/api/book/${id}/changes`, { fromMs, toMs, limit: 1 })
      : withQuery(`/api/book/${id}/history`, { fromMs, toMs, everyMs: DAY_MS, levels: 1, limit: 1 }),
  );
  return {
    books,
    trades: followCovered(({ fromMs, toMs }) => withQuery(`/api/trades/${id}`, { fromMs, toMs, limit: 1 })),
    findHole: (at) =>
      books.value?.state.data?.coverage.notRecorded.find(({ fromMs, toMs }) => fromMs <= at && at <= toMs) ??
      null,
    whyNoBooks: () => {
      const { data = null } = books.value?.state ?? {};
      return data === null
        ? null
        : neverText(data.coverage, 'the book', venueTitle(findVenue(asset) ?? 'its venue'));
    },
  };
}

interface TapeWindow {
  readonly fromMs: number;
  readonly toMs: number | null;
  /** Whether the span is longer than a list of steps may be. */
  readonly isLong: boolean;
}

/** The last days of a window that is longer than may be asked for, from a full hour on. */
function toWindow({ fromMs, toMs }: BarRequest, nowMs: number): TapeWindow {
  const endMs = toMs ?? nowMs;
  const least = Math.ceil((endMs - MAX_MS + HOUR_MS) / HOUR_MS) * HOUR_MS;
  return { fromMs: Math.max(fromMs, least), toMs, isLong: endMs - fromMs > MAX_STEPS_MS - HOUR_MS };
}
