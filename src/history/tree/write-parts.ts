import path from 'node:path';
import { formatFileSuffix } from './days.ts';
import type { TreePart } from './manifest.ts';
import { type FileForm, writeUnfinishedFile } from './part-file.ts';
import type { PartRows } from './part-rows.ts';
import { type DayTable, TABLE_COLUMNS } from './tables.ts';

/** Default number of rows after which the next part begins. */
const PART_ROWS = 4_000_000;

export interface PartsTarget extends FileForm {
  readonly directory: string;
  readonly table: DayTable;
  /** Folder of the parts, relative to the directory of the tree. */
  readonly folder: string;
  /** Approximate number of rows of a part. Default: 4 million. */
  readonly partRows?: number;
}

/** A part whose file still has its unfinished name. */
export type UnfinishedPart = Omit<TreePart, 'seq' | 'closed'>;

/** Writes the rows of a day into one or more files, even without rows. The files keep their unfinished names. */
export async function writeParts(
  rows: Iterator<PartRows>,
  { directory, table, folder, format, compression, partRows = PART_ROWS }: PartsTarget,
): Promise<UnfinishedPart[]> {
  const parts: UnfinishedPart[] = [];
  let next = rows.next();
  do {
    const facts = new PartFacts();
    function* rowsOfPart() {
      for (; next.done !== true && facts.rows < partRows; next = rows.next()) {
        facts.add(next.value);
        yield next.value.rows;
      }
    }
    const name = `${folder}/part-${parts.length}${formatFileSuffix(format, compression)}`;
    const file = path.join(directory, name);
    const written = await writeUnfinishedFile(
      file,
      TABLE_COLUMNS[table],
      { format, compression },
      rowsOfPart(),
    );
    parts.push({ path: name, table, ...facts.toMembers(), ...written });
  } while (next.done !== true);
  return parts;
}

class PartFacts {
  rows = 0;
  #series = 0;
  #last: string | null = null;
  #firstMs = Number.POSITIVE_INFINITY;
  #lastMs = Number.NEGATIVE_INFINITY;

  add({ rows, assets, firstMs, lastMs }: PartRows): void {
    this.rows += rows.length;
    for (const asset of assets) {
      if (asset !== this.#last) this.#series++;
      this.#last = asset;
    }
    this.#firstMs = Math.min(this.#firstMs, firstMs);
    this.#lastMs = Math.max(this.#lastMs, lastMs);
  }

  toMembers(): Pick<TreePart, 'rows' | 'series' | 'firstMs' | 'lastMs'> {
    const isEmpty = this.rows === 0;
    return {
      rows: this.rows,
      series: this.#series,
      firstMs: isEmpty ? null : this.#firstMs,
      lastMs: isEmpty ? null : this.#lastMs,
    };
  }
}
