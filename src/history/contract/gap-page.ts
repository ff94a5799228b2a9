import { encodeCursor, type Gap } from '../../domain/index.ts';
import type { GapPage, GapQuery } from './gaps.ts';

/** Maximum number of rows that one page looks at: a window of last year must not read all gaps since then at once. */
export const MAX_SCANNED_GAPS = 5_000;

interface RowReader<Row> {
  toGap(row: Row): Gap;
  /** Whether the row passes its checksum; other rows are left out. */
  isIntact?(row: Row): boolean;
}

/**
 * Collects the gaps of a page from rows of an engine.
 *
 * @param rows Newest first, from the cursor on, at most {@link MAX_SCANNED_GAPS}.
 */
export function collectGapPage<Row>(
  rows: Iterable<Row>,
  { venue, fromMs, limit }: GapQuery,
  { toGap, isIntact = () => true }: RowReader<Row>,
): GapPage {
  const gaps: Gap[] = [];
  let scanned = 0;
  let last: Gap | null = null;
  for (const row of rows) {
    scanned++;
    last = toGap(row);
    const isAsked = venue === undefined || last.venue === venue;
    const isInWindow = (last.toMs ?? Number.POSITIVE_INFINITY) >= (fromMs ?? Number.NEGATIVE_INFINITY);
    if (isAsked && isInWindow && isIntact(row)) gaps.push(last);
    if (gaps.length === limit) break;
  }
  const mayHaveMore = gaps.length === limit || scanned === MAX_SCANNED_GAPS;
  return {
    gaps: gaps.reverse(),
    nextCursor:
      mayHaveMore && last !== null
        ? encodeCursor('gap', [last.fromMs, last.venue, last.storeKey ?? ''])
        : null,
  };
}
