import { changeLists, createListId, watchLists } from '../../state/watch-lists.ts';
import { addList, findFullness, hasAsset, setAsset, type WatchList } from '../../state/watch-model.ts';
import { showDialog } from '../dialog.ts';
import { type Content, html, nothing } from '../view.ts';
import { showListForm } from './list-form.ts';

/** An asset with the name under which it is told of. */
export interface Named {
  readonly asset: string;
  readonly name: string;
}

/** Lets the viewer choose the lists that an asset is in. */
export function showListChoice(subject: Named): void {
  showDialog(`Watch lists of ${subject.name}`, (close) => {
    const isFull = findFullness(watchLists.value, null) !== null;
    const create = () => {
      close();
      showListForm('New watch list', '', (name) =>
        changeLists((lists) => addList(lists, createListId(), { name, assets: [subject.asset] })),
      );
    };
    return html`<div class="settings">
      <h2>Watch lists of ${subject.name}</h2>
      <div class="list-choice">${watchLists.value.lists.map((list, index) => choice(list, subject.asset, index === 0))}</div>
      <p><button class="primary" @click=${close}>done</button>
        <button ?disabled=${isFull} @click=${create}>new list</button></p>
    </div>`;
  });
}

function choice(list: WatchList, asset: string, isFirst: boolean): Content {
  const isIn = hasAsset(list, asset);
  const fullness = isIn ? null : findFullness(watchLists.value, list);
  return html`<label class="check" title=${fullness ?? nothing}><input
      type="checkbox"
      ?autofocus=${isFirst}
      ?disabled=${fullness !== null}
      .checked=${isIn}
      @change=${(event: Event) => changeLists((lists) => setAsset(lists, list.id, asset, (event.target as HTMLInputElement).checked))}
    ><span dir="auto">${list.name}</span> <span class="muted">${list.assets.length}</span></label>`;
}
