import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { decodeJournal, encodeJournal, type JournalBatch } from './journal.ts';

/** The rows of the journal. Writing happens inside the caller's transaction. */
export class JournalTable {
  readonly #db: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;
  /** Records of each row, oldest first. */
  readonly #rows = new Map<number, number>();
  #records = 0;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#insert = db.prepare('INSERT INTO journal (id, records, data) VALUES (?, ?, ?)');
    this.#delete = db.prepare('DELETE FROM journal WHERE id < ?');
  }

  /** Records of all rows, sealed or not. */
  get records(): number {
    return this.#records;
  }

  /** The oldest row; Infinity without one. */
  get oldestRow(): number {
    const first = this.#rows.keys().next();
    return first.done ? Number.POSITIVE_INFINITY : first.value;
  }

  write(row: number, batch: JournalBatch): void {
    this.#insert.run(row, batch.length, encodeJournal(batch));
  }

  deleteBefore(row: number): void {
    this.#delete.run(row);
  }

  /** A row that is committed now. */
  noteWritten(row: number, records: number): void {
    this.#rows.set(row, records);
    this.#records += records;
  }

  /** The rows before this one are gone. */
  noteDeletedBefore(row: number): void {
    for (const [id, records] of this.#rows) {
      if (id >= row) break;
      this.#rows.delete(id);
      this.#records -= records;
    }
  }

  /**
   * All rows, oldest first.
   *
   * @throws {Error} naming a damaged row: acknowledged records would be lost without a word otherwise.
   */
  *replay(): Generator<readonly [row: number, batch: JournalBatch]> {
    for (const { id, data } of this.#db.prepare('SELECT id, data FROM journal ORDER BY id').iterate()) {
      const row = Number(id);
      try {
        const batch = decodeJournal(data as Uint8Array);
        this.noteWritten(row, batch.length);
        yield [row, batch];
      } catch (error) {
        throw new Error(`journal row ${row} is damaged`, { cause: error });
      }
    }
  }
}
