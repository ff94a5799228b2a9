import path from 'node:path';
import { ROW_GROUP_ROWS } from '../formats/parquet/open-parquet-writer.ts';
import { SOURCE_TEXTS } from '../formats/record-table.ts';
import type { TableRows } from '../formats/table.ts';
import { formatDayFolder, formatFileSuffix, getDaySpan, type TreeDay } from './days.ts';
import type { TreePart } from './manifest.ts';
import { type FileForm, writePartFile } from './part-file.ts';
import { TABLE_COLUMNS } from './tables.ts';
import type { DayRows, SeriesSelection, TreeSource, TreeWindow } from './tree-source.ts';

/** The next part begins after so many rows. */
const PART_ROWS = 4_000_000;

export interface DayTarget extends FileForm {
  readonly directory: string;
  readonly selection: SeriesSelection;
  readonly window: TreeWindow;
  /** Rows of a part, about. Default: 4 million. */
  readonly partRows?: number;
}

/**
 * Makes the parts of one day of one venue. Rows are by asset, in the order of its UTF-8 bytes, then by time and arrival.
 * A day whose records cannot be read has one part without rows.
 */
export async function writeDay(
  source: TreeSource,
  day: TreeDay,
  { directory, selection, window, format, compression, partRows = PART_ROWS }: DayTarget,
): Promise<TreePart[]> {
  const rows = source.readDay(day.venue, selection, { ...getDaySpan(day.day, window), rows: ROW_GROUP_ROWS });
  const parts: TreePart[] = [];
  let next = rows.next();
  do {
    const facts = new PartFacts();
    function* rowsOfPart() {
      for (; !next.done && facts.rows < partRows; next = rows.next()) {
        facts.add(next.value);
        yield toTableRows(next.value);
      }
    }
    const name = `${formatDayFolder(day)}/part-${parts.length}${formatFileSuffix(format, compression)}`;
    const form = { format, compression };
    const written = await writePartFile(
      path.join(directory, name),
      TABLE_COLUMNS.observations,
      form,
      rowsOfPart(),
    );
    const { seq, closed } = day;
    parts.push({ path: name, table: 'observations', ...facts.toMembers(), ...written, seq, closed });
  } while (!next.done);
  return parts;
}

class PartFacts {
  rows = 0;
  #series = 0;
  #last: string | null = null;
  #firstMs = Number.POSITIVE_INFINITY;
  #lastMs = Number.NEGATIVE_INFINITY;

  add({ columns, assets }: DayRows): void {
    this.rows += columns.length;
    for (const asset of assets) {
      if (asset !== this.#last) this.#series++;
      this.#last = asset;
    }
    for (let i = 0; i < columns.length; i++) {
      const t = columns.t[i]!;
      if (t < this.#firstMs) this.#firstMs = t;
      if (t > this.#lastMs) this.#lastMs = t;
    }
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

function toTableRows({ columns: { length, t, p, v, s }, assets, ends }: DayRows): TableRows {
  return { length, columns: [{ texts: assets, ends }, t, p, v, { codes: s, texts: SOURCE_TEXTS }] };
}
