import { MAX_NAME_CHARS } from '../../state/watch-model.ts';
import { showDialog } from '../dialog.ts';
import { html } from '../view.ts';

/** Asks for the name of a list. @param before What the field begins with. */
export function showListForm(title: string, before: string, done: (name: string) => void): void {
  showDialog(title, (close) => {
    const submit = (event: SubmitEvent) => {
      event.preventDefault();
      const field = (event.target as HTMLFormElement).elements.namedItem('name') as HTMLInputElement;
      close();
      done(field.value);
    };
    return html`<form class="key-form" @submit=${submit}>
      <h2>${title}</h2>
      <label>Name <input name="name" autocomplete="off" maxlength=${MAX_NAME_CHARS} .value=${before} autofocus required></label>
      <p><button class="primary">done</button> <button type="button" @click=${close}>cancel</button></p>
    </form>`;
  });
}
