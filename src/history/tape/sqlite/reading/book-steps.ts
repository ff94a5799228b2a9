import type { BookView } from '../../contract/tape-reader.ts';
import type { Segment } from '../../reading/segments.ts';
import type { DayFile } from '../day-file.ts';
import type { TapePart } from '../tape-folder.ts';
import { openMarketRuns } from './book-sources.ts';
import { type WalkedBook, walkBook } from './book-walk.ts';

/**
 * Visits the book at each step of a segment at which it is known.
 *
 * @param options.everyMs Distance of steps, which are its multiples since 1970.
 * @param visit Returns false to stop.
 */
export function visitSteps(
  file: DayFile,
  market: number,
  { segment, everyMs }: { readonly segment: Segment<TapePart>; readonly everyMs: number },
  visit: (view: BookView) => boolean,
): void {
  let known: WalkedBook | null = null;
  let nextMs = 0;
  let isSame = false;
  const visitUntil = (endMs: number): boolean => {
    for (; known !== null && nextMs <= endMs; nextMs += everyMs) {
      if (!visit(toView(nextMs, known, { segment, isSame }))) return false;
      isSame = true;
    }
    return true;
  };
  let goesOn = true;
  walkBook(openMarketRuns(file, market, segment), segment, {
    onKnown: (t, state) => {
      known = state;
      nextMs = Math.ceil(t / everyMs) * everyMs;
      isSame = false;
    },
    beforeFrame: (t) => {
      goesOn = visitUntil(t - 1);
      isSame = false;
      return goesOn;
    },
    onLost: (t) => {
      visitUntil(t - 1);
      known = null;
    },
  });
  if (goesOn) visitUntil(segment.toMs);
}

function toView(
  t: number,
  { book, bookMs, venueMs }: WalkedBook,
  { segment: { span }, isSame }: { readonly segment: Segment<TapePart>; readonly isSame: boolean },
): BookView {
  const { everyMs, depth } = span;
  return {
    t,
    bids: book.bids,
    asks: book.asks,
    bookTime: everyMs === 0 ? bookMs : Math.max(span.fromMs, Math.floor(t / everyMs) * everyMs),
    venueTime: venueMs,
    everyMs,
    depth,
    crossed: book.isCrossed,
    isSame,
  };
}
