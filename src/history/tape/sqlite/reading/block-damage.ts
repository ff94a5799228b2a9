import { isWholeBlock } from '../../coding/columns.ts';
import { isWholeJournal } from '../../coding/journal-row.ts';
import type { NotRecorded, TapeSpan } from '../../contract/tape-coverage.ts';
import type { TapeWindow } from '../../contract/tape-reader.ts';
import type { DayFile } from '../day-file.ts';
import { isSliceWhole, listBlocks, listSources, openMarketRuns } from './book-sources.ts';
import { walkBook } from './book-walk.ts';

/** Number of slices to look at: that of a time, and the twelve before it, in which its book may begin. */
const SLICES_BACK = 13;

/** Finds the times of a span within a window at which damage leaves nothing known. */
export function findBookDamage(
  file: DayFile,
  market: number,
  { span, fromMs, toMs }: TapeWindow & { readonly span: TapeSpan },
): NotRecorded[] {
  if (!isAnyDamaged(file, market, { fromMs: Math.max(span.fromMs, findBaseMs(file, fromMs)), toMs }))
    return [];
  const lost: NotRecorded[] = [];
  let sinceMs: number | null = fromMs;
  const end = (endMs: number) => {
    if (sinceMs !== null && sinceMs <= endMs) lost.push({ fromMs: sinceMs, toMs: endMs, reason: 'damaged' });
    sinceMs = null;
  };
  walkBook(
    openMarketRuns(file, market, { fromMs, toMs }),
    { span, fromMs, toMs },
    {
      onKnown: (t) => end(t - 1),
      onLost: (t) => {
        sinceMs ??= t;
      },
    },
  );
  end(toMs);
  return lost;
}

/** Finds the times of the damaged blocks of trades of a market. */
export function findTradeDamage(file: DayFile, market: number, { fromMs, toMs }: TapeWindow): NotRecorded[] {
  const rows = file.rows.all(
    `SELECT from_ms, to_ms, data FROM trade_block
     WHERE first <= ?1 AND last >= ?1 AND to_ms >= ?2 AND from_ms <= ?3 ORDER BY from_ms`,
    market,
    fromMs,
    toMs,
  );
  return rows
    .filter((row) => !isWholeBlock(row.data, Number(row.from_ms)))
    .map((row) => ({ fromMs: Number(row.from_ms), toMs: Number(row.to_ms), reason: 'damaged' }));
}

/** Finds the earliest time to read for the book at a time: each market has a whole book in every twelfth slice. */
function findBaseMs(file: DayFile, t: number): number {
  const row = file.rows.get(
    `SELECT min(from_ms) AS t FROM (SELECT from_ms FROM slice WHERE from_ms <= ? ORDER BY id DESC LIMIT ${SLICES_BACK})`,
    t,
  );
  return Number(row?.t ?? 0);
}

/** Checks only checksums, which is far cheaper than decoding. */
function isAnyDamaged(file: DayFile, market: number, { fromMs, toMs }: TapeWindow): boolean {
  return listSources(file, { fromMs, toMs }).some((source) => {
    if (source.toMs < fromMs || source.fromMs > toMs) return false;
    if (source.table === 'journal') {
      const row = file.rows.get('SELECT data FROM journal WHERE id = ?', source.id);
      return !isWholeJournal(row?.data, source.fromMs);
    }
    if (!isSliceWhole(file, source)) return true;
    return listBlocks(file, source.id, market).some(({ id }) => {
      const block = file.rows.get('SELECT data FROM block WHERE id = ?', id);
      return !isWholeBlock(block?.data, source.fromMs);
    });
  });
}
