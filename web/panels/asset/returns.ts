import { computed } from '@preact/signals-core';
import type { GetAssetStatsAnswer, GetHistoryAggregateAnswer } from '../../../client/src/index.ts';
import { count, fixed } from '../../format/number.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../format/time.ts';
import { call, follow } from '../../state/calls.ts';
import { now } from '../../state/clock.ts';
import { withQuery } from '../../state/location.ts';
import { panel } from '../panel.ts';
import { type Content, html, nothing, svg } from '../view.ts';
import { binReturns, listReturns, type ReturnBin } from './returns-model.ts';
import type { AssetState } from './state.ts';

const DAYS = 30;
const MIN_RETURNS = 30;
const WIDTH = 460;
const HEIGHT = 190;
const TOP = 36;
const BOTTOM = HEIGHT - 22;

type Risk = GetAssetStatsAnswer['stats']['risk'];

/** How often an hour moved by how much, with the value at risk and the expected shortfall of the statistics. */
export function returnsPanel(state: AssetState): Content {
  const { venue, asset, unit, path } = state;
  // The window moves by an hour, so that a call lasts as long.
  const fromMs = computed(() =>
    now.value === null ? null : Math.floor((now.value - DAYS * DAY_MS) / HOUR_MS) * HOUR_MS,
  );
  const statistics = follow(() =>
    call<GetAssetStatsAnswer>(`${path}/stats?explain=true`, { everyMs: MINUTE_MS, credential: 'key' }),
  );
  const closes = ({ buckets }: GetHistoryAggregateAnswer) =>
    buckets.flatMap(({ close }) => (close === undefined ? [] : [close]));
  return panel<GetHistoryAggregateAnswer>({
    title: 'Returns of an hour',
    guide: 'analytics#what-each-figure-means',
    unit: `${unit === 'usd' ? '%' : 'pp'}, 30 days`,
    width: 'full',
    call: () =>
      fromMs.value === null || venue === null
        ? null
        : call<GetHistoryAggregateAnswer>(
            withQuery(`/api/history/${venue}/${encodeURIComponent(asset)}/aggregate`, {
              bucketMs: HOUR_MS,
              fromMs: fromMs.value,
            }),
            { everyMs: MINUTE_MS },
          ),
    empty: (data) =>
      closes(data).length <= MIN_RETURNS
        ? `${count(closes(data).length)} hours are known: the picture needs more than ${MIN_RETURNS}.`
        : null,
    list: (data) => listReturns(closes(data), unit === 'usd').map((value) => ({ return: value })),
    body: (data) => {
      const found = statistics.value?.state.data ?? null;
      return histogram(listReturns(closes(data), unit === 'usd'), unit, found?.stats ?? null);
    },
  });
}

function histogram(
  returns: readonly number[],
  unit: AssetState['unit'],
  stats: { readonly n: number; readonly risk: Risk } | null,
): Content {
  const { var95 = null, es95 = null } = stats?.risk ?? {};
  const { bins, limit, most } = binReturns(returns, Math.max(var95 ?? 0, es95 ?? 0));
  const text = (value: number, decimals = 2) =>
    `${fixed(value * 100, decimals)} ${unit === 'usd' ? '%' : 'pp'}`;
  const x = (value: number) => ((value + limit) / (2 * limit)) * WIDTH;
  const y = (number: number) => BOTTOM - (most === 0 ? 0 : (number / most) * (BOTTOM - TOP));
  const bar = ({ from, to, count: number }: ReturnBin) => {
    const isTail = var95 !== null && (from + to) / 2 < -var95;
    return svg`<rect class=${isTail ? 'tail' : 'bin'} x=${x(from) + 0.5} width=${x(to) - x(from) - 1} y=${y(number)} height=${BOTTOM - y(number)}><title>${text(from)} to ${text(to)}: ${count(number)} hours</title></rect>`;
  };
  const mark = (name: string, loss: number | null, row: number) => {
    if (loss === null) return nothing;
    const at = x(-loss);
    const isRight = at > WIDTH / 2 - 60;
    return svg`<line class="at" x1=${at} x2=${at} y1=${row} y2=${BOTTOM}></line>
      <text x=${isRight ? at - 4 : at + 4} y=${row + 4} text-anchor=${isRight ? 'end' : 'start'}>${name} ${text(-loss)}</text>`;
  };
  const said = [
    var95 === null ? '' : `one hour in twenty lost more than ${text(var95)}`,
    es95 === null ? '' : `these lost ${text(es95)} on the mean`,
  ].filter((words) => words !== '');
  const words = `${count(returns.length)} returns of an hour${said.length === 0 ? '' : `: ${said.join(', ')}`}`;
  return html`<svg class="picture returns" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${words}>
      ${svg`<line class="grid" x1="0" x2=${WIDTH} y1=${BOTTOM} y2=${BOTTOM}></line>`}
      ${bins.map(bar)}
      ${mark('VaR 95', var95, 22)} ${mark('shortfall 95', es95, 6)}
      ${svg`<text x="0" y=${HEIGHT - 6}>${text(-limit)}</text><text x=${WIDTH / 2} y=${HEIGHT - 6} text-anchor="middle">0</text><text x=${WIDTH} y=${HEIGHT - 6} text-anchor="end">+${text(limit)}</text>`}
    </svg>
    <p class="stands">${words}${stats === null || said.length === 0 ? '; the marks come with Statistics' : `. The marks are those of Statistics, from ${count(stats.n)} returns`}.</p>`;
}
