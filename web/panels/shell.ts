import { signal } from '@preact/signals-core';
import { PAGES, shown } from '../router.ts';
import { addressWith, path } from '../state/location.ts';
import { changeToNext, settings } from '../state/settings.ts';
import { lamps } from './lamps.ts';
import { type Content, html, nothing, view } from './view.ts';

/** What a caller with a key sees; it follows the first modules. */
const corner = signal<typeof import('./account-corner.ts') | null>(null);
void import('./account-corner.ts').then((module) => {
  corner.value = module;
});

/** What stands on every page: lamps, menu, and the page itself. */
export function shell(): Content {
  return html`
    <header class="topbar">
      ${view(() => corner.value?.stop ?? nothing)}
      <a class="skip" href="#main">to the page</a>
      <a class="brand" href="/" aria-label="Crosstape, overview">crosstape</a>
      ${lamps}
      <span class="spring"></span>
      ${view(() => corner.value?.account ?? nothing)}
      ${view(copyButton)}
      <button class="quiet" title="pages and assets (Ctrl K)" @click=${() => void openPalette()}>
        find <kbd>Ctrl K</kbd>
      </button>
      ${view(settingsButtons)}
    </header>
    ${view(menu)}
    <main id="main" tabindex="-1">${view(page)}</main>
  `;
}

/** What most pages show has no past in the API: their links say that they are live. */
function copyButton(): Content {
  const { value } = shown;
  return value.kind === 'page' && value.page.frozen !== undefined
    ? html`<button class="quiet" title="to this page, with the times that are in view" @click=${() => void copyLink()}>copy link</button>`
    : html`<button class="quiet" title="to this page and its filters; it shows what is so when it is opened" @click=${() => void copyLink()}>copy live link</button>`;
}

/** Ranges that follow the present are replaced by the times that they mean now. */
async function copyLink(): Promise<void> {
  const current = shown.peek();
  const frozen = current.kind === 'page' ? current.page.frozen?.() : undefined;
  const { copy } = await import('./notice.ts');
  const what = frozen === undefined ? 'live link, which shows what is so when it is opened' : 'link';
  await copy(new URL(addressWith(frozen ?? {}), location.href).href, what);
}

export async function openPalette(): Promise<void> {
  const { showPalette } = await import('./palette.ts');
  showPalette();
}

function menu(): Content {
  const current = path.value.split('/')[1] ?? '';
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

const THEME_SIGNS = { system: '◐', dark: '●', light: '○' } as const;

function settingsButtons(): Content {
  const { theme, zone } = settings.value;
  return html`<button class="quiet" title="time zone of all times" @click=${() => changeToNext('zone')}>
      ${zone === 'utc' ? 'UTC' : 'local'}
    </button>
    <button class="quiet" title="colours: ${theme}" @click=${() => changeToNext('theme')}>
      ${THEME_SIGNS[theme]} <span class="wide-only">${theme}</span>
    </button>`;
}

function page(): Content {
  const { value } = shown;
  switch (value.kind) {
    case 'loading':
      return html`<p class="state loading">loading</p>`;
    case 'page':
      return view(value.page.view);
    case 'missing':
      return html`<h1>No page here</h1><p>There is no page <code>${value.pathname}</code>.</p>`;
    case 'unloadable':
      return html`<h1>${value.name} could not be loaded</h1>
        <p>
          The service cannot be reached, or it was replaced by another version.
          <button @click=${() => location.reload()}>load again</button>
        </p>`;
  }
}
