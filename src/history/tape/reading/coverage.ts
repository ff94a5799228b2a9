import { BOOK_BREAKS, DAY_MS, MAX_EPOCH_MS } from '../../../domain/index.ts';
import type { NotRecorded, Resync, TapeCoverage, TapeSpan } from '../contract/tape-coverage.ts';
import type { TapeWindow } from '../contract/tape-reader.ts';
import { toSegments } from './segments.ts';

export interface CoverageInputs {
  readonly window: TapeWindow;
  /** Spans that overlap the window, by part and number, and the nearest span on either side of it. */
  readonly spans: readonly TapeSpan[];
  /** Start of the first span of all, and end of the last one; null when there is none. */
  readonly recorded: TapeWindow | null;
  /** Times within spans whose content can no longer be read. */
  readonly lost: readonly NotRecorded[];
  readonly resyncs: readonly Resync[];
  /** Time of the newest commit, epoch ms. */
  readonly newestMs: number | null;
  /** Maximum length of each list. */
  readonly maxRows: number;
}

const breaks: ReadonlySet<string> = new Set(BOOK_BREAKS);
/** Reason of a hole beside which no break is stored: the file of its day was removed. */
const REMOVED = 'removed';

/** Describes how much of a window is known, and why the rest is not. */
export function describeTapeCoverage(inputs: CoverageInputs): TapeCoverage {
  const { window, recorded, maxRows } = inputs;
  const all = [...inputs.spans].map((span) => ({ span, source: null }));
  const everything = { fromMs: -MAX_EPOCH_MS, toMs: MAX_EPOCH_MS };
  const segments = toSegments(all, everything);
  const lost = clip(mergeHoles(inputs.lost), window);
  const others = cutOut(clip(mergeHoles([...findHoles(segments, inputs)]), window), lost);
  const holes = mergeHoles([...others, ...lost]);
  const known = toSegments(
    [
      ...all,
      ...inputs.lost.map(({ fromMs, toMs }) => ({ span: { ...NOTHING, fromMs, toMs }, source: null })),
    ],
    window,
  ).filter(({ span }) => span.opened !== NOTHING.opened);
  const knownMs = known.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs + 1, 0);
  const lengthMs = window.toMs - window.fromMs + 1;
  const sampled = mergeSampled(known.filter(({ span }) => span.everyMs > 0));
  const resyncs = inputs.resyncs.filter(({ fromMs, toMs }) => fromMs <= window.toMs && toMs >= window.fromMs);
  const state =
    recorded === null
      ? lost.length === 0
        ? 'never'
        : 'partial'
      : knownMs === lengthMs
        ? 'full'
        : window.toMs < recorded.fromMs && holes.every(({ reason }) => reason === 'before')
          ? 'before'
          : 'partial';
  return {
    state,
    recordedFromMs: recorded?.fromMs ?? null,
    recordedToMs: recorded?.toMs ?? null,
    recordedFrac: knownMs / lengthMs,
    notRecorded: (recorded === null ? lost : holes).slice(0, maxRows),
    sampled: sampled.slice(0, maxRows),
    resyncs: resyncs.slice(0, maxRows),
    more: [holes, sampled, resyncs].some((list) => list.length > maxRows),
  };
}

const NOTHING: TapeSpan = { fromMs: 0, toMs: 0, everyMs: 0, depth: null, opened: 'lost', ended: null };

/** Finds the holes between spans, before the first and behind the last one. */
function* findHoles(
  segments: readonly { readonly span: TapeSpan; readonly fromMs: number; readonly toMs: number }[],
  { recorded, newestMs, window }: CoverageInputs,
): Generator<NotRecorded> {
  const [first, last] = [segments[0], segments.at(-1)];
  if (recorded === null) return;
  // A first span that goes on over midnight had a day before it, whose file is gone.
  const hasGoneDay = first?.fromMs === recorded.fromMs && first.span.opened === 'day';
  const begunMs = recorded.fromMs - (hasGoneDay ? DAY_MS : 0);
  yield { fromMs: -MAX_EPOCH_MS, toMs: begunMs - 1, reason: 'before' };
  yield { fromMs: begunMs, toMs: recorded.fromMs - 1, reason: REMOVED };
  if (first === undefined || last === undefined) {
    yield { fromMs: Math.max(recorded.fromMs, window.fromMs), toMs: window.toMs, reason: REMOVED };
    return;
  }
  if (first.fromMs > recorded.fromMs) {
    const reason = breaks.has(first.span.opened) ? first.span.opened : REMOVED;
    yield { fromMs: recorded.fromMs, toMs: first.fromMs - 1, reason };
  }
  for (const [i, { span, toMs }] of segments.entries()) {
    const next = segments[i + 1];
    if (next === undefined) break;
    if (next.fromMs <= toMs + 1) continue;
    const reason =
      [span.ended, next.span.opened].find((each) => each !== null && breaks.has(each)) ?? REMOVED;
    yield { fromMs: toMs + 1, toMs: next.fromMs - 1, reason };
  }
  const isBroken = last.span.ended !== null && breaks.has(last.span.ended);
  const committedMs = isBroken || newestMs === null ? MAX_EPOCH_MS : newestMs;
  const reason = isBroken ? last.span.ended : last.span.ended === null ? 'pending' : REMOVED;
  if (reason !== REMOVED) yield { fromMs: last.toMs + 1, toMs: MAX_EPOCH_MS, reason: reason ?? REMOVED };
  else {
    // The day behind the last span has not begun yet, or its file was removed.
    yield { fromMs: last.toMs + 1, toMs: committedMs, reason: REMOVED };
    yield { fromMs: Math.max(last.toMs, committedMs) + 1, toMs: MAX_EPOCH_MS, reason: 'pending' };
  }
}

function clip(holes: readonly NotRecorded[], { fromMs, toMs }: TapeWindow): NotRecorded[] {
  return holes
    .map((hole) => ({ ...hole, fromMs: Math.max(hole.fromMs, fromMs), toMs: Math.min(hole.toMs, toMs) }))
    .filter((hole) => hole.fromMs <= hole.toMs);
}

/** Removes from holes the times that are lost for another reason. */
function cutOut(holes: readonly NotRecorded[], lost: readonly NotRecorded[]): readonly NotRecorded[] {
  let left = holes;
  for (const { fromMs, toMs } of lost)
    left = left.flatMap((hole) =>
      hole.toMs < fromMs || hole.fromMs > toMs
        ? [hole]
        : [
            { ...hole, toMs: fromMs - 1 },
            { ...hole, fromMs: toMs + 1 },
          ].filter((part) => part.fromMs <= part.toMs),
    );
  return left;
}

/** Sorts holes by time, and joins adjacent ones with the same reason. */
function mergeHoles(holes: readonly NotRecorded[]): NotRecorded[] {
  const merged: NotRecorded[] = [];
  for (const hole of holes.filter(({ fromMs, toMs }) => fromMs <= toMs).sort((a, b) => a.fromMs - b.fromMs)) {
    const last = merged.at(-1);
    if (last?.reason === hole.reason && hole.fromMs <= last.toMs + 1)
      merged[merged.length - 1] = { ...last, toMs: Math.max(last.toMs, hole.toMs) };
    else merged.push(hole);
  }
  return merged;
}

function mergeSampled(segments: readonly { span: TapeSpan; fromMs: number; toMs: number }[]) {
  const merged: { fromMs: number; toMs: number; everyMs: number }[] = [];
  for (const { span, fromMs, toMs } of segments) {
    const last = merged.at(-1);
    if (last?.everyMs === span.everyMs && fromMs === last.toMs + 1) last.toMs = toMs;
    else merged.push({ fromMs, toMs, everyMs: span.everyMs });
  }
  return merged;
}
