import { HELD_FILLED_MS, type Layers } from '../../chart/stage.ts';
import { compact } from '../../format/number.ts';
import { type Content, html } from '../view.ts';
import { type ChartOverlays, isOn, listOverlays, type Overlay } from './chart-overlays.ts';

interface LegendOptions {
  /** The bar that is read out, and for how long it lasts. */
  readonly atMs: number;
  readonly widthMs: number;
  readonly priceText: (price: number) => string;
}

/** The value of each overlay at the bar that is read out, or the reason why it has none. */
export function chartLegend(overlays: ChartOverlays, options: LegendOptions): Content {
  const names = listOverlays().filter(isOn);
  return html`${names.map((name) => {
    const problem = overlays.findProblem(name);
    const value =
      problem === null ? DESCRIBE[name](overlays, options) : html`<span class="muted">${problem}</span>`;
    return html`<span data-overlay=${name}>${value}</span>`;
  })}`;
}

/** The bars of two markets do not begin and end together: the newest of one may be read out before the other's is there. */
const HELD_BARS = 2;

const none = (why: string): Content => html`<span class="missing" title=${why}>–</span>`;

const DESCRIBE: Readonly<Record<Overlay, (overlays: ChartOverlays, options: LegendOptions) => Content>> = {
  fair: ({ layers }, { priceText }) => {
    const [level] = layers.value.levels;
    return html`<span class="warn">fair now ${level === undefined ? none('there is no fair value') : priceText(level.price)}</span>`;
  },
  links: ({ layers, linkedAssets }, options) => {
    const { value } = linkedAssets;
    if (value.length === 0) return html`linked ${none('no market of another venue asks the same')}`;
    return html`${value.map(({ asset, isOpposite }, index) => {
      const line = layers.value.lines.find(({ name }) => name === asset);
      const price = line === undefined ? null : findValue(line, options);
      return html`<span class="line-${index + 1}"
        ><a href="/asset/${encodeURIComponent(asset)}">${asset}</a>${isOpposite ? ' (its No)' : ''}
        ${price === null ? none('nothing was recorded of it at this bar') : options.priceText(price)}</span
      > `;
    })}`;
  },
  cascades: ({ layers }) => {
    const falls = layers.value.moves.filter(({ isFall }) => isFall).length;
    return html`cascades <span class="down">▼ ${falls}</span> <span class="up">▲ ${layers.value.moves.length - falls}</span>`;
  },
  profile: ({ layers }, { priceText }) => {
    const most = layers.value.profile.find(({ isPoc }) => isPoc);
    const bin = most === undefined ? [] : [...new Set([priceText(most.low), priceText(most.high)])];
    return html`<span class="muted">most traded ${most === undefined ? none('nothing was traded') : bin.join(' to ')}</span>`;
  },
  fills: ({ layers }, { atMs, widthMs, priceText }) => {
    const { fills } = layers.value;
    const here = fills.filter(({ t }) => t >= atMs && t < atMs + widthMs);
    const buys = fills.filter(({ isBuy }) => isBuy).length;
    return html`my fills <span class="up">${buys} bought</span> <span class="down">${fills.length - buys} sold</span>${here.map(
      ({ isBuy, price }) => html` ${isBuy ? 'bought' : 'sold'} at ${priceText(price)}`,
    )}`;
  },
  flow: ({ layers }, options) => {
    const sum = findFlow(layers.value.flow, options);
    return html`flow ${sum === null ? none('nothing was recorded up to this bar') : compact(sum)}`;
  },
};

/** Finds the value of a line at the bar; null where it has none. A filled-in value holds until the next hour. */
export function findValue(
  { t, value, widthMs: held, isThin }: Layers['lines'][number],
  { atMs, widthMs }: Pick<LegendOptions, 'atMs' | 'widthMs'>,
): number | null {
  const index = t.findLastIndex((at) => at < atMs + widthMs);
  const at = t[index];
  const lasts = isThin?.[index] === true ? Math.max(held, HELD_FILLED_MS) : HELD_BARS * held;
  return at === undefined || at + lasts <= atMs ? null : (value[index] ?? null);
}

/** Finds the sum at the end of the bar. */
function findFlow(flow: Layers['flow'], { atMs, widthMs }: LegendOptions): number | null {
  return flow.findLast(({ t, cumulative }) => t < atMs + widthMs && cumulative !== null)?.cumulative ?? null;
}
