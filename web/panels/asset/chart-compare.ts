import { computed, type ReadonlySignal } from '@preact/signals-core';
import { toBars } from '../../chart/bars.ts';
import type { Layers, Line } from '../../chart/stage.ts';
import { priceText } from '../../format/market.ts';
import { findVenue, getPriceUnit } from '../../format/venue.ts';
import { follow } from '../../state/calls.ts';
import { now } from '../../state/clock.ts';
import { param, setParams } from '../../state/location.ts';
import { settings } from '../../state/settings.ts';
import { createMarketField } from '../market/market-field.ts';
import { findInterval } from '../recording/lamps.ts';
import { type Content, html, nothing } from '../view.ts';
import type { ChartBars } from './chart-bars.ts';
import { findValue } from './chart-legend.ts';
import type { AssetState } from './state.ts';

/** The colour for lines that no overlay has. */
const COLOUR = 4;

/** A second market over the same time, as the address names it. */
export interface ChartCompare {
  /** Among the lines where both are probabilities, and on a scale of its own otherwise. */
  readonly layers: ReadonlySignal<Pick<Layers, 'lines' | 'second'>>;
  /** Name and value of the compared market at the bar that is read out; nothing where none is compared. */
  readonly legend: (bar: { readonly atMs: number; readonly widthMs: number }) => Content;
}

const getCompared = (asset: string): string | null => {
  const other = param('vs')?.trim() ?? '';
  return other === '' || other.toLowerCase() === asset.toLowerCase() ? null : other;
};

export function followCompare({ asset, unit }: AssetState, { aggregate }: ChartBars): ChartCompare {
  const other = computed(() => getCompared(asset));
  const history = follow(() =>
    other.value === null ? null : aggregate(other.value, findVenue(other.value)),
  );
  const line = computed((): Line | null => {
    const data = history.value?.state.data ?? null;
    if (other.value === null || data === null) return null;
    const interval = findInterval(data.venue);
    const { t, close, isThin, widthMs } = toBars(data, interval, now.peek() ?? 0);
    // Bars of fewer than two polls cannot tell filled-in closes: each of them holds until the next, or to a hole.
    const isFine = interval !== null && widthMs < 2 * interval;
    return {
      name: data.assetId,
      colour: COLOUR,
      t,
      value: close,
      isThin: isFine ? t.map(() => true) : isThin,
      widthMs,
      breaks: data.gaps,
    };
  });
  const writePrice = (price: number) =>
    priceText(price, getPriceUnit(other.peek() ?? ''), settings.peek().odds);
  return {
    layers: computed(() => {
      const { value } = line;
      if (value === null) return { lines: [], second: null };
      const isShared = unit === 'probability' && getPriceUnit(value.name) === 'probability';
      return isShared
        ? { lines: [value], second: null }
        : { lines: [], second: { line: value, priceText: writePrice } };
    }),
    legend: (bar) => {
      if (other.value === null) return nothing;
      const failure = history.value?.state.failure ?? null;
      const price = line.value === null ? null : findValue(line.value, bar);
      const said =
        price !== null
          ? priceText(price, getPriceUnit(other.value), settings.value.odds)
          : (failure?.code ?? (line.value === null ? 'loading' : '–'));
      return html`<span class="line-4" data-overlay="vs">━ <a href="/asset/${encodeURIComponent(other.value)}">${line.value?.name ?? other.value}</a> ${said}</span>`;
    },
  };
}

const findOther = createMarketField({
  listId: 'compare-markets',
  label: 'compare with another market',
  placeholder: 'versus',
  choose: (asset) => setParams({ vs: asset }),
});

/** The field in which a market is found by words of its name or its id; once chosen, the button that removes it. */
export function compareField(asset: string): Content {
  const other = getCompared(asset);
  if (other !== null) {
    return html`<button class="compare" aria-pressed="true" title="compare with no other market" @click=${() => setParams({ vs: null })}>vs ${other} ✕</button>`;
  }
  return findOther([asset]);
}
