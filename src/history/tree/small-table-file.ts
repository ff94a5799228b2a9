import path from 'node:path';
import { formatFileSuffix } from './days.ts';
import type { TreePart } from './manifest.ts';
import { type FileForm, writePartFile } from './part-file.ts';
import { readSmallTableRows } from './small-tables.ts';
import { type SmallTable, TABLE_COLUMNS } from './tables.ts';
import type { SeriesSelection, TreeSource, TreeWindow } from './tree-source.ts';

export interface SmallTableTarget extends FileForm {
  readonly directory: string;
  readonly selection: SeriesSelection;
  readonly window: TreeWindow;
}

/** Returns the name of the file of a small table. */
export function findSmallTable(table: SmallTable, { format, compression }: FileForm): string {
  return `${table}${formatFileSuffix(format, compression)}`;
}

/** Writes the file of a small table. */
export async function writeSmallTable(
  source: TreeSource,
  table: SmallTable,
  { directory, selection, window, format, compression }: SmallTableTarget,
): Promise<TreePart> {
  const name = findSmallTable(table, { format, compression });
  let rows = 0;
  function* counted() {
    for (const some of readSmallTableRows(source, table, selection, window)) {
      rows += some.length;
      yield some;
    }
  }
  const written = await writePartFile(
    path.join(directory, name),
    TABLE_COLUMNS[table],
    { format, compression },
    counted(),
  );
  return {
    path: name,
    table,
    rows,
    series: 0,
    firstMs: null,
    lastMs: null,
    ...written,
    seq: null,
    closed: false,
  };
}
