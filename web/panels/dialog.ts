import { effect } from '@preact/signals-core';
import { html, render } from 'lit-html';
import type { Content } from './view.ts';

/** Opens a modal dialog; Escape and a click beside it close it. @returns Closes it. */
export function showDialog(label: string, content: (close: () => void) => Content): () => void {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', label);
  const remove = () => {
    stop();
    dialog.remove();
  };
  // At once: the event of closing comes later, and a secret must not stay in the page until then.
  const close = () => {
    dialog.close();
    remove();
  };
  const stop = effect(() => void render(html`${content(close)}`, dialog));
  dialog.addEventListener('close', remove);
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) close();
  });
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector<HTMLElement>('[autofocus]')?.focus();
  return close;
}
