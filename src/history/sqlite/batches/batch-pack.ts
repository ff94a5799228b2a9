import { ColumnBuilder, createEmptyColumns, viewColumns } from '../../columns.ts';
import type { Columns } from '../../history-store.ts';
import { decodePieceInto, type OpenPack, type Piece } from '../coding/pack.ts';
import type { Inserted } from '../history-writer.ts';
import { MARKS } from '../series/series.ts';

/** Rows of one series as a part of a batch holds them. */
export interface BatchRows {
  /** The number of the series. */
  readonly series: number;
  /** Sorted, without marks. */
  readonly rows: Columns;
  /** How many records that no batch brought stood at a time when the rows came. */
  readonly unbatched: ReadonlyMap<number, number>;
}

/** The source of a piece that holds counts. */
const COUNTS = 0xff;

/** No piece is longer. */
const MAX_PIECE_RECORDS = 4_096;

/**
 * The pieces of a part: the rows of each series, and where other records stood at their times, a piece of the same series with how
 * many as the price.
 */
export function toPieces(inserted: readonly Inserted[]): Piece[] {
  return inserted.flatMap(({ series: { id }, rows, unbatched }) => {
    const s = rows.s.slice(0, rows.length).map((code) => code & ~MARKS);
    const counts = new ColumnBuilder(unbatched.size);
    for (const t of [...unbatched.keys()].sort((a, b) => a - b)) {
      counts.push(t, unbatched.get(t)!, Number.NaN, COUNTS);
    }
    const pieces = [...cut({ ...rows, s }), ...cut(counts)];
    return pieces.map((columns) => ({ series: id, columns }));
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
  const found = new Map<number, { rows: ColumnBuilder; unbatched: Map<number, number> }>();
  for (let slot = 0; slot < pack.series.length; slot++) {
    const series = pack.series[slot]!;
    if (!only(series)) continue;
    const piece = createEmptyColumns(pack.records[slot]!);
    decodePieceInto(pack, slot, piece, 0);
    const known = found.get(series) ?? { rows: new ColumnBuilder(), unbatched: new Map() };
    found.set(series, known);
    if (piece.s[0] !== COUNTS) known.rows.pushAll(piece);
    else for (let i = 0; i < piece.length; i++) known.unbatched.set(piece.t[i]!, piece.p[i]!);
  }
  return [...found].map(([series, { rows, unbatched }]) => ({
    series,
    rows: viewColumns(rows, 0, rows.length),
    unbatched,
  }));
}
