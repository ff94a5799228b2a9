import type { PriceLevel } from '../../../client/src/index.ts';
import { compact } from '../../format/number.ts';
import type { PriceUnit } from '../../format/venue.ts';
import { distanceFigure, figure, priceFigure } from '../figure.ts';
import { findSpread } from '../market/model.ts';
import { tinted } from '../tint.ts';
import { type Content, html, nothing, svg } from '../view.ts';

/** Rows of a side. Their number does not change with the book, so that nothing moves while a cursor does. */
const ROWS = 10;
const DEPTH = { width: 320, height: 72 } as const;

export interface Levels {
  readonly bids: readonly PriceLevel[];
  readonly asks: readonly PriceLevel[];
}

/**
 * Asks above, bids below, best prices in the middle. Bars show sizes, and behind them the sums from the middle outwards, all
 * on one scale.
 *
 * @param subject Names the book whose touch is tinted when it moves; null: books of different moments are no move.
 */
export function ladder({ bids, asks }: Levels, unit: PriceUnit, subject: string | null): Content {
  const [nearBids, nearAsks] = [summed(bids.slice(0, ROWS)), summed(asks.slice(0, ROWS))];
  const most = Math.max(nearBids.at(-1)?.sum ?? 0, nearAsks.at(-1)?.sum ?? 0);
  const share = (size: number) => (most === 0 ? 0 : ((size / most) * 100).toFixed(1));
  const row = (level: Summed | undefined, side: 'bid' | 'ask', isTouch: boolean) => {
    if (level === undefined) return html`<tr class="${side} none"><td></td><td></td><td></td><td></td></tr>`;
    const { price, size, sum } = level;
    const text = figure('price', price, { priceUnit: unit });
    // The touch alone: twenty levels of which most change with every answer would flicker.
    const shown = isTouch && subject !== null ? tinted(`${subject} ${side}`, price, text) : text;
    return html`<tr class=${side}>
      <td class="num ${side === 'bid' ? 'up' : 'down'}">${shown}</td>
      <td class="num" title=${size}>${compact(size)}</td>
      <td class="num muted" title=${sum}>${compact(sum)}</td>
      <td class="bar"><svg width="100%" height="14" preserveAspectRatio="none" viewBox="0 0 100 14" aria-hidden="true">
        ${svg`<rect class="${side} sum" width=${share(sum)} height="14"></rect><rect class=${side} width=${share(size)} y="4" height="6"></rect>`}</svg></td>
    </tr>`;
  };
  const places = Array.from({ length: ROWS }, (_, place) => place);
  return html`<table class="plain ladder">
    <thead><tr><th class="num">price</th><th class="num">size</th><th class="num">sum</th><th><span class="hidden">share</span></th></tr></thead>
    <tbody>
      ${places.toReversed().map((place) => row(nearAsks[place], 'ask', place === 0))}
      <tr class="middle"><td colspan="4">${middle(bids[0]?.price ?? null, asks[0]?.price ?? null, unit)}</td></tr>
      ${places.map((place) => row(nearBids[place], 'bid', place === 0))}
    </tbody>
  </table>`;
}

function middle(bid: number | null, ask: number | null, unit: PriceUnit): Content {
  if (bid === null || ask === null)
    return html`<span class="muted">${bid === ask ? 'nothing rests in the book' : 'one side is empty'}</span>`;
  return html`<span class="muted">mid</span> ${priceFigure((bid + ask) / 2, { unit })}
    <span class="muted">spread ${ask < bid ? html`<b class="bad">■ crossed</b>` : distanceFigure(findSpread(bid, ask, unit), { unit })}</span>`;
}

/** Sizes added up from the middle outwards over all levels, both sides on one scale. */
export function depthDrawing({ bids, asks }: Levels): Content {
  const { width, height } = DEPTH;
  const sides = [summed(bids), summed(asks)] as const;
  const most = Math.max(sides[0].at(-1)?.sum ?? 0, sides[1].at(-1)?.sum ?? 0);
  const [low, high] = [bids.at(-1)?.price ?? asks[0]?.price ?? 0, asks.at(-1)?.price ?? bids[0]?.price ?? 1];
  const x = (price: number) => ((price - low) / (high - low || 1)) * width;
  const y = (sum: number) => height - (sum / (most || 1)) * (height - 4);
  const area = (levels: readonly Summed[]) => {
    const [first] = levels;
    if (first === undefined) return '';
    let before: number = height;
    const steps = levels.map(({ price, sum }) => {
      const step = `L${x(price).toFixed(1)} ${before.toFixed(1)}L${x(price).toFixed(1)} ${y(sum).toFixed(1)}`;
      before = y(sum);
      return step;
    });
    return `M${x(first.price).toFixed(1)} ${height}${steps.join('')}L${x(levels.at(-1)?.price ?? 0).toFixed(1)} ${height}Z`;
  };
  return html`<svg class="depth" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="Depth of the book">
    ${bids.length + asks.length === 0 ? nothing : svg`<path class="bid" d=${area(sides[0])}></path><path class="ask" d=${area(sides[1])}></path>`}
  </svg>`;
}

interface Summed extends PriceLevel {
  /** Sizes up to this level, from the middle. */
  readonly sum: number;
}

function summed(levels: readonly PriceLevel[]): readonly Summed[] {
  let sum = 0;
  return levels.map(({ price, size }) => {
    sum += size;
    return { price, size, sum };
  });
}
