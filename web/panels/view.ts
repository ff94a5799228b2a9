import { effect } from '@preact/signals-core';
import { html, nothing, render, svg, type TemplateResult } from 'lit-html';
import { age, isoTime } from '../format/time.ts';
import { now } from '../state/clock.ts';

export type Content = TemplateResult | typeof nothing | string;

/** Draws what a function gives, again whenever a signal that it read has changed, for as long as it is on the page. */
class View extends HTMLElement {
  #draw: (() => Content) | null = null;
  #stop: (() => void) | null = null;

  set view(draw: () => Content) {
    if (draw === this.#draw) return;
    this.#draw = draw;
    if (this.isConnected) this.#start();
  }

  connectedCallback(): void {
    this.#start();
  }

  disconnectedCallback(): void {
    this.#stop?.();
    this.#stop = null;
  }

  #start(): void {
    this.#stop?.();
    const draw = this.#draw;
    if (draw !== null) this.#stop = effect(() => void render(draw(), this));
  }
}
customElements.define('ct-view', View);

/** A part of a page that follows its signals by itself. Give it a function that stays the same. */
export const view = (draw: () => Content): TemplateResult => html`<ct-view .view=${draw}></ct-view>`;

/** Over two intervals an age is late, over 120 s it is stale, as the service itself counts. */
const STALE_AFTER_MS = 120_000;
export type Freshness = 'fresh' | 'late' | 'stale';

export function freshnessOf(ageMs: number, everyMs: number): Freshness {
  if (ageMs > Math.max(STALE_AFTER_MS, 2 * everyMs)) return 'stale';
  return ageMs > 2 * everyMs + GRACE_MS ? 'late' : 'fresh';
}
/** What an answer may take on its way. */
const GRACE_MS = 1_500;

/** The age of a moment of the service's clock, which ticks by itself. */
class Age extends HTMLElement {
  #at: number | null = null;
  #every: number | null = null;
  #stop: (() => void) | null = null;

  /** Epoch ms by the service's clock; null: there is no such moment. */
  set at(at: number | null) {
    this.#at = at;
    this.#show(now.peek());
  }

  /** How often it is renewed, ms; null: it is not, and never late. */
  set every(every: number | null) {
    this.#every = every;
    this.#show(now.peek());
  }

  connectedCallback(): void {
    this.#stop = effect(() => this.#show(now.value));
  }

  disconnectedCallback(): void {
    this.#stop?.();
  }

  #show(nowMs: number | null): void {
    const ageMs = this.#at === null || nowMs === null ? null : nowMs - this.#at;
    const text = ageMs === null ? '–' : age(ageMs);
    if (this.textContent !== text) this.textContent = text;
    const freshness = ageMs === null || this.#every === null ? '' : freshnessOf(ageMs, this.#every);
    if (this.className !== freshness) this.className = freshness;
  }
}
customElements.define('ct-age', Age);

/** An age that ticks. @param every ms between renewals, for telling when it is late; null: never. */
export const ageOf = (at: number | null, every: number | null = null): TemplateResult =>
  html`<ct-age .at=${at} .every=${every} title=${at === null ? 'no value' : isoTime(at)}></ct-age>`;

/** A link that leaves the service: `https:` alone, and the other page learns nothing of this one. */
export function externalLink(url: string | null | undefined, text: string): Content {
  const isSafe = typeof url === 'string' && URL.canParse(url) && new URL(url).protocol === 'https:';
  if (!isSafe) return text;
  return html`<a href=${url} target="_blank" rel="noopener noreferrer">${text} ↗</a>`;
}

export { html, nothing, svg };
