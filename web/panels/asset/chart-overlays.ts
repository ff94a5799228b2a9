import { computed, type ReadonlySignal } from '@preact/signals-core';
import type {
  GetBotOrdersAnswer,
  GetCascadesAnswer,
  GetFlowAnswer,
  GetHistoryAggregateAnswer,
  GetLinksAnswer,
  GetVolumeProfileAnswer,
} from '../../../client/src/index.ts';
import { toBars } from '../../chart/bars.ts';
import type { Layers, Line } from '../../chart/stage.ts';
import type { BarRequest } from '../../chart/window.ts';
import { MINUTE_MS } from '../../format/time.ts';
import { findVenue } from '../../format/venue.ts';
import { call, follow, isKeyUsable } from '../../state/calls.ts';
import { param, setParams, withQuery } from '../../state/location.ts';
import { type ChartBars, MIN_BAR_EVERY_MS } from './chart-bars.ts';
import { followFlow } from './chart-flow.ts';
import type { AssetState } from './state.ts';

/** Overlays of the bars, each with its name for the viewer. */
export const OVERLAYS = {
  fair: 'fair value now',
  links: 'linked',
  cascades: 'cascades',
  profile: 'volume profile',
  flow: 'flow',
  fills: 'my fills',
} as const;
export type Overlay = keyof typeof OVERLAYS;
const MAX_ORDERS = 1_000;
const MAX_LINKED = 3;
const PROFILE_BINS = 48;
const MAX_RECORDS = 50_000;

/** Another market of the same question. */
export interface LinkedAsset {
  readonly asset: string;
  /** Whether No of the linked asset is Yes of this one. */
  readonly isOpposite: boolean;
}

export interface ChartOverlays {
  readonly layers: ReadonlySignal<Layers>;
  /** The linked assets whose lines are drawn, in the order of their colours. */
  readonly linkedAssets: ReadonlySignal<readonly LinkedAsset[]>;
  /** Finds the reason why an overlay has nothing to show yet; null: it has. */
  findProblem(name: Overlay): string | null;
  close(): void;
}

/** Lists the overlays that are shown unless the address names others: trades of the own bot need its key. */
const listStandard = () => (isKeyUsable.value ? 'fair,fills' : 'fair');

const listShown = () => (param('show') ?? listStandard()).split(',');

/** Overlays that this viewer can have. */
export const listOverlays = (): readonly Overlay[] =>
  (Object.keys(OVERLAYS) as Overlay[]).filter((name) => name !== 'fills' || isKeyUsable.value);

/** Whether the address has it. */
export const isOn = (name: Overlay): boolean => listShown().includes(name) && listOverlays().includes(name);

export function toggleOverlay(name: Overlay): void {
  const on = listShown().filter((each) => each !== '' && each !== 'none');
  const next = on.includes(name) ? on.filter((each) => each !== name) : [...on, name];
  setParams({ show: next.length === 0 ? 'none' : next.join(',') });
}

/** Requests each overlay while it is on. */
export function followOverlays(
  state: AssetState,
  request: ReadonlySignal<BarRequest | null>,
  { history, recorded, aggregate }: ChartBars,
): ChartOverlays {
  const { asset } = state;
  const callInWindow = <T>(name: string, query: Readonly<Record<string, string | number>>) => {
    const { value } = request;
    if (value === null) return null;
    const { fromMs, toMs } = value;
    return call<T>(withQuery(`${state.path}/${name}`, { fromMs, toMs, ...query }), {
      everyMs: MIN_BAR_EVERY_MS,
    });
  };
  const followCascades = (direction: 'down' | 'up') =>
    follow(() =>
      isOn('cascades')
        ? callInWindow<GetCascadesAnswer>('cascades', { direction, limit: MAX_RECORDS })
        : null,
    );
  const [falls, rises] = [followCascades('down'), followCascades('up')];
  const priceStep = computed(() => computeStep(recorded.value.low, recorded.value.high));
  const profile = follow(() =>
    isOn('profile') && priceStep.value !== null
      ? callInWindow<GetVolumeProfileAnswer>('volprofile', { priceStep: priceStep.value, limit: MAX_RECORDS })
      : null,
  );
  const linked = follow(() =>
    isOn('links')
      ? call<GetLinksAnswer>(withQuery('/api/links', { asset, limit: 20 }), { everyMs: MINUTE_MS })
      : null,
  );
  const linkedAssets = computed(() => listLinked(asset, linked.value?.state.data ?? null));
  const linkedHistories = Array.from({ length: MAX_LINKED }, (_, index) =>
    follow(() => {
      const other = linkedAssets.value[index];
      return other === undefined ? null : aggregate(other.asset, findVenue(other.asset));
    }),
  );
  const orders = follow(() => {
    const { value } = request;
    if (!isOn('fills') || value === null) return null;
    const query = { asset, from: value.fromMs, to: value.toMs, limit: MAX_ORDERS };
    return call<GetBotOrdersAnswer>(withQuery('/api/bot/orders', query), {
      everyMs: MIN_BAR_EVERY_MS,
      server: 'bot',
      credential: 'key',
    });
  });
  const flow = followFlow(
    state,
    () => isOn('flow'),
    (limit) => callInWindow<GetFlowAnswer>('flow', { limit }),
    () => history.value?.state.data?.gaps ?? [],
  );

  const layers = computed((): Layers => {
    const data = history.value?.state.data ?? null;
    const fair = isOn('fair')
      ? (state.newest.value?.fairValue.value ?? state.quote.state.value.data?.price.fairValue ?? null)
      : null;
    return {
      gaps: data?.gaps ?? [],
      second: null,
      momentMs: null,
      recordedFromMs: data?.coverage.recordedFromMs ?? null,
      levels: fair === null ? [] : [{ name: 'fair value now', price: fair }],
      lines: linkedHistories.flatMap((other, index) => {
        const linkedAsset = linkedAssets.value[index];
        const answer = other.value?.state.data ?? null;
        const colour = (index + 1) as 1 | 2 | 3;
        return linkedAsset === undefined || answer === null ? [] : [toLine(linkedAsset, answer, colour)];
      }),
      moves: [
        ...toMoves(falls.value?.state.data ?? null, true),
        ...toMoves(rises.value?.state.data ?? null, false),
      ],
      profile: toProfile(profile.value?.state.data ?? null),
      fills: toFills(orders.value?.state.data ?? null),
      flow: flow.points.value,
    };
  });
  const findProblem = (name: Overlay): string | null => {
    const asked = {
      fair: [],
      links: [linked],
      cascades: [falls, rises],
      profile: [profile],
      flow: [flow.recorded],
      fills: [orders],
    };
    for (const { value } of asked[name]) {
      if (value === null) return 'loading';
      const { data, failure } = value.state;
      if (data === null) return failure === null ? 'loading' : `${OVERLAYS[name]}: ${failure.code}`;
    }
    return null;
  };
  return { layers, linkedAssets, findProblem, close: flow.close };
}

/** Lists the other markets of the same question, surest first. */
function listLinked(asset: string, links: GetLinksAnswer | null): readonly LinkedAsset[] {
  return (links?.links ?? [])
    .filter(({ relation, state }) => state === 'active' && (relation === 'same' || relation === 'opposite'))
    .sort((a, b) => b.confidence - a.confidence)
    .slice(0, MAX_LINKED)
    .map(({ a, b, relation }) => ({ asset: a === asset ? b : a, isOpposite: relation === 'opposite' }));
}

/** Converts the closes of a linked market to prices of the side that the chart shows. */
function toLine(
  { asset, isOpposite }: LinkedAsset,
  answer: GetHistoryAggregateAnswer,
  colour: Line['colour'],
): Line {
  const { t, close, widthMs } = toBars(answer, null, 0);
  const value = isOpposite ? close.map((price) => 1 - price) : close;
  return { name: asset, colour, t, value, widthMs, breaks: answer.gaps };
}

function toMoves(answer: GetCascadesAnswer | null, isFall: boolean): Layers['moves'] {
  return (answer?.cascades ?? []).map(({ tStart, tEnd, drawdownFrac }) => ({
    fromMs: tStart,
    toMs: tEnd,
    isFall,
    frac: drawdownFrac,
  }));
}

/** Orders that were filled, at their average price; of binaries both are of Yes. */
const toFills = (answer: GetBotOrdersAnswer | null): Layers['fills'] =>
  (answer?.orders ?? []).flatMap(({ t, side, avgPrice }) =>
    avgPrice === null ? [] : [{ t, price: avgPrice, isBuy: side === 'buy' }],
  );

function toProfile(answer: GetVolumeProfileAnswer | null): Layers['profile'] {
  return (answer?.buckets ?? []).map(({ priceLow, priceHigh, volume, isPoc }) => ({
    low: priceLow,
    high: priceHigh,
    volume,
    isPoc,
  }));
}

/** Computes a round width of price bins over the range in view; null without a range. */
function computeStep(lows: readonly number[], highs: readonly number[]): number | null {
  const [low, high] = [
    lows.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
    highs.reduce((a, b) => Math.max(a, b), 0),
  ];
  const rough = (high - low) / PROFILE_BINS;
  if (!(rough > 0) || !Number.isFinite(rough)) return null;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10;
  return Number((step * power).toPrecision(3));
}
