import { computed, signal } from '@preact/signals-core';
import type { SearchAnswer } from '../../../client/src/index.ts';
import { MINUTE_MS } from '../../format/time.ts';
import { venueTitle } from '../../format/venue.ts';
import { call } from '../../state/calls.ts';
import { withQuery } from '../../state/location.ts';
import { type Content, html } from '../view.ts';

const MAX_FOUND = 8;
const TYPED_MS = 150;

interface MarketFieldOptions {
  /** Id of its list of found markets. */
  readonly listId: string;
  readonly label: string;
  readonly placeholder: string;
  readonly choose: (asset: string) => void;
}

/** Creates a field in which a market is found by words of its name or its id. Enter takes the best match. */
export function createMarketField({ listId, label, placeholder, choose }: MarketFieldOptions) {
  const asked = signal('');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const found = computed((): SearchAnswer['results'] => {
    if (asked.value === '') return [];
    const path = withQuery('/api/search', { q: asked.value, limit: MAX_FOUND });
    return call<SearchAnswer>(path, { everyMs: MINUTE_MS }).state.value.data?.results ?? [];
  });
  const take = (input: HTMLInputElement, asset: string) => {
    asked.value = '';
    input.value = '';
    choose(asset);
  };
  const type = (event: Event) => {
    const input = event.target as HTMLInputElement;
    const listed = found.peek().find(({ asset }) => asset === input.value);
    clearTimeout(timer);
    if (listed !== undefined) take(input, listed.asset);
    else timer = setTimeout(() => (asked.value = input.value.trim()), TYPED_MS);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const [best] = found.peek();
    if (best !== undefined) take(event.target as HTMLInputElement, best.asset);
  };
  return (leftOut: readonly string[]): Content => html`<input
      class="compare"
      type="search"
      list=${listId}
      aria-label=${label}
      placeholder=${placeholder}
      autocomplete="off"
      spellcheck="false"
      maxlength="200"
      @input=${type}
      @keydown=${press}
    ><datalist id=${listId}>${found.value
      .filter(({ asset }) => !leftOut.includes(asset))
      .map(
        ({ asset, title, venue }) => html`<option value=${asset}>${title} · ${venueTitle(venue)}</option>`,
      )}</datalist>`;
}
