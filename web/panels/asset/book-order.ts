import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import type { GetBookSlippageAnswer, GetSlippageAnswer } from '../../../client/src/index.ts';
import { reasonText } from '../../format/field.ts';
import { compact, usd } from '../../format/number.ts';
import { call, type FollowedCall, follow } from '../../state/calls.ts';
import { withQuery } from '../../state/location.ts';
import { distanceFigure, figure } from '../figure.ts';
import { type Content, html, nothing, view } from '../view.ts';
import { AT_EVERY_MS } from './book-call.ts';
import type { AssetState } from './state.ts';

const TYPED_MS = 350;

type Walked = GetSlippageAnswer | GetBookSlippageAnswer;

/** The price of a market order of a size that the viewer types. @param at Moment of the recorded book; null: the live one. */
export function bookOrder(state: AssetState, at: ReadonlySignal<number | null>): Content {
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
    const asked = follow<Walked>(() => {
      if (size.value === null) return null;
      const order = { side, size: size.value, sizeUnit: 'quote' };
      if (at.value === null)
        return call<GetSlippageAnswer>(withQuery(`${state.path}/slippage`, order), { everyMs: 10_000 });
      const path = `/api/book/${encodeURIComponent(state.asset)}/slippage`;
      return call<GetBookSlippageAnswer>(withQuery(path, { t: at.value, ...order }), {
        everyMs: AT_EVERY_MS,
        credential: 'key',
        isCancelled: true,
      });
    });
    return { side, asked };
  });
  const slippage = computed((): Content => {
    if (isWrong.value) return html`<p class="bad" role="alert">■ The size has to be above 0 USD.</p>`;
    if (size.value === null)
      return html`<p class="muted">Type a size to see what a market order of it would ${at.value === null ? 'pay' : 'have paid'}.</p>`;
    return html`<table class="plain">
      <thead>
        <tr><th>order</th><th class="num">filled USD</th><th class="num">average</th><th class="num">slippage</th><th class="num">worst</th><th class="num">levels</th></tr>
      </thead>
      <tbody>${walked.map(({ side, asked }) => slippageRow(state, side, asked.value))}</tbody>
    </table>`;
  });
  return html`<label class="check">Order of <input class="amount" type="number" min="0" step="any" aria-label="size of an order in USD" @input=${type}> USD</label>
    ${view(() => slippage.value)}`;
}

function slippageRow(state: AssetState, side: 'buy' | 'sell', asked: FollowedCall<Walked> | null): Content {
  const { data = null, failure = null } = asked?.state ?? {};
  const word = (text: string) => html`<tr><td>${side}</td><td colspan="5" class="muted">${text}</td></tr>`;
  if (data === null) return word(failure === null ? 'loading' : `${failure.code}: ${failure.message}`);
  const { result } = data;
  if (result === null)
    return word(`no book then: ${reasonText('whyNull' in data ? data.whyNull.result : '')}`);
  const priced = { priceUnit: state.unit } as const;
  const { avgPrice, midPrice, slippageBps } = result;
  const points = avgPrice === null || midPrice === null ? null : (avgPrice - midPrice) * 100;
  const slippage = state.unit === 'usd' ? slippageBps : points;
  return html`<tr>
    <td>${side}</td>
    <td class="num">${compact(result.quoteFilled)}${partly(result.fullyFilled, result.remaining)}</td>
    <td class="num">${figure('avgPrice', result.avgPrice, priced)}</td>
    <td class="num">${distanceFigure(slippage, { unit: state.unit, whyNull: 'no_touch' })}</td>
    <td class="num">${figure('worstFillPrice', result.worstFillPrice, priced)}</td>
    <td class="num">${result.levelsConsumed}</td>
  </tr>`;
}

/**
 * Shows the part of an order that the book fills.
 *
 * @param isFilled null: the order takes all levels that the venue sends, and there may be more.
 */
function partly(isFilled: boolean | null, remaining: number): Content {
  if (isFilled === true) return nothing;
  if (isFilled === null)
    return html` <span class="warn" title="the venue sends a part of the levels: beyond them it is not known">▲ at least</span>`;
  return html` <span class="warn" title="the book could not fill ${usd(remaining)} of it">▲ in part</span>`;
}
