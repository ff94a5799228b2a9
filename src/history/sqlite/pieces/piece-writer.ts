import { mergeColumns, viewColumns } from '../../columns/columns.ts';
import type { Columns } from '../../contract/history-store.ts';
import type { FileDamage } from '../damage.ts';
import { type PieceEntry, PieceList, type SeriesState, SHORT_PIECE, SPACING } from '../series/series.ts';
import { splitIntoPacks } from './pack-table.ts';
import { type PieceChange, PieceIndexing } from './piece-change.ts';
import { PieceEdit } from './piece-edit.ts';
import { divideIntoPieces, PiecePlacing, type Plan, type PlannedPiece } from './piece-placing.ts';
import { getLast, type Pieces } from './pieces.ts';

/** Records of a series that are to be stored behind its pieces. */
export interface SealRequest {
  readonly series: SeriesState;
  /** Records sorted by time, none earlier than the end of the last piece. */
  readonly columns: Columns;
  /** Last journal row whose records of this series are all sealed after the change. */
  readonly row: number;
  /** Earlier change of the series in the same transaction. */
  readonly before?: PieceChange;
}

/** Adds and merges pieces, inside the caller's transaction. */
export class PieceWriter {
  readonly #pieces: Pieces;
  readonly #indexing: PieceIndexing;
  readonly #placing: PiecePlacing;

  constructor(pieces: Pieces, damage: FileDamage) {
    this.#pieces = pieces;
    this.#indexing = new PieceIndexing(pieces, damage);
    this.#placing = new PiecePlacing(pieces, this.#indexing);
  }

  /**
   * Writes records behind the pieces of their series; series of adjacent requests share packs. A short last piece is
   * filled up first, so that rare polls and small imports do not leave many tiny pieces. Only the last piece is read,
   * so sealing costs the same whatever the length of a series.
   */
  seal(requests: readonly SealRequest[]): PieceChange[] {
    const shared: PlannedPiece[] = [];
    const alone: PlannedPiece[] = [];
    // Releasing a piece rewrites the row of its pack, so pieces of one pack are released together.
    const released = new Map<number, { readonly series: SeriesState; readonly last: PieceEntry }[]>();
    const plans = requests.map(({ series, columns, row, before: change }) => {
      const list = change?.pieces ?? undefined;
      const plan: Plan = { series, entries: [] };
      const { entry: last, pos: lastPos } =
        list === undefined ? this.#pieces.readLast(series) : getLast(list);
      const opened = last !== null && last.records < SHORT_PIECE ? this.#pieces.open(series, last) : null;
      if (last !== null && opened !== null) {
        if (last.isIndexed) this.#pieces.rows.delete(series, last);
        const gone = released.get(last.pack) ?? [];
        gone.push({ series, last });
        released.set(last.pack, gone);
      }
      const dropped = opened === null ? null : last;
      let pos = dropped === null ? lastPos : lastPos - SPACING;
      const whole = opened === null ? columns : mergeColumns(opened, columns);
      // A piece that is still short will be filled up again: alone in its pack, it leaves no dead bytes behind.
      const target = opened === null || whole.length >= SHORT_PIECE ? shared : alone;
      for (const part of divideIntoPieces(whole)) {
        pos += SPACING;
        target.push({ plan, pos, series: series.id, columns: part });
      }
      // A damaged last piece without an index row gets one, or is removed, so the whole list is needed.
      const before =
        list ?? (last?.isIndexed === false && dropped === null ? this.#pieces.list(series) : null);
      return { ...plan, row, dropped, before, sealed: change?.sealed ?? series.sealed };
    });
    for (const [pack, gone] of released) {
      if (this.#pieces.packs.release(pack, gone.length)) continue;
      for (const { series, last } of gone) this.#pieces.noteDamagedFacts(series, last);
    }
    for (const pack of splitIntoPacks(shared)) this.#placing.add(pack);
    for (const piece of alone) this.#placing.add([piece]);
    return plans.map(({ series, entries, row, dropped, before, sealed }) => {
      if (before === null) return this.#indexing.toExtension(series, sealed, { dropped, entries, row });
      const kept = dropped === null ? before.entries : before.entries.slice(0, -1);
      return this.#indexing.toChange(series, [...kept, ...entries], row, true);
    });
  }

  /**
   * Merges sorted records that are earlier than the end of the last piece. Only the pieces that they fall into change.
   *
   * @param row Last journal row whose records of this series are all sealed.
   */
  merge(series: SeriesState, columns: Columns, row: number): PieceChange {
    const edit = new PieceEdit(this.#pieces, series);
    for (let from = 0; from < columns.length; ) {
      const time = columns.t[from]!;
      const entries = edit.listAround(time);
      const target = new PieceList(entries).lastBeginningBy(time);
      const next = entries[target + 1];
      let to = from + 1;
      while (to < columns.length && (next === undefined || columns.t[to]! < next.fromMs)) to++;
      const part = viewColumns(columns, from, to);
      edit.put(entries, this.#placing.mergeInto(series, entries, target, part));
      from = to;
    }
    return this.#finish(edit, row);
  }

  /**
   * Removes records from the pieces that contain some times.
   *
   * @param without Receives the records of each of these pieces, in order, and returns the records that stay; returning
   * the same columns leaves the piece unchanged.
   * @param row Last journal row whose records of this series are all sealed.
   */
  withdraw(
    series: SeriesState,
    times: Pick<Columns, 't' | 'length'>,
    row: number,
    without: (columns: Columns) => Columns,
  ): PieceChange {
    const edit = new PieceEdit(this.#pieces, series);
    for (const { fromMs, pack, slot } of [...this.#pieces.listEntriesAt(series, times)]) {
      const entries = edit.listAround(fromMs);
      const at = entries.findIndex((entry) => entry.pack === pack && entry.slot === slot);
      const opened = at < 0 ? null : this.#pieces.open(series, entries[at]!);
      // A damaged piece has been noted, and is not changed.
      if (opened === null) continue;
      const left = without(opened);
      if (left === opened) continue;
      edit.put(
        entries,
        this.#placing.replace(series, entries, at, left.length === 0 ? [] : divideIntoPieces(left)),
      );
    }
    return this.#finish(edit, row);
  }

  /** Applies a committed change to memory. */
  apply({ series, sealed, pieces, dropped, added, isElsewhere = false }: PieceChange): void {
    series.sealed = sealed;
    if (isElsewhere) this.#pieces.drop(series);
    else if (pieces === null) this.#pieces.extend(series, dropped, added);
    else this.#pieces.keep(series, pieces);
  }

  #finish(edit: PieceEdit, row: number): PieceChange {
    const { series, entries, sealed } = edit;
    if (entries !== null) return this.#indexing.toChange(series, entries, row, false);
    return {
      series,
      sealed: { ...sealed, row },
      pieces: null,
      dropped: 0,
      added: [],
      holdsTail: false,
      isElsewhere: true,
    };
  }
}
