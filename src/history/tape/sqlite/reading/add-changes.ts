import { BOOK_BREAKS } from '../../../../domain/index.ts';
import type { ChangeRows } from '../../reading/change-rows.ts';
import type { Segment } from '../../reading/segments.ts';
import type { DayFile } from '../day-file.ts';
import type { TapePart } from '../tape-folder.ts';
import { openMarketRuns } from './book-sources.ts';
import { walkBook } from './book-walk.ts';

const breaks: ReadonlySet<string> = new Set(BOOK_BREAKS);

export interface ChangeWalk {
  readonly segment: Segment<TapePart>;
  readonly rows: ChangeRows;
  /** Whether the segment begins with the requested window, whose first rows are the book at that time. */
  readonly isFirst: boolean;
  /** Last time at which the book was known in the segment before; null when it was not known. */
  readonly lastKnownMs: number | null;
  /** Time from which frames are read, epoch ms. */
  readonly beginMs: number;
}

/** Adds the rows of a segment: whole books where the book becomes known, changes, and the break at its end. */
export function addChanges(
  file: DayFile,
  market: number,
  { segment, rows, isFirst, lastKnownMs, beginMs }: ChangeWalk,
): { readonly lastKnownMs: number | null; readonly isFull: boolean } {
  const { span } = segment;
  const { everyMs } = span;
  let isFull = false;
  let isKnown = false;
  walkBook(openMarketRuns(file, market, segment), segment, {
    leavesBook: true,
    onKnown: (t, { book, venueMs }) => {
      isKnown = true;
      const isMidnight = span.opened === 'day' && t === span.fromMs && lastKnownMs === t - 1;
      // The page continues within a book whose first rows were on an earlier page.
      const isLaterPage = !isFirst && t === beginMs && t > span.fromMs;
      if (isMidnight || isLaterPage || isFull) return;
      isFull = !rows.addWhole(book, { t, venueT: venueMs, everyMs });
    },
    beforeFrame: () => !isFull,
    onFrame: (frame) => {
      isFull = !rows.addFrame(frame, everyMs);
      return !isFull;
    },
    onLost: (t) => {
      if (isKnown && !isFull) isFull = !rows.addBreak(t - 1, 'damaged');
      isKnown = false;
    },
  });
  const { ended, toMs } = span;
  const isBroken = ended !== null && breaks.has(ended) && segment.toMs === toMs;
  if (isBroken && isKnown && !isFull) isFull = !rows.addBreak(toMs, ended);
  return { lastKnownMs: isKnown ? segment.toMs : null, isFull };
}
