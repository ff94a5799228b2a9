import type { MarketKey } from '../../../../history/contract/series.ts';
import type { FileFormat } from '../../../../history/formats/table.ts';
import { CHANGE_COLUMNS, CHANGE_SIDES, toChangeRows } from '../../../../history/formats/tape-table.ts';
import {
  CHANGE_KINDS,
  type ChangeColumns,
  type TapePosition,
  type TapeReader,
  type TapeWindow,
} from '../../../../history/tape/contract/tape-reader.ts';
import { encodeTapeCursor } from '../../../parameters/tape-window.ts';
import { buildPageHeaders, type PageTurn } from '../../../responses/page-headers.ts';
import { computeDigest, formatJsonItems, type PreparedBody, prepareList } from '../../prepared-body.ts';
import { countPartRows, openTableWriter, writeTable } from '../table-file.ts';
import { showCoverage } from './shown-coverage.ts';

/** Bytes of one change in columns, and approximate bytes in JSON and in each file format. */
const COLUMN_BYTES = 42;
const JSON_BYTES = 140;
const FILE_BYTES: Readonly<Record<FileFormat, number>> = { parquet: 6, arrow: 64, csv: 60, jsonl: 130 };

/** A page of the changes of a book. */
interface ChangesPage {
  readonly key: MarketKey;
  readonly window: TapeWindow;
  readonly after: TapePosition | null;
  readonly limit: number;
}

export interface BookChangesInput extends ChangesPage {
  /** Name of the setting that excludes the asset from recording; null: none. */
  readonly exclusion: string | null;
  /** Members that the response starts with. */
  readonly head: object;
}

/** Prepares every change of a book as JSON, oldest first. */
export async function prepareBookChanges(tape: TapeReader, input: BookChangesInput): Promise<PreparedBody> {
  const { window, exclusion, head } = input;
  const { columns, nextCursor } = await readPage(tape, input);
  const coverage = await tape.readBookCoverage(input.key, window);
  return prepareList({
    head: { ...head, ...window, count: columns.length },
    name: 'changes',
    length: columns.length,
    items: (from, to) => formatJsonItems(listChanges(columns, from, to)),
    itemBytes: JSON_BYTES,
    tail: {
      truncated: nextCursor !== null,
      nextCursor,
      coverage: showCoverage(coverage, exclusion),
      whyNull: {},
    },
    heldBytes: columns.length * COLUMN_BYTES,
    data: toViews(columns),
  });
}

export interface BookChangesFileInput extends ChangesPage {
  readonly format: FileFormat;
  readonly search: PageTurn['search'];
}

/** Prepares every change of a book as a file, oldest first. */
export async function prepareBookChangesFile(
  tape: TapeReader,
  input: BookChangesFileInput,
): Promise<PreparedBody> {
  const { format, search } = input;
  const { columns, nextCursor } = await readPage(tape, input);
  const { length } = columns;
  const rowBytes = FILE_BYTES[format];
  return {
    digest: computeDigest([format, nextCursor ?? '', ...columns.reasons.values()], toViews(columns)),
    textBytes: length * rowBytes,
    heldBytes: length * COLUMN_BYTES,
    headers: buildPageHeaders({ cursor: nextCursor, search }),
    parts: (partBytes) =>
      writeTable(length, {
        open: () => openTableWriter(format, CHANGE_COLUMNS),
        rows: (from, to) => toChangeRows(columns, from, to),
        step: countPartRows(format, partBytes, rowBytes),
      }),
  };
}

async function readPage(tape: TapeReader, { key, window, after, limit }: ChangesPage) {
  const page = { ...window, limit };
  const { columns, next } = await tape.readChanges(key, after === null ? page : { ...page, after });
  return { columns, nextCursor: next === null ? null : encodeTapeCursor('tape-change', window, next) };
}

function listChanges(columns: ChangeColumns, from: number, to: number) {
  return Array.from({ length: to - from }, (_, i) => {
    const row = from + i;
    return {
      t: columns.t[row]!,
      venueT: toNullable(columns.venueT[row]!),
      kind: CHANGE_KINDS[columns.kind[row]!],
      side: CHANGE_SIDES[columns.side[row]!],
      price: toNullable(columns.price[row]!),
      size: toNullable(columns.size[row]!),
      reason: columns.reasons.get(row) ?? null,
      everyMs: toNullable(columns.everyMs[row]!),
    };
  });
}

function toNullable(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

function toViews({ length, ...columns }: ChangeColumns): NodeJS.ArrayBufferView[] {
  const { t, venueT, kind, side, price, size, everyMs } = columns;
  return [t, venueT, kind, side, price, size, everyMs].map((column) => column.subarray(0, length));
}
