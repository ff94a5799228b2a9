import { runKey } from '../../state/keyboard.ts';
import { goTo, setParams } from '../../state/location.ts';
import { areListsKept, changeLists, createListId, watchLists } from '../../state/watch-lists.ts';
import {
  addList,
  findFullness,
  findList,
  moveAsset,
  moveList,
  removeList,
  renameList,
  type SharedList,
  type WatchList,
} from '../../state/watch-model.ts';

import { findEndedName } from '../market/ended-name.ts';
import { listedMarkets } from '../market-table/listed.ts';
import { type Content, html, nothing } from '../view.ts';

/** The lists of this browser, each a link, and a button for another. Nothing before the first. */
export function listTabs(own: WatchList | null): Content {
  const { lists } = watchLists.value;
  if (lists.length === 0) return nothing;
  return html`<nav class="choices watch-lists" aria-label="Watch lists">
    ${lists.map(
      ({ id, name, assets }) =>
        html`<a href="/watch?list=${id}" dir="auto" aria-current=${id === own?.id ? 'true' : nothing} title=${name}
          ><span>${name}</span> <span class="muted">${assets.length}</span></a
        >`,
    )}
    <button @click=${() => void createList()}>new list</button>
    ${lists.length > 1 ? html`<button @click=${() => void orderLists()}>reorder lists</button>` : nothing}
  </nav>`;
}

/** Name of what is shown, and what can be done with it: a list of this browser, or one that came with the address. */
export function listHead(list: SharedList | null, own: WatchList | null): Content {
  if (list === null)
    return html`<h1>Watch lists</h1>
      <p>Markets that you follow. They are kept in this browser alone.</p>`;
  return html`<div class="watch-head">
      <h1 dir="auto">${list.name}</h1>
      ${own === null ? sharedActions(list) : ownActions(own)}
    </div>
    ${areListsKept.value ? nothing : html`<p class="warn">▲ This browser stores nothing: lists are gone when the page is closed. Copy the link to keep one.</p>`}`;
}

const ownActions = (own: WatchList): Content => html`
  <button title="the link carries the markets, the name and the columns" @click=${() => runKey('y')}>copy link</button>
  ${own.assets.length > 1 ? html`<button title="the order of the markets in this list" @click=${() => void orderMarkets(own)}>reorder</button>` : nothing}
  <button @click=${() => void rename(own)}>rename</button>
  <button @click=${() => void remove(own)}>delete</button>`;

function sharedActions(list: SharedList): Content {
  const twin = watchLists.value.lists.find(({ name }) => name === list.name);
  const isSame =
    twin !== undefined &&
    twin.assets.length === list.assets.length &&
    twin.assets.every((asset, i) => asset === list.assets[i]);
  const fullness = findFullness(watchLists.value, null);
  return html`<span class="muted">from the address, not kept in this browser${isSame ? html`: the same as your <a href="/watch?list=${twin.id}">${twin.name}</a>` : nothing}</span>
    <button class="primary" ?disabled=${fullness !== null} @click=${() => keep(list)}>keep this list</button>
    ${fullness === null ? nothing : html`<span class="warn">▲ ${fullness}</span>`}
    ${twin === undefined || isSame ? nothing : html`<span class="muted">yours of this name stays as it is</span>`}`;
}

/** Beside what is there: nothing of the viewer's is overwritten. */
function keep(list: SharedList): void {
  const id = createListId();
  changeLists((lists) => addList(lists, id, list));
  setParams({ list: id });
}

async function createList(): Promise<void> {
  const fullness = findFullness(watchLists.peek(), null);
  if (fullness !== null) {
    const { say } = await import('../notice.ts');
    return say(fullness);
  }
  const { showListForm } = await import('./list-form.ts');
  showListForm('New watch list', '', (name) => {
    const id = createListId();
    changeLists((lists) => addList(lists, id, { name, assets: [] }));
    goTo(`/watch?list=${id}`);
  });
}

async function rename({ id, name }: WatchList): Promise<void> {
  const { showListForm } = await import('./list-form.ts');
  showListForm('Rename the watch list', name, (next) => changeLists((lists) => renameList(lists, id, next)));
}

async function orderMarkets({ id, name }: WatchList): Promise<void> {
  const { showOrderForm } = await import('./order-form.ts');
  const names = new Map(listedMarkets.peek().map((row) => [row.asset.toLowerCase(), row.name]));
  const nameOf = (asset: string) => names.get(asset.toLowerCase()) ?? findEndedName(asset);
  showOrderForm(
    `Order of ${name}`,
    () => (findList(watchLists.value, id)?.assets ?? []).map((asset) => ({ id: asset, name: nameOf(asset) })),
    (asset, to) => {
      changeLists((lists) => moveAsset(lists, id, asset, to));
      // By a column the new order would not be seen.
      setParams({ sort: null });
    },
  );
}

async function orderLists(): Promise<void> {
  const { showOrderForm } = await import('./order-form.ts');
  showOrderForm(
    'Order of the watch lists',
    () => watchLists.value.lists,
    (id, to) => changeLists((lists) => moveList(lists, id, to)),
  );
}

/** The address still carries the list, so that it stays in view as one that can be kept. */
async function remove(own: WatchList): Promise<void> {
  changeLists((lists) => removeList(lists, own.id));
  const { say } = await import('../notice.ts');
  say(`${own.name} is deleted`, null, () =>
    changeLists((lists) => (findList(lists, own.id) === null ? addList(lists, own.id, own) : lists)),
  );
}
