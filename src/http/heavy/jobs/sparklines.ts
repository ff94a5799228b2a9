import { type EpochMs, latestTime } from '../../../domain/index.ts';
import {
  CLOSE_COUNT,
  CLOSE_WIDTH_MS,
  findFirstClose,
  RecentCloses,
} from '../../../history/columns/recent-closes.ts';
import type { HistoryReader } from '../../../history/contract/history-store.ts';
import type { SeriesKey } from '../../../history/contract/series.ts';
import { formatJsonItems, type PreparedBody, prepareList } from '../prepared-body.ts';

/** Approximate bytes of one close in JSON. */
const JSON_BYTES = 8;

export interface SparklinesInput {
  readonly series: readonly (SeriesKey & {
    readonly asset: string;
    /** Whether the venue's newest list is older than 120 s, or lacks the asset. */
    readonly isStale: boolean;
  })[];
  /** Requested ids that are not assets. */
  readonly unknown: readonly string[];
  readonly now: EpochMs;
}

/** Recent closes by store, separately in each thread. */
const remembered = new WeakMap<HistoryReader, RecentCloses>();

/** Prepares the closes of the last 24 hours of a few assets. */
export async function prepareSparklines(
  history: HistoryReader,
  { series, unknown, now }: SparklinesInput,
): Promise<PreparedBody> {
  const recent = remembered.get(history) ?? new RecentCloses(history);
  remembered.set(history, recent);
  const [closes, last] = await Promise.all([
    recent.read(series, now),
    history.findLastMany(series, latestTime(now)),
  ]);
  // NaN becomes null in JSON.
  const items = series.map(({ asset, isStale }, i) => ({
    asset,
    asOfMs: last[i]?.t ?? null,
    isStale,
    closes: Array.from(closes[i]!),
  }));
  const ages = items.map(({ asset, asOfMs, isStale }) => `${asset} ${asOfMs} ${isStale}`).join('\n');
  return prepareList({
    head: { ok: true, fromMs: findFirstClose(now), bucketMs: CLOSE_WIDTH_MS },
    name: 'sparklines',
    length: items.length,
    items: (from, to) => formatJsonItems(items.slice(from, to)),
    itemBytes: CLOSE_COUNT * JSON_BYTES,
    tail: { unknown },
    heldBytes: items.length * CLOSE_COUNT * JSON_BYTES,
    data: [Buffer.from(ages), ...closes],
  });
}
