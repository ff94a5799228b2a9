import { param, setParams } from '../../state/location.ts';
import { columnChoice, isPhone, showColumn } from '../../state/settings.ts';
import { type Column, type ColumnChoice, isShown } from './table-model.ts';

const isChosen = ({ isName }: Column<never>) => isName !== true;

/** Columns that an address asks for, else those that the viewer chose. @param table Its label. */
export function findColumnChoice(table: string, columns: readonly Column<never>[]): ColumnChoice {
  const asked = param('columns');
  if (asked === null) return columnChoice(table);
  const ids = new Set(asked.split(','));
  return Object.fromEntries(columns.filter(isChosen).map(({ id }) => [id, ids.has(id)]));
}

/** Shows or hides a column from now on, also in an address that asks for columns. */
export function chooseColumn(
  table: string,
  columns: readonly Column<never>[],
  id: string,
  isShownNow: boolean,
): void {
  const choice = { ...findColumnChoice(table, columns), [id]: isShownNow };
  showColumn(table, id, isShownNow);
  if (param('columns') !== null) setParams({ columns: listShown(columns, choice) });
}

/** Finds the member of a shared address that gives others the columns of this table; null: they have them anyway. */
export function findSharedColumns(table: string, columns: readonly Column<never>[]): string | null {
  const shown = listShown(columns, findColumnChoice(table, columns));
  return shown === listShown(columns, {}) ? null : shown;
}

/** Ids with commas between them; of a table of names alone that of the names, since an empty member is none. */
const listShown = (columns: readonly Column<never>[], choice: ColumnChoice): string =>
  columns
    .filter((column) => isChosen(column) && isShown(column, choice, isPhone.value))
    .map(({ id }) => id)
    .join(',') || 'name';
