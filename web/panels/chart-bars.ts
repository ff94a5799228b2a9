import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { GetHistoryAggregateAnswer } from '../../client/src/index.ts';
import { type Bars, NO_BARS, toBars, withLivePrice } from '../chart/bars.ts';
import type { BarRequest } from '../chart/window.ts';
import { type Call, call, type Following, follow } from '../state/calls.ts';
import { withQuery } from '../state/location.ts';
import type { AssetState } from './asset-state.ts';

/** The least time between two requests for the same window, ms. */
export const MIN_BAR_EVERY_MS = 30_000;

type AggregateCall = Call<GetHistoryAggregateAnswer>;

/** The bars of one asset, and the call for those of any other over the same window. */
export interface ChartBars {
  readonly history: ReadonlySignal<Following<GetHistoryAggregateAnswer> | null>;
  /** As they are stored. */
  readonly recorded: ReadonlySignal<Bars>;
  /** With the price that came by stream last. */
  readonly bars: ReadonlySignal<Bars>;
  /** null: there is no window yet, or no such venue. */
  readonly aggregate: (asset: string, venue: string | null) => AggregateCall | null;
}

/** @param interval Between two polls of the venue, ms; null while it is not known, and no bar is thin. */
export function followBars(
  state: AssetState,
  request: ReadonlySignal<BarRequest | null>,
  interval: ReadonlySignal<number | null>,
): ChartBars {
  // As text, so that an equal window is the same one and moves nothing.
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
    return data === null ? NO_BARS : toBars(data, interval.value);
  });
  const bars = computed(() => {
    const tick = state.tick.value;
    return tick === null || tick.price === null
      ? recorded.value
      : withLivePrice(recorded.value, tick.price, tick.receivedAt);
  });
  state.onResync(() => history.peek()?.call.refresh());
  return { history, recorded, bars, aggregate };
}
