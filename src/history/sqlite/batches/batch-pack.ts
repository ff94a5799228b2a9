import { MARKS } from '../../coding/marks.ts';
import { decodePieceInto, type OpenPack, type Piece } from '../../coding/pack.ts';
import { ColumnBuilder, createEmptyColumns, viewColumns } from '../../columns/columns.ts';
import type { Columns } from '../../contract/history-store.ts';
import type { Insertion } from '../insertions.ts';

/** Rows of one series in a part of a batch. */
export interface BatchRows {
  /** The number of the series. */
  readonly series: number;
  /** Rows sorted by time, whose source codes have no marks. */
  readonly rows: Columns;
}

/** Source code of pieces that earlier versions wrote, with positions of withdrawn rows. They are skipped. */
const PLACES = 0xff;

/** Maximum number of records of a piece. */
const MAX_PIECE_RECORDS = 4_096;

/** Converts inserted rows to the pieces of a part, series by series. */
export function toPieces(inserted: readonly Insertion[]): Piece[] {
  return inserted.flatMap(({ series: { id }, rows }) => {
    const s = rows.s.slice(0, rows.length).map((code) => code & ~MARKS);
    return cut({ ...rows, s }).map((columns) => ({ series: id, columns }));
  });
}

function cut(columns: Columns): Columns[] {
  return Array.from({ length: Math.ceil(columns.length / MAX_PIECE_RECORDS) }, (_, i) => {
    const from = i * MAX_PIECE_RECORDS;
    return viewColumns(columns, from, Math.min(columns.length, from + MAX_PIECE_RECORDS));
  });
}

/**
 * Reads the rows of a pack.
 *
 * @param only Whether a series is read. Default: all.
 * @throws {RangeError} when a part of the pack is damaged.
 */
export function readBatchRows(pack: OpenPack, only: (series: number) => boolean = () => true): BatchRows[] {
  const found = new Map<number, ColumnBuilder>();
  for (let slot = 0; slot < pack.series.length; slot++) {
    const series = pack.series[slot]!;
    if (!only(series)) continue;
    const piece = createEmptyColumns(pack.records[slot]!);
    decodePieceInto(pack, slot, piece, 0);
    if (piece.s[0] === PLACES) continue;
    const rows = found.get(series) ?? new ColumnBuilder();
    found.set(series, rows);
    rows.pushAll(piece);
  }
  return [...found].map(([series, rows]) => ({ series, rows: viewColumns(rows, 0, rows.length) }));
}
