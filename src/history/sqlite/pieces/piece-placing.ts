import { buildBars, buildMinuteBars, StoredBars } from '../../coding/bars.ts';
import { PIECE_RECORDS, type Piece } from '../../coding/pack.ts';
import { mergeColumns, viewColumns } from '../../columns/columns.ts';
import type { Columns } from '../../contract/history-store.ts';
import { type PieceEntry, type SeriesState, SHORT_PIECE, SPACING } from '../series/series.ts';
import { splitIntoPacks } from './pack-table.ts';
import type { PieceIndexing } from './piece-change.ts';
import type { Pieces } from './pieces.ts';

/** Number of neighbours on each side that get new positions when there is no room. */
const NEIGHBOURS_MOVED = 16;

/** Maximum of that number, which grows while there is still no room. */
const MAX_NEIGHBOURS_MOVED = 2 ** 20;

/** Piece that is to be written into a pack. */
export interface PlannedPiece extends Piece {
  readonly plan: Plan;
  readonly pos: number;
}

/** Pieces of one change of a series, in order, as their packs are written. */
export interface Plan {
  readonly series: SeriesState;
  readonly entries: PieceEntry[];
}

/** Writes records into packs, and gives their pieces places among those of a series, inside the caller's transaction. */
export class PiecePlacing {
  readonly #pieces: Pieces;
  readonly #indexing: PieceIndexing;

  constructor(pieces: Pieces, indexing: PieceIndexing) {
    this.#pieces = pieces;
    this.#indexing = indexing;
  }

  /**
   * Merges records into the piece at index `target`, or before all pieces when it is -1.
   *
   * @returns All entries after the change.
   */
  mergeInto(series: SeriesState, entries: PieceEntry[], target: number, part: Columns): PieceEntry[] {
    const first = entries[0];
    if (target < 0) {
      // The records are earlier than all pieces: they join the first one if it has room, or become pieces before it.
      if (first !== undefined && first.records + part.length <= PIECE_RECORDS) {
        const opened = this.#pieces.open(series, first);
        if (opened !== null) return this.replace(series, entries, 0, [mergeColumns(part, opened)]);
      }
      return this.#place(series, entries, 0, divideIntoPieces(part));
    }
    const opened = this.#pieces.open(series, entries[target]!);
    if (opened === null) {
      this.#indexing.putAside(series, entries[target]!);
      return this.#place(series, entries.toSpliced(target, 1), target, divideIntoPieces(part));
    }
    const merged = mergeColumns(opened, part);
    const parts = merged.length <= 2 * PIECE_RECORDS ? [merged] : divideIntoPieces(merged);
    return this.replace(series, entries, target, parts);
  }

  /** Replaces the piece at index `at` by the parts, and returns all entries after the change. */
  replace(series: SeriesState, entries: PieceEntry[], at: number, parts: readonly Columns[]): PieceEntry[] {
    this.#remove(series, entries[at]!);
    return this.#place(series, entries.toSpliced(at, 1), at, parts);
  }

  /** Writes one pack, and adds its pieces to the plans of their series. Index rows are inserted later. */
  add(pieces: readonly PlannedPiece[]): void {
    const minutes = new Map<number, Float64Array>();
    pieces.forEach(({ columns }, slot) => {
      const bars = columns.length >= SHORT_PIECE ? buildMinuteBars(columns) : null;
      if (bars !== null) minutes.set(slot, bars);
    });
    const { id, bytes } = this.#pieces.packs.add(pieces, minutes);
    const all = pieces.reduce((sum, { columns }) => sum + columns.length, 0);
    pieces.forEach(({ plan, pos, columns }, slot) => {
      const isShort = columns.length < SHORT_PIECE;
      plan.entries.push({
        pos,
        pack: id,
        slot,
        records: columns.length,
        bytes: Math.ceil((bytes * columns.length) / all),
        fromMs: columns.t[0]!,
        toMs: columns.t[columns.length - 1]!,
        bars: isShort ? null : new StoredBars(buildBars(columns)),
        hasMinutes: minutes.has(slot),
        isIndexed: false,
      });
    });
  }

  /** Writes new pieces before index `at`, after making room when the positions of its neighbours leave none. */
  #place(series: SeriesState, entries: PieceEntry[], at: number, parts: readonly Columns[]): PieceEntry[] {
    const count = parts.length;
    const after = entries[at];
    const before = entries[at - 1];
    const high = after?.pos ?? (before?.pos ?? 0) + SPACING * (count + 1);
    const low = before?.pos ?? high - SPACING * (count + 1);
    const step = Math.floor((high - low) / (count + 1));
    if (step < 1) return this.#place(series, this.#makeRoom(series, entries, before!.pos), at, parts);
    const plan: Plan = { series, entries: [] };
    const planned = parts.map((columns, i) => ({
      plan,
      pos: low + step * (i + 1),
      series: series.id,
      columns,
    }));
    for (const pack of splitIntoPacks(planned)) this.add(pack);
    return entries.toSpliced(at, 0, ...plan.entries);
  }

  /** Assigns new positions: to a few pieces around `pos` in a long series, to all in a short one. */
  #makeRoom(series: SeriesState, entries: readonly PieceEntry[], pos: number): PieceEntry[] {
    if (!this.#pieces.isLong(series)) {
      for (const entry of entries) if (entry.isIndexed) this.#pieces.rows.delete(series, entry);
      return entries.map((entry, i) => ({ ...entry, pos: (i + 1) * SPACING, isIndexed: false }));
    }
    for (let many = NEIGHBOURS_MOVED; ; many *= 8) {
      const moved = this.#pieces.rows.spreadOut(series, pos, many);
      if (moved === null && many < MAX_NEIGHBOURS_MOVED) continue;
      if (moved === null) throw new RangeError(`there is no room in the index of series ${series.id}`);
      return entries.map((entry) => ({ ...entry, pos: moved.get(entry.pos) ?? entry.pos }));
    }
  }

  #remove(series: SeriesState, entry: PieceEntry): void {
    if (entry.isIndexed) this.#pieces.rows.delete(series, entry);
    if (!this.#pieces.packs.release(entry.pack)) this.#pieces.noteDamagedFacts(series, entry);
  }
}

/** Divides records into parts of about equal size, none much larger than {@link PIECE_RECORDS}. */
export function divideIntoPieces(columns: Columns): Columns[] {
  const count = Math.max(1, Math.ceil(columns.length / (PIECE_RECORDS * 1.25)));
  return Array.from({ length: count }, (_, i) =>
    viewColumns(
      columns,
      Math.floor((columns.length * i) / count),
      Math.floor((columns.length * (i + 1)) / count),
    ),
  );
}
