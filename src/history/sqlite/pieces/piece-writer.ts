// One file: every way of adding pieces ends in the same packs and index rows.
import { mergeColumns, viewColumns } from '../../columns/columns.ts';
import type { Columns } from '../../contract/history-store.ts';
import { buildBars, buildMinuteBars, StoredBars } from '../coding/bars.ts';
import { findSlot, PIECE_RECORDS, type Piece } from '../coding/pack.ts';
import type { Damage } from '../damage.ts';
import {
  type PieceEntry,
  PieceList,
  type SealedFacts,
  type Series,
  SHORT_PIECE,
  SPACING,
} from '../series/series.ts';
import { splitIntoPacks } from './pack-table.ts';
import { PieceEdit } from './piece-edit.ts';
import { describeSpan } from './piece-rows.ts';
import { getLast, type Pieces } from './pieces.ts';

/** Change of a series' pieces, which is applied to memory after the transaction is committed. */
export interface PieceChange {
  readonly series: Series;
  readonly sealed: SealedFacts;
  /** All pieces after the change; null when only the end of the list changes, or a long list changes elsewhere. */
  readonly pieces: PieceList | null;
  /** When `pieces` is null: number of pieces that are removed from the end of the list. */
  readonly dropped: number;
  /** When `pieces` is null: pieces that are added at the end. */
  readonly added: readonly PieceEntry[];
  /** Whether the pieces now contain the records of the tail. */
  readonly holdsTail: boolean;
  /** Whether index rows were changed directly, so that a list in memory must be read again. */
  readonly isElsewhere?: boolean;
}

/** Number of neighbours on each side that get new positions when there is no room. */
const NEIGHBOURS_MOVED = 16;

/** Maximum of that number, which grows while there is still no room. */
const MAX_NEIGHBOURS_MOVED = 2 ** 20;

/** Records of a series that are to be stored behind its pieces. */
export interface SealRequest {
  readonly series: Series;
  /** Records sorted by time, none earlier than the end of the last piece. */
  readonly columns: Columns;
  /** Last journal row whose records of this series are all sealed after the change. */
  readonly row: number;
  /** Earlier change of the series in the same transaction. */
  readonly before?: PieceChange;
}

/** Piece that is to be written into a pack. */
interface PlannedPiece extends Piece {
  readonly plan: Plan;
  readonly pos: number;
}

interface Plan {
  readonly series: Series;
  readonly entries: PieceEntry[];
}

/** New pieces at the end of a series, and the former last piece if they took over its records. */
interface Extension {
  readonly dropped: PieceEntry | null;
  readonly entries: readonly PieceEntry[];
  readonly row: number;
}

/** Adds and merges pieces, inside the caller's transaction. */
export class PieceWriter {
  readonly #pieces: Pieces;
  readonly #damage: Damage;

  constructor(pieces: Pieces, damage: Damage) {
    this.#pieces = pieces;
    this.#damage = damage;
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
    const released = new Map<number, { readonly series: Series; readonly last: PieceEntry }[]>();
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
      for (const part of divide(whole)) {
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
    for (const pack of splitIntoPacks(shared)) this.#add(pack);
    for (const piece of alone) this.#add([piece]);
    return plans.map(({ series, entries, row, dropped, before, sealed }) => {
      if (before === null) return this.#toExtension(series, sealed, { dropped, entries, row });
      const kept = dropped === null ? before.entries : before.entries.slice(0, -1);
      return this.#toChange(series, [...kept, ...entries], row, true);
    });
  }

  /**
   * Merges sorted records that are earlier than the end of the last piece. Only the pieces that they fall into change.
   *
   * @param row Last journal row whose records of this series are all sealed.
   */
  merge(series: Series, columns: Columns, row: number): PieceChange {
    const edit = new PieceEdit(this.#pieces, series);
    for (let from = 0; from < columns.length; ) {
      const time = columns.t[from]!;
      const entries = edit.listAround(time);
      const target = new PieceList(entries).lastBeginningBy(time);
      const next = entries[target + 1];
      let to = from + 1;
      while (to < columns.length && (next === undefined || columns.t[to]! < next.fromMs)) to++;
      const part = viewColumns(columns, from, to);
      edit.put(entries, this.#mergeInto(series, entries, target, part));
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
  take(
    series: Series,
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
      edit.put(entries, this.#replace(series, entries, at, left.length === 0 ? [] : divide(left)));
    }
    return this.#finish(edit, row);
  }

  #finish(edit: PieceEdit, row: number): PieceChange {
    const { series, entries, sealed } = edit;
    if (entries !== null) return this.#toChange(series, entries, row, false);
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

  /** Applies a committed change to memory. */
  apply({ series, sealed, pieces, dropped, added, isElsewhere = false }: PieceChange): void {
    series.sealed = sealed;
    if (isElsewhere) this.#pieces.drop(series);
    else if (pieces === null) this.#pieces.extend(series, dropped, added);
    else this.#pieces.keep(series, pieces);
  }

  #mergeInto(series: Series, entries: PieceEntry[], target: number, part: Columns): PieceEntry[] {
    const first = entries[0];
    if (target < 0) {
      // The records are earlier than all pieces: they join the first one if it has room, or become pieces before it.
      if (first !== undefined && first.records + part.length <= PIECE_RECORDS) {
        const opened = this.#pieces.open(series, first);
        if (opened !== null) return this.#replace(series, entries, 0, [mergeColumns(part, opened)]);
      }
      return this.#place(series, entries, 0, divide(part));
    }
    const opened = this.#pieces.open(series, entries[target]!);
    if (opened === null) {
      this.#putAside(series, entries[target]!);
      return this.#place(series, entries.toSpliced(target, 1), target, divide(part));
    }
    const merged = mergeColumns(opened, part);
    const parts = merged.length <= 2 * PIECE_RECORDS ? [merged] : divide(merged);
    return this.#replace(series, entries, target, parts);
  }

  #replace(series: Series, entries: PieceEntry[], at: number, parts: readonly Columns[]): PieceEntry[] {
    this.#remove(series, entries[at]!);
    return this.#place(series, entries.toSpliced(at, 1), at, parts);
  }

  /** Writes new pieces before index `at`, after making room when the positions of its neighbours leave none. */
  #place(series: Series, entries: PieceEntry[], at: number, parts: readonly Columns[]): PieceEntry[] {
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
    for (const pack of splitIntoPacks(planned)) this.#add(pack);
    return entries.toSpliced(at, 0, ...plan.entries);
  }

  /** Assigns new positions: to a few pieces around `pos` in a long series, to all in a short one. */
  #makeRoom(series: Series, entries: readonly PieceEntry[], pos: number): PieceEntry[] {
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

  /** Writes one pack, and adds its pieces to the plans of their series. Index rows are inserted later. */
  #add(pieces: readonly PlannedPiece[]): void {
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

  #remove(series: Series, entry: PieceEntry): void {
    if (entry.isIndexed) this.#pieces.rows.delete(series, entry);
    if (!this.#pieces.packs.release(entry.pack)) this.#pieces.noteDamagedFacts(series, entry);
  }

  /**
   * Removes a damaged piece from the index, since records must be stored in its place. Its pack keeps the bytes for
   * salvage.
   */
  #putAside(series: Series, entry: PieceEntry): void {
    this.#damage.keep(`pack ${entry.pack} ${entry.slot} ${series.id}`, {
      kind: 'records',
      ...describeSpan(series, entry),
      records: entry.records,
      reason: 'damaged',
    });
    if (entry.isIndexed) this.#pieces.rows.delete(series, entry);
  }

  /**
   * Describes a change from the full list of pieces. A single short piece has no index row: the row of the series names
   * its pack.
   */
  #toChange(series: Series, entries: PieceEntry[], row: number, holdsTail: boolean): PieceChange {
    const isSingle = entries.length === 1 && entries[0]!.bars === null;
    const settled = entries.flatMap((entry) => {
      if (isSingle && entry.isIndexed) this.#pieces.rows.delete(series, entry);
      else if (!isSingle && !entry.isIndexed) return this.#index(series, entry);
      return isSingle ? { ...entry, slot: -1, isIndexed: false } : entry;
    });
    const pieces = new PieceList(settled);
    const sealed: SealedFacts = {
      records: pieces.records,
      bytes: pieces.bytes,
      firstMs: settled[0]?.fromMs ?? Number.POSITIVE_INFINITY,
      lastMs: settled.at(-1)?.toMs ?? Number.NEGATIVE_INFINITY,
      row,
      pack: isSingle ? entries[0]!.pack : 0,
    };
    return { series, sealed, pieces, dropped: 0, added: [], holdsTail };
  }

  /** Describes a change of the end of the list, without reading the earlier pieces. */
  #toExtension(series: Series, before: SealedFacts, { dropped, entries, row }: Extension): PieceChange {
    const hasOthers = dropped === null ? Number.isFinite(before.lastMs) : before.records > dropped.records;
    const isSingle = !hasOthers && entries.length === 1 && entries[0]!.bars === null;
    const added = entries.map((entry) =>
      isSingle ? { ...entry, slot: -1 } : this.#pieces.rows.insert(series, entry),
    );
    let records = before.records - (dropped?.records ?? 0);
    let bytes = before.bytes - (dropped?.bytes ?? 0);
    for (const entry of added) {
      records += entry.records;
      bytes += entry.bytes;
    }
    const firstMs = Math.min(before.firstMs, added[0]!.fromMs);
    const lastMs = Math.max(before.lastMs, added.at(-1)!.toMs);
    const sealed = { records, bytes, firstMs, lastMs, row, pack: isSingle ? added[0]!.pack : 0 };
    return { series, sealed, pieces: null, dropped: dropped === null ? 0 : 1, added, holdsTail: true };
  }

  #index(series: Series, entry: PieceEntry): PieceEntry[] {
    // A single short piece has no slot yet; it is found by the number of the series.
    const slot =
      entry.slot < 0
        ? this.#pieces.attempt(series, entry, () => findSlot(this.#pieces.packs.get(entry.pack), series.id))
        : entry.slot;
    if (slot !== null) return [this.#pieces.rows.insert(series, { ...entry, slot })];
    this.#putAside(series, entry);
    return [];
  }
}

/** Divides records into parts of about equal size, none much larger than {@link PIECE_RECORDS}. */
function divide(columns: Columns): Columns[] {
  const count = Math.max(1, Math.ceil(columns.length / (PIECE_RECORDS * 1.25)));
  return Array.from({ length: count }, (_, i) =>
    viewColumns(
      columns,
      Math.floor((columns.length * i) / count),
      Math.floor((columns.length * (i + 1)) / count),
    ),
  );
}
