import type { Columns } from '../contract/history-store.ts';
import { RECORD_COLUMNS, toRecordRows } from './record-table.ts';
import { recordTexts } from './record-text.ts';
import type { TableColumn, TableRows } from './table.ts';

/** Records of several series, merged in one order. */
export interface MergedColumns extends Columns {
  /** Asset of each record, as an index into the list of assets. */
  readonly asset: Uint8Array;
}

/** Columns of merged records: the asset, then the columns of one series. */
export const MERGED_COLUMNS: readonly TableColumn[] = [
  { name: 'asset', type: 'text', unit: null, nullWhen: null },
  ...RECORD_COLUMNS,
];

/** Converts merged records to table rows. @param assets Ids of the assets, which `merged.asset` indexes. */
export function toMergedRows(merged: MergedColumns, assets: readonly string[]): TableRows {
  const { length, columns } = toRecordRows(merged);
  return { length, columns: [{ codes: merged.asset.subarray(0, length), texts: assets }, ...columns] };
}

const LINE_FEED = 10;

/** Formats merged records as JSON lines: the object of one series, with `asset` as its first member. */
export function formatMergedLines(merged: MergedColumns, assets: readonly string[]): Buffer {
  const starts = assets.map((asset) => Buffer.from(`{"asset":${JSON.stringify(asset)},`));
  const texts = recordTexts(merged, '\n');
  texts[texts.length - 1] = LINE_FEED;
  let bytes = 0;
  for (let i = 0; i < merged.length; i++) bytes += starts[merged.asset[i]!]!.length - 1;
  const lines = Buffer.allocUnsafe(texts.length - 1 + bytes);
  let at = 0;
  let from = 1;
  for (let i = 0; i < merged.length; i++) {
    at += starts[merged.asset[i]!]!.copy(lines, at);
    const end = texts.indexOf(LINE_FEED, from) + 1;
    // The start already contains the opening brace of the object.
    at += texts.copy(lines, at, from + 1, end);
    from = end;
  }
  return lines;
}
