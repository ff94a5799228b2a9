import { viewColumns } from '../../../history/columns/columns.ts';
import {
  type MergedOptions,
  type MergedSource,
  readMerged,
} from '../../../history/columns/merged-records.ts';
import { encodeForwardCursor, encodeMergedCursor } from '../../../history/contract/cursor.ts';
import type { Columns, ForwardOptions, HistoryReader } from '../../../history/contract/history-store.ts';
import type { SeriesKey } from '../../../history/contract/series.ts';
import { openArrowWriter } from '../../../history/formats/arrow.ts';
import { formatJsonLines } from '../../../history/formats/jsonl.ts';
import { formatMergedLines, MERGED_COLUMNS, toMergedRows } from '../../../history/formats/merged-rows.ts';
import { openParquetWriter, ROW_GROUP_ROWS } from '../../../history/formats/parquet/open-parquet-writer.ts';
import { RECORD_COLUMNS, toRecordRows } from '../../../history/formats/record-table.ts';
import { buildPageHeaders, type PageTurn } from '../../responses/page-headers.ts';
import { computeDigest, type PreparedBody } from '../prepared-body.ts';
import { writeTable } from './table-file.ts';

/** Bytes of one record in columns. */
const COLUMN_BYTES = 25;

/** Approximate bytes of one record in each format, and the additional bytes in a file of merged series. */
const FORMAT_BYTES = { parquet: 4, arrow: 33, jsonl: 56 } as const;
const ASSET_BYTES = { arrow: 24, jsonl: 40 } as const;

export type ForwardFormat = keyof typeof FORMAT_BYTES;

export interface ForwardInput {
  readonly key: SeriesKey;
  readonly options: ForwardOptions;
  readonly format: ForwardFormat;
  readonly search: PageTurn['search'];
}

/** Prepares records from the beginning of a window. The end of the page is known before the first byte is made. */
export async function prepareForward(
  history: HistoryReader,
  { key, options, format, search }: ForwardInput,
): Promise<PreparedBody> {
  const { columns, next } = await history.readForward(key, options);
  const { length } = columns;
  const cursor = next === null ? null : encodeForwardCursor(next);
  return {
    digest: computeDigest([format, cursor ?? ''], toViews(columns)),
    textBytes: length * FORMAT_BYTES[format],
    heldBytes: length * COLUMN_BYTES,
    headers: buildPageHeaders({ cursor, search }),
    parts: (partBytes) =>
      format === 'jsonl'
        ? lines(length, partBytes / FORMAT_BYTES.jsonl, (from, to) =>
            formatJsonLines(viewColumns(columns, from, to)),
          )
        : writeTable(length, {
            open: async () =>
              format === 'arrow'
                ? openArrowWriter(RECORD_COLUMNS, 'stream')
                : openParquetWriter(RECORD_COLUMNS, 'zstd'),
            rows: (from, to) => toRecordRows(viewColumns(columns, from, to)),
            step: format === 'arrow' ? partBytes / FORMAT_BYTES.arrow : ROW_GROUP_ROWS,
          }),
  };
}

export interface MergedInput {
  readonly sources: readonly MergedSource[];
  readonly options: MergedOptions;
  readonly format: keyof typeof ASSET_BYTES;
  readonly search: PageTurn['search'];
}

/** Prepares the records of several series, merged in order of time. */
export async function prepareMerged(
  history: HistoryReader,
  { sources, options, format, search }: MergedInput,
): Promise<PreparedBody> {
  const { columns, next } = await readMerged(history, sources, options);
  const { length, asset } = columns;
  const assets = sources.map((source) => source.asset);
  const cursor = next === null ? null : encodeMergedCursor(next);
  const rowBytes = FORMAT_BYTES[format] + ASSET_BYTES[format];
  const view = (from: number, to: number) => ({
    ...viewColumns(columns, from, to),
    asset: asset.subarray(from, to),
  });
  return {
    digest: computeDigest([format, cursor ?? '', ...assets], [...toViews(columns), asset]),
    textBytes: length * rowBytes,
    heldBytes: length * (COLUMN_BYTES + 1),
    headers: buildPageHeaders({ cursor, search }),
    parts: (partBytes) =>
      format === 'jsonl'
        ? lines(length, partBytes / rowBytes, (from, to) => formatMergedLines(view(from, to), assets))
        : writeTable(length, {
            open: () => openArrowWriter(MERGED_COLUMNS, 'stream'),
            rows: (from, to) => toMergedRows(view(from, to), assets),
            step: partBytes / rowBytes,
          }),
  };
}

function* lines(
  length: number,
  step: number,
  make: (from: number, to: number) => Uint8Array,
): Generator<Uint8Array, void, undefined> {
  const rows = Math.max(1, Math.floor(step));
  for (let from = 0; from < length; from += rows) yield make(from, Math.min(from + rows, length));
}

function toViews({ t, p, v, s, length }: Columns): NodeJS.ArrayBufferView[] {
  return [t.subarray(0, length), p.subarray(0, length), v.subarray(0, length), s.subarray(0, length)];
}
