import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core';
import { type Content, html, nothing, view } from '../view.ts';

/**
 * Content whose code is loaded behind the chart's: a viewer sees the chart first.
 *
 * @param hasChart Whether the chart has its answer, or will have none.
 * @param load Gives a function that draws the content, again whenever a signal that it reads changes.
 */
export function later(hasChart: ReadonlySignal<boolean>, load: () => Promise<() => Content>): Content {
  const found = signal<(() => Content) | null>(null);
  const stop = effect(() => {
    if (!hasChart.value) return;
    // The chart draws first.
    setTimeout(async () => {
      stop();
      found.value = await load();
    });
  });
  return view(() => found.value?.() ?? nothing);
}

/** Distance from the visible area at which a part begins to load. */
const NEAR = '300px';

/** A place whose content is loaded when it is scrolled to. */
class Near extends HTMLElement {
  onNear: (() => void) | null = null;
  readonly #observer = new IntersectionObserver(
    ([entry]) => {
      if (entry?.isIntersecting !== true) return;
      this.#observer.disconnect();
      this.toggleAttribute('data-near', true);
      this.onNear?.();
    },
    { rootMargin: NEAR },
  );

  connectedCallback(): void {
    this.#observer.observe(this);
  }

  disconnectedCallback(): void {
    this.#observer.disconnect();
  }
}
customElements.define('ct-near', Near);

/** Content whose code and answers are loaded behind the chart's, and only when a viewer comes near it. */
export function whenNear(hasChart: ReadonlySignal<boolean>, load: () => Promise<() => Content>): Content {
  const isNear = signal(false);
  const content = later(
    computed(() => hasChart.value && isNear.value),
    load,
  );
  const onNear = () => {
    isNear.value = true;
  };
  // Before the chart takes its height, everything below it is near.
  return view(() => (hasChart.value ? html`<ct-near .onNear=${onNear}>${content}</ct-near>` : nothing));
}
