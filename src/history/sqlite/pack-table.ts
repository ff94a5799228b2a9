import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { decodeMinutes, encodeMinutes } from './minute-block.ts';
import { encodePack, type OpenPack, openPack, type Piece } from './pack.ts';

/** Packs that are kept open: up to 100 kB each. */
const MAX_OPEN = 16;

/** A pack holds pieces up to about so many records together. */
const PACK_RECORDS = 10_240;

/** Short pieces of many series are packed in smaller numbers: a pack is encoded between two polls. */
const PACK_PIECES = 512;

/** The rows of packs. Writing happens inside the caller's transaction. */
export class PackTable {
  readonly #select: StatementSync;
  readonly #selectMinutes: StatementSync;
  readonly #insert: StatementSync;
  readonly #release: StatementSync;
  readonly #deleteEmpty: StatementSync;
  readonly #open = new Map<number, OpenPack>();

  constructor(db: DatabaseSync) {
    this.#select = db.prepare('SELECT data FROM pack WHERE id = ?');
    this.#selectMinutes = db.prepare('SELECT minutes FROM pack WHERE id = ?');
    this.#insert = db.prepare(
      'INSERT INTO pack (live, from_ms, to_ms, minutes, data) VALUES (?, ?, ?, ?, ?)',
    );
    this.#release = db.prepare('UPDATE pack SET live = live - 1 WHERE id = ?');
    this.#deleteEmpty = db.prepare('DELETE FROM pack WHERE id = ? AND live <= 0');
  }

  /**
   * The head of a pack and where its parts are. The number of a pack is never given again, so what is kept
   * open stays right.
   *
   * @throws {RangeError} when it is missing or its head is damaged.
   */
  get(id: number): OpenPack {
    const known = this.#open.get(id);
    if (known !== undefined) return known;
    const data = this.#select.get(id)?.data;
    if (!(data instanceof Uint8Array)) throw new RangeError('the pack is missing');
    const pack = openPack(data);
    if (this.#open.size >= MAX_OPEN) {
      const oldest = this.#open.keys().next();
      if (!oldest.done) this.#open.delete(oldest.value);
    }
    this.#open.set(id, pack);
    return pack;
  }

  /**
   * The minute bars of the pieces of a pack, by place.
   *
   * @throws {RangeError} when they are damaged.
   */
  minutes(id: number): ReadonlyMap<number, Float64Array> {
    const data = this.#selectMinutes.get(id)?.minutes;
    if (!(data instanceof Uint8Array)) throw new RangeError('the minutes are missing');
    return decodeMinutes(data);
  }

  /** @returns The number of the new pack, and its bytes. */
  add(pieces: readonly Piece[], minutes: ReadonlyMap<number, Float64Array>): { id: number; bytes: number } {
    const data = encodePack(pieces);
    const bars = minutes.size > 0 ? encodeMinutes(minutes) : null;
    let fromMs = Number.POSITIVE_INFINITY;
    let toMs = Number.NEGATIVE_INFINITY;
    for (const { columns } of pieces) {
      fromMs = Math.min(fromMs, columns.t[0]!);
      toMs = Math.max(toMs, columns.t[columns.length - 1]!);
    }
    const { lastInsertRowid } = this.#insert.run(pieces.length, fromMs, toMs, bars, data);
    return { id: Number(lastInsertRowid), bytes: data.length + (bars?.length ?? 0) };
  }

  /** One piece of the pack is no longer referred to. A pack without any is deleted. */
  release(id: number): void {
    this.#release.run(id);
    this.#deleteEmpty.run(id);
  }

  /** Forgets what a rolled back transaction may have left. */
  forget(): void {
    this.#open.clear();
  }
}

/** Stretches of a list that go into one pack each. */
export function packfuls<T extends Piece>(pieces: readonly T[]): T[][] {
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
