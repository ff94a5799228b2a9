import { epochMs, type Gap } from '../domain/index.ts';
import type { HistoryStore, SeriesEntry, SeriesKey } from './history-store.ts';

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

const HOLE_REASON = 'neither recorded nor filled in afterwards';

/**
 * The hole between the records of a series and later additions: back-filled or imported records that end days
 * before recording began say nothing of the days between.
 *
 * @param stored The series before; null: it was empty, and there is nothing to leave a hole to.
 * @param minMs Shorter ones are the distance of two records.
 */
export function findHole(
  stored: Pick<SeriesEntry, 'firstMs' | 'lastMs'> | null,
  added: Span,
  minMs: number,
): Span | null {
  if (stored === null) return null;
  const hole =
    added.toMs < stored.firstMs
      ? { fromMs: added.toMs, toMs: stored.firstMs }
      : { fromMs: stored.lastMs, toMs: added.fromMs };
  return hole.toMs - hole.fromMs > minMs ? hole : null;
}

/** Stores the hole as a gap of the series, so that every answer about that time says so. */
export async function putHole(
  history: Pick<HistoryStore, 'putGap'>,
  { venue, storeKey }: SeriesKey,
  hole: Span,
): Promise<void> {
  const gap: Gap = {
    venue,
    storeKey,
    fromMs: epochMs(hole.fromMs),
    toMs: epochMs(hole.toMs),
    reason: HOLE_REASON,
  };
  await history.putGap(gap);
}
