import { epochMs, type Gap, type VenuePoll } from '../domain/index.ts';
import type { GapPage } from '../history/contract/gaps.ts';
import type { HistoryStore } from '../history/contract/history-store.ts';

const GAPS_A_PAGE = 1_000;

/**
 * Lists gaps whose end is in the future, because a clock that was ahead wrote it. They end with the next poll instead.
 */
export async function listFutureGaps(
  history: Pick<HistoryStore, 'listGapPage'>,
  { venue, receivedAt }: Pick<VenuePoll, 'venue' | 'receivedAt'>,
): Promise<Gap[]> {
  const ended: Gap[] = [];
  let cursor: string | null = null;
  do {
    const page: GapPage = await history.listGapPage({
      venue,
      fromMs: receivedAt,
      limit: GAPS_A_PAGE,
      ...(cursor === null ? {} : { cursor }),
    });
    for (const gap of page.gaps) {
      if (gap.toMs === null || gap.toMs <= receivedAt) continue;
      ended.push({ ...gap, toMs: epochMs(Math.max(gap.fromMs, receivedAt)) });
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
  return ended;
}
