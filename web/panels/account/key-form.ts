import { signal } from '@preact/signals-core';
import { setApiKey } from '../../state/service.ts';
import { showDialog } from '../dialog.ts';
import { html, nothing, view } from '../view.ts';

/** Characters that a header field can carry, as every key has them. */
const SENDABLE = /^[\x21-\x7e]+$/;

/** Asks for a key. It goes to the service in a header field and nowhere else. */
export function showKeyForm(): void {
  const problem = signal<string | null>(null);
  showDialog('API key', (close) => {
    const submit = (event: SubmitEvent) => {
      event.preventDefault();
      const form = event.target as HTMLFormElement;
      const key = (form.elements.namedItem('key') as HTMLInputElement).value.trim();
      const keep = (form.elements.namedItem('keep') as HTMLInputElement).checked;
      if (!SENDABLE.test(key)) {
        problem.value =
          'a key has letters, digits and _ alone: copy it again, without the characters around it';
        return;
      }
      setApiKey(key, keep);
      close();
    };
    return html`<form class="key-form" @submit=${submit}>
      <h2>API key</h2>
      <label>Key <input name="key" type="password" autocomplete="off" spellcheck="false" autofocus required></label>
      <label class="check"><input name="keep" type="checkbox"> keep until this tab closes</label>
      <p class="muted">
        It stays in the memory of this page. It is sent to this service alone, and is never part of an address.
      </p>
      ${view(() => (problem.value === null ? nothing : html`<p class="bad" role="alert">■ ${problem.value}</p>`))}
      <p><button class="primary">use this key</button> <button type="button" @click=${close}>cancel</button></p>
    </form>`;
  });
}
