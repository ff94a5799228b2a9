import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { mergeColumns, viewColumns } from '../columns.ts';
import type { Columns, CorruptBlock } from '../history-store.ts';
import { barsOf, decodeBars, encodeBars } from './bars.ts';
import { BLOCK_RECORDS, decodeBlock, encodeBlock } from './block.ts';
import { MinuteBars } from './minute-bars.ts';
import { type BlockEntry, BlockList, type SealedFacts, type Series } from './series.ts';

/** Room between the positions of two new neighbours. */
const SPACING = 2 ** 31;

/** Index entries of all series together that are kept in memory: about 200 bytes each. */
const MAX_ENTRIES = 200_000;

/** Decoded blocks that are kept: 25 kB each. */
const MAX_DECODED = 64;

interface IndexRow {
  readonly pos: number;
  readonly block: number;
  readonly records: number;
  readonly bytes: number;
  readonly from_ms: number;
  readonly to_ms: number;
  readonly bars: Uint8Array;
}

/** What a change of a series' blocks comes to. Taken over in memory once the transaction is committed. */
export interface BlockChange {
  readonly series: Series;
  readonly sealed: SealedFacts;
  readonly blocks: BlockList;
  /** Whether the records of the tail are in the blocks now. */
  readonly holdsTail: boolean;
}

/** The sealed blocks of all series: reads, adds and merges. Writing happens inside the caller's transaction. */
export class Blocks {
  readonly minuteBars = new MinuteBars();
  readonly #selectIndex: StatementSync;
  readonly #selectBlock: StatementSync;
  readonly #selectRange: StatementSync;
  readonly #insertBlock: StatementSync;
  readonly #insertIndex: StatementSync;
  readonly #deleteBlock: StatementSync;
  readonly #deleteIndex: StatementSync;
  readonly #insertDamaged: StatementSync;
  readonly #updateSeries: StatementSync;
  readonly #corrupt = new Map<number, CorruptBlock>();
  readonly #decoded = new Map<number, Columns>();
  readonly #loaded = new Set<Series>();
  #loadedEntries = 0;
  #nextBlock: number;

  constructor(db: DatabaseSync) {
    this.#selectIndex = db.prepare(
      'SELECT pos, block, records, bytes, from_ms, to_ms, bars FROM block_index WHERE series = ? ORDER BY pos',
    );
    this.#selectBlock = db.prepare('SELECT data FROM block WHERE id = ?');
    this.#selectRange = db.prepare(
      `SELECT b.data FROM block_index i LEFT JOIN block b ON b.id = i.block
       WHERE i.series = ? AND i.pos BETWEEN ? AND ? ORDER BY i.pos`,
    );
    this.#selectRange.setReturnArrays(true);
    this.#insertBlock = db.prepare('INSERT INTO block (id, data) VALUES (?, ?)');
    this.#insertIndex = db.prepare(
      `INSERT INTO block_index (series, pos, block, records, bytes, from_ms, to_ms, bars)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#deleteBlock = db.prepare('DELETE FROM block WHERE id = ?');
    this.#deleteIndex = db.prepare('DELETE FROM block_index WHERE series = ? AND pos = ?');
    this.#insertDamaged = db.prepare(
      'INSERT INTO damaged (block, series, records, from_ms, to_ms, reason) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#updateSeries = db.prepare(
      'UPDATE series SET records = ?, bytes = ?, first_ms = ?, last_ms = ?, sealed_row = ? WHERE id = ?',
    );
    this.#nextBlock = 1 + Number(db.prepare('SELECT max(id) AS id FROM block').get()?.id ?? 0);
  }

  /** Blocks that were found damaged, also those that a later insertion has put aside. */
  get corrupt(): readonly CorruptBlock[] {
    return [...this.#corrupt.values()];
  }

  noteCorrupt(block: number, corrupt: CorruptBlock): void {
    this.#corrupt.set(block, corrupt);
  }

  list(series: Series): BlockList {
    if (series.blocks !== null) return series.blocks;
    const rows = this.#selectIndex.all(series.id) as unknown as IndexRow[];
    const list = new BlockList(rows.map(entryOf));
    this.#keep(series, list);
    return list;
  }

  /** The records of one block, or null (and a note) when it is damaged. */
  open(series: Series, entry: BlockEntry): Columns | null {
    const known = this.#decoded.get(entry.block);
    if (known !== undefined) return known;
    const columns = this.decode(series, entry, this.#selectBlock.get(entry.block)?.data, decodeBlock);
    if (columns === null) return null;
    if (this.#decoded.size >= MAX_DECODED) {
      const oldest = this.#decoded.keys().next();
      if (!oldest.done) this.#decoded.delete(oldest.value);
    }
    this.#decoded.set(entry.block, columns);
    return columns;
  }

  /** Bytes of the blocks from one to another (both included), in order, by one query. */
  *data(series: Series, first: number, last: number): Generator<readonly [BlockEntry, unknown]> {
    const { entries } = this.list(series);
    if (first > last) return;
    let i = first;
    const rows = this.#selectRange.iterate(series.id, entries[first]!.pos, entries[last]!.pos);
    for (const row of rows as unknown as Iterable<readonly [unknown]>) yield [entries[i++]!, row[0]];
  }

  /** Applies a decoder to a block's bytes; null, and a note of the damage, when it fails. */
  decode<T>(series: Series, entry: BlockEntry, data: unknown, decoder: (bytes: Uint8Array) => T): T | null {
    try {
      if (!(data instanceof Uint8Array)) throw new RangeError('the block is missing');
      return decoder(data);
    } catch (error) {
      this.#corrupt.set(entry.block, {
        venue: series.venue,
        storeKey: series.storeKey,
        fromMs: entry.fromMs as CorruptBlock['fromMs'],
        toMs: entry.toMs as CorruptBlock['toMs'],
        records: entry.records,
        reason: error instanceof Error ? error.message : String(error),
      });
      return null;
    }
  }

  /**
   * Adds sorted records, none earlier than the last block's end. A small last block is filled up first, so
   * that rare polls and small imports leave no trail of tiny blocks.
   *
   * @param row Journal rows up to this one hold nothing of the series that is not sealed now.
   * @param list The blocks as an earlier change of the same transaction left them.
   */
  seal(series: Series, columns: Columns, row: number, list = this.list(series)): BlockChange {
    const entries = [...list.entries];
    const last = entries.at(-1);
    let records = columns;
    if (last !== undefined && last.records < BLOCK_RECORDS / 2) {
      const opened = this.open(series, last);
      if (opened !== null) {
        records = mergeColumns(opened, columns);
        this.#remove(series, last);
        entries.pop();
      }
    }
    let pos = entries.at(-1)?.pos ?? 0;
    for (const part of divided(records)) {
      pos += SPACING;
      entries.push(this.#add(series, part, pos));
    }
    return this.#changed(series, new BlockList(entries), row, true);
  }

  /** Merges sorted records that are earlier than the last block's end, touching only the blocks they fall into. */
  merge(series: Series, columns: Columns): BlockChange {
    let entries = [...this.list(series).entries];
    let from = 0;
    while (from < columns.length) {
      const list = new BlockList(entries);
      const target = list.lastBeginningBy(columns.t[from]!);
      const next = entries[target + 1];
      let to = from + 1;
      while (to < columns.length && (next === undefined || columns.t[to]! < next.fromMs)) to++;
      const part = viewColumns(columns, from, to);
      entries = this.#mergeInto(series, entries, target, part);
      from = to;
    }
    return this.#changed(series, new BlockList(entries), series.sealed.row, false);
  }

  /** Takes a committed change over. */
  apply({ series, sealed, blocks }: BlockChange): void {
    series.sealed = sealed;
    this.#keep(series, blocks);
  }

  /** Forgets what a rolled back transaction may have left. */
  forget(series: Series): void {
    this.#decoded.clear();
    this.#loadedEntries -= series.blocks?.entries.length ?? 0;
    this.#loaded.delete(series);
    series.blocks = null;
  }

  #mergeInto(series: Series, entries: BlockEntry[], target: number, part: Columns): BlockEntry[] {
    const first = entries[0];
    if (target < 0) {
      // Earlier than every block: into the first one while it has room, else before it.
      if (first !== undefined && first.records + part.length <= BLOCK_RECORDS) {
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
    const parts = merged.length <= 2 * BLOCK_RECORDS ? [merged] : divided(merged);
    return this.#replace(series, entries, target, parts);
  }

  #replace(series: Series, entries: BlockEntry[], target: number, parts: readonly Columns[]): BlockEntry[] {
    this.#remove(series, entries[target]!);
    return this.#place(series, entries.toSpliced(target, 1), target, parts);
  }

  /** Writes new blocks before the entry at `at`, renumbering the series when its neighbours leave no room. */
  #place(series: Series, entries: BlockEntry[], at: number, parts: readonly Columns[]): BlockEntry[] {
    const count = parts.length;
    const after = entries[at];
    const before = entries[at - 1];
    const high = after?.pos ?? (before?.pos ?? 0) + SPACING * (count + 1);
    const low = before?.pos ?? high - SPACING * (count + 1);
    const step = Math.floor((high - low) / (count + 1));
    if (step < 1) return this.#place(series, this.#renumber(series, entries), at, parts);
    const added = parts.map((part, i) => this.#add(series, part, low + step * (i + 1)));
    return entries.toSpliced(at, 0, ...added);
  }

  #renumber(series: Series, entries: readonly BlockEntry[]): BlockEntry[] {
    for (const entry of entries) this.#deleteIndex.run(series.id, entry.pos);
    return entries.map((entry, i) => {
      const moved = { ...entry, pos: (i + 1) * SPACING };
      this.#writeIndex(series, moved);
      return moved;
    });
  }

  #add(series: Series, part: Columns, pos: number): BlockEntry {
    const data = encodeBlock(part);
    const block = this.#nextBlock++;
    this.#insertBlock.run(block, data);
    const entry: BlockEntry = {
      pos,
      block,
      records: part.length,
      bytes: data.length,
      fromMs: part.t[0]!,
      toMs: part.t[part.length - 1]!,
      ...barsOf(part),
    };
    this.#writeIndex(series, entry);
    return entry;
  }

  #writeIndex(series: Series, entry: BlockEntry): void {
    const { pos, block, records, bytes, fromMs, toMs } = entry;
    this.#insertIndex.run(series.id, pos, block, records, bytes, fromMs, toMs, encodeBars(entry));
  }

  #remove(series: Series, entry: BlockEntry): void {
    this.#deleteIndex.run(series.id, entry.pos);
    this.#deleteBlock.run(entry.block);
  }

  /** A damaged block leaves the index when records have to go to its place; its bytes stay for salvage. */
  #putAside(series: Series, entry: BlockEntry): void {
    const reason = this.#corrupt.get(entry.block)?.reason ?? 'damaged';
    this.#insertDamaged.run(entry.block, series.id, entry.records, entry.fromMs, entry.toMs, reason);
    this.#deleteIndex.run(series.id, entry.pos);
  }

  #changed(series: Series, blocks: BlockList, row: number, holdsTail: boolean): BlockChange {
    const { entries } = blocks;
    const sealed: SealedFacts = {
      records: blocks.records,
      bytes: blocks.bytes,
      firstMs: entries[0]!.fromMs,
      lastMs: entries.at(-1)!.toMs,
      row,
    };
    this.#updateSeries.run(
      sealed.records,
      sealed.bytes,
      sealed.firstMs,
      sealed.lastMs,
      sealed.row,
      series.id,
    );
    return { series, sealed, blocks, holdsTail };
  }

  #keep(series: Series, list: BlockList): void {
    this.#loadedEntries += list.entries.length - (series.blocks?.entries.length ?? 0);
    series.blocks = list;
    this.#loaded.delete(series);
    this.#loaded.add(series);
    for (const oldest of this.#loaded) {
      if (this.#loadedEntries <= MAX_ENTRIES || oldest === series) break;
      this.#loadedEntries -= oldest.blocks?.entries.length ?? 0;
      oldest.blocks = null;
      this.#loaded.delete(oldest);
    }
  }
}

/** Parts of about equal size, none much larger than a block should be. */
function divided(columns: Columns): Columns[] {
  const count = Math.max(1, Math.ceil(columns.length / (BLOCK_RECORDS * 1.25)));
  return Array.from({ length: count }, (_, i) =>
    viewColumns(
      columns,
      Math.floor((columns.length * i) / count),
      Math.floor((columns.length * (i + 1)) / count),
    ),
  );
}

function entryOf(row: IndexRow): BlockEntry {
  const { pos, block, records, bytes, from_ms: fromMs, to_ms: toMs } = row;
  return { pos, block, records, bytes, fromMs, toMs, ...decodeBars(row.bars) };
}
