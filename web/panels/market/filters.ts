import { getUnits } from '../../format/market.ts';
import { venueTitle } from '../../format/venue.ts';
import { param, setParams } from '../../state/location.ts';
import { isPhone, settings } from '../../state/settings.ts';
import { watchLists } from '../../state/watch-lists.ts';
import { columnsButton } from '../table/columns-button.ts';
import type { Column } from '../table/table-model.ts';
import { type Content, html, nothing, view } from '../view.ts';
import { isSameCategory, NO_CATEGORY } from './model.ts';

/** Least distances from fair value: of perpetuals in bps, of probabilities in points. */
const BASES = [
  [10, 0.5],
  [50, 2.5],
  [200, 10],
] as const;

const CLASSES = { perp: 'perpetuals', binary: 'binaries', pred: 'outcomes' } as const;

const ENDS = [
  ['1h', 'an hour'],
  ['1d', 'a day'],
  ['7d', '7 days'],
  ['30d', '30 days'],
] as const;

const choose = (name: string) => (event: Event) =>
  setParams({ [name]: (event.target as HTMLSelectElement).value });

export interface MarketFilters {
  /** Number of rows that pass the filters. */
  readonly found: () => number;
  readonly venues: () => readonly string[];
  readonly categories: () => readonly string[];
  readonly columns: readonly Column<never>[];
}

/** Whether outcomes of one question stand below each other. */
export const isGrouped = (): boolean => param('group') === 'event';

/** Filters beside the words; on a phone they are in a sheet, so that the rows begin in the first screen. */
export function marketFilters(given: MarketFilters): Content {
  return html`<input
      type="search"
      data-filter
      aria-label="words of the market"
      placeholder="filter  /"
      maxlength="200"
      .value=${param('q') ?? ''}
      @input=${choose('q')}
    >
    ${isPhone.value ? html`<button @click=${() => void showFilters(given)}>filters${countFilters()}</button>` : view(() => choices(given))}
    ${columnsButton('Markets', given.columns)}`;
}

const countFilters = (): string => {
  const set = ['venue', 'class', 'category', 'ends', 'watch', 'fresh', 'basis', 'group'].filter(
    (name) => param(name) !== null,
  ).length;
  return set === 0 ? '' : ` (${set})`;
};

async function showFilters(given: MarketFilters): Promise<void> {
  const { showDialog } = await import('../dialog.ts');
  showDialog(
    'Filters',
    (close) => html`<div class="settings">
      <h2>Filters</h2>
      <p class="sheet-choices">${view(() => choices(given))}</p>
      <p><button class="primary" @click=${close}>show ${given.found()}</button></p>
    </div>`,
  );
}

const choices = (given: MarketFilters): Content => html`${view(() => venueChoice(given.venues()))}
    <select aria-label="class" @change=${choose('class')}>
      <option value="">all classes</option>
      ${Object.entries(CLASSES).map(([id, name]) => html`<option value=${id} ?selected=${param('class') === id}>${name}</option>`)}
    </select>
    ${view(() => categoryChoice(given.categories()))}
    ${view(listChoice)}
    <select class="narrow" aria-label="ends within" @change=${choose('ends')}>
      <option value="">any end</option>
      ${ENDS.map(([id, name]) => html`<option value=${id} ?selected=${param('ends') === id}>within ${name}</option>`)}
    </select>
    <label class="check"
      ><input
        type="checkbox"
        .checked=${param('fresh') === 'true'}
        @change=${(event: Event) => setParams({ fresh: (event.target as HTMLInputElement).checked || null })}
      >
      fresh</label
    >
    <button
      aria-pressed=${isGrouped()}
      title="outcomes of one question below each other"
      @click=${() => setParams({ group: isGrouped() ? null : 'event' })}
    >by event</button>
    <select class="narrow" aria-label="distance from fair value" @change=${choose('basis')}>
      <option value="">any basis</option>
      ${BASES.map(([bps, points]) => html`<option value=${bps} ?selected=${param('basis') === String(bps)}>basis ≥ ${bps} bps, ${points} ${getUnits('probability', settings.value.odds).distance}</option>`)}
    </select>`;

function venueChoice(venues: readonly string[]): Content {
  return html`<select
    aria-label="venue"
    @change=${(event: Event) => setParams({ venue: (event.target as HTMLSelectElement).value })}
  >
    <option value="">all venues</option>
    ${venues.map((venue) => html`<option value=${venue} ?selected=${param('venue') === venue}>${venueTitle(venue)}</option>`)}
  </select>`;
}

function categoryChoice(categories: readonly string[]): Content {
  const chosen = param('category');
  // One of the address that no market has, or none has yet.
  const all =
    chosen === null || categories.some((name) => isSameCategory(name, chosen))
      ? categories
      : [chosen, ...categories];
  return html`<select class="narrow" aria-label="category" @change=${choose('category')}>
    <option value="">all categories</option>
    ${all.map((name) => html`<option value=${name} ?selected=${chosen !== null && isSameCategory(name, chosen)}>${name === NO_CATEGORY ? 'without a category' : name}</option>`)}
  </select>`;
}

/** Shows the choice of a list; nothing where there is no list, and none is wanted. */
function listChoice(): Content {
  const { lists } = watchLists.value;
  const chosen = param('watch');
  if (lists.length === 0 && chosen === null) return nothing;
  const isForeign = chosen !== null && !lists.some(({ id }) => id === chosen);
  return html`<select class="narrow" aria-label="watch list" @change=${choose('watch')}>
    <option value="">all markets</option>
    ${lists.map(({ id, name }) => html`<option value=${id} ?selected=${chosen === id}>in ${name}</option>`)}
    ${isForeign ? html`<option value=${chosen} selected>in a list of another browser</option>` : nothing}
  </select>`;
}
