import { keyCommands } from '../../state/keyboard.ts';
import { showDialog } from '../dialog.ts';
import { html } from '../view.ts';
import { GUIDES } from './guides.ts';

/** Guides, and the keys of this page. */
export function showKeyHelp(): void {
  showDialog(
    'Help',
    (close) => html`<div class="key-help">
      <h2>Guides</h2>
      <p class="guides">
        ${GUIDES.map(([page, name]) => html`<a href="/docs/guides/${page}" target="_blank" rel="noopener">${name}</a>`)}
      </p>
      <h2>Keys</h2>
      <dl>
        ${keyCommands().map(({ keys, says }) => html`<dt><kbd>${keys}</kbd></dt><dd>${says}</dd>`)}
      </dl>
      <p><button @click=${close}>close</button></p>
    </div>`,
  );
}
