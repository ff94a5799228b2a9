import type { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { toMessage } from '../../../domain/index.ts';
import { BoundedMap } from '../../../scheduling/bounded-map.ts';
import { copyInto, lowerBound } from '../../columns/columns.ts';
import type { Columns } from '../../contract/history-store.ts';
import { decodePiece, decodePieceInto, findSlot } from '../coding/pack.ts';
import type { Damage } from '../damage.ts';
import {
  type PieceEntry,
  PieceList,
  type SealedFacts,
  type Series,
  SHORT_PIECE,
  SPACING,
} from '../series/series.ts';
import { MinuteBars } from './minute-bars.ts';
import { PackTable } from './pack-table.ts';
import { describeSpan, type LastPiece, NO_PIECE, PieceRows } from './piece-rows.ts';
import { LONG_FROM, PieceSpans } from './piece-spans.ts';

/** Index entries of all series together that are kept in memory: about 200 bytes each. */
const MAX_ENTRIES = 100_000;

/** The memory that a series with pieces takes besides them, in entries. */
const SERIES_ENTRIES = 8;

/** Series whose last pieces are kept: up to a hundred index entries each. */
const MAX_NEWEST = 64;

/** Decoded pieces that are kept: 25 kB each. */
const MAX_DECODED = 64;

/** The sealed pieces of all series, as they are read: their lists, decoded records, and bars. */
export class Pieces {
  readonly minuteBars = new MinuteBars();
  readonly packs: PackTable;
  readonly rows: PieceRows;
  readonly spans: PieceSpans;
  readonly #damage: Damage;
  readonly #decoded = new BoundedMap<string, Columns>(MAX_DECODED);
  readonly #loaded = new Set<Series>();
  /** The last pieces of long series, as long as nothing is sealed. */
  readonly #newest = new LRUCache<Series, { readonly sealed: SealedFacts; readonly pieces: PieceList }>({
    max: MAX_NEWEST,
  });
  #loadedEntries = 0;

  constructor(db: DatabaseSync, damage: Damage) {
    this.packs = new PackTable(db);
    this.rows = new PieceRows(db, damage);
    this.spans = new PieceSpans(this.rows);
    this.#damage = damage;
  }

  list(series: Series): PieceList {
    if (series.pieces !== null) return series.pieces;
    const only = onlyEntry(series);
    const list = new PieceList(only === null ? this.rows.listAll(series) : [only]);
    // The records of a damaged index row cannot be read and no longer count; the damage is reported.
    if (list.records !== series.sealed.records) series.sealed = { ...series.sealed, records: list.records };
    this.keep(series, list);
    return list;
  }

  /**
   * A long series without its oldest pieces: this many sealed records and more, and the tail. Its index is not read as
   * a whole for them.
   *
   * @returns null where that would not help: the series is short, or its list is in memory already.
   */
  findNewest(series: Series, records: number): Series | null {
    const { sealed } = series;
    if (series.pieces !== null || sealed.records < Math.max(LONG_FROM, 2 * records)) return null;
    let known = this.#newest.get(series);
    if (known === undefined || known.sealed !== sealed || known.pieces.records < records) {
      const entries = this.rows.listNewest(series, records);
      if (entries === null || entries.length === 0) return null;
      known = { sealed, pieces: new PieceList(entries) };
      this.#newest.set(series, known);
    }
    const { pieces } = known;
    const firstMs = pieces.entries[0]!.fromMs;
    return { ...series, pieces, sealed: { ...sealed, records: pieces.records, firstMs } };
  }

  /** The last piece, null without one or when its index row is damaged, and its position. */
  readLast(series: Series): LastPiece {
    if (series.pieces !== null) return getLast(series.pieces);
    if (!Number.isFinite(series.sealed.lastMs)) return NO_PIECE;
    const only = onlyEntry(series);
    return only === null ? this.rows.readLast(series) : { entry: only, pos: only.pos };
  }

  /** Whether a series has so many records that a few pieces of its index are read alone. */
  isLong({ sealed }: Series): boolean {
    return sealed.records >= LONG_FROM;
  }

  /** The pieces that reach over one of these times, in order. */
  *listEntriesAt(series: Series, { t, length }: Pick<Columns, 't' | 'length'>): Generator<PieceEntry> {
    let list = series.pieces ?? (this.isLong(series) ? null : this.list(series));
    let lastPos = Number.NEGATIVE_INFINITY;
    let near: number | undefined;
    for (let i = 0; i < length; ) {
      const span = list ?? toList(this.rows.listAround(series, t[i]!, near));
      if (span === null) list = this.list(series);
      if (span === null) continue;
      const { entries } = span;
      let at = span.firstEndingFrom(t[i]!);
      for (; at < entries.length && entries[at]!.fromMs <= t[i]!; at++) {
        // Neighbours may share a time: one of them was given for an earlier one.
        if (entries[at]!.pos > lastPos) yield entries[at]!;
        lastPos = Math.max(lastPos, entries[at]!.pos);
      }
      const next = entries[at];
      near = next?.pos;
      i = next === undefined ? length : lowerBound(t, length, next.fromMs);
    }
  }

  /** The records of one piece, or null (and a note) when it is damaged. */
  open(series: Series, entry: PieceEntry): Columns | null {
    const key = `${entry.pack} ${entry.slot} ${series.id}`;
    const known = this.#decoded.get(key);
    if (known !== undefined) return known;
    const columns = this.attempt(series, entry, () => {
      const pack = this.packs.get(entry.pack);
      const slot = entry.slot < 0 ? findSlot(pack, series.id) : entry.slot;
      return decodePiece(pack, slot);
    });
    if (columns === null) return null;
    this.#decoded.set(key, columns);
    return columns;
  }

  /** Decodes a piece into columns from place `at` on; 0, and a note of the damage, when that fails. */
  decodeInto(series: Series, entry: PieceEntry, target: Columns, at: number): number {
    if (entry.records < SHORT_PIECE) {
      // The part of the piece holds further pieces: the decoded part is worth keeping.
      const columns = this.open(series, entry);
      if (columns === null) return 0;
      copyInto(target, at, columns);
      return columns.length;
    }
    const records = this.attempt(series, entry, () =>
      decodePieceInto(
        this.packs.get(entry.pack),
        entry.slot < 0 ? findSlot(this.packs.get(entry.pack), series.id) : entry.slot,
        target,
        at,
      ),
    );
    return records ?? 0;
  }

  /** The stored minute bars of a piece; null where there are none, or they are damaged. */
  readMinutes(series: Series, entry: PieceEntry): Float64Array | null {
    if (!entry.hasMinutes) return null;
    try {
      const ofPack = this.packs.readMinutes(entry.pack);
      for (const [slot, bars] of ofPack) this.minuteBars.keep(entry.pack, slot, bars);
      return ofPack.get(entry.slot) ?? null;
    } catch (error) {
      // The records themselves are whole: they are decoded instead.
      this.#damage.note(`minutes ${entry.pack}`, {
        kind: 'row',
        ...describeSpan(series, entry),
        records: 0,
        reason: `minute bars: ${toMessage(error)}`,
      });
      return null;
    }
  }

  /** Keeps a list in memory; the oldest lists make room. */
  keep(series: Series, list: PieceList): void {
    this.#loadedEntries += weighList(list) - weighList(series.pieces);
    series.pieces = list;
    this.#loaded.delete(series);
    this.#loaded.add(series);
    this.#makeRoom(series);
  }

  /** Replaces pieces at the end of a list that is in memory. */
  extend(series: Series, dropped: number, added: readonly PieceEntry[]): void {
    if (series.pieces === null) return;
    series.pieces.extend(dropped, added);
    this.#loadedEntries += added.length - dropped;
    this.#makeRoom(series);
  }

  /** Forgets the list of a series that leaves memory. */
  drop(series: Series): void {
    if (!this.#loaded.delete(series)) return;
    this.#loadedEntries -= weighList(series.pieces);
    series.pieces = null;
  }

  /** Drops cached state of a rolled back transaction. */
  forget(): void {
    this.#decoded.clear();
    this.#newest.clear();
    this.spans.forget();
    this.packs.forget();
    for (const series of this.#loaded) series.pieces = null;
    this.#loaded.clear();
    this.#loadedEntries = 0;
  }

  /** Reports a damaged pack row. Its records are not meant: they have checksums of their own. */
  noteDamagedFacts(series: Series, entry: PieceEntry): void {
    this.#damage.note(`pack ${entry.pack}`, {
      kind: 'row',
      ...describeSpan(series, entry),
      records: 0,
      reason: 'what the row of a pack says besides its records is damaged: the pack is kept',
    });
  }

  /** @returns null, and a note of the damage, when reading fails. */
  attempt<T>(series: Series, entry: PieceEntry, read: () => T): T | null {
    try {
      return read();
    } catch (error) {
      this.#damage.note(`pack ${entry.pack} ${entry.slot} ${series.id}`, {
        kind: 'records',
        ...describeSpan(series, entry),
        records: entry.records,
        reason: toMessage(error),
      });
      return null;
    }
  }

  #makeRoom(latest: Series): void {
    for (const oldest of this.#loaded) {
      if (this.#loadedEntries <= MAX_ENTRIES || oldest === latest) break;
      this.drop(oldest);
    }
  }
}

/** Returns the last piece of a list and its position; null and 0 for an empty list. */
export function getLast({ entries }: PieceList): LastPiece {
  const entry = entries.at(-1) ?? null;
  return { entry, pos: entry?.pos ?? 0 };
}

/** The only short piece of a series has no index row: the series says where it is. */
function onlyEntry({ sealed }: Series): PieceEntry | null {
  const { records, bytes, firstMs, lastMs, pack } = sealed;
  if (pack === 0) return null;
  const facts = { pos: SPACING, pack, slot: -1, records, bytes, fromMs: firstMs, toMs: lastMs };
  return { ...facts, bars: null, hasMinutes: false, isIndexed: false };
}

function toList(entries: readonly PieceEntry[] | null): PieceList | null {
  return entries === null ? null : new PieceList(entries);
}

function weighList(list: PieceList | null): number {
  return list === null ? 0 : list.entries.length + SERIES_ENTRIES;
}
