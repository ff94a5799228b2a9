import { computed, signal } from '@preact/signals-core';
import type { GetBookAnswer, GetSlippageAnswer, PriceLevel } from '../../../client/src/index.ts';
import { compact, usd } from '../../format/number.ts';
import { call, follow } from '../../state/calls.ts';
import { withQuery } from '../../state/location.ts';
import { distanceFigure, figure } from '../figure.ts';
import { findSpread } from '../market/model.ts';
import { panel } from '../panel.ts';
import { tinted } from '../tint.ts';
import { type Content, html, nothing, svg, view } from '../view.ts';
import type { AssetState } from './state.ts';

const LEVELS = 12;
const DEPTH = { width: 320, height: 96 } as const;
const TYPED_MS = 350;

/** The book as a ladder and as depth, and the price of an order of a size. */
export function book(state: AssetState): Content {
  const size = signal<number | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isWrong = signal(false);
  const type = (event: Event) => {
    const { value } = event.target as HTMLInputElement;
    const typed = Number(value);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const isSize = Number.isFinite(typed) && typed > 0;
      size.value = isSize ? typed : null;
      isWrong.value = value !== '' && !isSize;
    }, TYPED_MS);
  };
  const walked = (['buy', 'sell'] as const).map((side) => {
    const asked = follow(() =>
      size.value === null
        ? null
        : call<GetSlippageAnswer>(
            withQuery(`${state.path}/slippage`, { side, size: size.value, sizeUnit: 'quote' }),
            {
              everyMs: 10_000,
            },
          ),
    );
    return { side, asked };
  });
  const slippage = computed((): Content => {
    if (isWrong.value) return html`<p class="bad" role="alert">■ The size has to be above 0 USD.</p>`;
    if (size.value === null)
      return html`<p class="muted">Type a size to see what a market order of it would pay.</p>`;
    return html`<table class="plain">
      <thead>
        <tr><th>order</th><th class="num">filled USD</th><th class="num">average</th><th class="num">slippage</th><th class="num">worst</th><th class="num">levels</th></tr>
      </thead>
      <tbody>${walked.map(({ side, asked }) => slippageRow(state, side, asked.value?.state ?? null))}</tbody>
    </table>`;
  });

  return panel<GetBookAnswer>({
    title: 'Book',
    guide: 'glossary#markets-and-prices',
    unit: state.unit === 'usd' ? 'USD' : 'probability of Yes',
    width: 'half',
    call: call<GetBookAnswer>(`/api/book/${encodeURIComponent(state.asset)}`, { everyMs: 4_000 }),
    at: ({ fetchedAt }) => fetchedAt,
    empty: ({ bids, asks }) => (bids.length + asks.length === 0 ? 'Nothing rests in the book.' : null),
    body: ({ bids, asks, stale, venueTime }) => html`${
      stale ? html`<p class="warn">▲ the venue could not be asked again; this is its last book</p>` : nothing
    }
      <div class="book">
        ${ladder(state, bids, asks)}
        <div>
          ${depth(bids, asks)}
          <p class="muted">${bids.length} bids, ${asks.length} asks${venueTime === null ? '; the venue states no time' : ''}</p>
          <label class="check">Order of <input class="short" type="number" min="0" step="any" aria-label="size of an order in USD" @input=${type}> USD</label>
          ${view(() => slippage.value)}
        </div>
      </div>`,
  });
}

type State = NonNullable<ReturnType<typeof follow<GetSlippageAnswer>>['value']>['state'];

function slippageRow(state: AssetState, side: 'buy' | 'sell', asked: State | null): Content {
  const { data = null, failure = null } = asked ?? {};
  if (data === null) {
    return html`<tr><td>${side}</td><td colspan="5" class="muted">${failure === null ? 'loading' : `${failure.code}: ${failure.message}`}</td></tr>`;
  }
  const { result } = data;
  const priced = { priceUnit: state.unit } as const;
  const { avgPrice, midPrice, slippageBps } = result;
  const points = avgPrice === null || midPrice === null ? null : (avgPrice - midPrice) * 100;
  const slippage = state.unit === 'usd' ? slippageBps : points;
  const partly = result.fullyFilled
    ? nothing
    : html` <span class="warn" title="the book could not fill ${usd(result.remaining)} of it">▲ in part</span>`;
  return html`<tr>
    <td>${side}</td>
    <td class="num">${compact(result.quoteFilled)}${partly}</td>
    <td class="num">${figure('avgPrice', result.avgPrice, priced)}</td>
    <td class="num">${distanceFigure(slippage, { unit: state.unit, whyNull: 'no_touch' })}</td>
    <td class="num">${figure('worstFillPrice', result.worstFillPrice, priced)}</td>
    <td class="num">${result.levelsConsumed}</td>
  </tr>`;
}

/** Asks above, bids below, best prices in the middle; bars show sizes on one scale. */
function ladder(state: AssetState, bids: readonly PriceLevel[], asks: readonly PriceLevel[]): Content {
  const [nearBids, nearAsks] = [bids.slice(0, LEVELS), asks.slice(0, LEVELS)];
  const most = Math.max(...nearBids.map(({ size }) => size), ...nearAsks.map(({ size }) => size), 0);
  const [bid, ask] = [bids[0]?.price, asks[0]?.price];
  const row = ({ price, size }: PriceLevel, side: 'bid' | 'ask') => html`<tr class=${side}>
    <td class="num ${side === 'bid' ? 'up' : 'down'}">${touchTinted(state, side, price, price === (side === 'bid' ? bid : ask))}</td>
    <td class="num" title=${size}>${compact(size)}</td>
    <td class="bar"><svg width="100%" height="12" preserveAspectRatio="none" viewBox="0 0 100 12" aria-hidden="true">
      <rect class=${side} width=${most === 0 ? 0 : ((size / most) * 100).toFixed(1)} height="12"></rect></svg></td>
  </tr>`;
  const spread = bid === undefined || ask === undefined ? null : ask - bid;
  return html`<table class="plain ladder">
    <thead><tr><th class="num">price</th><th class="num">size</th><th><span class="hidden">share</span></th></tr></thead>
    <tbody>
      ${[...nearAsks].reverse().map((level) => row(level, 'ask'))}
      <tr class="middle"><td colspan="3" class="muted">${spread === null ? 'one side is empty' : html`spread ${spread < 0 ? html`<b class="bad">■ crossed</b>` : distanceFigure(findSpread(bid ?? null, ask ?? null, state.unit), { unit: state.unit })}`}</td></tr>
      ${nearBids.map((level) => row(level, 'bid'))}
    </tbody>
  </table>`;
}

/** The touch is tinted when it moves. Twenty levels of which most change with every answer would flicker. */
function touchTinted(state: AssetState, side: 'bid' | 'ask', price: number, isTouch: boolean): Content {
  const text = figure('price', price, { priceUnit: state.unit });
  return isTouch ? tinted(`${state.asset} book ${side}`, price, text) : text;
}

/** Sizes added up from the middle outwards, both sides on one scale. */
function depth(bids: readonly PriceLevel[], asks: readonly PriceLevel[]): Content {
  const { width, height } = DEPTH;
  const sides = [summed(bids), summed(asks)] as const;
  const most = Math.max(sides[0].at(-1)?.sum ?? 0, sides[1].at(-1)?.sum ?? 0);
  const [low, high] = [bids.at(-1)?.price ?? asks[0]?.price ?? 0, asks.at(-1)?.price ?? bids[0]?.price ?? 1];
  const x = (price: number) => ((price - low) / (high - low || 1)) * width;
  const y = (sum: number) => height - (sum / (most || 1)) * (height - 4);
  const area = (levels: ReturnType<typeof summed>) => {
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
    ${svg`<path class="bid" d=${area(sides[0])}></path><path class="ask" d=${area(sides[1])}></path>`}
  </svg>`;
}

function summed(levels: readonly PriceLevel[]): readonly { readonly price: number; readonly sum: number }[] {
  let sum = 0;
  return levels.map(({ price, size }) => {
    sum += size;
    return { price, sum };
  });
}
