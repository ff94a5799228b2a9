import { computed, effect } from '@preact/signals-core';
import { render } from 'lit-html';
import { kindsIn, VENUE_IDS } from '../../format/venue.ts';
import { now } from '../../state/clock.ts';
import { path, search, setParams } from '../../state/location.ts';
import { html, nothing } from '../view.ts';
import { type AddressProblem, findAddressProblems } from './address-rules.ts';

const isClockKnown = computed(() => now.value !== null);
let line: HTMLElement | null = null;

/** Shows a line above the page while its address has parameters or values that the page does not support. */
export function followAddress(): void {
  if (line !== null) return;
  line = document.createElement('div');
  document.getElementById('main')?.before(line);
  effect(() => {
    const url = new URL(path.value + search.value, location.href);
    const kinds = ['', kindsIn('usd'), kindsIn('probability')];
    // Read once the clock is known, and not again each second.
    const nowMs = isClockKnown.value ? now.peek() : null;
    draw(findAddressProblems(url, { venues: VENUE_IDS, kinds, nowMs }));
  });
}

function draw(problems: readonly AddressProblem[]): void {
  const forget = () => setParams(Object.fromEntries(problems.map(({ name }) => [name, null])));
  render(
    problems.length === 0
      ? nothing
      : html`<p class="banner" role="status">
          <b class="warn">▲ The address:</b> ${problems.map(({ message }) => message).join('; ')}.
          <button @click=${forget}>take ${problems.length === 1 ? 'it' : 'them'} out</button>
        </p>`,
    line as HTMLElement,
  );
}
