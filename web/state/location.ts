import { computed, type ReadonlySignal, signal } from '@preact/signals-core';

/** The address is the state: filters, sort, range and overlays live in it, so a copied link shows the same. */
const href = signal(location.href);

/** The path without its query: `/asset/hl-BTC`. */
export const path: ReadonlySignal<string> = computed(() => new URL(href.value).pathname);

/** The query with its question mark; '' without. */
export const search: ReadonlySignal<string> = computed(() => new URL(href.value).search);

/** Fragment of the address, with its `#`; '' without one. It never reaches the service. */
export const fragment: ReadonlySignal<string> = computed(() => new URL(href.value).hash);

const query = computed(() => new URL(href.value).searchParams);

/** Leads to another page of the terminal, as a click on a link would. */
function navigate(to: string): void {
  history.pushState(null, '', to);
  href.value = location.href;
}

/** Opens a page and moves the focus there, for keys and the palette. */
export function goTo(to: string): void {
  navigate(to);
  document.getElementById('main')?.focus();
  scrollTo(0, 0);
}

/** Scroll position and active row of a list when its page was left. */
export interface Place {
  readonly top: number;
  readonly active: number;
}

/** Keeps the position in a list with this entry of the browser's history, so that Back leads there. */
export function keepPlace(list: string, place: Place): void {
  const places = (history.state as { places?: Record<string, Place> } | null)?.places;
  history.replaceState({ places: { ...places, [list]: place } }, '');
}

/** Position of a list when the viewer left this entry of the history; null on a first visit. */
export function readPlace(list: string): Place | null {
  const place = (history.state as { places?: Record<string, Place> } | null)?.places?.[list];
  return place ?? null;
}

/** Reads one member of the query; null when it is absent. */
export function param(name: string): string | null {
  return query.value.get(name);
}

type Changes = Readonly<Record<string, string | number | boolean | null>>;

/** Sets members of the query in place; null takes one out. A click that goes back leaves the page at once. */
export function setParams(changes: Changes): void {
  const next = addressWith(changes);
  if (next === location.href) return;
  history.replaceState(history.state, '', next);
  href.value = location.href;
}

/** Sets what is behind the `#` in place. @param next With its `#`. */
export function setFragment(next: string): void {
  if (next === location.hash) return;
  history.replaceState(history.state, '', next);
  href.value = location.href;
}

/** Builds the address with some members of the query changed. */
export function addressWith(changes: Changes): string {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') url.searchParams.delete(name);
    else url.searchParams.set(name, String(value));
  }
  return url.href;
}

/** Builds the path with a query; absent members are left out. */
export function withQuery(
  to: string,
  members: Readonly<Record<string, string | number | boolean | null | undefined>>,
): string {
  const given = Object.entries(members).flatMap(([name, value]): [string, string][] =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? to : `${to}?${new URLSearchParams(given)}`;
}

/** Follows the browser's own back and forward, and clicks on links of the terminal. */
export function followLinks(isOwnPage: (path: string) => boolean): void {
  addEventListener('popstate', () => {
    href.value = location.href;
  });
  addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a');
    if (link == null || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.hasAttribute('target'))
      return;
    const section = /^#(.+)$/.exec(link.getAttribute('href') ?? '')?.[1];
    if (section !== undefined) {
      // What is behind the # may be the page's own: a link to a part of the page moves the focus alone.
      event.preventDefault();
      document.getElementById(section)?.focus();
      return;
    }
    // A link in a drawing has an address that changes with its animation, and no parts of it.
    const url = new URL(link.getAttribute('href') ?? '', location.href);
    if (url.origin !== location.origin || !isOwnPage(url.pathname)) return;
    event.preventDefault();
    navigate(url.href);
    scrollTo(0, 0);
  });
}
