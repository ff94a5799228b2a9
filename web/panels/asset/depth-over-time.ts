import { computed } from '@preact/signals-core';
import type { GetBookDepthAnswer } from '../../../client/src/index.ts';
import type { TimeWindow } from '../../chart/window.ts';
import { compact } from '../../format/number.ts';
import { holeText, isLost, neverText, spanText } from '../../format/tape.ts';
import { shortTime, zoneName } from '../../format/time.ts';
import { venueTitle } from '../../format/venue.ts';
import { call } from '../../state/calls.ts';
import { now, serviceNow } from '../../state/clock.ts';
import { withQuery } from '../../state/location.ts';
import { settings } from '../../state/settings.ts';
import { distanceFigure, priceFigure } from '../figure.ts';
import { panel } from '../panel.ts';
import { type Content, html, nothing, svg } from '../view.ts';
import type { ChartWindow } from './chart-window.ts';
import { depthRequest, drawDepth } from './depth-model.ts';
import type { AssetState } from './state.ts';

const EVERY_MS = 30_000;
const HEIGHT = 64;
/** Converts a share of the highest value to percent from the top, with room for the line at both edges. */
const toTop = (share: number): number => 97 - share * 0.92;

/** Spread and depth of the recorded book over the time that the chart shows. */
export function depthOverTime(
  { asset, unit }: AssetState,
  { settled }: Pick<ChartWindow, 'settled'>,
): Content {
  const isClockKnown = computed(() => now.value !== null);
  const request = computed(() => {
    const { value } = settled;
    if (value === null || !isClockKnown.value) return '';
    return JSON.stringify(depthRequest(value, serviceNow() ?? 0));
  });
  const asked = () =>
    request.value === '' || request.value === 'null'
      ? null
      : call<GetBookDepthAnswer>(
          withQuery(`/api/book/${encodeURIComponent(asset)}/depth`, JSON.parse(request.value)),
          { everyMs: EVERY_MS, credential: 'key' },
        );
  return panel<GetBookDepthAnswer>({
    title: 'Spread and depth',
    guide: 'tape#at-the-cursor-of-the-chart',
    unit: () => zoneName(settings.value.zone),
    width: 'full',
    call: asked,
    waiting: 'At most seven days are drawn at once: choose a shorter range above.',
    never: ({ coverage, venue }) => neverText(coverage, 'the book', venueTitle(venue)),
    empty: ({ buckets }) =>
      buckets.length > 0 ? null : 'In no second of this time were both sides of the book known.',
    body: (data) => drawing(data, settled.value ?? data, unit),
  });
}

function drawing(data: GetBookDepthAnswer, window: TimeWindow, unit: AssetState['unit']): Content {
  const { buckets, bucketMs, within, coverage } = data;
  const { zone } = settings.value;
  const nowMs = serviceNow() ?? data.toMs;
  const { fromMs } = window;
  const toMs = Math.min(window.toMs, nowMs);
  const distance = within.length - 1;
  const { columns, mostSpread, mostUsd } = drawDepth(buckets, bucketMs, { fromMs, toMs }, distance);
  const spread = (value: number) =>
    unit === 'usd' ? priceFigure(value, { unit }) : distanceFigure(value * 100, { unit });
  const near = unit === 'usd' ? `${within[distance]} bps` : `${within[distance]} ¢`;
  const last = buckets.at(-1);
  const hover = ({ t, seconds, bidUsd, askUsd }: (typeof buckets)[number]) =>
    `${spanText(t, t + bucketMs, nowMs, zone)}: ${compact(bidUsd[distance] ?? 0)} USD of bids, ${compact(askUsd[distance] ?? 0)} USD of asks within ${near} of the mid, in ${seconds} seconds`;
  const x = (ms: number) => Math.max(0, Math.min(100, ((ms - fromMs) / (toMs - fromMs)) * 100));
  const holes = coverage.notRecorded.filter((hole) => isLost(hole) && x(hole.toMs) > x(hole.fromMs));
  const drawnHoles = holes.map(
    (hole) =>
      svg`<rect class="lost" x=${x(hole.fromMs)} width=${Math.max(0.3, x(hole.toMs) - x(hole.fromMs))} height="100"><title>not known from ${spanText(hole.fromMs, hole.toMs, nowMs, zone)}: ${holeText(hole.reason)}</title></rect>`,
  );
  const frame = (content: unknown, words: string) =>
    html`<svg viewBox="0 0 100 100" preserveAspectRatio="none" width="100%" height=${HEIGHT} role="img" aria-label=${words}>${content}${drawnHoles}</svg>`;
  return html`<div class="depth-time">
    <p>spread <span class="muted">up to</span> ${spread(mostSpread)}${
      last === undefined ? nothing : html` <span class="muted">last</span> <b>${spread(last.spread.mean)}</b>`
    }</p>
    ${frame(
      columns.map(
        ({ left, wide, spread: { low, mean, high }, bucket }) => svg`<g><title>${hover(bucket)}</title>
          <rect class="range" x=${left} width=${wide} y=${toTop(high)} height=${Math.max(1, toTop(low) - toTop(high))}></rect>
          <rect class="mean" x=${left} width=${wide} y=${toTop(mean)} height="2"></rect></g>`,
      ),
      `Spread over time, ${columns.length} columns`,
    )}
    <p>resting within ${near} of the mid, USD <span class="muted">up to</span> ${compact(mostUsd)}${
      last === undefined
        ? nothing
        : html` <span class="muted">last</span> <b class="up">${compact(last.bidUsd[distance] ?? 0)}</b> bids <b class="down">${compact(last.askUsd[distance] ?? 0)}</b> asks`
    }</p>
    ${frame(
      columns.map(
        ({ left, wide, bid, ask, bucket }) => svg`<g><title>${hover(bucket)}</title>
          <rect class="bid" x=${left} width=${wide} y=${50 - bid / 2} height=${bid / 2}></rect>
          <rect class="ask" x=${left} width=${wide} y="50" height=${ask / 2}></rect></g>`,
      ),
      `Bids above and asks below over time, ${columns.length} columns`,
    )}
    <p class="axis"><span>${shortTime(fromMs, nowMs, zone)}</span><span>${shortTime(toMs, nowMs, zone)}</span></p>
  </div>`;
}
