import { setApiKey } from '../state/service.ts';
import { showDialog } from './dialog.ts';
import { html } from './view.ts';

/** Asks for a key. It goes to the service in a header field and nowhere else. */
export function showKeyForm(): void {
  showDialog('API key', (close) => {
    const submit = (event: SubmitEvent) => {
      event.preventDefault();
      const form = event.target as HTMLFormElement;
      const key = (form.elements.namedItem('key') as HTMLInputElement).value.trim();
      const keep = (form.elements.namedItem('keep') as HTMLInputElement).checked;
      if (key !== '') setApiKey(key, keep);
      close();
    };
    return html`<form class="key-form" @submit=${submit}>
      <h2>API key</h2>
      <label>Key <input name="key" type="password" autocomplete="off" spellcheck="false" autofocus required></label>
      <label class="check"><input name="keep" type="checkbox"> keep until this tab closes</label>
      <p class="muted">
        It stays in the memory of this page. It is sent to this service alone, and never stands in an address.
      </p>
      <p><button class="primary">use this key</button> <button type="button" @click=${close}>cancel</button></p>
    </form>`;
  });
}
