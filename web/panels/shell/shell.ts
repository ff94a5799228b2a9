import { effect, signal } from '@preact/signals-core';
import { PAGES, shown } from '../../router.ts';
import { keepKeysFor } from '../../state/keyboard.ts';
import { addressWith, path } from '../../state/location.ts';
import { apiKey } from '../../state/service.ts';
import { banner, lamps } from '../recording/lamps.ts';
import { type Content, html, nothing, view } from '../view.ts';

/** Module that is loaded when a key is given: most viewers have none. */
const keyed = signal<typeof import('./keyed-corner.ts') | null>(null);

effect(() => {
  if (apiKey.value === null || keyed.peek() !== null) return;
  void import('./keyed-corner.ts').then((module) => {
    keyed.value = module;
  });
});

/** The corner of the caller's key: a button that asks for it, then the account once it is known. */
export const account = view((): Content => {
  if (apiKey.value === null) {
    return html`<button class="quiet" @click=${() => void askForKey()}>key</button>`;
  }
  return keyed.value === null ? nothing : view(keyed.value.keyedCorner);
});

/** The button that stops the caller's bot: first in the order of focus, last in the bar. */
export const stop = view((): Content => {
  return apiKey.value === null || keyed.value === null ? nothing : view(keyed.value.stopCorner);
});

/** Asks for a key. */
async function askForKey(): Promise<void> {
  (await keepKeysFor(import('../account/key-form.ts')))?.loaded.showKeyForm();
}

/** The frame of every page: lamps, menu, and the page itself. */
export function shell(): Content {
  return html`
    <header class="topbar">
      ${stop}
      <a class="skip" href="#main">to the page</a>
      <a class="brand" href="/" aria-label="Crosstape, overview">crosstape</a>
      ${lamps}
      <span class="spring"></span>
      ${account}
      <span class="folds">${view(copyButton)}</span>
      <button class="quiet" title="pages, markets and actions (Ctrl K)" @click=${() => void openPalette()}>
        find <kbd>Ctrl K</kbd>
      </button>
      <button class="quiet folds" title="guides, terms and keys (?)" @click=${() => void openHelp()}>help</button>
      <button class="quiet folds" title="units, colours, rows, time zone" @click=${() => void openSettings()}>
        settings
      </button>
      <button class="quiet more" title="account, bot, help, settings" @click=${() => void openMore()}>more</button>
    </header>
    ${view(menu)}
    ${banner}
    <main id="main" tabindex="-1">${view(page)}</main>
  `;
}

/**
 * Shows the button that copies a link. Most pages show figures without a past in the API: their links say that they are
 * live.
 */
function copyButton(): Content {
  const { value } = shown;
  return value.kind === 'page' && value.page.frozen !== undefined
    ? html`<button class="quiet" title="to this page, with the times that are in view" @click=${() => void copyLink()}>copy link</button>`
    : html`<button class="quiet" title="to this page and its filters; it shows the state at the time it is opened" @click=${() => void copyLink()}>copy live link</button>`;
}

/** Ranges that follow the present are replaced by the times that they mean now. */
export async function copyLink(): Promise<void> {
  const current = shown.peek();
  const page = current.kind === 'page' ? current.page : undefined;
  const frozen = page?.frozen?.();
  const { copy } = await import('../notice.ts');
  const what = frozen === undefined ? 'live link, which shows the state at the time it is opened' : 'link';
  await copy(new URL(addressWith({ ...frozen, ...page?.shared?.() }), location.href).href, what);
}

export async function openPalette(): Promise<void> {
  const kept = await keepKeysFor(import('./palette.ts'));
  kept?.loaded.showPalette(kept.typed);
}

export async function openHelp(): Promise<void> {
  (await keepKeysFor(import('./key-help.ts')))?.loaded.showKeyHelp();
}

/** Opens the sheet with the items that do not fit in the bar. */
async function openMore(): Promise<void> {
  (await keepKeysFor(import('./more-sheet.ts')))?.loaded.showMore();
}

export async function openSettings(): Promise<void> {
  (await keepKeysFor(import('./settings-form.ts')))?.loaded.showSettings();
}

function menu(): Content {
  const current = path.value.split('/')[1] ?? '';
  queueMicrotask(showCurrentPage);
  return html`<nav class="menu" aria-label="Pages">
    ${PAGES.filter(({ isInMenu }) => isInMenu).map(
      ({ segment, name, letter }) =>
        html`<a
          href="/${segment}"
          aria-current=${segment === current ? 'page' : nothing}
          title="g ${letter}"
          >${name}</a
        >`,
    )}
    <a href="/docs" target="_blank" rel="noopener">Docs</a>
  </nav>`;
}

const MAX_SUGGESTED = 3;

/** Pages whose name begins as the wrong address does come first. */
function suggestPages(pathname: string): readonly (typeof PAGES)[number][] {
  const letters = (pathname.split('/')[1] ?? '').toLowerCase();
  const countAlike = (segment: string) => {
    let alike = 0;
    while (alike < segment.length && segment[alike] === letters[alike]) alike++;
    return alike;
  };
  return PAGES.filter(({ isInMenu }) => isInMenu)
    .toSorted((a, b) => countAlike(b.segment) - countAlike(a.segment))
    .slice(0, MAX_SUGGESTED);
}

/** Scrolls a menu that is wider than the page to the entry of the open page. */
function showCurrentPage(): void {
  const menuLine = document.querySelector('.menu');
  const link = menuLine?.querySelector<HTMLElement>('[aria-current=page]');
  if (menuLine == null || link == null || menuLine.scrollWidth <= menuLine.clientWidth) return;
  menuLine.scrollLeft = link.offsetLeft - (menuLine.clientWidth - link.offsetWidth) / 2;
}

function page(): Content {
  const { value } = shown;
  switch (value.kind) {
    case 'loading':
      return html`<p class="state loading">loading</p>`;
    case 'page':
      return view(value.page.view);
    case 'missing':
      return html`<h1>No page here</h1>
        <p>There is no page <code>${value.pathname}</code>. These there are:</p>
        <ul class="suggestions">
          ${suggestPages(value.pathname).map(({ segment, name }) => html`<li><a href="/${segment}">${name}</a></li>`)}
        </ul>
        <p><button @click=${() => void openPalette()}>find a page or a market</button></p>`;
    case 'unloadable':
      return html`<h1>${value.name} could not be loaded</h1>
        <p>
          The service cannot be reached, or it was replaced by another version.
          <button @click=${() => location.reload()}>load again</button>
        </p>`;
  }
}
