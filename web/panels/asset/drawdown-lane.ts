import type { GetHistoryAggregateAnswer } from '../../../client/src/index.ts';
import { type Bars, toBars } from '../../chart/bars.ts';
import type { TimeWindow } from '../../chart/window.ts';
import { fixed } from '../../format/number.ts';
import { dayTime } from '../../format/time.ts';
import { settings } from '../../state/settings.ts';
import { type Content, html, svg } from '../view.ts';
import { drawFalls, findDeepest, listFalls } from './drawdown-model.ts';
import type { AssetState } from './state.ts';

const depthText = (depth: number, unit: AssetState['unit']): string =>
  `${depth === 0 ? '' : '▼ '}${fixed(depth * 100, 2)} ${unit === 'usd' ? '%' : 'pp'}`;

/** How far the price is below the highest close of the time in view: a lane under the chart, as wide as its plot. */
export function drawdownLane(bars: Bars, inView: TimeWindow, unit: AssetState['unit']): Content {
  const falls = listFalls(bars, inView, unit === 'probability');
  const deepest = findDeepest(falls);
  const last = falls.at(-1);
  if (deepest === null || last === undefined)
    return html`<p class="drawdown-said muted">drawdown: no price is known in this time</p>`;
  const words = `at most ${depthText(deepest.depth, unit)}, ${dayTime(deepest.t, settings.value.zone)}`;
  const area = drawFalls(falls, bars.widthMs, inView, deepest.depth);
  return html`<div class="tape-lane fall-lane"><div class="drawn">
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" width="100%" height="100%" role="img" aria-label="Drawdown in view: ${words}">
        ${svg`<path d=${area}><title>below the highest close of the time in view: ${words}</title></path>`}
      </svg></div><span class="label" title="below the highest close of the time in view">drawdown</span></div>
    <p class="drawdown-said"><span>drawdown: <b>${depthText(last.depth, unit)}</b> at the end, ${words}</span></p>`;
}

/** Bars of the chart with the drawdown of each since the first one. */
export function withDrawdowns(
  answer: GetHistoryAggregateAnswer,
  unit: AssetState['unit'],
): readonly object[] {
  const bars = toBars(answer, null, 0);
  const all = { fromMs: bars.t[0] ?? 0, toMs: Number.POSITIVE_INFINITY };
  const depths = new Map(listFalls(bars, all, unit === 'probability').map(({ t, depth }) => [t, depth]));
  return answer.buckets.map((bucket) => ({ ...bucket, drawdown: depths.get(bucket.t) ?? null }));
}
