import { type Content, html } from './view.ts';

const TINT_MS = 300;
const isStill = matchMedia('(prefers-reduced-motion: reduce)');

/** A number that is tinted for a moment when it has changed: up or down by colour, in addition to its text. */
class Tint extends HTMLElement {
  #subject = '';
  #value: number | null = null;

  /** The row of the number: cells are used again for other rows, and another row is no change. */
  set subject(subject: string) {
    if (subject !== this.#subject) this.#value = null;
    this.#subject = subject;
  }

  set value(value: number | null) {
    const before = this.#value;
    this.#value = value;
    if (before === null || value === null || before === value || isStill.matches) return;
    const colour = value > before ? 'var(--up)' : 'var(--down)';
    this.animate([{ backgroundColor: `color-mix(in srgb, ${colour} 35%, transparent)` }, {}], TINT_MS);
  }
}
customElements.define('ct-tint', Tint);

/** Tints its content when the value has changed. @param subject Asset and field. */
export const tinted = (subject: string, value: number | null, content: Content): Content =>
  html`<ct-tint .subject=${subject} .value=${value}>${content}</ct-tint>`;
