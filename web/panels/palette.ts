import { computed, signal } from '@preact/signals-core';
import type { GetIndexAnswer } from '../../client/src/index.ts';
import { PAGES } from '../router.ts';
import { call } from '../state/calls.ts';
import { goTo, withQuery } from '../state/location.ts';
import { showDialog } from './dialog.ts';
import { html, nothing } from './view.ts';

interface Choice {
  readonly name: string;
  readonly detail: string;
  readonly to: string;
}

const MAX_ASSETS = 12;

/** Finds pages by name and assets by the words of their name, event or id. */
export function showPalette(): void {
  const text = signal('');
  const asked = signal('');
  const chosen = signal(0);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const found = computed(() => {
    if (asked.value === '') return null;
    const path = withQuery('/api/m2m/index', { q: asked.value, limit: MAX_ASSETS });
    return call<GetIndexAnswer>(path, { everyMs: 60_000 }).state.value;
  });
  const choices = computed((): readonly Choice[] => {
    const words = text.value.trim().toLowerCase();
    const pages = PAGES.filter(({ name, isInMenu }) => isInMenu && name.toLowerCase().includes(words)).map(
      ({ name, segment, letter }) => ({ name, detail: `page · g ${letter}`, to: `/${segment}` }),
    );
    const assets = (found.value?.data?.entries ?? []).map(({ name, asset, venue }) => ({
      name,
      detail: `${venue} · ${asset}`,
      to: `/asset/${encodeURIComponent(asset)}`,
    }));
    return words === '' ? pages : [...assets, ...pages];
  });

  showDialog('Find pages and assets', (close) => {
    const open = (choice: Choice | undefined) => {
      if (choice === undefined) return;
      close();
      goTo(choice.to);
    };
    const type = (event: Event) => {
      text.value = (event.target as HTMLInputElement).value;
      chosen.value = 0;
      clearTimeout(timer);
      timer = setTimeout(() => {
        asked.value = text.value.trim();
      }, 120);
    };
    const press = (event: KeyboardEvent) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) {
        event.preventDefault();
        chosen.value = Math.max(0, Math.min(choices.value.length - 1, chosen.value + step));
      } else if (event.key === 'Enter') {
        event.preventDefault();
        open(choices.value[chosen.value]);
      }
    };
    const failure = found.value?.failure ?? null;
    return html`<div class="palette">
      <input
        type="text"
        role="combobox"
        aria-label="Page or asset"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant=${choices.value.length === 0 ? nothing : `choice-${chosen.value}`}
        placeholder="a page, or words of a market"
        autocomplete="off"
        spellcheck="false"
        autofocus
        @input=${type}
        @keydown=${press}
      >
      <ul id="palette-list" role="listbox" aria-label="Found">
        ${choices.value.map(
          (choice, index) =>
            html`<li
              id="choice-${index}"
              role="option"
              aria-selected=${index === chosen.value}
              @click=${() => open(choice)}
            >
              <span>${choice.name}</span><span class="muted">${choice.detail}</span>
            </li>`,
        )}
      </ul>
      ${failure === null ? nothing : html`<p class="state failed"><strong>${failure.code}</strong> ${failure.message}</p>`}
      ${choices.value.length === 0 ? html`<p class="muted">nothing has these words</p>` : nothing}
    </div>`;
  });
}
