import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { BoundedMap } from '../../../scheduling/bounded-map.ts';
import { prepareRows, type RowStatement } from '../../../storage/sqlite/row-statement.ts';
import { decodeMinutes, encodeMinutes } from '../../coding/minute-block.ts';
import { encodePack, type OpenPack, openPack, type Piece } from '../../coding/pack.ts';
import { computeRowCrc, isWhole } from '../../coding/row-crc.ts';

/** Maximum number of cached open packs, up to 100 kB each. */
const MAX_OPEN = 16;

/** Approximate number of records in the pieces of one pack. */
const PACK_RECORDS = 10_240;

/** Maximum number of pieces of one pack: a pack is encoded between two polls, and many short pieces take time. */
const PACK_PIECES = 512;

interface PackFacts {
  readonly live: number;
  readonly from_ms: number;
  readonly to_ms: number;
  /** Checksum of the row; null or absent when an earlier version of this format wrote it. */
  readonly crc?: number | null;
}

/** Table of packs. Writes happen inside the caller's transaction. */
export class PackTable {
  readonly #db: DatabaseSync;
  readonly #select: StatementSync;
  readonly #selectMinutes: StatementSync;
  #writing: WritingStatements | null = null;
  #verified: { readonly id: number; readonly isWhole: boolean } | null = null;
  readonly #open = new BoundedMap<number, OpenPack>(MAX_OPEN);

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#select = db.prepare('SELECT data FROM pack WHERE id = ?');
    this.#selectMinutes = db.prepare('SELECT minutes FROM pack WHERE id = ?');
  }

  /**
   * Reads the head of a pack and the positions of its parts. The number of a pack is never used again, so a cached pack
   * stays valid.
   *
   * @throws {RangeError} when the pack is missing or its head is damaged.
   */
  get(id: number): OpenPack {
    const known = this.#open.get(id);
    if (known !== undefined) return known;
    const data = this.#select.get(id)?.data;
    if (!(data instanceof Uint8Array)) throw new RangeError('the row of the pack is missing');
    const pack = openPack(data);
    this.#open.set(id, pack);
    return pack;
  }

  /**
   * Reads the minute bars of a pack, by the index of the piece.
   *
   * @throws {RangeError} when they are damaged.
   */
  readMinutes(id: number): ReadonlyMap<number, Float64Array> {
    const data = this.#selectMinutes.get(id)?.minutes;
    if (!(data instanceof Uint8Array)) throw new RangeError('the minute block of the pack is missing');
    return decodeMinutes(data);
  }

  /** Writes a new pack. @returns Its number, and its size in bytes. */
  add(pieces: readonly Piece[], minutes: ReadonlyMap<number, Float64Array>): { id: number; bytes: number } {
    const data = encodePack(pieces);
    const bars = minutes.size > 0 ? encodeMinutes(minutes) : null;
    let fromMs = Number.POSITIVE_INFINITY;
    let toMs = Number.NEGATIVE_INFINITY;
    for (const { columns } of pieces) {
      fromMs = Math.min(fromMs, columns.t[0]!);
      toMs = Math.max(toMs, columns.t[columns.length - 1]!);
    }
    const crc = computeRowCrc([pieces.length, fromMs, toMs]);
    const { lastInsertRowid } = this.#prepareWriting().insert.run(
      pieces.length,
      fromMs,
      toMs,
      crc,
      bars,
      data,
    );
    return { id: Number(lastInsertRowid), bytes: data.length + (bars?.length ?? 0) };
  }

  /** Reads the times of the first and the last record of a pack; null when the pack is missing. */
  readSpan(id: number): { readonly fromMs: number; readonly toMs: number } | null {
    const row = this.#db.prepare('SELECT from_ms, to_ms FROM pack WHERE id = ?').get(id);
    return row === undefined ? null : { fromMs: Number(row.from_ms), toMs: Number(row.to_ms) };
  }

  /**
   * Removes references to pieces of a pack, one by default. A pack without references is deleted.
   *
   * @returns Whether the row of the pack is intact. A pack with a damaged row is kept.
   */
  release(id: number, pieces = 1): boolean {
    const { facts, update, remove } = this.#prepareWriting();
    const row = facts.get(id);
    if (row === undefined) return true;
    if (!areWhole(row)) return false;
    const live = row.live - pieces;
    if (live <= 0) remove.run(id);
    else update.run(live, computeRowCrc([live, row.from_ms, row.to_ms]), id);
    return true;
  }

  /** Deletes a pack that nothing refers to. */
  remove(id: number): void {
    this.#prepareWriting().remove.run(id);
  }

  /** Whether the row of a pack is intact. A missing pack is noticed when it is read. */
  verify(id: number): boolean {
    // The last result is remembered, since consecutive pieces share a pack.
    if (this.#verified?.id !== id) {
      const row = prepareRows<PackFacts>(this.#db, 'SELECT * FROM pack WHERE id = ?').get(id);
      this.#verified = { id, isWhole: row === undefined || areWhole(row) };
    }
    return this.#verified.isWhole;
  }

  /** Drops cached packs after a transaction was rolled back. */
  forget(): void {
    this.#open.clear();
  }

  /** Prepares the writing statements when they are first needed: a file that is only read may lack the column. */
  #prepareWriting(): WritingStatements {
    this.#writing ??= {
      insert: this.#db.prepare(
        'INSERT INTO pack (live, from_ms, to_ms, crc, minutes, data) VALUES (?, ?, ?, ?, ?, ?)',
      ),
      facts: prepareRows(this.#db, 'SELECT live, from_ms, to_ms, crc FROM pack WHERE id = ?'),
      update: this.#db.prepare('UPDATE pack SET live = ?, crc = ? WHERE id = ?'),
      remove: this.#db.prepare('DELETE FROM pack WHERE id = ?'),
    };
    return this.#writing;
  }
}

interface WritingStatements {
  readonly insert: StatementSync;
  readonly facts: RowStatement<PackFacts>;
  readonly update: StatementSync;
  readonly remove: StatementSync;
}

function areWhole({ live, from_ms, to_ms, crc }: PackFacts): boolean {
  return isWhole(crc, [live, from_ms, to_ms]);
}

/** Divides pieces into lists of one pack each. */
export function splitIntoPacks<T extends Piece>(pieces: readonly T[]): T[][] {
  const packs: T[][] = [];
  let records = 0;
  for (const piece of pieces) {
    const { length } = piece.columns;
    const pack = packs.at(-1);
    if (pack === undefined || records + length > PACK_RECORDS || pack.length >= PACK_PIECES) {
      packs.push([piece]);
      records = length;
    } else {
      pack.push(piece);
      records += length;
    }
  }
  return packs;
}
