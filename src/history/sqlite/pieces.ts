import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { epochMs } from '../../domain/index.ts';
import { mergeColumns, viewColumns } from '../columns.ts';
import type { Columns, CorruptBlock } from '../history-store.ts';
import { barsOf, decodeBars, encodeBars, minuteBarsOf } from './bars.ts';
import type { Damage } from './damage.ts';
import { MinuteBars } from './minute-bars.ts';
import { decodePiece, decodePieceInto, PIECE_RECORDS, type Piece, slotOf } from './pack.ts';
import { PackTable, packfuls } from './pack-table.ts';
import { type PieceEntry, PieceList, type SealedFacts, type Series } from './series.ts';

/** Room between the positions of two new neighbours. */
const SPACING = 2 ** 31;

/** A last piece of fewer records is filled up by the next one, and has no bars of its own. */
const SHORT_PIECE = PIECE_RECORDS / 2;

/** Index entries of all series together that are kept in memory: about 200 bytes each. */
const MAX_ENTRIES = 100_000;

/** What a series with pieces takes besides them, in entries. */
const SERIES_ENTRIES = 8;

/** Decoded pieces that are kept: 25 kB each. */
const MAX_DECODED = 64;

interface PieceRow {
  readonly pos: number;
  readonly pack: number;
  readonly slot: number;
  readonly records: number;
  readonly bytes: number;
  readonly from_ms: number;
  readonly to_ms: number;
  readonly minutes: number;
  readonly bars: Uint8Array | null;
  readonly crc: number;
}

/** What a change of a series' pieces comes to. Taken over in memory once the transaction is committed. */
export interface PieceChange {
  readonly series: Series;
  readonly sealed: SealedFacts;
  readonly pieces: PieceList;
  /** Whether the records of the tail are in the pieces now. */
  readonly holdsTail: boolean;
}

/** Records of a series that go into pieces behind those it has. */
export interface SealRequest {
  readonly series: Series;
  /** Sorted, none earlier than the last piece's end. */
  readonly columns: Columns;
  /** Journal rows up to this one hold nothing of the series that is not sealed now. */
  readonly row: number;
  /** The pieces as an earlier change of the same transaction left them. */
  readonly list?: PieceList;
}

/** A piece on its way into a pack. */
interface PlannedPiece extends Piece {
  readonly plan: Plan;
  readonly pos: number;
}

interface Plan {
  readonly series: Series;
  readonly row: number;
  readonly entries: PieceEntry[];
}

const NO_BARS = new Float64Array(0);

/** The sealed pieces of all series: reads, adds and merges. Writing happens inside the caller's transaction. */
export class Pieces {
  readonly minuteBars = new MinuteBars();
  readonly packs: PackTable;
  readonly #damage: Damage;
  readonly #selectIndex: StatementSync;
  readonly #insertIndex: StatementSync;
  readonly #deleteIndex: StatementSync;
  readonly #decoded = new Map<string, Columns>();
  readonly #loaded = new Set<Series>();
  #loadedEntries = 0;

  constructor(db: DatabaseSync, damage: Damage) {
    this.packs = new PackTable(db);
    this.#damage = damage;
    this.#selectIndex = db.prepare('SELECT * FROM piece WHERE series = ? ORDER BY pos');
    this.#insertIndex = db.prepare(
      `INSERT INTO piece (series, pos, pack, slot, records, bytes, from_ms, to_ms, minutes, bars, crc)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#deleteIndex = db.prepare('DELETE FROM piece WHERE series = ? AND pos = ?');
  }

  list(series: Series): PieceList {
    if (series.pieces !== null) return series.pieces;
    const list = new PieceList(this.#entriesOf(series));
    // What a damaged index row counted cannot be read; the damage is reported.
    if (list.records !== series.sealed.records) series.sealed = { ...series.sealed, records: list.records };
    this.#keep(series, list);
    return list;
  }

  /** The records of one piece, or null (and a note) when it is damaged. */
  open(series: Series, entry: PieceEntry): Columns | null {
    const key = `${entry.pack} ${entry.slot} ${series.id}`;
    const known = this.#decoded.get(key);
    if (known !== undefined) return known;
    const columns = this.#read(series, entry, () => {
      const pack = this.packs.get(entry.pack);
      const slot = entry.slot < 0 ? slotOf(pack, series.id) : entry.slot;
      return decodePiece(pack, slot);
    });
    if (columns === null) return null;
    if (this.#decoded.size >= MAX_DECODED) {
      const oldest = this.#decoded.keys().next();
      if (!oldest.done) this.#decoded.delete(oldest.value);
    }
    this.#decoded.set(key, columns);
    return columns;
  }

  /** Decodes a piece into columns from place `at` on; 0, and a note of the damage, when that fails. */
  decodeInto(series: Series, entry: PieceEntry, target: Columns, at: number): number {
    if (entry.records < SHORT_PIECE) {
      // Its part holds more than it: what was decoded is worth keeping.
      const columns = this.open(series, entry);
      if (columns === null) return 0;
      target.t.set(columns.t, at);
      target.p.set(columns.p, at);
      target.v.set(columns.v, at);
      target.s.set(columns.s, at);
      return columns.length;
    }
    const records = this.#read(series, entry, () =>
      decodePieceInto(
        this.packs.get(entry.pack),
        entry.slot < 0 ? slotOf(this.packs.get(entry.pack), series.id) : entry.slot,
        target,
        at,
      ),
    );
    return records ?? 0;
  }

  /** The stored minute bars of a piece; null where there are none, or they are damaged. */
  storedMinutes(series: Series, entry: PieceEntry): Float64Array | null {
    if (!entry.hasMinutes) return null;
    try {
      const ofPack = this.packs.minutes(entry.pack);
      for (const [slot, bars] of ofPack) this.minuteBars.keep(entry.pack, slot, bars);
      return ofPack.get(entry.slot) ?? null;
    } catch (error) {
      // The records themselves are whole: they are decoded instead.
      this.#damage.note(`minutes ${entry.pack}`, {
        ...placeOf(series, entry),
        records: 0,
        reason: `minute bars: ${error instanceof Error ? error.message : String(error)}`,
      });
      return null;
    }
  }

  /**
   * Adds records behind the pieces that their series have, those of neighbours to shared packs. A short last
   * piece is filled up first, so that rare polls and small imports leave no trail of tiny pieces.
   */
  seal(requests: readonly SealRequest[]): PieceChange[] {
    const shared: PlannedPiece[] = [];
    const alone: PlannedPiece[] = [];
    const plans = requests.map(({ series, columns, row, list }) => {
      const plan: Plan = { series, row, entries: [...(list ?? this.list(series)).entries] };
      const last = plan.entries.at(-1);
      let records = columns;
      const opened = last !== undefined && last.records < SHORT_PIECE ? this.open(series, last) : null;
      if (last !== undefined && opened !== null) {
        records = mergeColumns(opened, columns);
        this.#remove(series, last);
        plan.entries.pop();
      }
      let pos = plan.entries.at(-1)?.pos ?? 0;
      // What was filled up may be filled up again: in a pack of its own it leaves nothing behind.
      const target = opened === null ? shared : alone;
      for (const part of divided(records)) {
        pos += SPACING;
        target.push({ plan, pos, series: series.id, columns: part });
      }
      return plan;
    });
    for (const pack of packfuls(shared)) this.#add(pack);
    for (const piece of alone) this.#add([piece]);
    return plans.map(({ series, row, entries }) => this.#changed(series, entries, row, true));
  }

  /**
   * Merges sorted records that are earlier than the last piece's end, touching only the pieces they fall into.
   *
   * @param row Journal rows up to this one hold nothing of the series that is not sealed.
   */
  merge(series: Series, columns: Columns, row: number): PieceChange {
    let entries: PieceEntry[] = [...this.list(series).entries];
    let from = 0;
    while (from < columns.length) {
      const target = new PieceList(entries).lastBeginningBy(columns.t[from]!);
      const next = entries[target + 1];
      let to = from + 1;
      while (to < columns.length && (next === undefined || columns.t[to]! < next.fromMs)) to++;
      entries = this.#mergeInto(series, entries, target, viewColumns(columns, from, to));
      from = to;
    }
    return this.#changed(series, entries, row, false);
  }

  /** Takes a committed change over. */
  apply({ series, sealed, pieces }: PieceChange): void {
    series.sealed = sealed;
    this.#keep(series, pieces);
  }

  /** Forgets the list of a series that leaves memory. */
  drop(series: Series): void {
    if (!this.#loaded.delete(series)) return;
    this.#loadedEntries -= weightOf(series.pieces);
    series.pieces = null;
  }

  /** Forgets what a rolled back transaction may have left. */
  forget(): void {
    this.#decoded.clear();
    this.packs.forget();
    for (const series of this.#loaded) series.pieces = null;
    this.#loaded.clear();
    this.#loadedEntries = 0;
  }

  #entriesOf(series: Series): PieceEntry[] {
    const { records, bytes, firstMs, lastMs, pack } = series.sealed;
    if (pack === 0) {
      const rows = this.#selectIndex.all(series.id) as unknown as PieceRow[];
      return rows.flatMap((row) => this.#entryOf(series, row));
    }
    const facts = { pos: SPACING, pack, slot: -1, records, bytes, fromMs: firstMs, toMs: lastMs };
    return [{ ...facts, widthMs: 0, bars: NO_BARS, hasMinutes: false, isIndexed: false }];
  }

  /** A row that is damaged where it stands is reported and left out: what it says cannot be trusted. */
  #entryOf(series: Series, row: PieceRow): PieceEntry[] {
    const { pos, pack, slot, records, bytes, from_ms: fromMs, to_ms: toMs } = row;
    if (row.crc !== crcOfRow(series.id, row)) {
      this.#damage.note(`piece ${series.id} ${pos}`, {
        ...placeOf(series, { fromMs, toMs }),
        records,
        reason: 'the index row of a piece is damaged',
      });
      return [];
    }
    const { widthMs, bars } = row.bars === null ? { widthMs: 0, bars: NO_BARS } : decodeBars(row.bars);
    const facts = { pos, pack, slot, records, bytes, fromMs, toMs, widthMs, bars };
    return [{ ...facts, hasMinutes: row.minutes === 1, isIndexed: true }];
  }

  #read<T>(series: Series, entry: PieceEntry, read: () => T): T | null {
    try {
      return read();
    } catch (error) {
      this.#damage.note(`pack ${entry.pack} ${entry.slot} ${series.id}`, {
        ...placeOf(series, entry),
        records: entry.records,
        reason: error instanceof Error ? error.message : String(error),
      });
      return null;
    }
  }

  #mergeInto(series: Series, entries: PieceEntry[], target: number, part: Columns): PieceEntry[] {
    const first = entries[0];
    if (target < 0) {
      // Earlier than every piece: into the first one while it has room, else before it.
      if (first !== undefined && first.records + part.length <= PIECE_RECORDS) {
        const opened = this.open(series, first);
        if (opened !== null) return this.#replace(series, entries, 0, [mergeColumns(part, opened)]);
      }
      return this.#place(series, entries, 0, divided(part));
    }
    const entry = entries[target]!;
    const opened = this.open(series, entry);
    if (opened === null) {
      this.#putAside(series, entry);
      return this.#place(series, entries.toSpliced(target, 1), target, divided(part));
    }
    const merged = mergeColumns(opened, part);
    const parts = merged.length <= 2 * PIECE_RECORDS ? [merged] : divided(merged);
    return this.#replace(series, entries, target, parts);
  }

  #replace(series: Series, entries: PieceEntry[], target: number, parts: readonly Columns[]): PieceEntry[] {
    this.#remove(series, entries[target]!);
    return this.#place(series, entries.toSpliced(target, 1), target, parts);
  }

  /** Writes new pieces before the entry at `at`, renumbering the series when its neighbours leave no room. */
  #place(series: Series, entries: PieceEntry[], at: number, parts: readonly Columns[]): PieceEntry[] {
    const count = parts.length;
    const after = entries[at];
    const before = entries[at - 1];
    const high = after?.pos ?? (before?.pos ?? 0) + SPACING * (count + 1);
    const low = before?.pos ?? high - SPACING * (count + 1);
    const step = Math.floor((high - low) / (count + 1));
    if (step < 1) return this.#place(series, this.#renumber(series, entries), at, parts);
    const plan: Plan = { series, row: 0, entries: [] };
    const planned = parts.map((columns, i) => ({
      plan,
      pos: low + step * (i + 1),
      series: series.id,
      columns,
    }));
    for (const pack of packfuls(planned)) this.#add(pack);
    return entries.toSpliced(at, 0, ...plan.entries);
  }

  #renumber(series: Series, entries: readonly PieceEntry[]): PieceEntry[] {
    for (const entry of entries) if (entry.isIndexed) this.#deleteIndex.run(series.id, entry.pos);
    return entries.map((entry, i) => ({ ...entry, pos: (i + 1) * SPACING, isIndexed: false }));
  }

  /** Writes one pack and adds its pieces to the plans that they are of. Index rows follow in `#changed`. */
  #add(pieces: readonly PlannedPiece[]): void {
    const minutes = new Map<number, Float64Array>();
    pieces.forEach(({ columns }, slot) => {
      const bars = columns.length >= SHORT_PIECE ? minuteBarsOf(columns) : null;
      if (bars !== null) minutes.set(slot, bars);
    });
    const { id, bytes } = this.packs.add(pieces, minutes);
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
        ...(isShort ? { widthMs: 0, bars: NO_BARS } : barsOf(columns)),
        hasMinutes: minutes.has(slot),
        isIndexed: false,
      });
    });
  }

  #remove(series: Series, entry: PieceEntry): void {
    if (entry.isIndexed) this.#deleteIndex.run(series.id, entry.pos);
    this.packs.release(entry.pack);
  }

  /** A damaged piece leaves the index when records have to go to its place; its bytes stay for salvage. */
  #putAside(series: Series, entry: PieceEntry): void {
    this.#damage.keep(`pack ${entry.pack} ${entry.slot} ${series.id}`, {
      ...placeOf(series, entry),
      records: entry.records,
      reason: 'damaged',
    });
    if (entry.isIndexed) this.#deleteIndex.run(series.id, entry.pos);
  }

  /** The only piece of a series needs no index row while it is short: the series says where it is. */
  #changed(series: Series, entries: PieceEntry[], row: number, holdsTail: boolean): PieceChange {
    const [only] = entries;
    const isSingle = entries.length === 1 && only!.bars.length === 0;
    const settled = entries.flatMap((entry) => {
      if (isSingle && entry.isIndexed) this.#deleteIndex.run(series.id, entry.pos);
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
      pack: isSingle ? only!.pack : 0,
    };
    return { series, sealed, pieces, holdsTail };
  }

  #index(series: Series, entry: PieceEntry): PieceEntry[] {
    // Only the one short piece of a series has no place of its own yet.
    const slot =
      entry.slot < 0
        ? this.#read(series, entry, () => slotOf(this.packs.get(entry.pack), series.id))
        : entry.slot;
    if (slot === null) {
      this.#putAside(series, entry);
      return [];
    }
    const { pos, pack, records, bytes, fromMs, toMs } = entry;
    const bars = entry.bars.length === 0 ? null : encodeBars(entry);
    const minutes = Number(entry.hasMinutes);
    const fields = { pos, pack, slot, records, bytes, from_ms: fromMs, to_ms: toMs, minutes, bars };
    const crc = crcOfRow(series.id, fields);
    this.#insertIndex.run(series.id, pos, pack, slot, records, bytes, fromMs, toMs, minutes, bars, crc);
    return [{ ...entry, slot, isIndexed: true }];
  }

  #keep(series: Series, list: PieceList): void {
    this.#loadedEntries += weightOf(list) - weightOf(series.pieces);
    series.pieces = list;
    this.#loaded.delete(series);
    this.#loaded.add(series);
    for (const oldest of this.#loaded) {
      if (this.#loadedEntries <= MAX_ENTRIES || oldest === series) break;
      this.drop(oldest);
    }
  }
}

function weightOf(list: PieceList | null): number {
  return list === null ? 0 : list.entries.length + SERIES_ENTRIES;
}

function placeOf(
  { venue, storeKey }: Series,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Pick<CorruptBlock, 'venue' | 'storeKey' | 'fromMs' | 'toMs'> {
  return { venue, storeKey, fromMs: epochMs(fromMs), toMs: epochMs(toMs) };
}

function crcOfRow(series: number, row: Omit<PieceRow, 'crc'>): number {
  const { pos, pack, slot, records, bytes, from_ms, to_ms, minutes, bars } = row;
  const text = `${series} ${pos} ${pack} ${slot} ${records} ${bytes} ${from_ms} ${to_ms} ${minutes}`;
  return crc32(bars ?? '', crc32(text));
}

/** Parts of about equal size, none much larger than a piece should be. */
function divided(columns: Columns): Columns[] {
  const count = Math.max(1, Math.ceil(columns.length / (PIECE_RECORDS * 1.25)));
  return Array.from({ length: count }, (_, i) =>
    viewColumns(
      columns,
      Math.floor((columns.length * i) / count),
      Math.floor((columns.length * (i + 1)) / count),
    ),
  );
}
