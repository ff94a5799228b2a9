import type { GetHistoryAggregateAnswer } from '../../../client/src/index.ts';
import { compact, dollars, fixed } from '../../format/number.ts';
import { DAY_MS, dayTime, HOUR_MS } from '../../format/time.ts';
import { call } from '../../state/calls.ts';
import { now } from '../../state/clock.ts';
import { withQuery } from '../../state/location.ts';
import { formatCurl } from '../../state/service.ts';
import { settings } from '../../state/settings.ts';
import { copyRequest } from '../panel.ts';
import { type Content, html, nothing, svg } from '../view.ts';
import type { Opportunity } from './opportunities-model.ts';
import { drawPath, listGaps, scaleTo } from './pictures-model.ts';

const WIDTH = 460;
const HEIGHT = 170;
const LEFT = 56;
const RIGHT = WIDTH - 10;
const TOP = 12;
const BOTTOM = HEIGHT - 24;

const GAP_DAYS = 7;
const GAP_EVERY_MS = 60_000;
/** Least time that is drawn: a market may be recorded for an hour only. */
const MIN_DRAWN_MS = DAY_MS;
/** More legs than these would be as many calls. */
const MAX_LEGS = 4;

/** Profit over size, and the gap over time with the band of the fees, of a row that is open. */
export const pictures = (row: Opportunity): Content =>
  html`<div class="pictures">${profitPicture(row)}${gapPicture(row)}</div>`;

function profitPicture({ best, profitBySize = [] }: Opportunity): Content {
  if (best === null || profitBySize.length === 0) return nothing;
  const points = [{ contracts: 0, profitUsd: 0 }, ...profitBySize];
  const profits = points.map(({ profitUsd }) => profitUsd);
  const x = scaleTo(
    points.map(({ contracts }) => contracts),
    [LEFT, RIGHT],
  );
  const y = scaleTo([0, ...profits], [BOTTOM, TOP]);
  const line = drawPath(points.map(({ contracts, profitUsd }) => ({ x: x(contracts), y: y(profitUsd) })));
  const most = points.at(-1)?.contracts ?? 0;
  const label = `Profit over size: ${dollars(best.profitUsd)} USD at ${compact(best.contracts)} contracts, at most`;
  return html`<figure>
    <figcaption>Profit over size, <span class="unit">USD over contracts of each</span></figcaption>
    <svg class="picture" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${label}>
      ${level(y(0), '0')} ${levels(profits, y)}
      ${svg`<path class="line" d=${line}></path>`}
      ${
        best.contracts === 0
          ? nothing
          : svg`<circle cx=${x(best.contracts)} cy=${y(best.profitUsd)} r="4"></circle>
              <line class="at" x1=${x(best.contracts)} x2=${x(best.contracts)} y1=${TOP} y2=${BOTTOM}></line>`
      }
      ${svg`<text x=${LEFT} y=${HEIGHT - 6}>0</text><text x=${RIGHT} y=${HEIGHT - 6} text-anchor="end">${compact(most)}</text>`}
    </svg>
  </figure>`;
}

/** The highest and the lowest value, each where no other text is as high. */
function levels(values: readonly number[], y: (value: number) => number): Content {
  const [highest, lowest] = [Math.max(...values), Math.min(...values)];
  const isApart = (a: number, b: number) => Math.abs(y(a) - y(b)) >= MIN_APART;
  return svg`${isApart(highest, 0) ? level(y(highest), fixed(highest, 2)) : nothing}
    ${isApart(lowest, 0) && isApart(lowest, highest) ? level(y(lowest), fixed(lowest, 2)) : nothing}`;
}
/** Distance of two lines of text. */
const MIN_APART = 14;

const level = (at: number, text: string): Content =>
  svg`<line class="grid" x1=${LEFT} x2=${RIGHT} y1=${at} y2=${at}></line><text x=${LEFT - 6} y=${at + 4} text-anchor="end">${text}</text>`;

function gapPicture({ legs, net, type }: Opportunity): Content {
  if (now.value === null || legs.length > MAX_LEGS || type === 'perp-basis' || type === 'perp-perp')
    return nothing;
  // The window moves by a bar, so that a call lasts as long.
  const fromMs = Math.floor((now.value - GAP_DAYS * DAY_MS) / HOUR_MS) * HOUR_MS;
  const calls = legs.map(({ venue, asset }) =>
    call<GetHistoryAggregateAnswer>(
      withQuery(`/api/history/${venue}/${encodeURIComponent(asset)}/aggregate`, {
        bucketMs: HOUR_MS,
        fromMs,
      }),
      { everyMs: GAP_EVERY_MS, credential: 'key' },
    ),
  );
  const states = calls.map(({ state }) => state.value);
  const failure = states
    .map((state) => (state.data === null ? state.failure : null))
    .find((one) => one !== null);
  const answers = states.flatMap(({ data }) => (data === null ? [] : [data]));
  const gaps =
    answers.length < legs.length
      ? null
      : listGaps(answers.map(({ buckets }, i) => ({ side: legs[i]?.side ?? 'yes', buckets })));
  const curl = calls.map((one) => formatCurl(one)).join('\n');
  return html`<figure>
    <figcaption>
      Gap over ${GAP_DAYS} days, <span class="unit">points; recorded prices, an hour a step</span>
      <button class="curl" title=${curl} @click=${() => void copyRequest(curl)}>curl</button>
    </figcaption>
    ${
      gaps === null
        ? html`<p class="muted">${failure == null ? 'loading' : failure.message}</p>`
        : gaps.length === 0
          ? html`<p class="muted">At no hour were all legs recorded.</p>`
          : drawGaps(gaps, {
              toMs: now.value,
              feePts: net === null ? null : (100 * net.feesUsd) / net.contracts,
            })
    }
  </figure>`;
}

interface GapScale {
  readonly toMs: number;
  /** Fees of one contract of each leg, in points; null: not known. */
  readonly feePts: number | null;
}

function drawGaps(gaps: ReturnType<typeof listGaps>, { toMs, feePts }: GapScale): Content {
  const fromMs = Math.min(gaps[0]?.t ?? toMs, toMs - MIN_DRAWN_MS);
  const points = gaps.map(({ gap }) => 100 * gap);
  const x = scaleTo([fromMs, toMs], [LEFT, RIGHT]);
  const y = scaleTo([0, feePts ?? 0, ...points], [BOTTOM, TOP]);
  const hour = x(fromMs + HOUR_MS) - x(fromMs);
  const line = drawPath(
    gaps.map(({ t, gap }) => ({ x: x(t), y: y(100 * gap) })),
    2.5 * hour,
  );
  const last = points.at(-1) ?? 0;
  const above = feePts === null ? 0 : points.filter((gap) => gap > feePts).length;
  const says =
    feePts === null
      ? `now ${fixed(last, 2)} points`
      : `now ${fixed(last, 2)} points, fees ${fixed(feePts, 2)}; above the fees in ${above} of ${points.length} hours`;
  const { zone } = settings.value;
  return html`<svg class="picture" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Gap between the legs, ${says}">
      ${
        feePts === null
          ? nothing
          : svg`<rect class="band" x=${LEFT} width=${RIGHT - LEFT} y=${Math.min(y(feePts), y(0))} height=${Math.abs(y(0) - y(feePts))}></rect>`
      }
      ${level(y(0), '0')} ${levels(points, y)}
      ${svg`<path class="line" d=${line}></path>`}
      ${svg`<text x=${LEFT} y=${HEIGHT - 6}>${dayTime(fromMs, zone)}</text><text x=${RIGHT} y=${HEIGHT - 6} text-anchor="end">now</text>`}
    </svg>
    <p class="muted">${says}. Within the band the fees take all.</p>`;
}
