import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core';
import type { GetFlowAnswer, StreamFlowFrame } from '../../../client/src/index.ts';
import type { Layers } from '../../chart/stage.ts';
import { type Call, type FollowedCall, follow } from '../../state/calls.ts';
import { type Live, live } from '../../state/live.ts';
import type { AssetState } from './state.ts';

const MAX_RECORDED = 5_000;
/** Frames of the stream that are kept behind the recorded flow. */
const MAX_FRAMES = 2_000;

/** The cumulative flow of an asset: the recorded trades of the window, and those of its stream. */
export interface ChartFlow {
  /** Empty while it is off. */
  readonly points: ReadonlySignal<Layers['flow']>;
  readonly recorded: ReadonlySignal<FollowedCall<GetFlowAnswer> | null>;
  close(): void;
}

/**
 * Follows the recorded flow, and the newest trades.
 *
 * @param pick The call for recorded flow; null without a window.
 * @param getGaps Where the line ends: trades of gaps are unknown.
 */
export function followFlow(
  { asset, signals }: AssetState,
  isOn: () => boolean,
  pick: (limit: number) => Call<GetFlowAnswer> | null,
  getGaps: () => Layers['gaps'],
): ChartFlow {
  const recorded = follow(() => (isOn() ? pick(MAX_RECORDED) : null));
  const frames = signal<readonly StreamFlowFrame[]>([]);
  // Two streams a page: flow takes the place of the direction's while it is shown.
  let stream: Live | null = null;
  const stop = effect(() => {
    if (isOn() === (stream !== null)) return;
    signals.hold(isOn());
    if (stream !== null) {
      stream.close();
      stream = null;
      frames.value = [];
      return;
    }
    stream = live<StreamFlowFrame>({
      open: (client, options) => client.streamFlow({ asset }, options),
      onFrame: (frame) => {
        frames.value = [...frames.peek().slice(-MAX_FRAMES), frame];
      },
      // A sum across lost trades would be wrong.
      onResync: () => {
        frames.value = [];
        recorded.peek()?.call.renew();
      },
    });
  });
  return {
    recorded,
    points: computed(() =>
      breakFlow(joinFlow(recorded.value?.state.data?.series ?? [], frames.value), getGaps()),
    ),
    close: () => {
      stop();
      stream?.close();
    },
  };
}

/** Joins the recorded flow and the frames that the stream added since. */
function joinFlow(series: GetFlowAnswer['series'], frames: readonly StreamFlowFrame[]): Layers['flow'] {
  const last = series.at(-1);
  const start = last?.t ?? 0;
  let sum = last?.cumulative ?? 0;
  const added = frames
    .filter(({ t }) => t > start)
    .map(({ t, signed }) => {
      sum += signed ?? 0;
      return { t, cumulative: sum };
    });
  // The side of a trade is not known at a close that was filled in.
  const known = series.map(({ t, side, cumulative }) => ({
    t,
    cumulative: side === null ? null : cumulative,
  }));
  return [...known, ...added];
}

/** Breaks the line of flow at each gap. Points and gaps are walked together. */
function breakFlow(flow: Layers['flow'], gaps: Layers['gaps']): Layers['flow'] {
  if (gaps.length === 0) return flow;
  const begun = gaps.toSorted((a, b) => a.fromMs - b.fromMs);
  let next = 0;
  let brokenTo = Number.NEGATIVE_INFINITY;
  return flow.flatMap((point, index) => {
    for (let gap = begun[next]; gap !== undefined && gap.fromMs < point.t; gap = begun[++next]) {
      brokenTo = Math.max(brokenTo, gap.toMs ?? Number.POSITIVE_INFINITY);
    }
    const before = flow[index - 1];
    return before !== undefined && brokenTo > before.t ? [{ t: before.t, cumulative: null }, point] : [point];
  });
}
