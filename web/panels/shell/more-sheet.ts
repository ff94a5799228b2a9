import { apiKey } from '../../state/service.ts';
import { showDialog } from '../dialog.ts';
import { html, nothing, view } from '../view.ts';
import { PALETTE_ACTIONS } from './palette-actions.ts';

/**
 * Shows the items that do not fit in the top bar: the key with its balance and bot, and the actions that every page
 * has.
 */
export async function showMore(): Promise<void> {
  const keyed = apiKey.peek() === null ? null : await import('./keyed-corner.ts');
  showDialog('More', (close) => {
    const run = (action: () => void) => () => {
      close();
      action();
    };
    return html`<div class="more-sheet">
      ${keyed === null ? nothing : html`<p class="keyed-links" @click=${close}>${view(keyed.keyedCorner)}</p>`}
      ${PALETTE_ACTIONS.map(({ name, run: action }) => html`<button @click=${run(action)}>${name}</button>`)}
      <button class="primary" @click=${close}>close</button>
    </div>`;
  });
}
