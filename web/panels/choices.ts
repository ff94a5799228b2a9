import { setParams } from '../state/location.ts';
import { type Content, html } from './view.ts';

type Values = readonly (readonly [value: string, name: string])[];

export interface ChoiceOptions {
  /** Name of the group for screen readers. */
  readonly label: string;
  /** The member of the address that holds the choice. */
  readonly param: string;
  /** Values with their names. */
  readonly values: Values;
  readonly current: string;
  /** The value that the address does not name. Default: the first. */
  readonly standard?: string;
}

/** Buttons of which one is pressed. */
export function choices({
  label,
  param,
  values,
  current,
  standard = values[0]?.[0],
}: ChoiceOptions): Content {
  return html`<span class="choices" role="group" aria-label=${label}>
    ${values.map(
      ([value, name]) =>
        html`<button
          aria-pressed=${value === current}
          @click=${() => setParams({ [param]: value === standard ? null : value })}
        >${name}</button>`,
    )}
  </span>`;
}

/** Chooses the address's value if it is one of the choices. @param standard The value otherwise. Default: the first. */
export function chosen(value: string | null, values: Values, standard = values[0]?.[0] ?? ''): string {
  return values.some(([known]) => known === value) ? (value as string) : standard;
}
