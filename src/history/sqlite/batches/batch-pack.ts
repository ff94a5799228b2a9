import { ColumnBuilder, createEmptyColumns, viewColumns } from '../../columns/columns.ts';
import type { Columns } from '../../contract/history-store.ts';
import { decodePieceInto, type OpenPack, type Piece } from '../coding/pack.ts';
import type { Insertion } from '../insertions.ts';
import { MARKS } from '../series/series.ts';

/** Rows of one series as a part of a batch holds them. */
export interface BatchRows {
  /** The number of the series. */
  readonly series: number;
  /** Rows of the series, sorted, without marks. */
  readonly rows: Columns;
}

/** The source of pieces that earlier versions wrote beside the rows, which say where withdrawn rows stood. */
const PLACES = 0xff;

/** Most records of a piece. */
const MAX_PIECE_RECORDS = 4_096;

/** The pieces of a part: the rows of each series. */
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
 * @param only Series that are wanted. Default: all.
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
