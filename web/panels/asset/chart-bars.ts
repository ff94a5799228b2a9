import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { GetHistoryAggregateAnswer } from '../../../client/src/index.ts';
import { type Bars, NO_BARS, toBars, withLivePrice } from '../../chart/bars.ts';
import { type Call, call, type FollowedCall, follow } from '../../state/calls.ts';
import { now } from '../../state/clock.ts';
import { withQuery } from '../../state/location.ts';
import { buildLane, computeRecordedShare, computeThinShare } from '../recording/model.ts';
import type { ChartWindow } from './chart-window.ts';
import type { AssetState } from './state.ts';

/** The least time between two requests for the same window, ms. */
export const MIN_BAR_EVERY_MS = 30_000;

type AggregateCall = Call<GetHistoryAggregateAnswer>;

export interface RecordedShare {
  /** Share of the time that is recorded without a hole. */
  readonly recorded: number;
  /** Share without a hole that has fewer records than polls make, as the tape counts. */
  readonly thin: number;
}

/** The bars of one asset, and the call for those of any other over the same window. */
export interface ChartBars {
  readonly history: ReadonlySignal<FollowedCall<GetHistoryAggregateAnswer> | null>;
  /** Bars as they are stored. */
  readonly recorded: ReadonlySignal<Bars>;
  /** Recorded bars with the newest price of the stream. */
  readonly bars: ReadonlySignal<Bars>;
  /** Recorded share of the time in view; null while it is not known. */
  readonly inView: ReadonlySignal<RecordedShare | null>;
  /** Finds the call for bars of an asset; null: there is no window yet, or no such venue. */
  readonly aggregate: (asset: string, venue: string | null) => AggregateCall | null;
}

/**
 * Follows the bars of an asset over a window.
 *
 * @param interval Between two polls of the venue, ms; null while it is not known, and no bar is thin.
 */
export function followBars(
  state: AssetState,
  { request, settled }: Pick<ChartWindow, 'request' | 'settled'>,
  interval: ReadonlySignal<number | null>,
): ChartBars {
  // The request is compared as text, so that an equal window starts no new read.
  const requested = computed(() => (request.value === null ? '' : JSON.stringify(request.value)));
  const aggregate = (asset: string, venue: string | null) => {
    if (requested.value === '' || venue === null) return null;
    const path = `/api/history/${venue}/${encodeURIComponent(asset)}/aggregate`;
    return call<GetHistoryAggregateAnswer>(withQuery(path, { ...JSON.parse(requested.value) }), {
      everyMs: MIN_BAR_EVERY_MS,
    });
  };
  const history = follow(() => aggregate(state.asset, state.venue));
  const recorded = computed(() => {
    const data = history.value?.state.data ?? null;
    return data === null ? NO_BARS : toBars(data, interval.value, now.peek() ?? 0);
  });
  const bars = computed(() => {
    const tick = state.tick.value;
    return tick === null || tick.price === null
      ? recorded.value
      : withLivePrice(recorded.value, tick.price, tick.receivedAt);
  });
  const inView = computed((): RecordedShare | null => {
    const { value: view } = settled;
    const { value: found } = history;
    const data = found?.state.data ?? null;
    // Bars of another window that are still shown say nothing about this one.
    if (view === null || data === null || found?.call.state.value.data !== data) return null;
    const { bucketMs, buckets, gaps, coverage, truncated } = data;
    const { recordedFromMs } = coverage;
    const nowMs = now.peek() ?? 0;
    const fromMs = Math.max(view.fromMs, truncated ? (buckets[0]?.t ?? 0) : 0);
    const toMs = Math.min(nowMs, view.toMs);
    const startMs = Math.floor(fromMs / bucketMs) * bucketMs;
    const lane = buildLane({
      buckets,
      gaps,
      recordedFromMs,
      fromMs: startMs,
      bucketMs,
      cells: Math.max(0, Math.ceil((toMs - startMs) / bucketMs)),
      nowMs,
      intervalMs: interval.value ?? bucketMs,
    });
    return {
      recorded: computeRecordedShare(lane, recordedFromMs, { fromMs, toMs }),
      thin: interval.value === null ? 0 : computeThinShare(lane),
    };
  });
  state.onResync(() => history.peek()?.call.renew());
  return { history, recorded, bars, inView, aggregate };
}
