import { effect } from '@preact/signals-core';
import { html, nothing, render, svg, type TemplateResult } from 'lit-html';
import { age, isoTime } from '../format/time.ts';
import { now } from '../state/clock.ts';

export type Content = TemplateResult | typeof nothing | string;

/** An element that follows signals and can pause while it is out of view. Its content stays as it was drawn. */
interface RestingElement extends Element {
  rest(isResting: boolean): void;
}
const RESTING = 'ct-view, ct-chart-host';

/** Distance from the visible area at which a part wakes, so that it is up to date when it is scrolled to. */
const NEAR = '200px';
const sight = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (target.parentElement instanceof View) target.parentElement.see(isIntersecting);
    }
  },
  { rootMargin: NEAR },
);

/** Draws the result of a function, again whenever a signal that it read has changed, while it is on the page. */
class View extends HTMLElement implements RestingElement {
  #draw: (() => Content) | null = null;
  #mayRest: (() => boolean) | null = null;
  #stop: (() => void) | null = null;
  #watched: Element | null = null;
  #isSeen = true;
  #isResting = false;

  set view(draw: () => Content) {
    if (draw === this.#draw) return;
    this.#draw = draw;
    if (this.isConnected) this.#start();
  }

  /**
   * Whether the view may leave off while it is out of view; null: never. Its first element is what has to be in view.
   */
  set mayRest(mayRest: (() => boolean) | null) {
    this.#mayRest = mayRest;
  }

  connectedCallback(): void {
    this.#start();
  }

  disconnectedCallback(): void {
    this.#stop?.();
    this.#stop = null;
    if (this.#watched !== null) sight.unobserve(this.#watched);
    this.#watched = null;
    this.#isSeen = true;
    this.#isResting = false;
  }

  see(isSeen: boolean): void {
    this.#isSeen = isSeen;
    this.#settle();
  }

  rest(isResting: boolean): void {
    if (isResting === this.#isResting) return;
    this.#isResting = isResting;
    for (const part of this.querySelectorAll<RestingElement>(RESTING)) part.rest(isResting);
    this.#start();
  }

  #settle(): void {
    if (this.#mayRest !== null && this.isConnected) this.rest(!this.#isSeen && this.#mayRest());
  }

  #start(): void {
    this.#stop?.();
    this.#stop = null;
    const draw = this.#draw;
    if (draw === null || this.#isResting) return;
    this.#stop = effect(() => {
      render(draw(), this);
      // The awaited data may have come while it was out of view.
      if (!this.#isSeen) queueMicrotask(() => this.#settle());
    });
    if (this.#mayRest === null || this.#watched !== null) return;
    this.#watched = this.firstElementChild;
    if (this.#watched !== null) sight.observe(this.#watched);
  }
}
customElements.define('ct-view', View);

/**
 * A part of a page that follows its signals on its own. Give it functions that stay the same.
 *
 * @param mayRest Whether it may leave off while it is out of view, and what is inside it: null never.
 */
export const view = (draw: () => Content, mayRest: (() => boolean) | null = null): TemplateResult =>
  html`<ct-view .mayRest=${mayRest} .view=${draw}></ct-view>`;

/** Over two intervals an age is late, over 120 s it is stale, as the service itself counts. */
const STALE_AFTER_MS = 120_000;
export type Freshness = 'fresh' | 'late' | 'stale';

export function toFreshness(ageMs: number, everyMs: number): Freshness {
  if (ageMs > Math.max(STALE_AFTER_MS, 2 * everyMs)) return 'stale';
  return ageMs > 2 * everyMs + GRACE_MS ? 'late' : 'fresh';
}
/** Time that an answer may take on its way. */
const GRACE_MS = 1_500;

/** The age of a moment of the service's clock, which ticks on its own. */
class Age extends HTMLElement {
  #at: number | null = null;
  #every: number | null = null;
  #stop: (() => void) | null = null;

  /** Epoch ms by the service's clock; null: there is no such moment. */
  set at(at: number | null) {
    this.#at = at;
    this.#show(now.peek());
  }

  /** Interval at which the value is renewed, ms; null: it is not renewed, and never shown as late. */
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
    const freshness = ageMs === null || this.#every === null ? '' : toFreshness(ageMs, this.#every);
    if (this.className !== freshness) this.className = freshness;
  }
}
customElements.define('ct-age', Age);

/** An age that ticks. @param every ms between renewals, for telling when it is late; null: never. */
export const renderAge = (at: number | null, every: number | null = null): TemplateResult =>
  html`<ct-age .at=${at} .every=${every} title=${at === null ? 'no value' : isoTime(at)}></ct-age>`;

/** A link that leaves the service: `https:` alone, and the other page learns nothing of this one. */
export function externalLink(url: string | null | undefined, text: string): Content {
  const isSafe = typeof url === 'string' && URL.canParse(url) && new URL(url).protocol === 'https:';
  if (!isSafe) return text;
  return html`<a href=${url} target="_blank" rel="noopener noreferrer">${text} ↗</a>`;
}

export { html, nothing, svg };
