import { svg } from 'lit-html';
import { count, fixed } from '../../format/number.ts';
import { type Content, html } from '../view.ts';
import { type Cell, type DrawnBand, listDrawn } from './model.ts';

const SIZE = 360;
const EDGE = 34;
const TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1];
const LARGEST = 10;
const SMALLEST = 2.5;

const x = (value: number) => EDGE + value * (SIZE - 2 * EDGE);
const y = (value: number) => SIZE - EDGE - value * (SIZE - 2 * EDGE);
const percent = (value: number) => `${fixed(100 * value, 1)} %`;

/** Price across, share that came true up: right prices lie on the diagonal. */
export function reliabilityDiagram(cell: Cell): Content {
  const bands = listDrawn(cell);
  const most = Math.max(1, ...bands.map(({ n }) => n));
  return html`<svg class="reliability" viewBox="0 0 ${SIZE} ${SIZE}" role="img" aria-label="Price and share that came true, by band">
    ${TICKS.map(
      (tick) => svg`<line class="grid" x1=${x(0)} x2=${x(1)} y1=${y(tick)} y2=${y(tick)}></line>
        <text x=${x(tick)} y=${SIZE - EDGE + 16} text-anchor="middle">${100 * tick}</text>
        <text x=${EDGE - 6} y=${y(tick) + 4} text-anchor="end">${100 * tick}</text>`,
    )}
    ${svg`<line class="right" x1=${x(0)} y1=${y(0)} x2=${x(1)} y2=${y(1)}></line>
      <text x=${SIZE / 2} y=${SIZE - 2} text-anchor="middle">price of Yes, %</text>
      <text x="10" y=${SIZE / 2} text-anchor="middle" transform="rotate(-90 10 ${SIZE / 2})">came true, %</text>`}
    ${bands.map((band) => mark(band, most))}
  </svg>`;
}

/** Interval of a band as a bar, its share as a circle whose area is the number of samples; one that fails is filled. */
function mark(band: DrawnBand, most: number) {
  const { meanPrice, share, shareLow, shareHigh, n, clusters, holds } = band;
  const radius = Math.max(SMALLEST, LARGEST * Math.sqrt(n / most));
  const said = `${percent(meanPrice)} on the mean: ${percent(share)} came true, ${percent(shareLow)} to ${percent(shareHigh)}; ${count(n)} samples of ${count(clusters)} events${holds === false ? '; fails' : ''}`;
  return svg`<g class=${holds === false ? 'fails' : 'holds'}><title>${said}</title>
    <circle cx=${x(meanPrice)} cy=${y(share)} r=${radius}></circle>
    <line class="interval" x1=${x(meanPrice)} x2=${x(meanPrice)} y1=${y(shareLow)} y2=${y(shareHigh)}></line></g>`;
}
