import type { Content } from '../view.ts';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  /** Stands beside the title, once for the column. */
  readonly unit?: string | (() => string);
  /** The meaning of the column, where its title does not say it. */
  readonly note?: string;
  /** Whether the column has texts, at the left; figures are at the right. */
  readonly isText?: boolean;
  /** Pixels; of the column of names the least, since it takes the remaining width. */
  readonly width: number;
  /**
   * Whether the column stays in view when the table is moved sideways, and takes the remaining width. One column has
   * to.
   */
  readonly isName?: boolean;
  /** Pixels on a phone; absent: shown there only when it is chosen. The column of names is always shown. */
  readonly phoneWidth?: number;
  /** Whether the column is hidden everywhere until it is chosen. */
  readonly isOptional?: boolean;
  readonly cell: (row: Row) => Content;
  /** The value to sort rows by; null comes last in both directions. Absent: the header does not sort. */
  readonly sortBy?: (row: Row) => number | string | null;
}

export interface Sort {
  readonly id: string;
  readonly isUp: boolean;
}

/** A viewer's changes by column id: true shows an optional column, false hides another one. */
export type ColumnChoice = Readonly<Record<string, boolean>>;

export const isShown = (
  { id, isName, isOptional, phoneWidth }: Column<never>,
  choice: ColumnChoice,
  isPhone: boolean,
): boolean => isName === true || (choice[id] ?? (isPhone ? phoneWidth !== undefined : isOptional !== true));

/** The columns of a width of the page, in their order: on a phone the narrow ones, until the viewer chooses others. */
export const shownColumns = <Row>(
  columns: readonly Column<Row>[],
  choice: ColumnChoice,
  isPhone: boolean,
): readonly Column<Row>[] => columns.filter((column) => isShown(column, choice, isPhone));

/** Value of `grid-template-columns`: fixed widths beside one flexible column of names, so that all rows align. */
export function gridTemplate<Row>(columns: readonly Column<Row>[], isPhone: boolean): string {
  return columns
    .map(({ isName, width, phoneWidth }) => {
      if (isName === true) return `minmax(${isPhone ? (phoneWidth ?? MIN_PHONE_NAME_PX) : width}px, 1fr)`;
      return `${isPhone ? (phoneWidth ?? width) : width}px`;
    })
    .join(' ');
}

const MIN_PHONE_NAME_PX = 100;

/** Narrower than this, pixels, a table is moved sideways in its panel. */
export const leastWidth = <Row>(columns: readonly Column<Row>[], isPhone: boolean): number =>
  columns.reduce((sum, { isName, width, phoneWidth }) => {
    if (!isPhone) return sum + width;
    return sum + (phoneWidth ?? (isName === true ? MIN_PHONE_NAME_PX : width));
  }, 0);

/** Rows in the order of a column. Equal rows keep their order; rows without a value come last. */
export function sorted<Row>(
  rows: readonly Row[],
  { sortBy }: Pick<Column<Row>, 'sortBy'>,
  isUp: boolean,
): readonly Row[] {
  if (sortBy === undefined) return rows;
  const sign = isUp ? 1 : -1;
  return rows
    .map((row) => ({ row, by: sortBy(row) }))
    .sort((a, b) => {
      if (a.by === null || b.by === null) return Number(a.by === null) - Number(b.by === null);
      if (typeof a.by === 'string' || typeof b.by === 'string')
        return sign * String(a.by).localeCompare(String(b.by));
      return sign * (a.by - b.by);
    })
    .map(({ row }) => row);
}
