import type { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { toMessage } from '../../../domain/index.ts';
import { BoundedMap } from '../../../scheduling/bounded-map.ts';
import { decodePiece, decodePieceInto, findSlot } from '../../coding/pack.ts';
import { copyInto, lowerBound } from '../../columns/columns.ts';
import type { Columns } from '../../contract/history-store.ts';
import type { FileDamage } from '../damage.ts';
import {
  type PieceEntry,
  PieceList,
  type SealedFacts,
  type SeriesState,
  SHORT_PIECE,
  SPACING,
} from '../series/series.ts';
import { MinuteBars } from './minute-bars.ts';
import { PackTable } from './pack-table.ts';
import { describeSpan, type LastPiece, NO_PIECE, PieceRows } from './piece-rows.ts';
import { LONG_FROM, PieceSpans } from './piece-spans.ts';

/** Maximum number of index entries in memory over all series, about 200 bytes each. */
const MAX_ENTRIES = 100_000;

/** Memory of a series with pieces beside its entries, as a number of entries. */
const SERIES_ENTRIES = 8;

/** Maximum number of series whose last pieces are cached, up to a hundred index entries each. */
const MAX_NEWEST = 64;

/** Maximum number of cached decoded pieces, 25 kB each. */
const MAX_DECODED = 64;

/** Reads the sealed pieces of all series: their lists, decoded records, and bars. */
export class Pieces {
  readonly minuteBars = new MinuteBars();
  readonly packs: PackTable;
  readonly rows: PieceRows;
  readonly spans: PieceSpans;
  readonly #damage: FileDamage;
  readonly #decoded = new BoundedMap<string, Columns>(MAX_DECODED);
  readonly #loaded = new Set<SeriesState>();
  /** Cached last pieces of long series, valid until one of their tails is sealed. */
  readonly #newest = new LRUCache<SeriesState, { readonly sealed: SealedFacts; readonly pieces: PieceList }>({
    max: MAX_NEWEST,
  });
  #loadedEntries = 0;

  constructor(db: DatabaseSync, damage: FileDamage) {
    this.packs = new PackTable(db);
    this.rows = new PieceRows(db, damage);
    this.spans = new PieceSpans(this.rows);
    this.#damage = damage;
  }

  list(series: SeriesState): PieceList {
    if (series.pieces !== null) return series.pieces;
    const only = onlyEntry(series);
    const list = new PieceList(only === null ? this.rows.listAll(series) : [only]);
    // The records of a damaged index row cannot be read, so they no longer count. The damage has been noted.
    if (list.records !== series.sealed.records) series.sealed = { ...series.sealed, records: list.records };
    this.keep(series, list);
    return list;
  }

  /**
   * Finds a long series reduced to its newest pieces, with at least this many sealed records, and its tail, without
   * reading the whole index.
   *
   * @returns Null when the whole list is better: the series is short, or its list is in memory.
   */
  findNewest(series: SeriesState, records: number): SeriesState | null {
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

  /** Reads the last piece and its position. The piece is null when there is none, or its index row is damaged. */
  readLast(series: SeriesState): LastPiece {
    if (series.pieces !== null) return getLast(series.pieces);
    if (!Number.isFinite(series.sealed.lastMs)) return NO_PIECE;
    const only = onlyEntry(series);
    return only === null ? this.rows.readLast(series) : { entry: only, pos: only.pos };
  }

  /** Whether a series is so long that a few rows of its index are read instead of all. */
  isLong({ sealed }: SeriesState): boolean {
    return sealed.records >= LONG_FROM;
  }

  /** Lists the pieces that contain one of these times, in order. */
  *listEntriesAt(series: SeriesState, { t, length }: Pick<Columns, 't' | 'length'>): Generator<PieceEntry> {
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
        // Adjacent pieces may share a time, and the earlier one may have been listed already.
        if (entries[at]!.pos > lastPos) yield entries[at]!;
        lastPos = Math.max(lastPos, entries[at]!.pos);
      }
      const next = entries[at];
      near = next?.pos;
      i = next === undefined ? length : lowerBound(t, length, next.fromMs);
    }
  }

  /** Decodes the records of one piece; null, and damage is noted, when that fails. */
  open(series: SeriesState, entry: PieceEntry): Columns | null {
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

  /** Decodes a piece into columns from index `at` on. @returns Number of records; 0, with damage noted, on failure. */
  decodeInto(series: SeriesState, entry: PieceEntry, target: Columns, at: number): number {
    if (entry.records < SHORT_PIECE) {
      // Other pieces share the part of this one, so the decoded part is cached.
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

  /** Reads the stored minute bars of a piece; null when there are none, or they are damaged. */
  readMinutes(series: SeriesState, entry: PieceEntry): Float64Array | null {
    if (!entry.hasMinutes) return null;
    try {
      const ofPack = this.packs.readMinutes(entry.pack);
      for (const [slot, bars] of ofPack) this.minuteBars.keep(entry.pack, slot, bars);
      return ofPack.get(entry.slot) ?? null;
    } catch (error) {
      // The records themselves may be intact: they are decoded instead of the bars.
      this.#damage.note(`minutes ${entry.pack}`, {
        kind: 'row',
        ...describeSpan(series, entry),
        records: 0,
        reason: `minute bars: ${toMessage(error)}`,
      });
      return null;
    }
  }

  /** Caches a list; the oldest lists are dropped when there are too many entries. */
  keep(series: SeriesState, list: PieceList): void {
    this.#loadedEntries += weighList(list) - weighList(series.pieces);
    series.pieces = list;
    this.#loaded.delete(series);
    this.#loaded.add(series);
    this.#makeRoom(series);
  }

  /** Replaces pieces at the end of a cached list. */
  extend(series: SeriesState, dropped: number, added: readonly PieceEntry[]): void {
    if (series.pieces === null) return;
    series.pieces.extend(dropped, added);
    this.#loadedEntries += added.length - dropped;
    this.#makeRoom(series);
  }

  /** Drops the cached list of a series. */
  drop(series: SeriesState): void {
    if (!this.#loaded.delete(series)) return;
    this.#loadedEntries -= weighList(series.pieces);
    series.pieces = null;
  }

  /** Drops cached state after a transaction was rolled back. */
  forget(): void {
    this.#decoded.clear();
    this.#newest.clear();
    this.spans.forget();
    this.packs.forget();
    for (const series of this.#loaded) series.pieces = null;
    this.#loaded.clear();
    this.#loadedEntries = 0;
  }

  /** Notes the damaged row of a pack. The records of the pack have checksums of their own, and may be intact. */
  noteDamagedFacts(series: SeriesState, entry: PieceEntry): void {
    this.#damage.note(`pack ${entry.pack}`, {
      kind: 'row',
      ...describeSpan(series, entry),
      records: 0,
      reason: 'what the row of a pack says besides its records is damaged: the pack is kept',
    });
  }

  /** Runs a read of a piece. @returns Null, and damage is noted, when it fails. */
  attempt<T>(series: SeriesState, entry: PieceEntry, read: () => T): T | null {
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

  #makeRoom(latest: SeriesState): void {
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

/** Returns the entry of a single short piece, which has no index row: the row of the series names its pack. */
function onlyEntry({ sealed }: SeriesState): PieceEntry | null {
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
