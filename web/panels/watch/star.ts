import { changeLists, createListId, watchLists } from '../../state/watch-lists.ts';
import { findFullness, findList, hasAsset, setAsset, type WatchList } from '../../state/watch-model.ts';
import type { Column } from '../table/table-model.ts';
import { type Content, html, nothing } from '../view.ts';
import type { Named } from './list-choice.ts';

/**
 * Puts an asset into a list, or takes it out, and says so with a way back. Without a list that is meant, it is the only
 * one; where there are several, the viewer chooses.
 */
export function toggleWatched(subject: Named, listId: string | null = null): void {
  const before = watchLists.peek();
  if (listId === null && before.lists.length > 1) return void choose(subject);
  const { asset, name } = subject;
  const list = findList(before, listId ?? before.current);
  const isIn = !hasAsset(list, asset);
  const fullness = isIn ? findFullness(before, list) : null;
  if (fullness !== null) return void tell(fullness);
  const id = list?.id ?? createListId();
  changeLists((lists) => setAsset(lists, id, asset, isIn));
  const title = findList(watchLists.peek(), id)?.name ?? '';
  void tell(isIn ? `${name} is in ${title}` : `${name} is taken out of ${title}`, () =>
    changeLists((lists) => setAsset(lists, id, asset, !isIn)),
  );
}

async function choose(subject: Named): Promise<void> {
  const { showListChoice } = await import('./list-choice.ts');
  showListChoice(subject);
}

async function tell(text: string, undo?: () => void): Promise<void> {
  const { say } = await import('../notice.ts');
  say(text, null, undo);
}

/**
 * The button that puts an asset into a list, pressed while it is in one. Where there are several lists it opens the
 * choice of them.
 *
 * @param listId Default: any list.
 * @param isReached Whether Tab leads to it. In rows a key does the same.
 */
export function starButton(subject: Named, listId?: string, isReached = true): Content {
  const { lists } = watchLists.value;
  const candidates = listId === undefined ? lists : lists.filter(({ id }) => id === listId);
  const holding = candidates.filter((list) => hasAsset(list, subject.asset));
  const isIn = holding.length > 0;
  const isChoice = candidates.length > 1;
  return html`<button class="star" aria-pressed=${isIn} aria-haspopup=${isChoice ? 'dialog' : nothing}
    tabindex=${isReached ? 0 : -1} aria-label="watch ${subject.name}"
    title=${describeStar(candidates, holding)}
    @click=${() => toggleWatched(subject, listId)}
  >${isIn ? '★' : '☆'}</button>`;
}

function describeStar(candidates: readonly WatchList[], holding: readonly WatchList[]): string {
  const where = holding.map(({ name }) => name).join(', ');
  if (candidates.length > 1) return `${where === '' ? '' : `in ${where}: `}choose its watch lists (w)`;
  return where === ''
    ? `put it into ${candidates[0]?.name ?? 'a watch list'} (w)`
    : `in ${where}: take it out (w)`;
}

/** The stars of a table's rows. @param find Null: the row is no asset. */
export const starColumn = <Row>(
  find: (row: Row) => Named | null,
  findListId: () => string | undefined,
  phoneWidth?: number,
): Column<Row> => ({
  id: 'watch',
  title: '☆',
  note: 'Watched: in a list of yours.',
  isText: true,
  width: 30,
  ...(phoneWidth === undefined ? {} : { phoneWidth }),
  cell: (row) => {
    const subject = find(row);
    return subject === null ? '' : starButton(subject, findListId(), false);
  },
});
