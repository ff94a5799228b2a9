import { type FieldOptions, shown } from '../format/field.ts';
import { directed, fixed, MISSING } from '../format/number.ts';
import { type Content, html } from './view.ts';

/** A value of the API by the suffix of its field; the full value, or why there is none, is its title. */
export function figure(field: string, value: unknown, options: FieldOptions = {}): Content {
  const { text, full } = shown(field, value, options);
  return value === null || value === undefined
    ? html`<span class="missing" title=${full}>${text}</span>`
    : html`<span title=${full}>${text}</span>`;
}

/** A change with sign and shape: colour is never alone. @param unit Stands behind it, where rows differ in it. */
export function changeFigure(value: number | null, decimals: number, unit: string, whyNull: string): Content {
  if (value === null) return html`<span class="missing" title=${whyNull}>${MISSING}</span>`;
  const text = directed(value, fixed(value, decimals));
  const direction = text.startsWith('▲') ? 'up' : text.startsWith('▼') ? 'down' : '';
  return html`<span class=${direction} title=${value}>${text}${unit === '' ? '' : ` ${unit}`}</span>`;
}
