import { type EpochMs, epochMs, type Gap, latestTime, MINUTE_MS } from '../../domain/index.ts';
import type { SeriesSpan } from './gaps.ts';
import type { HistoryReader } from './history-store.ts';
import type { SeriesEntry, SeriesKey, Window } from './series.ts';

/** Span of a window in which nothing was recorded; both ends are inclusive. */
export interface UnrecordedSpan {
  readonly fromMs: EpochMs;
  readonly toMs: EpochMs;
  readonly reason: string;
}

/** Coverage of a window. `never`: the series has no record; `before`: the window ends before the first. */
export type CoverageState = 'full' | 'partial' | 'before' | 'never';

export interface Coverage {
  readonly state: CoverageState;
  /** Time of the first record of the series, whatever the window; null without a record. */
  readonly recordedFromMs: EpochMs | null;
  /** Time of the newest record of the series, whatever the window; null without a record. */
  readonly recordedToMs: EpochMs | null;
  /**
   * Share of the window, up to now, without a hole: 0 to 1. Hours filled in from candles and imported records count
   * like live records; the source of each record tells them apart.
   */
  readonly recordedFrac: number;
  readonly notRecorded: readonly UnrecordedSpan[];
}

export interface CoverageInputs {
  /** Window whose absent ends are open: the first record, and now. */
  readonly window: Window;
  /** Entry of the series in the catalogue; null when the series has no record. */
  readonly entry: Pick<SeriesEntry, 'firstMs' | 'lastMs'> | null;
  /** Gaps that overlap the window. */
  readonly gaps: readonly Gap[];
  readonly now: EpochMs;
}

const BEFORE = 'before recording began';
const AFTER = 'nothing was recorded since';

/** A series whose newest record is younger than this is being recorded: venues are polled at least every minute. */
const RECENT_MS = 5 * MINUTE_MS;

/** Reads the coverage of a window of a series in the store. */
export async function readCoverage(
  history: SpanReader,
  key: SeriesKey,
  window: Window,
  now: EpochMs,
): Promise<Coverage> {
  return describeCoverage({ window, ...(await readSpan(history, key, window, now)), now });
}

type SpanReader = Pick<HistoryReader, 'findWithGaps' | 'findLast'>;

/**
 * Reads the catalogue entry of a series and its gaps in a window. `lastMs` of the entry is the newest record up to now:
 * a clock that ran ahead may have left records of the future.
 */
export async function readSpan(
  history: SpanReader,
  key: SeriesKey,
  window: Window,
  now: EpochMs,
): Promise<SeriesSpan> {
  const span = await history.findWithGaps(key, window);
  if (span.entry === null || span.entry.lastMs <= latestTime(now)) return span;
  const last = await history.findLast(key, latestTime(now));
  return last === null ? span : { ...span, entry: { ...span.entry, lastMs: last.t } };
}

/** Says which part of a window is recorded, so that an empty answer can be distinguished from a quiet market. */
export function describeCoverage({ window, entry, gaps, now }: CoverageInputs): Coverage {
  if (entry === null) {
    return { state: 'never', recordedFromMs: null, recordedToMs: null, recordedFrac: 0, notRecorded: [] };
  }
  const { firstMs, lastMs } = entry;
  const fromMs = window.fromMs ?? firstMs;
  const toMs = epochMs(Math.max(fromMs, Math.min(window.toMs ?? now, now)));
  const isRecent = now - lastMs < RECENT_MS;
  const spans = [
    { fromMs, toMs: epochMs(Math.min(toMs, firstMs - 1)), reason: BEFORE },
    ...gaps.map((gap) => clip(gap, { fromMs, toMs })),
    ...(isRecent ? [] : [{ fromMs: epochMs(Math.max(fromMs, lastMs + 1)), toMs, reason: AFTER }]),
  ];
  const notRecorded = spans.filter((span) => span.fromMs <= span.toMs).sort((a, b) => a.fromMs - b.fromMs);
  const lengthMs = toMs - fromMs + 1;
  const recordedFrac = Math.max(0, 1 - sumUnionMs(notRecorded) / lengthMs);
  const state = toMs < firstMs ? 'before' : notRecorded.length === 0 ? 'full' : 'partial';
  return { state, recordedFromMs: firstMs, recordedToMs: lastMs, recordedFrac, notRecorded };
}

/** Returns the part of a gap within a window, without the times of the records at the two ends of the gap. */
function clip(gap: Gap, window: { readonly fromMs: EpochMs; readonly toMs: EpochMs }): UnrecordedSpan {
  return {
    fromMs: epochMs(Math.max(window.fromMs, gap.fromMs + 1)),
    toMs: gap.toMs === null ? window.toMs : epochMs(Math.min(window.toMs, gap.toMs - 1)),
    reason: gap.reason,
  };
}

/** Computes the time in ms that the spans cover together; moments in several spans count once. */
function sumUnionMs(sorted: readonly UnrecordedSpan[]): number {
  let total = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { fromMs, toMs } of sorted) {
    if (toMs <= until) continue;
    total += toMs - Math.max(fromMs, until + 1) + 1;
    until = toMs;
  }
  return total;
}
