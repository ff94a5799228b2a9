import { DAY_MS, type EpochMs, epochMs, HOUR_MS, type VenueId } from '../domain/index.ts';
import type { HistoryStore } from '../history/contract/history-store.ts';
import type { SeriesEntry, SeriesKey } from '../history/contract/series.ts';
import { encodeSource } from '../history/contract/source-codes.ts';

const POLL = encodeSource('poll');

/** Number of records that are read first. In nearly every series the newest record is from a poll. */
const FIRST_PAGE = 8;
const PAGE = 10_000;

/** Maximum number of records that are searched per series. More imported records than that hide the last poll. */
const MAX_RECORDS = 1_000_000;

/**
 * Finds the time at which an earlier run last recorded a venue, which is that of the newest polled record. Imported and
 * back-filled records do not count.
 *
 * @param now Present time. Later records were written by a clock that was ahead. When there are no others, the result
 * is `now`.
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
  // The newest records are usually polls. Records imported for later times may hide them, and then older ones are
  // searched.
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

/** Finds the newest poll of one series after the given time; null without one. */
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
