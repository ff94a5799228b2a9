import { fixed } from '../format/number.ts';
import { type Content, html } from './view.ts';

export interface Matrix {
  /** Ids of the assets. */
  readonly labels: readonly string[];
  readonly findName: (asset: string) => string;
  /** null where there is no figure. */
  readonly matrix: readonly (readonly (number | null)[])[];
  /** Describes why a pair has no figure. */
  readonly whyNone?: (row: number, column: number) => string;
}

/** Strengths of colour on either side of zero. */
const STEPS = 5;

/** A symmetric matrix as a table with its figures; the colour repeats them. */
export function heatMap(
  { labels, findName, matrix, whyNone = () => 'no figure' }: Matrix,
  caption: string,
): Content {
  const names = labels.map(findName);
  const heading = (i: number) =>
    html`<a href="/asset/${encodeURIComponent(labels[i] ?? '')}" title="${names[i]} · ${labels[i]}" dir="auto">${names[i]}</a>`;
  return html`<table class="heat">
    <caption class="hidden">${caption}</caption>
    <thead>
      <tr><td></td>${labels.map((_, i) => html`<th scope="col">${heading(i)}</th>`)}</tr>
    </thead>
    <tbody>
      ${matrix.map(
        (row, index) => html`<tr>
          <th scope="row">${heading(index)}</th>
          ${row.map(
            (value, column) =>
              html`<td class=${column === index ? 'same' : toStep(value ?? 0)} title="${names[index]} and ${names[column]}: ${value ?? whyNone(index, column)}">${column === index ? '1' : value === null ? '–' : fixed(value, 2)}</td>`,
          )}
        </tr>`,
      )}
    </tbody>
  </table>`;
}

/** Converts a value to a step of colour: `p1` to `p5` above zero, `n1` to `n5` below, '' about zero. */
export function toStep(value: number): string {
  const step = Math.min(STEPS, Math.round(Math.abs(value) * STEPS));
  return step === 0 ? '' : `${value < 0 ? 'n' : 'p'}${step}`;
}
