import { type AssetRef, epochMs, type Gap } from '../../domain/index.ts';
import type { HistoryReader, HistoryStore } from '../contract/history-store.ts';
import type { SeriesEntry, SeriesKey } from '../contract/series.ts';
import type { Step } from './steps.ts';

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

const HOLE_REASON = 'neither recorded nor filled in afterwards';

/**
 * Finds the hole between the records of a series and records that are added later: imported records that end days
 * before recording began tell nothing about the days in between.
 *
 * @param stored Span of the series before; null when it was empty, so that there is no hole.
 * @param minMs A shorter distance is an ordinary step between two records.
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

/** Stores the hole as a gap of the series, so that answers about that time report it. */
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

/** Methods of a history with which holes are checked. */
export type HoleReader = Pick<HistoryReader, 'readForward' | 'findLast' | 'listGaps'>;

/**
 * Stores the holes inside added records as gaps of the series, where no other record and no known gap is.
 *
 * @param holes Steps between the added records, which are stored already.
 */
export async function putHoles(
  reader: HoleReader,
  writer: Pick<HistoryStore, 'putGap'>,
  ref: AssetRef,
  holes: readonly Step[],
): Promise<void> {
  for (const hole of holes) {
    for (const part of await listEmptyParts(reader, ref, hole)) {
      if (!(await isKnown(reader, ref, part))) await putHole(writer, ref, part);
    }
  }
}

/** Lists the parts of a hole without a record: all of it, or those before the first and after the last other record. */
async function listEmptyParts(reader: HoleReader, key: SeriesKey, { fromMs, toMs }: Step): Promise<Step[]> {
  const inside = { fromMs: epochMs(fromMs + 1), toMs: epochMs(toMs - 1) };
  const { columns } = await reader.readForward(key, { ...inside, limit: 1 });
  const firstMs = columns.t[0];
  if (columns.length === 0 || firstMs === undefined) return [{ fromMs, toMs }];
  const lastMs = (await reader.findLast(key, inside.toMs))?.t ?? firstMs;
  const parts = [
    { fromMs, toMs: firstMs },
    { fromMs: lastMs, toMs },
  ];
  // Only a part that is more than half of the hole counts: the other records inside have steps of their own.
  return parts.filter((part) => part.toMs - part.fromMs > (toMs - fromMs) / 2);
}

async function isKnown(reader: HoleReader, { venue, storeKey }: SeriesKey, hole: Step): Promise<boolean> {
  const window = { fromMs: epochMs(hole.fromMs), toMs: epochMs(hole.toMs) };
  const gaps = await reader.listGaps(venue, window, storeKey);
  return gaps.some(({ fromMs, toMs }) => fromMs <= hole.fromMs && (toMs === null || toMs >= hole.toMs));
}
