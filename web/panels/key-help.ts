import { keyCommands } from '../state/keyboard.ts';
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
      <p><button @click=${close}>close</button></p>
    </div>`,
  );
}
