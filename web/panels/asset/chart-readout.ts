import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { Bars } from '../../chart/bars.ts';
import { priceText } from '../../format/market.ts';
import { compact, MISSING } from '../../format/number.ts';
import { dayTime } from '../../format/time.ts';
import { settings } from '../../state/settings.ts';
import { type Content, html, nothing } from '../view.ts';

/** A bar in figures: that under the pointer or chosen by keys, else the newest. */
export interface Readout {
  /** Chooses the bar to read out. @param index null: the newest. */
  choose(index: number | null): void;
  /** Finds the neighbour of the bar; null: there are no bars. */
  findNext(by: -1 | 1): { readonly index: number; readonly at: number } | null;
  readonly writePrice: (price: number | undefined) => string;
  /** Shows the values of the bar that is read out. @param legend Figures of the overlays, at the bar. */
  render(legend: (bar: { readonly atMs: number; readonly widthMs: number }) => Content): Content;
  /** Text of the chosen bar for screen readers. */
  readonly spoken: () => string;
}

function thinText(isFilled: boolean): string {
  return isFilled ? 'candle of the venue: nothing was recorded' : 'filled in: fewer records than polls make';
}

export function createReadout(bars: ReadonlySignal<Bars>, unit: 'usd' | 'probability'): Readout {
  const chosen = signal<number | null>(null);
  const writePrice = (price: number | undefined) =>
    price === undefined ? MISSING : priceText(price, unit, settings.value.odds);
  return {
    writePrice,
    choose: (index) => {
      chosen.value = index;
    },
    findNext: (by) => {
      const { t } = bars.peek();
      const last = t.length - 1;
      const index = Math.max(0, Math.min(last, (chosen.peek() ?? last + 1) + by));
      const at = t[index];
      return at === undefined ? null : { index, at };
    },
    render: (legend) => {
      const { value } = bars;
      const index = chosen.value ?? value.t.length - 1;
      const at = value.t[index];
      if (at === undefined) return html`<p class="readout muted">no bar in view</p>`;
      const volume = value.volume[index] ?? 0;
      return html`<p class="readout" aria-live="off">
      <span class="muted">${dayTime(at, settings.value.zone)}</span>
      <span>O ${writePrice(value.open[index])}</span><span>H ${writePrice(value.high[index])}</span><span>L ${writePrice(value.low[index])}</span
      ><span>C ${writePrice(value.close[index])}</span><span>V ${volume === 0 ? '–' : compact(volume)}</span>
      ${value.isThin[index] === true ? html`<span class="muted">${thinText(value.isFilled[index] === true)}</span>` : nothing}
      ${legend({ atMs: at, widthMs: value.widthMs })}
    </p>`;
    },
    spoken: () => {
      const index = chosen.value;
      const at = index === null ? undefined : bars.value.t[index];
      if (index === null || at === undefined) return '';
      return `${dayTime(at, settings.value.zone)}, ${writePrice(bars.value.close[index])}`;
    },
  };
}
