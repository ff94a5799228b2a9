import { apiKey } from '../state/service.ts';
import { showKeyForm } from './key-form.ts';
import { type Content, html } from './view.ts';

/** What stands above panels that only a key opens; null with one. */
export function needsKey(what: string): Content | null {
  if (apiKey.value !== null) return null;
  return html`<p class="state locked">
    <strong>locked</strong> ${what} belongs to a key.
    <button @click=${showKeyForm}>give a key</button>
    It stays in the memory of this page.
  </p>`;
}
