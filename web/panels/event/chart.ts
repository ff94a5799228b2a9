import { computed } from '@preact/signals-core';
import type { GetHistoryAggregateAnswer } from '../../../client/src/index.ts';
import { NO_BARS } from '../../chart/bars.ts';
import { type Layers, type Line, NO_LAYERS } from '../../chart/stage.ts';
import { priceText } from '../../format/market.ts';
import { HOUR_MS, zoneName } from '../../format/time.ts';
import { call } from '../../state/calls.ts';
import { now } from '../../state/clock.ts';
import { param, withQuery } from '../../state/location.ts';
import { describeComing, wantPast } from '../../state/past.ts';
import { settings } from '../../state/settings.ts';
import { choices, chosen } from '../choices.ts';
import { createDrawnChart } from '../drawn-chart.ts';
import { priceFigure } from '../figure.ts';
import { panel } from '../panel.ts';
import { type Content, html, nothing } from '../view.ts';
import type { Outcome } from './model.ts';

/** Number of line colours that people with any colour vision can distinguish. */
const MAX_COLOURED = 4;
/** Lines drawn in all: each is a call, and more of them hide each other. */
const MAX_LINES = 24;
/** Colour of the lines behind the coloured ones. */
const REST_COLOUR = 5;
const COLOURED_EVERY_MS = 60_000;
const REST_EVERY_MS = 300_000;
const SPANS = [
  ['1d', '1d'],
  ['7d', '7d'],
  ['30d', '30d'],
  ['1y', '1y'],
] as const;
/** The range that is shown without a choice. */
const USUAL_SPAN = '7d';
/** Width of buckets by range: filled-in records come by the hour. */
const WIDTHS: Readonly<Record<string, { readonly spanMs: number; readonly bucketMs: number }>> = {
  '1d': { spanMs: 24 * HOUR_MS, bucketMs: HOUR_MS / 2 },
  '7d': { spanMs: 7 * 24 * HOUR_MS, bucketMs: HOUR_MS },
  '30d': { spanMs: 30 * 24 * HOUR_MS, bucketMs: 4 * HOUR_MS },
  '1y': { spanMs: 365 * 24 * HOUR_MS, bucketMs: 24 * HOUR_MS },
};

const chosenSpan = (): string => chosen(param('span'), SPANS, USUAL_SPAN);

/**
 * Outcomes over time, a line each: the most probable in colours, the others in grey behind them.
 *
 * @param listed All of them; at most {@link MAX_LINES} are drawn.
 */
export function eventChart(listed: () => readonly Outcome[]): Content {
  /** Lists the outcomes, the most probable first, whatever the order of the table. */
  const outcomes = () =>
    listed()
      .toSorted((a, b) => Number(a.isGone) - Number(b.isGone) || (b.last ?? -1) - (a.last ?? -1))
      .slice(0, MAX_LINES);
  /** Prices are in USD only for a perpetual, which is an event of its own. */
  const findUnit = () => listed()[0]?.unit ?? 'probability';
  const span = () => WIDTHS[chosenSpan()] ?? { spanMs: 7 * 24 * HOUR_MS, bucketMs: HOUR_MS };
  // The window moves by a bar, so that a call lasts as long.
  const fromMs = computed(() => {
    const { spanMs, bucketMs } = span();
    return now.value === null ? null : Math.floor((now.value - spanMs) / bucketMs) * bucketMs;
  });
  const drawn = computed(() => JSON.stringify(outcomes().map(({ asset, venue }) => [asset, venue])));
  const calls = computed(() => {
    if (fromMs.value === null) return [];
    return (JSON.parse(drawn.value) as readonly (readonly [string, string])[]).map(([asset, venue], i) =>
      call<GetHistoryAggregateAnswer>(
        withQuery(`/api/history/${venue}/${encodeURIComponent(asset)}/aggregate`, {
          bucketMs: span().bucketMs,
          fromMs: fromMs.value,
        }),
        { everyMs: i < MAX_COLOURED ? COLOURED_EVERY_MS : REST_EVERY_MS },
      ),
    );
  });
  const layers = computed(
    (): Layers => ({
      ...NO_LAYERS,
      // The coloured ones are drawn last, over the others.
      lines: calls.value.toReversed().flatMap((each, place): Line[] => {
        const index = calls.value.length - 1 - place;
        const { data } = each.state.value;
        if (data === null) return [];
        const closes = data.buckets.filter(({ close }) => close !== undefined);
        return [
          {
            name: data.asset,
            colour: index < MAX_COLOURED ? (index as 0 | 1 | 2 | 3) : REST_COLOUR,
            t: closes.map(({ t }) => t),
            value: closes.map(({ close }) => close as number),
            widthMs: data.bucketMs,
            breaks: data.gaps,
          },
        ];
      }),
    }),
  );

  const drawing = createDrawnChart(
    () => ({
      priceText: (price) => priceText(price, findUnit(), settings.peek().odds),
      isProbability: findUnit() === 'probability',
      now: () => now.peek() ?? 0,
      onWindow: () => undefined,
      onReset: () => undefined,
      onBar: () => undefined,
    }),
    [
      (chart) => chart.show(NO_BARS, layers.value),
      (chart) => {
        const from = fromMs.value;
        if (from !== null) chart.setWindow({ fromMs: from, toMs: from + span().spanMs * 1.02 });
      },
    ],
  );

  return panel<GetHistoryAggregateAnswer>({
    title: 'Over time',
    guide: 'concepts#what-was-not-recorded',
    unit: () => `${findUnit() === 'usd' ? 'USD' : 'probability'}, ${zoneName(settings.value.zone)}`,
    width: 'full',
    call: () => calls.value[0] ?? null,
    waiting: 'no outcome is known yet',
    tools: () =>
      choices({ label: 'range', param: 'span', values: SPANS, current: chosenSpan(), standard: USUAL_SPAN }),
    body: () => html`<p class="readout">${outcomes()
      .slice(0, MAX_COLOURED)
      .map(
        ({ asset, name, last }, index) =>
          html`<span class=${LINE_CLASSES[index] ?? ''}>━ <a href="/asset/${encodeURIComponent(asset)}" dir="auto">${name}</a> ${priceFigure(last, { unit: findUnit() })}</span>`,
      )}</p>
      <ct-chart-host .host=${drawing.host} role="img" aria-label="Prices of the most probable outcomes; their newest values are above"></ct-chart-host>
      ${footText(listed().length)}${pastNote(outcomes().map(({ asset }) => asset))}`,
  });
}

/** Describes which outcomes are drawn in which way, where there are more than colours. */
function footText(total: number): Content {
  if (total <= MAX_COLOURED) return nothing;
  const rest = Math.min(total, MAX_LINES) - MAX_COLOURED;
  const left = total - MAX_COLOURED - rest;
  return html`<p class="foot muted">The ${MAX_COLOURED} most probable outcomes in colours, ${left === 0 ? 'the others' : `the next ${rest}`} in grey${left === 0 ? '' : `; ${left} more are on their pages`}.</p>`;
}

function pastNote(assets: readonly string[]): Content {
  wantPast(assets);
  const coming = describeComing(assets);
  return coming === ''
    ? nothing
    : html`<p class="foot muted">Hours before recording began are read from the venue: ${coming}.</p>`;
}

/** Classes with the colours of the chart's lines. */
const LINE_CLASSES = ['line-0', 'line-1', 'line-2', 'line-3'] as const;
