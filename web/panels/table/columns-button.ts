import { isPhone } from '../../state/settings.ts';
import { type Content, html, nothing, view } from '../view.ts';
import { chooseColumn, findColumnChoice } from './column-choice.ts';
import { type Column, isShown } from './table-model.ts';

/** Opens the choice of a table's columns. @param table Its label. */
export function columnsButton<Row>(table: string, columns: readonly Column<Row>[]): Content {
  const show = async () => {
    const { showDialog } = await import('../dialog.ts');
    showDialog(
      `Columns of ${table}`,
      (close) => html`<div class="settings">
      <h2>Columns</h2>
      ${view(() => html`${choosable(table, columns)}`)}
      <p><button class="primary" @click=${close}>done</button></p>
    </div>`,
    );
  };
  return html`<button @click=${() => void show()}>columns</button>`;
}

function choosable<Row>(table: string, columns: readonly Column<Row>[]): readonly Content[] {
  const choice = findColumnChoice(table, columns as readonly Column<never>[]);
  return columns
    .filter(({ isName }) => isName !== true)
    .map(
      (column) => html`<label class="check" title=${column.note ?? nothing}
        ><input
          type="checkbox"
          .checked=${isShown(column, choice, isPhone.value)}
          @change=${(event: Event) => chooseColumn(table, columns as readonly Column<never>[], column.id, (event.target as HTMLInputElement).checked)}
        >
        ${column.title}</label
      >`,
    );
}
