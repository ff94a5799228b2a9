import { setParams } from '../state/location.ts';
import { type Content, html } from './view.ts';

export interface ChoiceOptions {
  /** Of the group, for those who do not see it. */
  readonly label: string;
  /** The member of the address that holds the choice. */
  readonly param: string;
  /** Values with their names; the first is the default and leaves the address. */
  readonly values: readonly (readonly [value: string, name: string])[];
  readonly current: string;
}

/** Buttons of which one is pressed. */
export function choices({ label, param, values, current }: ChoiceOptions): Content {
  const standard = values[0]?.[0];
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

/** What the address says, if it is one of the choices; the first of them otherwise. */
export function chosen(value: string | null, values: ChoiceOptions['values']): string {
  return values.some(([known]) => known === value) ? (value as string) : (values[0]?.[0] ?? '');
}
