import { change, type Settings, settings } from '../../state/settings.ts';
import { showDialog } from '../dialog.ts';
import { type Content, html, view } from '../view.ts';

interface Choice<Name extends keyof Settings> {
  readonly name: Name;
  readonly title: string;
  readonly values: readonly (readonly [value: Settings[Name], says: string])[];
}

const choice = <Name extends keyof Settings>(made: Choice<Name>): Choice<keyof Settings> =>
  made as unknown as Choice<keyof Settings>;

const CHOICES = [
  choice({
    name: 'odds',
    title: 'Probabilities',
    values: [
      ['percent', '24.3 %, changes in pp'],
      ['cents', '24.3 ¢, changes in ¢'],
    ],
  }),
  choice({
    name: 'theme',
    title: 'Colours',
    values: [
      ['system', 'as the system'],
      ['dark', 'dark'],
      ['light', 'light'],
    ],
  }),
  choice({
    name: 'directions',
    title: 'Up and down',
    values: [
      ['blue-orange', 'blue, orange'],
      ['green-red', 'green, red'],
    ],
  }),
  choice({
    name: 'rows',
    title: 'Rows',
    values: [
      ['dense', 'dense'],
      ['comfortable', 'comfortable'],
    ],
  }),
  choice({
    name: 'zone',
    title: 'Times',
    values: [
      ['utc', 'UTC'],
      ['local', 'of this device'],
    ],
  }),
  choice({
    name: 'letters',
    title: 'Single letters',
    values: [
      ['on', 'are commands'],
      ['off', 'are not'],
    ],
  }),
];

/** Shows the viewer's choices about the looks; each takes effect at once. */
export function showSettings(): void {
  showDialog(
    'Settings',
    (close) => html`<div class="settings">
      <h2>Settings</h2>
      ${view(() => html`${CHOICES.map(renderChoice)}`)}
      <p class="muted">They stay in this browser.</p>
      <p><button class="primary" @click=${close}>done</button></p>
    </div>`,
  );
}

function renderChoice({ name, title, values }: Choice<keyof Settings>): Content {
  const id = `setting-${name}`;
  return html`<div class="setting">
    <span id=${id}>${title}</span>
    <span class="choices" role="group" aria-labelledby=${id}>
      ${values.map(
        ([value, says]) =>
          html`<button aria-pressed=${settings.value[name] === value} @click=${() => change({ [name]: value })}>${says}</button>`,
      )}
    </span>
  </div>`;
}
