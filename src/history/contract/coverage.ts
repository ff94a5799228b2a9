import { type EpochMs, epochMs, type Gap, latestTime, MINUTE_MS } from '../../domain/index.ts';
import type { SeriesSpan } from './gaps.ts';
import type { HistoryReader } from './history-store.ts';
import type { SeriesEntry, SeriesKey, Window } from './series.ts';

/** A span of a window in which nothing was recorded in. Both ends inclusive. */
export interface UnrecordedSpan {
  readonly fromMs: EpochMs;
  readonly toMs: EpochMs;
  readonly reason: string;
}

/**
 * How much of a window is recorded. `never`: there is no record at all; `before`: the window ends before the first.
 */
export type CoverageState = 'full' | 'partial' | 'before' | 'never';

export interface Coverage {
  readonly state: CoverageState;
  /** The first record of all; null without any. */
  readonly recordedFromMs: EpochMs | null;
  /** The newest record of all; null without any. */
  readonly recordedToMs: EpochMs | null;
  /**
   * Share of the window, up to now, without a hole. Hours filled in from candles and imported records
   * count like live ones; the source of each record tells them apart.
   */
  readonly recordedFrac: number;
  readonly notRecorded: readonly UnrecordedSpan[];
}

export interface CoverageInputs {
  /** Window; absent ends are open: from the first record, to now. */
  readonly window: Window;
  /** Series in the catalogue; null without a record. */
  readonly entry: Pick<SeriesEntry, 'firstMs' | 'lastMs'> | null;
  /** Gaps that overlap the window. */
  readonly gaps: readonly Gap[];
  readonly now: EpochMs;
}

const BEFORE = 'before recording began';
const AFTER = 'nothing was recorded since';

/** A series whose newest record is younger is being recorded: venues are polled every minute at least. */
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

/** A series and its gaps in a window. The newest record is the one up to now: a clock that was ahead left later ones. */
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

/** The part of a gap within a window. The times of a gap are those of the records at its ends, which are there. */
function clip(gap: Gap, window: { readonly fromMs: EpochMs; readonly toMs: EpochMs }): UnrecordedSpan {
  return {
    fromMs: epochMs(Math.max(window.fromMs, gap.fromMs + 1)),
    toMs: gap.toMs === null ? window.toMs : epochMs(Math.min(window.toMs, gap.toMs - 1)),
    reason: gap.reason,
  };
}

/** Time that spans cover together, each moment once. */
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
