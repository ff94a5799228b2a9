import { changeLists, createListId, watchLists } from '../../state/watch-lists.ts';
import { findFullness, findList, hasAsset, setAsset } from '../../state/watch-model.ts';
import type { Column } from '../table/table-model.ts';
import { type Content, html, view } from '../view.ts';

/** An asset with the name under which it is told of. */
export interface Named {
  readonly asset: string;
  readonly name: string;
}

/** Puts an asset into a list, or takes it out, and says so with a way back. Default: the list chosen last. */
export function toggleWatched({ asset, name }: Named, listId = watchLists.peek().current): void {
  const before = watchLists.peek();
  const list = findList(before, listId);
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

async function tell(text: string, undo?: () => void): Promise<void> {
  const { say } = await import('../notice.ts');
  say(text, null, undo);
}

/** The button that puts an asset into the list chosen last; pressed while it is in there. */
export const star = (subject: Named, listId?: string): Content => view(() => starButton(subject, listId));

/**
 * @param listId Default: the list chosen last.
 * @param isReached Whether Tab leads to it. In rows a key does the same.
 */
export function starButton(subject: Named, listId?: string, isReached = true): Content {
  const list = findList(watchLists.value, listId ?? watchLists.value.current);
  const isIn = hasAsset(list, subject.asset);
  const where = list?.name ?? 'a watch list';
  return html`<button class="star" aria-pressed=${isIn} tabindex=${isReached ? 0 : -1} aria-label="watch ${subject.name}"
    title=${isIn ? `in ${where}: take it out (w)` : `put it into ${where} (w)`}
    @click=${() => toggleWatched(subject, list?.id)}
  >${isIn ? '★' : '☆'}</button>`;
}

/** The stars of a table's rows. @param find Null: the row is no asset. */
export const starColumn = <Row>(
  find: (row: Row) => Named | null,
  findListId: () => string | undefined,
  phoneWidth?: number,
): Column<Row> => ({
  id: 'watch',
  title: '☆',
  note: 'Watched: in the list that was chosen last.',
  isText: true,
  width: 30,
  ...(phoneWidth === undefined ? {} : { phoneWidth }),
  cell: (row) => {
    const subject = find(row);
    return subject === null ? '' : starButton(subject, findListId(), false);
  },
});
