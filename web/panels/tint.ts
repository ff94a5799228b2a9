import { type Content, html } from './view.ts';

const TINT_MS = 300;
const isStill = matchMedia('(prefers-reduced-motion: reduce)');

/** A number that is tinted for a moment when it has changed: up or down by colour, beside what it says anyway. */
class Tint extends HTMLElement {
  #of = '';
  #value: number | null = null;

  /** What the number is of: cells are used again for other rows, and another row is no change. */
  set of(of: string) {
    if (of !== this.#of) this.#value = null;
    this.#of = of;
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

/** Tints what it holds when the value has changed. @param of Asset and field. */
export const tinted = (of: string, value: number | null, content: Content): Content =>
  html`<ct-tint .of=${of} .value=${value}>${content}</ct-tint>`;
