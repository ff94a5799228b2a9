import { keyCommands } from '../state/keyboard.ts';
import { change, settings } from '../state/settings.ts';
import { showDialog } from './dialog.ts';
import { html } from './view.ts';

/** What can be pressed on this page. */
export function showKeyHelp(): void {
  showDialog(
    'Keys',
    (close) => html`<div class="key-help">
      <h2>Keys</h2>
      <dl>
        ${keyCommands().map(({ keys, says }) => html`<dt><kbd>${keys}</kbd></dt><dd>${says}</dd>`)}
      </dl>
      <label class="check"
        ><input
          type="checkbox"
          .checked=${settings.value.letters === 'on'}
          @change=${(event: Event) => change({ letters: (event.target as HTMLInputElement).checked ? 'on' : 'off' })}
        >
        single letters are commands</label
      >
      <label class="check"
        ><input
          type="checkbox"
          .checked=${settings.value.directions === 'green-red'}
          @change=${(event: Event) =>
            change({ directions: (event.target as HTMLInputElement).checked ? 'green-red' : 'blue-orange' })}
        >
        directions in green and red instead of blue and orange</label
      >
      <label class="check"
        ><input
          type="checkbox"
          .checked=${settings.value.rows === 'comfortable'}
          @change=${(event: Event) => change({ rows: (event.target as HTMLInputElement).checked ? 'comfortable' : 'dense' })}
        >
        higher rows</label
      >
      <p><button @click=${close}>close</button></p>
    </div>`,
  );
}
