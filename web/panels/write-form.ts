import { type Signal, signal } from '@preact/signals-core';
import type { CallError } from '../state/service.ts';
import { copy } from './notice.ts';
import { copyRequest } from './panel.ts';
import { type Content, html, nothing, view } from './view.ts';

/** Sends a form, and shows an error in the words of the service. */
export function submission(): {
  readonly problem: Signal<string | null>;
  /** Reason why the last try failed, for the form. */
  readonly alert: Content;
  /** Attempts the work; returns whether it was done. */
  readonly attempt: (work: () => Promise<unknown>) => Promise<boolean>;
} {
  const problem = signal<string | null>(null);
  return {
    problem,
    alert: view(() =>
      problem.value === null ? nothing : html`<p class="bad" role="alert">■ ${problem.value}</p>`,
    ),
    attempt: async (work) => {
      problem.value = null;
      try {
        await work();
        return true;
      } catch (error) {
        const { code, message } = error as CallError;
        problem.value = `${message} (${code})`;
        return false;
      }
    },
  };
}

/** The equivalent command of a form, beside it. */
export const commandLine = (command: string, label = 'curl'): Content =>
  html`<p class="command"><code>${command}</code> <button type="button" @click=${() => void copyRequest(command)}>copy ${label}</button></p>`;

/** A key that was just made: in this dialog, this once. */
export const shownOnce = (key: string, note: Content, close: () => void): Content =>
  html`<h2>The new key</h2>
    <p class="command"><code class="id">${key}</code> <button class="primary" @click=${() => void copy(key, 'key')}>copy the key</button></p>
    <p><b>It is shown this once</b>: only its hash is stored. Keep it where your programs read it.</p>
    ${note}
    <p><button @click=${close}>I have it</button></p>`;
