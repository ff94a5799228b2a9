import { param } from '../state/location.ts';
import { choices, chosen } from './choices.ts';
import { type DayValue, drawDays } from './day-bars-model.ts';
import { type Content, html, nothing, svg } from './view.ts';

const DAYS = [
  ['30', '30 d'],
  ['90', '90 d'],
  ['365', '1 y'],
] as const;

/** The number of days that the address asks for. */
export const chosenDays = (): string => chosen(param('days'), DAYS);

/** Buttons for the number of days. @param of What the days are of, for screen readers. */
export const dayChoices = (of: string): Content =>
  choices({ label: `days of ${of}`, param: 'days', values: DAYS, current: chosenDays() });

export interface DayBarsOptions {
  /** Name of the bars for screen readers: `requests`. */
  readonly name: string;
  readonly format: (value: number) => string;
  /** Words for one day, behind its date. */
  readonly describe: (day: DayValue) => string;
}

/** A bar for each UTC day; words of a day are the title of its bar. */
export function dayBars(days: readonly DayValue[], { name, format, describe }: DayBarsOptions): Content {
  const { bars, zero, high, low } = drawDays(days);
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined) return nothing;
  const words = `${name} by day, ${first.day} to ${last.day}: at most ${format(high)}, last ${last.value === null ? 'not known' : format(last.value)}`;
  return html`<div class="day-bars">
    <p class="scale"><span>highest ${format(high)}</span>${low < 0 ? html`<span>lowest ${format(low)}</span>` : nothing}</p>
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label=${words}>
      ${svg`<line class="zero" x1="0" x2="100" y1=${zero} y2=${zero}></line>`}
      ${bars.map(
        ({ left, wide, bar }, i) => svg`<g><title>${days[i]!.day}: ${describe(days[i]!)}</title>
          <rect class=${bar === null ? 'unknown' : 'hit'} x=${left} width=${wide} height="100"></rect>
          ${bar === null ? nothing : svg`<rect class=${bar.isBelow ? 'below' : 'above'} x=${left + wide * 0.1} width=${wide * 0.8} y=${bar.top} height=${bar.tall}></rect>`}</g>`,
      )}
    </svg>
    <p class="axis"><span>${first.day}</span><span>today, so far</span></p>
  </div>`;
}
