import { effect, signal } from '@preact/signals-core';
import { apiKey } from '../state/service.ts';
import { type Content, html, nothing, view } from './view.ts';

/** Loaded when a key is given: most who look have none. */
const keyed = signal<typeof import('./keyed-corner.ts') | null>(null);

effect(() => {
  if (apiKey.value === null || keyed.peek() !== null) return;
  void import('./keyed-corner.ts').then((module) => {
    keyed.value = module;
  });
});

/** Where the caller's key is given and forgotten, and what it shows on every page. */
export const account = view((): Content => {
  if (apiKey.value === null) {
    return html`<button class="quiet" @click=${() => void askForKey()}>key</button>`;
  }
  return keyed.value === null ? nothing : view(keyed.value.keyedCorner);
});

/** What stops the caller's bot: first in the order of focus, last in the bar. */
export const stop = view((): Content => {
  return apiKey.value === null || keyed.value === null ? nothing : view(keyed.value.stopCorner);
});

/** Asks for a key, here and in panels that need one. */
export async function askForKey(): Promise<void> {
  const { showKeyForm } = await import('./key-form.ts');
  showKeyForm();
}
