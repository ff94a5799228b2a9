import { effect } from '@preact/signals-core';
import { html, render } from 'lit-html';
import type { Content } from './view.ts';

/** Opens a modal dialog; Escape and a click beside it close it. @returns Closes it. */
export function showDialog(label: string, content: (close: () => void) => Content): () => void {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', label);
  const close = () => dialog.close();
  const stop = effect(() => void render(html`${content(close)}`, dialog));
  dialog.addEventListener('close', () => {
    stop();
    dialog.remove();
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) close();
  });
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector<HTMLElement>('[autofocus]')?.focus();
  return close;
}
