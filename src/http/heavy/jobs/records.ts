import type { EpochMs } from '../../../domain/index.ts';
import { viewColumns } from '../../../history/columns/columns.ts';
import { describeCoverage, readSpan } from '../../../history/contract/coverage.ts';
import type { Columns, HistoryReader, ReadOptions } from '../../../history/contract/history-store.ts';
import type { SeriesKey } from '../../../history/contract/series.ts';
import { CSV_HEADER, toCsvRows } from '../../../history/formats/csv.ts';
import { recordTexts } from '../../../history/formats/record-text.ts';
import { buildPageHeaders, type PageTurn } from '../../responses/page-headers.ts';
import { computeDigest, type PreparedBody, prepareList } from '../prepared-body.ts';

/** Bytes of one record in columns, and approximate bytes in JSON and CSV. */
const COLUMN_BYTES = 25;
const JSON_BYTES = 56;
const CSV_BYTES = 36;

export interface RecordsInput {
  readonly key: SeriesKey;
  readonly options: ReadOptions;
  readonly now: EpochMs;
  /** Members of the response before `count`. */
  readonly head: object;
}

/** Prepares records of a series as JSON. */
export async function prepareRecords(
  history: HistoryReader,
  { key, options, now, head }: RecordsInput,
): Promise<PreparedBody> {
  const { columns, truncated, nextCursor } = await history.read(key, options);
  const { entry, gaps } = await readSpan(history, key, options, now);
  const coverage = describeCoverage({ window: options, entry, gaps, now });
  return prepareList({
    head: { ...head, count: columns.length },
    name: 'records',
    length: columns.length,
    items: (from, to) => recordTexts(viewColumns(columns, from, to), ',').subarray(0, -1),
    itemBytes: JSON_BYTES,
    tail: { gaps, coverage, truncated, nextCursor },
    heldBytes: columns.length * COLUMN_BYTES,
    data: toViews(columns),
  });
}

export type CsvInput = Pick<RecordsInput, 'key' | 'options'> & Pick<PageTurn, 'search'>;

/** Prepares records of a series as CSV. */
export async function prepareCsv(
  history: HistoryReader,
  { key, options, search }: CsvInput,
): Promise<PreparedBody> {
  const { columns, nextCursor } = await history.read(key, options);
  const { length } = columns;
  return {
    // The cursor is part of the digest: the same rows are another answer once they are no longer the whole window.
    digest: computeDigest([CSV_HEADER, nextCursor ?? ''], toViews(columns)),
    headers: buildPageHeaders({ cursor: nextCursor, search }),
    textBytes: CSV_HEADER.length + length * CSV_BYTES,
    heldBytes: length * COLUMN_BYTES,
    *parts(partBytes) {
      const rows = Math.max(1, Math.floor(partBytes / CSV_BYTES));
      yield Buffer.from(CSV_HEADER);
      for (let from = 0; from < length; from += rows) {
        yield toCsvRows(viewColumns(columns, from, Math.min(from + rows, length)));
      }
    },
  };
}

function toViews({ t, p, v, s, length }: Columns): NodeJS.ArrayBufferView[] {
  return [t.subarray(0, length), p.subarray(0, length), v.subarray(0, length), s.subarray(0, length)];
}
