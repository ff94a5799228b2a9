import { findSlot } from '../../coding/pack.ts';
import type { FileDamage } from '../damage.ts';
import { type PieceEntry, PieceList, type SealedFacts, type SeriesState } from '../series/series.ts';
import { describeSpan } from './piece-rows.ts';
import type { Pieces } from './pieces.ts';

/** Change of a series' pieces, which is applied to memory after the transaction is committed. */
export interface PieceChange {
  readonly series: SeriesState;
  readonly sealed: SealedFacts;
  /** All pieces after the change; null when only the end of the list changes, or a long list changes elsewhere. */
  readonly pieces: PieceList | null;
  /** Number of pieces that are removed from the end of the list when `pieces` is null. */
  readonly dropped: number;
  /** Pieces that are added at the end when `pieces` is null. */
  readonly added: readonly PieceEntry[];
  /** Whether the pieces now contain the records of the tail. */
  readonly holdsTail: boolean;
  /** Whether index rows were changed directly, so that a list in memory must be read again. */
  readonly isElsewhere?: boolean;
}

/** New pieces at the end of a series, and the former last piece if they took over its records. */
export interface Extension {
  readonly dropped: PieceEntry | null;
  readonly entries: readonly PieceEntry[];
  readonly row: number;
}

/** Gives pieces the index rows that they need, and describes what became of a series, inside the caller's transaction. */
export class PieceIndexing {
  readonly #pieces: Pieces;
  readonly #damage: FileDamage;

  constructor(pieces: Pieces, damage: FileDamage) {
    this.#pieces = pieces;
    this.#damage = damage;
  }

  /** Describes a change from all pieces. A single short piece has no index row: its series' row names its pack. */
  toChange(series: SeriesState, entries: PieceEntry[], row: number, holdsTail: boolean): PieceChange {
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
  toExtension(series: SeriesState, before: SealedFacts, { dropped, entries, row }: Extension): PieceChange {
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

  /** Removes a damaged piece from the index, to store records in its place. Its pack keeps the bytes for salvage. */
  putAside(series: SeriesState, entry: PieceEntry): void {
    this.#damage.keep(`pack ${entry.pack} ${entry.slot} ${series.id}`, {
      kind: 'records',
      ...describeSpan(series, entry),
      records: entry.records,
      reason: 'damaged',
    });
    if (entry.isIndexed) this.#pieces.rows.delete(series, entry);
  }

  #index(series: SeriesState, entry: PieceEntry): PieceEntry[] {
    // A single short piece has no slot yet; it is found by the number of the series.
    const slot =
      entry.slot < 0
        ? this.#pieces.attempt(series, entry, () => findSlot(this.#pieces.packs.get(entry.pack), series.id))
        : entry.slot;
    if (slot !== null) return [this.#pieces.rows.insert(series, { ...entry, slot })];
    this.putAside(series, entry);
    return [];
  }
}
