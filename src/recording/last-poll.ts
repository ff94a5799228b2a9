import { DAY_MS, type EpochMs, epochMs, HOUR_MS, type VenueId } from '../domain/index.ts';
import type { HistoryStore } from '../history/contract/history-store.ts';
import type { SeriesEntry, SeriesKey } from '../history/contract/series.ts';
import { encodeSource } from '../history/contract/source-codes.ts';

const POLL = encodeSource('poll');

/** Records that are looked at first: in nearly every series the newest one is of a poll. */
const FIRST_PAGE = 8;
const PAGE = 10_000;

/** Newer records than the last poll that are gone through in one series; an import of more hides what it lies upon. */
const MAX_RECORDS = 1_000_000;

/**
 * When an earlier run last recorded a venue: the newest record of a poll. What was imported or back-filled since says
 * nothing of it.
 *
 * @param now Later records were written by a clock that was ahead; only where there are no others is the newest of them taken.
 * @returns null when the venue was never recorded.
 */
export async function findLastPoll(
  history: Pick<HistoryStore, 'scanAssets' | 'findLastRecordedMs' | 'read'>,
  venue: VenueId,
  now: EpochMs,
): Promise<EpochMs | null> {
  const recordedMs = await history.findLastRecordedMs(venue);
  if (recordedMs === null) return null;
  const newestMs = epochMs(Math.min(recordedMs, now));
  // Most often the newest records are polls. What was imported for later times hides them: then further back.
  for (const backMs of [HOUR_MS, 7 * DAY_MS, null]) {
    const since = backMs === null ? null : epochMs(newestMs - backMs);
    const found = await lastPollSince(history, venue, since, now);
    if (found !== null && (since === null || found >= since)) return found;
  }
  return recordedMs > now ? now : null;
}

async function lastPollSince(
  history: Pick<HistoryStore, 'scanAssets' | 'read'>,
  venue: VenueId,
  since: EpochMs | null,
  now: EpochMs,
): Promise<EpochMs | null> {
  const entries: SeriesEntry[] = [];
  const filter = { venue, ...(since === null ? {} : { activeSince: since }) };
  for await (const some of history.scanAssets(filter)) entries.push(...some);
  entries.sort((a, b) => b.lastMs - a.lastMs);
  let newest: number | null = null;
  for (const entry of entries) {
    if (newest !== null && entry.lastMs <= newest) break;
    const found = await findNewestPoll(history, entry, { after: newest ?? Number.NEGATIVE_INFINITY, now });
    if (found !== null) newest = found;
  }
  return newest === null ? null : epochMs(newest);
}

/** The newest poll of one series after the given time; null without one. */
async function findNewestPoll(
  history: Pick<HistoryStore, 'read'>,
  key: SeriesKey,
  { after, now }: { readonly after: number; readonly now: EpochMs },
): Promise<number | null> {
  let cursor: string | null = null;
  let seen = 0;
  do {
    const { columns, nextCursor } = await history.read(key, {
      toMs: now,
      limit: seen === 0 ? FIRST_PAGE : PAGE,
      ...(cursor === null ? {} : { cursor }),
    });
    for (let i = columns.length - 1; i >= 0; i--) {
      if (columns.t[i]! <= after) return null;
      if (columns.s[i] === POLL) return columns.t[i]!;
    }
    seen += columns.length;
    cursor = nextCursor;
  } while (cursor !== null && seen < MAX_RECORDS);
  return null;
}
