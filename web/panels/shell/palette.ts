import { computed, signal } from '@preact/signals-core';
import type { GetIndexAnswer } from '../../../client/src/index.ts';
import { dayTime } from '../../format/time.ts';
import { getPriceUnit, venueTitle } from '../../format/venue.ts';
import { PAGES } from '../../router.ts';
import { call } from '../../state/calls.ts';
import { goTo, withQuery } from '../../state/location.ts';
import { showDialog } from '../dialog.ts';
import { dayChangeFigure, figure, priceFigure } from '../figure.ts';
import { cutName } from '../market/name.ts';
import { splitNames } from '../market/name-parts.ts';
import { createSharedTest, toShownName } from '../market/shown-name.ts';
import { copy } from '../notice.ts';
import { type Content, html, nothing } from '../view.ts';
import { COMMANDS } from './commands.ts';
import { GUIDES } from './guides.ts';
import { PALETTE_ACTIONS } from './palette-actions.ts';

interface Choice {
  readonly content: Content;
  readonly run: () => void;
  /** The market that it opens; absent: it opens something else. */
  readonly market?: { readonly asset: string; readonly name: string };
}

type Entry = GetIndexAnswer['entries'][number];

const MAX_ASSETS = 12;
const TYPED_MS = 120;

/**
 * Finds pages, markets by the words of their name, event or id, actions, guides, and commands of the shell, which are
 * copied.
 *
 * @param typed Text that was typed before the palette had loaded.
 */
export function showPalette(typed: string): void {
  const text = signal(typed);
  const asked = signal(typed.trim());
  const chosen = signal(0);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const found = computed(() => {
    if (asked.value === '') return null;
    const path = withQuery('/api/m2m/index', { q: asked.value, limit: MAX_ASSETS });
    return call<GetIndexAnswer>(path, { everyMs: 60_000 }).state.value;
  });
  const choices = computed((): readonly Choice[] => {
    const words = text.value.trim().toLowerCase();
    const named = [
      ...PAGES.filter(({ isInMenu }) => isInMenu).map(({ name, segment, letter }) => ({
        name,
        detail: `page · g ${letter}`,
        run: () => goTo(`/${segment}`),
      })),
      ...PALETTE_ACTIONS.map(({ name, run }) => ({ name, detail: 'action', run })),
      ...GUIDES.map(([page, about]) => ({
        name: `Guide: ${about}`,
        detail: page,
        run: () => void window.open(`/docs/guides/${page}`, '_blank', 'noopener'),
      })),
      ...(words === '' ? [] : COMMANDS).map(([command, about]) => ({
        name: `crosstape ${command}`,
        detail: about,
        run: () => void copy(`crosstape ${command}`, 'command'),
      })),
    ].filter(({ name, detail }) => `${name} ${detail}`.toLowerCase().includes(words));
    const answered = words === '' ? [] : (found.value?.data?.entries ?? []);
    const isShared = createSharedTest(answered);
    const entries = answered.map((entry) => ({ ...entry, name: toShownName(entry, isShared(entry)) }));
    const parts = splitNames(entries.map(({ name }) => name));
    const toNamed = ({ name, detail, run }: (typeof named)[number]): Choice => ({
      content: html`<span class="plain-choice">${name}</span><span class="muted">${detail}</span>`,
      run,
    });
    // A page whose name is being typed comes before the markets that have the word.
    const isBegun = ({ name }: (typeof named)[number]) =>
      words !== '' && (name.toLowerCase().startsWith(words) || name === `crosstape ${words}`);
    return [
      ...named.filter(isBegun).map(toNamed),
      ...entries.flatMap((entry, i): readonly Choice[] => {
        const choice: Choice = {
          content: renderEntry(entry, parts),
          run: () => goTo(`/asset/${encodeURIComponent(entry.asset)}`),
          market: entry,
        };
        const event = startsEvent(entries, i) ? entry.event : undefined;
        return event === undefined ? [choice] : [toEventChoice(entry.venue, event), choice];
      }),
      ...named.filter((one) => !isBegun(one)).map(toNamed),
    ];
  });

  showDialog('Find pages, markets, actions, guides and commands', (close) => {
    const open = (choice: Choice | undefined) => {
      if (choice === undefined) return;
      close();
      choice.run();
    };
    const type = (event: Event) => {
      text.value = (event.target as HTMLInputElement).value;
      chosen.value = 0;
      clearTimeout(timer);
      timer = setTimeout(() => {
        asked.value = text.value.trim();
      }, TYPED_MS);
    };
    const press = (event: KeyboardEvent) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) {
        event.preventDefault();
        chosen.value = Math.max(0, Math.min(choices.value.length - 1, chosen.value + step));
        document.getElementById(`choice-${chosen.value}`)?.scrollIntoView({ block: 'nearest' });
      } else if (event.key === 'Enter') {
        event.preventDefault();
        const choice = choices.value[chosen.value];
        if (event.shiftKey && choice?.market !== undefined) void watch(choice.market);
        else open(choice);
      }
    };
    const failure = found.value?.failure ?? null;
    const isWaiting =
      text.value.trim() !== asked.value ||
      (found.value !== null && found.value.data === null && failure === null);
    return html`<div class="palette">
      <input
        type="text"
        role="combobox"
        aria-label="Page, market, action or guide"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant=${choices.value.length === 0 ? nothing : `choice-${chosen.value}`}
        placeholder="a page, words of a market, an action, a guide"
        autocomplete="off"
        spellcheck="false"
        maxlength="200"
        autofocus
        .value=${typed}
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
            >${choice.content}</li>`,
        )}
      </ul>
      ${choices.value.some(({ market }) => market !== undefined) ? html`<p class="muted wide-only">Enter opens; <kbd>Shift Enter</kbd> puts a market into the watch list, or takes it out.</p>` : nothing}
      ${failure === null ? nothing : html`<p class="state failed"><strong>${failure.code}</strong> ${failure.message}</p>`}
      ${choices.value.length > 0 || isWaiting ? nothing : html`<p class="muted">Nothing has these words: try fewer of them, or the beginning of one.</p>`}
    </div>`;
  });
}

async function watch(market: NonNullable<Choice['market']>): Promise<void> {
  const { toggleWatched } = await import('../watch/star.ts');
  toggleWatched(market);
}

/** Whether an entry is the first of several that are outcomes of one event. */
function startsEvent(entries: readonly Entry[], i: number): boolean {
  const isOfEvent = ({ venue, event }: Entry) =>
    event !== undefined && venue === entries[i]?.venue && event.key === entries[i]?.event?.key;
  return entries.findIndex(isOfEvent) === i && entries.filter(isOfEvent).length > 1;
}

const toEventChoice = (venue: string, { key, title }: NonNullable<Entry['event']>): Choice => ({
  content: html`<span class="plain-choice" dir="auto">${title}</span><span class="muted">all outcomes · ${venueTitle(venue)}</span>`,
  run: () => goTo(`/event/${venue}/${encodeURIComponent(key)}`),
});

/** Title with the end in which it differs, and below it where it is traded, at which price, how much, until when. */
function renderEntry(entry: Entry, parts: ReturnType<typeof splitNames>): Content {
  const { asset, name, venue, lastPrice, change24hPct, change24hPts, change24hSource } = entry;
  const { volume24hUsd, endDate, isStale } = entry;
  const unit = getPriceUnit(asset);
  const change = unit === 'usd' ? change24hPct : change24hPts;
  return html`${cutName(name, parts.get(name), `${name} · ${asset}`)}<span class="market-facts"
      ><span class="muted">${venueTitle(venue)}</span><b>${priceFigure(lastPrice, { unit, whyNull: 'no_price' })}</b
      ><span>${change === null ? nothing : dayChangeFigure(change, { unit, source: change24hSource })}</span
      ><span class="muted">${volume24hUsd === null ? nothing : html`${figure('volume24hUsd', volume24hUsd)} USD`}</span
      ><span class="muted">${endDate === null ? nothing : html`ends ${dayTime(endDate, 'utc')}`}${isStale ? ' · stale' : nothing}</span></span
    >`;
}
