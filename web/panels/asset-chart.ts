import { batch, computed, effect, signal } from '@preact/signals-core';
import type {
  GetCascadesAnswer,
  GetFlowAnswer,
  GetHistoryAggregateAnswer,
  GetLinksAnswer,
  GetVolumeProfileAnswer,
  StreamFlowFrame,
} from '../../client/src/index.ts';
import { NO_BARS, toBars, withLivePrice } from '../chart/bars.ts';
import { type Chart, createChart } from '../chart/chart.ts';
import type { Layers, Line } from '../chart/layers.ts';
import { barRequest, panned, parseWindow, RANGES, type TimeWindow, zoomed } from '../chart/window.ts';
import { shown } from '../format/field.ts';
import { compact } from '../format/number.ts';
import { dayTime, zoneName } from '../format/time.ts';
import { findVenue } from '../format/venue.ts';
import { call, follow } from '../state/calls.ts';
import { now } from '../state/clock.ts';
import { onKeys } from '../state/keyboard.ts';
import { type Live, live } from '../state/live.ts';
import { param, setParams, withQuery } from '../state/location.ts';
import { isDark, settings } from '../state/settings.ts';
import { type AssetState, clockOrZero } from './asset-state.ts';
import { feedHealth } from './lamps.ts';
import { lastHole } from './last-hole.ts';
import { panel } from './panel.ts';
import { type Content, html, nothing } from './view.ts';

const OVERLAYS = {
  fair: 'fair value',
  links: 'linked',
  cascades: 'cascades',
  profile: 'volume profile',
  flow: 'flow',
} as const;
type Overlay = keyof typeof OVERLAYS;
const DEFAULT_OVERLAYS = 'fair';
const MAX_LINKED = 3;
const PROFILE_BINS = 48;
const MAX_RECORDS = 50_000;
const HEIGHT_PX = 420;
/** After the last move of wheel or pointer, the window goes into the address and bars are asked for. */
const SETTLE_MS = 250;
const MIN_BAR_EVERY_MS = 30_000;

const aggregatePath = (venue: string, asset: string) =>
  `/api/history/${venue}/${encodeURIComponent(asset)}/aggregate`;

/** Everything the chart of one asset follows. */
export function assetChart(state: AssetState): {
  readonly panel: Content;
  /** What of the address a copied link has instead of a range that moves. */
  readonly frozen: () => Readonly<Record<string, string | null>>;
  readonly close: () => void;
} {
  const { asset, venue } = state;
  /** While the viewer moves it; null: as the address says. */
  const moving = signal<TimeWindow | null>(null);
  const barIndex = signal<number | null>(null);
  const fixed = computed(() => parseWindow(param('from'), param('to')));
  const range = computed(() => RANGES.find(({ name }) => name === param('range')) ?? RANGES[2]);
  const isOn = (name: Overlay) => (param('show') ?? DEFAULT_OVERLAYS).split(',').includes(name);

  const window = computed((): TimeWindow => {
    const chosen = moving.value ?? fixed.value;
    if (chosen !== null) return chosen;
    const nowMs = now.value ?? 0;
    return { fromMs: nowMs - range.value.ms, toMs: nowMs + range.value.ms * 0.02 };
  });
  const interval = computed(
    () => feedHealth.state.value.data?.health[venue as 'kalshi']?.effectiveIntervalMs ?? null,
  );
  /** What bars are asked for: it stays while the viewer moves. */
  const settled = signal<TimeWindow | null>(null);
  let settleTimer: ReturnType<typeof setTimeout> | undefined;
  const stopSettling = effect(() => {
    const next = window.value;
    clearTimeout(settleTimer);
    if (moving.value === null) settled.value = next;
    else settleTimer = setTimeout(() => settle(next), SETTLE_MS);
  });
  function settle(next: TimeWindow): void {
    batch(() => {
      setParams(inAddress(next));
      moving.value = null;
    });
  }
  // A window of fixed times does not move with the clock, and may be there before it.
  const isClockKnown = computed(() => now.value !== null);
  const request = computed(() => {
    const { value } = settled;
    return value === null || !isClockKnown.value || value.fromMs <= 0
      ? null
      : barRequest(value, now.peek() ?? 0, interval.value ?? 0);
  });
  const requested = computed(() => (request.value === null ? '' : JSON.stringify(request.value)));
  const aggregate = (key: string, from: string | null) => {
    if (requested.value === '' || from === null) return null;
    const path = withQuery(aggregatePath(from, key), { ...JSON.parse(requested.value) });
    return call<GetHistoryAggregateAnswer>(path, { everyMs: MIN_BAR_EVERY_MS });
  };
  const ofWindow = <T>(name: string, query: Readonly<Record<string, string | number>>) => {
    const { value } = request;
    if (value === null) return null;
    const { fromMs, toMs } = value;
    return call<T>(withQuery(`${state.path}/${name}`, { fromMs, toMs, ...query }), {
      everyMs: MIN_BAR_EVERY_MS,
    });
  };

  const history = follow(() => aggregate(asset, venue));
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

  // Overlays: each is asked for while it is on.
  const falls = follow(() =>
    isOn('cascades')
      ? ofWindow<GetCascadesAnswer>('cascades', { direction: 'down', limit: MAX_RECORDS })
      : null,
  );
  const rises = follow(() =>
    isOn('cascades')
      ? ofWindow<GetCascadesAnswer>('cascades', { direction: 'up', limit: MAX_RECORDS })
      : null,
  );
  const priceStep = computed(() => computeStep(recorded.value.low, recorded.value.high));
  const profile = follow(() =>
    isOn('profile') && priceStep.value !== null
      ? ofWindow<GetVolumeProfileAnswer>('volprofile', { priceStep: priceStep.value, limit: MAX_RECORDS })
      : null,
  );
  const flow = follow(() => (isOn('flow') ? ofWindow<GetFlowAnswer>('flow', { limit: 5_000 }) : null));
  const flowFrames = signal<readonly StreamFlowFrame[]>([]);
  const linked = follow(() =>
    isOn('links')
      ? call<GetLinksAnswer>(withQuery('/api/links', { asset, limit: 20 }), { everyMs: 60_000 })
      : null,
  );
  const linkedAssets = computed(() => listLinked(asset, linked.value?.state.data ?? null));
  const linkedHistories = [0, 1, 2].map((index) =>
    follow(() => {
      const other = linkedAssets.value[index];
      return other === undefined ? null : aggregate(other.asset, findVenue(other.asset));
    }),
  );
  // Two streams a page: flow takes the place of the direction's while it is shown.
  let flowStream: Live | null = null;
  const stopFlow = effect(() => {
    if (isOn('flow') === (flowStream !== null)) return;
    state.signals.hold(isOn('flow'));
    if (flowStream !== null) {
      flowStream.close();
      flowStream = null;
      flowFrames.value = [];
      return;
    }
    flowStream = live<StreamFlowFrame>({
      open: (client, options) => client.streamFlow({ asset }, options),
      onFrame: (frame) => {
        flowFrames.value = [...flowFrames.peek().slice(-2_000), frame];
      },
      // A sum across what was lost would be a wrong one.
      onResync: () => {
        flowFrames.value = [];
        flow.peek()?.call.refresh();
      },
    });
  });

  const layers = computed((): Layers => {
    const data = history.value?.state.data ?? null;
    const fair = isOn('fair')
      ? (state.newest.value?.fairValue.value ?? state.quote.state.value.data?.price.fairValue ?? null)
      : null;
    return {
      gaps: data?.gaps ?? [],
      recordedFromMs: data?.coverage.recordedFromMs ?? null,
      levels: fair === null ? [] : [{ name: 'fair', price: fair }],
      lines: linkedHistories.flatMap((other, index): Line[] => {
        const linkedAsset = linkedAssets.value[index];
        const answer = other.value?.state.data ?? null;
        if (linkedAsset === undefined || answer === null) return [];
        const { t, close, widthMs } = toBars(answer, null);
        const value = linkedAsset.isOpposite ? close.map((price) => 1 - price) : close;
        return [
          {
            name: linkedAsset.asset,
            colour: (index + 1) as 1 | 2 | 3,
            t,
            value,
            widthMs,
            breaks: answer.gaps,
          },
        ];
      }),
      moves: [falls, rises].flatMap((found) =>
        (found.value?.state.data?.cascades ?? []).map(({ tStart, tEnd, drawdownFrac }) => ({
          fromMs: tStart,
          toMs: tEnd,
          isFall: found === falls,
          frac: drawdownFrac,
        })),
      ),
      profile: (profile.value?.state.data?.buckets ?? []).map(({ priceLow, priceHigh, volume, isPoc }) => ({
        low: priceLow,
        high: priceHigh,
        volume,
        isPoc,
      })),
      flow: joinedFlow(flow.value?.state.data?.series ?? [], flowFrames.value),
    };
  });

  const move = (next: TimeWindow) => {
    moving.value = next;
  };
  const reset = () => {
    clearTimeout(settleTimer);
    batch(() => {
      moving.value = null;
      setParams({ from: null, to: null });
    });
  };
  const stepRange = (by: -1 | 1) => {
    const index = Math.max(0, Math.min(RANGES.length - 1, RANGES.indexOf(range.value) + by));
    setParams({ range: (RANGES[index] ?? RANGES[2]).name, from: null, to: null });
  };
  const stepBar = (by: -1 | 1) => {
    const last = bars.peek().t.length - 1;
    const next = Math.max(0, Math.min(last, (barIndex.peek() ?? last + 1) + by));
    const at = bars.peek().t[next];
    if (at === undefined) return;
    const { fromMs, toMs } = window.peek();
    if (at < fromMs || at > toMs) move(panned(window.peek(), by * 0.5));
    barIndex.value = next;
    chart?.point(next);
    barIndex.value = next;
  };
  const forgetKeys = onKeys([
    { keys: 'ArrowLeft', says: 'the bar before', run: () => stepBar(-1) },
    { keys: 'ArrowRight', says: 'the next bar', run: () => stepBar(1) },
    { keys: '+', says: 'closer', run: () => move(zoomed(window.peek(), 0.6, 0.5)) },
    { keys: '-', says: 'farther', run: () => move(zoomed(window.peek(), 1 / 0.6, 0.5)) },
    { keys: '[', says: 'shorter range', run: () => stepRange(-1) },
    { keys: ']', says: 'longer range', run: () => stepRange(1) },
  ]);

  let chart: Chart | null = null;
  const isSeen = signal(true);
  const host: ChartHost = {
    rest: (isResting) => {
      isSeen.value = !isResting;
    },
    attach: (element) => {
      const priceText = (price: number) => shown('last', price, { priceUnit: state.unit }).text;
      const made = createChart({
        host: element,
        height: HEIGHT_PX,
        priceText,
        isProbability: state.unit === 'probability',
        isUtc: settings.peek().zone === 'utc',
        now: clockOrZero,
        onWindow: move,
        onReset: reset,
        onBar: (index) => {
          barIndex.value = index;
        },
      });
      chart = made;
      const stops = [
        effect(() => {
          if (isSeen.value) made.show(bars.value, layers.value);
        }),
        effect(() => {
          if (isSeen.value) made.setWindow(window.value);
        }),
        effect(() => {
          isDark.value;
          settings.value;
          made.restyle();
        }),
      ];
      return () => {
        for (const stop of stops) stop();
        made.close();
        chart = null;
      };
    },
  };

  const readout = (): Content => {
    const { value } = bars;
    const index = barIndex.value ?? value.t.length - 1;
    const at = value.t[index];
    if (at === undefined) return html`<p class="readout muted">no bar in view</p>`;
    const text = (price: number | undefined) => shown('last', price, { priceUnit: state.unit }).text;
    const volume = value.volume[index] ?? 0;
    return html`<p class="readout" aria-live="off">
      <span class="muted">${dayTime(at, settings.value.zone)}</span>
      <span>O ${text(value.open[index])}</span><span>H ${text(value.high[index])}</span><span>L ${text(value.low[index])}</span
      ><span>C ${text(value.close[index])}</span><span>V ${volume === 0 ? '–' : compact(volume)}</span>
      ${value.isThin[index] === true ? html`<span class="muted">thin: fewer records than polls make</span>` : nothing}
      ${linkedAssets.value.map((other, at) => html`<span class="line-${at + 1}"><a href="/asset/${encodeURIComponent(other.asset)}">${other.asset}</a>${other.isOpposite ? ' (its No)' : ''}</span>`)}
    </p>`;
  };

  const hole = lastHole(asset, settle);
  const chartPanel = panel<GetHistoryAggregateAnswer>({
    title: 'History',
    unit: () => `${state.unit === 'usd' ? 'USD' : 'probability'}, ${zoneName(settings.value.zone)}`,
    width: 'full',
    call: () => aggregate(asset, venue),
    waiting:
      venue === null
        ? 'This id belongs to no venue that this version knows.'
        : 'waiting for the service’s clock',
    never: ({ coverage }) => (coverage.state === 'never' ? 'Nothing was ever recorded of this asset.' : null),
    tools: () => tools(),
    body: ({ count, truncated, bucketMs, coverage }) => html`${readout()}
      <ct-chart-host .host=${host} tabindex="0" role="group" aria-label="History of ${asset}: ${count} bars. Left and right move from bar to bar, plus and minus zoom."></ct-chart-host>
      <p class="foot muted">
        ${count} bars of ${shown('bucketMs', bucketMs).text}, ${shown('recordedFrac', coverage.recordedFrac).text} % of the window
        recorded${truncated ? '; older ones are not shown' : ''}. Wheel zooms, dragging pans, double click goes back.
        ${hole}
        <span class="hidden" aria-live="polite">${barIndex.value === null ? '' : spoken(barIndex.value)}</span>
      </p>`,
  });
  const spoken = (index: number): string => {
    const at = bars.value.t[index];
    if (at === undefined) return '';
    return `${dayTime(at, settings.value.zone)}, ${shown('last', bars.value.close[index], { priceUnit: state.unit }).text}`;
  };

  function tools(): Content {
    const isFixed = fixed.value !== null || moving.value !== null;
    const toggle = (name: Overlay) => {
      const on = (param('show') ?? DEFAULT_OVERLAYS)
        .split(',')
        .filter((each) => each !== '' && each !== 'none');
      const next = on.includes(name) ? on.filter((each) => each !== name) : [...on, name];
      setParams({ show: next.length === 0 ? 'none' : next.join(',') });
    };
    return html`<span class="choices" role="group" aria-label="overlays">
        ${(Object.keys(OVERLAYS) as Overlay[]).map(
          (name) =>
            html`<button aria-pressed=${isOn(name)} @click=${() => toggle(name)}>${OVERLAYS[name]}</button>`,
        )}
      </span>
      <span class="choices" role="group" aria-label="range">
        ${RANGES.map(
          ({ name }) =>
            html`<button aria-pressed=${!isFixed && name === range.value.name} @click=${() => setParams({ range: name, from: null, to: null })}>${name}</button>`,
        )}
      </span>`;
  }

  return {
    panel: chartPanel,
    frozen: () => inAddress(window.peek()),
    close: () => {
      forgetKeys();
      stopSettling();
      clearTimeout(settleTimer);
      stopFlow();
      flowStream?.close();
    },
  };
}

function inAddress({ fromMs, toMs }: TimeWindow): Readonly<Record<string, string | null>> {
  const iso = (ms: number) => new Date(Math.round(ms)).toISOString();
  return { from: iso(fromMs), to: iso(toMs), range: null };
}

interface ChartHost {
  /** Draws into an element. @returns Ends it. */
  readonly attach: (element: HTMLElement) => () => void;
  /** Leaves off drawing and asking while nobody sees it. */
  readonly rest: (isResting: boolean) => void;
}

/** Holds a chart for as long as it is on the page. */
class ChartHostElement extends HTMLElement {
  #host: ChartHost | null = null;
  #detach: (() => void) | null = null;

  set host(host: ChartHost) {
    if (host === this.#host) return;
    this.#host = host;
    if (this.isConnected) this.connectedCallback();
  }

  connectedCallback(): void {
    this.#detach?.();
    this.#host?.rest(false);
    this.#detach = this.#host?.attach(this) ?? null;
  }

  rest(isResting: boolean): void {
    this.#host?.rest(isResting);
  }

  disconnectedCallback(): void {
    this.#detach?.();
    this.#detach = null;
  }
}
customElements.define('ct-chart-host', ChartHostElement);

/** Other markets of the same question, surest first. */
function listLinked(
  asset: string,
  links: GetLinksAnswer | null,
): readonly { readonly asset: string; readonly isOpposite: boolean }[] {
  return (links?.links ?? [])
    .filter(({ relation, state }) => state === 'active' && (relation === 'same' || relation === 'opposite'))
    .sort((a, b) => b.confidence - a.confidence)
    .slice(0, MAX_LINKED)
    .map(({ a, b, relation }) => ({ asset: a === asset ? b : a, isOpposite: relation === 'opposite' }));
}

/** A round width of price bins over what is in view; null without a range. */
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

/** What was recorded, and behind it what the stream added since. */
function joinedFlow(series: GetFlowAnswer['series'], frames: readonly StreamFlowFrame[]): Layers['flow'] {
  const last = series.at(-1);
  const base = last?.cumulative ?? 0;
  const start = last?.t ?? 0;
  let sum = base;
  const added = frames
    .filter(({ t }) => t > start)
    .map(({ t, signed }) => {
      sum += signed ?? 0;
      return { t, cumulative: sum };
    });
  return [...series.map(({ t, cumulative }) => ({ t, cumulative })), ...added];
}
