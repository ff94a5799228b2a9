import { apiKey, setApiKey } from '../state/key.ts';
import { type Content, html, view } from './view.ts';

/** Where the caller's key is given and forgotten. What it opens is loaded with it. */
export const account = view((): Content => {
  if (apiKey.value === null) {
    return html`<button class="quiet" @click=${() => void askForKey()}>key</button>`;
  }
  return html`<button class="quiet" title="forget the key" @click=${() => setApiKey(null, false)}>forget key</button>`;
});

async function askForKey(): Promise<void> {
  const { showKeyForm } = await import('./key-form.ts');
  showKeyForm();
}
