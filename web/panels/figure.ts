import { type FieldOptions, reasonText, shown } from '../format/field.ts';
import { changeText, directedDistanceText, distanceText, priceText } from '../format/market.ts';
import { MISSING } from '../format/number.ts';
import type { PriceUnit } from '../format/venue.ts';
import { settings } from '../state/settings.ts';
import { type Content, html } from './view.ts';

/** A value of the API by the suffix of its field; the full value, or why there is none, is its title. */
export function figure(field: string, value: unknown, options: FieldOptions = {}): Content {
  const { text, full } = shown(field, value, { odds: settings.value.odds, ...options });
  return value === null || value === undefined
    ? html`<span class="missing" title=${full}>${text}</span>`
    : html`<span title=${full}>${text}</span>`;
}

/** The unit of a figure's market. */
interface FigureUnit {
  readonly unit: PriceUnit;
  /** The API's reason, or a sentence. */
  readonly whyNull?: string | undefined;
}

const missing = (whyNull: string | undefined): Content =>
  html`<span class="missing" title=${reasonText(whyNull)}>${MISSING}</span>`;

/** A price in the unit of its class: `24.3 %`, `24.3 ¢`, `77 621.0`. */
export function priceFigure(value: number | null, { unit, whyNull }: FigureUnit): Content {
  if (value === null) return missing(whyNull);
  return html`<span title=${value}>${priceText(value, unit, settings.value.odds)}</span>`;
}

/** The distance between two prices of a market. @param value bps of perpetuals, points of probabilities (1 is 1 pp). */
export function distanceFigure(value: number | null, { unit, whyNull }: FigureUnit): Content {
  if (value === null) return missing(whyNull);
  return html`<span title=${value}>${distanceText(value, unit, settings.value.odds)}</span>`;
}

/** A price less its fair value: a distance with its direction, in words and shape as well as in colour. */
export const basisFigure = (value: number | null, measured: FigureUnit): Content =>
  directedFigure(value, measured, directedDistanceText);

/** The change of a price. @param value Percent of perpetuals, points of probabilities (1 is 1 pp). */
const moveFigure = (value: number | null, measured: FigureUnit): Content =>
  directedFigure(value, measured, changeText);

/**
 * A change of 24 hours, with a mark where it is the venue's own because our record is younger than a day.
 *
 * @param source The API's word for it.
 */
export function dayChangeFigure(
  value: number | null,
  { source, ...measured }: FigureUnit & { readonly source: string | null | undefined },
): Content {
  const change = moveFigure(value, measured);
  if (value === null || source !== 'venue') return change;
  return html`${change}&nbsp;<sup class="muted" title=${VENUE_CHANGE}>v</sup>`;
}

/** Explains the mark. */
export const VENUE_CHANGE = "v: the venue's own figure, while our record is younger than a day.";

function directedFigure(
  value: number | null,
  { unit, whyNull }: FigureUnit,
  write: typeof changeText,
): Content {
  if (value === null) return missing(whyNull);
  const text = write(value, unit, settings.value.odds);
  return html`<span class=${toDirection(text)} title=${value}>${text}</span>`;
}

const toDirection = (text: string): string =>
  text.startsWith('▲') ? 'up' : text.startsWith('▼') ? 'down' : '';
