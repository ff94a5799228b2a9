import { signal } from '@preact/signals-core';
import { formatStored, NO_LISTS, parseStored, type WatchLists } from './watch-model.ts';

const STORED_AS = 'crosstape.watch';

/** The watch lists of this browser; the pages that are open in other tabs follow. */
export const watchLists = signal<WatchLists>(readStored() ?? NO_LISTS);

/** Whether this browser keeps the lists when the page is closed. */
export const areListsKept = signal(true);

addEventListener('storage', ({ key }) => {
  if (key === STORED_AS || key === null) watchLists.value = readStored() ?? NO_LISTS;
});

/** Changes the lists, from what another tab may have stored meanwhile. */
export function changeLists(change: (before: WatchLists) => WatchLists): void {
  const before = (areListsKept.peek() ? readStored() : null) ?? watchLists.peek();
  const next = change(before);
  if (next === before) return;
  watchLists.value = next;
  try {
    localStorage.setItem(STORED_AS, formatStored(next));
    areListsKept.value = true;
  } catch {
    // A browser that stores nothing, or has no room, forgets them with the page.
    areListsKept.value = false;
  }
}

/** Creates an id for a new list. */
export function createListId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => (byte % 36).toString(36)).join('');
}

function readStored(): WatchLists | null {
  try {
    return parseStored(localStorage.getItem(STORED_AS));
  } catch {
    // A browser that stores nothing has kept none.
    return null;
  }
}
