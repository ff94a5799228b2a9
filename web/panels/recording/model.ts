import type { GetAnomaliesAnswer, GetFeedHealthAnswer } from '../../../client/src/index.ts';

type Poller = NonNullable<GetFeedHealthAnswer['health']['kalshi']>;
type Anomalies = Pick<GetAnomaliesAnswer, 'anomalies'>;

/**
 * Whether a venue is recorded now.
 *
 * `failing`: its newest poll failed or is late, and no record is lost yet. `lost`: it was not read for so long that the
 * service has a gap, or its records cannot be stored.
 */
export type RecordingState = 'recorded' | 'failing' | 'lost';

/** Unread for more than this many intervals is a gap, as the recorder counts. */
const GAP_INTERVALS = 3;
const LATE_INTERVALS = 2;

/** Whether the newest data of a venue is older than two polls: its markets are not recorded now. */
export function isVenueLate(
  state: RecordingState,
  poller: Pick<Poller, 'ageMs' | 'effectiveIntervalMs'>,
): boolean {
  return (
    state === 'lost' || poller.ageMs === null || poller.ageMs > LATE_INTERVALS * poller.effectiveIntervalMs
  );
}

interface MarketSummary {
  readonly totalAssets: number;
  readonly staleCount: number;
  readonly neverRecordedCount: number;
  readonly byVenue: Readonly<Partial<Record<string, VenueSummary>>>;
}

interface VenueSummary {
  readonly total: number;
  readonly stale: number;
  readonly neverRecorded: number;
}

/** Numbers of markets by their recording. */
export interface MarketCounts {
  readonly all: number;
  readonly recorded: number;
  readonly late: number;
  readonly never: number;
}

/**
 * Numbers of markets that are recorded now, late and never recorded. The summary counts a market as late after minutes;
 * all markets of a venue that is late itself are late at once.
 */
export function countMarkets(summary: MarketSummary, lateVenues: Iterable<string>): MarketCounts {
  let late = summary.staleCount;
  for (const venue of lateVenues) {
    const { total = 0, stale = 0, neverRecorded = 0 } = summary.byVenue[venue] ?? {};
    late += total - stale - neverRecorded;
  }
  const { totalAssets: all, neverRecordedCount: never } = summary;
  return { all, recorded: all - late - never, late, never };
}

/** Longest reason of a failed poll in a sentence. */
const MAX_REASON = 80;

/** Shortens the reason of a failed poll by the requested address and the body of its answer: `HTTP 503`. */
export function shortenReason(lastError: string): string {
  const reason = lastError
    .replace(/^[^(]*\(https?:[^)]*\): /, '')
    .split(/[{[<\n]/, 1)[0]!
    .trim();
  return reason.length > MAX_REASON ? `${reason.slice(0, MAX_REASON)}…` : reason;
}

/** Finds the recording state of a venue from the service's poll status, at the time of that answer. */
export function recordingState(
  venue: string,
  poller: Pick<Poller, 'ageMs' | 'effectiveIntervalMs' | 'lastError'> | undefined,
  found: Anomalies | null,
): RecordingState {
  // Readers see polls that the store refuses; they are not recorded all the same.
  const isRefused = found?.anomalies.some(
    (anomaly) => anomaly.code === 'store_unavailable' && anomaly.venue === venue,
  );
  if (poller === undefined || poller.ageMs === null || isRefused === true) return 'lost';
  const { ageMs, effectiveIntervalMs, lastError } = poller;
  if (ageMs > GAP_INTERVALS * effectiveIntervalMs) return 'lost';
  return lastError !== null || ageMs > LATE_INTERVALS * effectiveIntervalMs ? 'failing' : 'recorded';
}

interface Gap {
  readonly fromMs: number;
  readonly toMs: number | null;
  readonly reason: string;
}

/**
 * Finds a gap that the page has observed from the status of the polls, since the stored gaps are read only once a
 * minute. null: none yet.
 */
export function witnessGap(
  before: Gap | null,
  state: RecordingState,
  { lastFetchedAt, lastError }: Pick<Poller, 'lastFetchedAt' | 'lastError'>,
): Gap | null {
  if (lastFetchedAt === null) return before;
  if (state === 'lost') {
    const reason = lastError ?? 'it was not polled';
    return before?.toMs === null ? { ...before, reason } : { fromMs: lastFetchedAt, toMs: null, reason };
  }
  return before?.toMs === null ? { ...before, toMs: lastFetchedAt } : before;
}

/** Joins the stored gaps and the observed one; of two that overlap, the one with an end counts. */
export function withWitnessed(gaps: readonly Gap[], seen: Gap | null): readonly Gap[] {
  if (seen === null) return gaps;
  const isSame = (gap: Gap) =>
    (gap.toMs ?? Number.POSITIVE_INFINITY) > seen.fromMs && (seen.toMs === null || gap.fromMs < seen.toMs);
  const others = gaps.filter((gap) => !isSame(gap));
  const stored = gaps.find(isSame);
  return [...others, stored === undefined || stored.toMs === null ? { ...stored, ...seen } : stored];
}

/** One span of a lane. */
export interface RecordingCell {
  readonly fromMs: number;
  readonly toMs: number;
  /** Number of records in the bar. */
  readonly records: number;
  /** Number of records that polls at the venue's interval make in the bar, up to now. */
  readonly due: number;
  /** Records over those due, at most 1; null before the first record of all. */
  readonly share: number | null;
}

/** A time in which nothing could be recorded, cut to the window. */
export interface RecordingGap {
  readonly fromMs: number;
  readonly toMs: number;
  /** Whether the gap still lasts. */
  readonly isOpen: boolean;
  readonly reason: string;
}

export interface LaneOptions {
  readonly buckets: readonly { readonly t: number; readonly count?: number; readonly filled?: boolean }[];
  readonly gaps: readonly Gap[];
  /** First record of the series; null when there is none. */
  readonly recordedFromMs: number | null;
  /** Start of the first cell. */
  readonly fromMs: number;
  readonly bucketMs: number;
  readonly cells: number;
  readonly nowMs: number;
  /** Interval between two polls of the venue, ms. */
  readonly intervalMs: number;
}

/** Builds a lane of recording: the share of due records that were written, cell by cell, and the gaps. */
export function buildLane(options: LaneOptions): {
  readonly cells: readonly RecordingCell[];
  readonly gaps: readonly RecordingGap[];
} {
  const { buckets, recordedFromMs, fromMs, bucketMs, nowMs, intervalMs } = options;
  // A candle of the venue counts as the close that it has: an hour that was filled in is none that was lost.
  const counts = new Map(buckets.map(({ t, count, filled }) => [t, filled === true ? 1 : (count ?? 0)]));
  const counted = Array.from({ length: options.cells }, (_, index) => {
    const start = fromMs + index * bucketMs;
    const end = start + bucketMs;
    const begun = recordedFromMs === null ? end : Math.max(start, recordedFromMs);
    const due = Math.max(0, (Math.min(end, nowMs) - begun) / intervalMs);
    const isBefore = recordedFromMs === null || end <= recordedFromMs;
    return { fromMs: start, toMs: end, records: counts.get(start) ?? 0, due, isBefore };
  });
  // Cells narrower than a few polls are judged together: one poll falls into some of them and not into others.
  const together = Math.max(1, Math.ceil((MIN_DUE * intervalMs) / bucketMs));
  const cells = counted.map(({ isBefore, ...cell }, index): RecordingCell => {
    const first = index - (index % together);
    const group = counted.slice(first, first + together).filter((each) => !each.isBefore);
    const records = group.reduce((sum, each) => sum + each.records, 0);
    const due = group.reduce((sum, each) => sum + each.due, 0);
    return { ...cell, share: isBefore ? null : Math.min(1, computeShare(records, due)) };
  });
  const toMs = Math.min(nowMs, fromMs + options.cells * bucketMs);
  const gaps = options.gaps
    .map(({ reason, ...gap }) => ({
      fromMs: Math.max(fromMs, gap.fromMs),
      toMs: Math.min(toMs, gap.toMs ?? toMs),
      isOpen: gap.toMs === null,
      reason,
    }))
    .filter((gap) => gap.toMs > gap.fromMs);
  return { cells, gaps };
}

/** Share of due records below which a cell was filled in from the venue's own history, or polled more seldom. */
const THIN_SHARE = 0.5;
export const THIN_WHY =
  "fewer records than polls make: filled in from the venue's own history, or polled more seldom";

/** Computes the share of a time without a hole; the time before the first record is one. */
export function computeRecordedShare(
  { gaps }: Pick<ReturnType<typeof buildLane>, 'gaps'>,
  recordedFromMs: number | null,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): number {
  if (toMs <= fromMs) return 0;
  let lostMs = 0;
  let counted = fromMs;
  const before = { fromMs, toMs: recordedFromMs ?? toMs };
  for (const hole of [before, ...gaps].sort((a, b) => a.fromMs - b.fromMs)) {
    const start = Math.max(counted, hole.fromMs);
    const end = Math.min(toMs, hole.toMs);
    if (end <= start) continue;
    lostMs += end - start;
    counted = end;
  }
  return (toMs - fromMs - lostMs) / (toMs - fromMs);
}

/**
 * Describes the coverage in whole percent: recorded by polls and streams, filled in, without a record. A part that
 * rounds to nothing is not said; the last hole is never rounded away.
 *
 * @param recorded Share without a hole. @param thin Share of it that was filled in.
 */
export function describeCoverage({ recorded, thin }: { readonly recorded: number; readonly thin: number }): {
  readonly recorded: string;
  readonly filled: string | null;
  readonly hole: string | null;
} {
  const write = (share: number) => {
    const percent = share * 100;
    // Nearly all is not all, and next to nothing is not nothing.
    if (percent > 0 && percent < 0.5) return '< 1';
    return percent < 100 && percent > 99.5 ? '> 99' : String(Math.round(percent));
  };
  const part = (share: number) => (share <= 0 ? null : write(share));
  return { recorded: write(recorded * (1 - thin)), filled: part(recorded * thin), hole: part(1 - recorded) };
}

/** Computes the share of thin cells among those in which something could be recorded. Holes are not thin. */
export function computeThinShare({ cells, gaps }: ReturnType<typeof buildLane>): number {
  const isHole = (cell: RecordingCell) =>
    gaps.some((gap) => gap.fromMs < cell.toMs && gap.toMs > cell.fromMs);
  const recorded = cells.filter((cell) => cell.share !== null && cell.due > 0 && !isHole(cell));
  const thin = recorded.filter(({ share }) => (share ?? 1) < THIN_SHARE);
  return recorded.length === 0 ? 0 : thin.length / recorded.length;
}

/** Polls by which cells are judged. */
const MIN_DUE = 4;

/**
 * Computes the share of due records in a cell. A poll beside the edge of a cell is not missing, so that one less than
 * due is all of it.
 */
function computeShare(records: number, due: number): number {
  return due <= 1 ? 1 : records / (due - 1);
}

/** Spans of the lanes: each with its name and the width of one of its cells. */
export const LANE_CELLS = 96;
export const LANE_RANGES = [
  { name: '1h', bucketMs: 37_500 },
  { name: '6h', bucketMs: 225_000 },
  { name: '24h', bucketMs: 900_000 },
  { name: '7d', bucketMs: 6_300_000 },
  { name: '30d', bucketMs: 27_000_000 },
] as const;

export type LaneRange = (typeof LANE_RANGES)[number];
/** The usual range: the lanes of a service that has recorded for long begin with it. */
export const USUAL_RANGE: LaneRange = LANE_RANGES[2];

/**
 * Chooses the range with which lanes begin: the shortest that holds all that was recorded within the usual one. Hours
 * that were filled in do not count, since their cells are all but empty.
 *
 * @param lanes Cells of the usual range, lane by lane.
 */
export function chooseRange(lanes: readonly (readonly RecordingCell[])[], nowMs: number): LaneRange {
  const full = lanes.flatMap((cells) => cells.filter(isFull).map(({ fromMs }) => fromMs));
  const spanMs = nowMs - Math.min(nowMs, ...full);
  return (
    LANE_RANGES.find((range) => range === USUAL_RANGE || spanMs <= LANE_CELLS * range.bucketMs) ?? USUAL_RANGE
  );
}

const isFull = ({ share, records }: RecordingCell): boolean =>
  share !== null && records > 1 && share >= THIN_SHARE;
