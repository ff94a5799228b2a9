import type { BarStyle } from '../../chart/chart.ts';
import { BAR_CHOICES, RANGES } from '../../chart/window.ts';
import { param, setParams } from '../../state/location.ts';
import { choices, chosen } from '../choices.ts';
import { type Content, html } from '../view.ts';
import { compareField } from './chart-compare.ts';
import { isOn, listOverlays, OVERLAYS, toggleOverlay } from './chart-overlays.ts';
import type { ChartWindow } from './chart-window.ts';

const STYLES = [
  ['line', 'line'],
  ['candles', 'candles'],
] as const;

/** Finds the style of the bars: that of the address, else the standard of the unit. */
export function findStyle(unit: 'usd' | 'probability'): BarStyle {
  return chosen(param('as'), STYLES, standardStyle(unit)) as BarStyle;
}

/** Chooses the style of a unit. A probability moves in jumps of its ticks, of which candles make dots. */
function standardStyle(unit: 'usd' | 'probability'): BarStyle {
  return unit === 'probability' ? 'line' : 'candles';
}

/** Controls in the head of the chart's panel. */
export function renderTools(
  { asset, unit }: { readonly asset: string; readonly unit: 'usd' | 'probability' },
  window: ChartWindow,
  fillScreen: () => void,
): Content {
  return html`<span class="choices" role="group" aria-label="overlays">
        ${listOverlays().map(
          (name) =>
            html`<button aria-pressed=${isOn(name)} @click=${() => toggleOverlay(name)}>${OVERLAYS[name]}</button>`,
        )}
      </span>
      ${compareField(asset)}
      ${choices({ label: 'drawn as', param: 'as', values: STYLES, current: findStyle(unit), standard: standardStyle(unit) })}
      <select aria-label="width of a bar" title="width of a bar" @change=${(event: Event) => setParams({ bar: (event.target as HTMLSelectElement).value || null })}>
        <option value="">bars to fit</option>
        ${BAR_CHOICES.map(({ name }) => html`<option value=${name} ?selected=${param('bar') === name}>${name} bars</option>`)}
      </select>
      <span class="choices" role="group" aria-label="range">
        ${RANGES.map(
          ({ name }) =>
            html`<button aria-pressed=${!window.isFixed.value && name === window.range.value.name} @click=${() => setParams({ range: name, from: null, to: null })}>${name}</button>`,
        )}
      </span>
      <button title="the chart on the full screen, and back (f)" @click=${fillScreen}>full</button>`;
}
