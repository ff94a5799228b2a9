import type { TableRows } from '../formats/table.ts';

/** Consecutive rows of a file of a day. */
export interface PartRows {
  readonly rows: TableRows;
  /** Asset of each run of rows. The first run may continue the last one of the rows before. */
  readonly assets: readonly string[];
  /** Earliest and latest time of the rows, epoch ms. */
  readonly firstMs: number;
  readonly lastMs: number;
}
