import type { DatabaseSync } from 'node:sqlite';
import { epochMs } from '../../domain/index.ts';
import { prepareRows } from '../../storage/sqlite/row-statement.ts';
import type { CorruptBlock } from '../history-store.ts';
import { computeRowCrc, isWhole } from './coding/row-crc.ts';

/** The greatest number of damaged places that are listed. */
const MAX_NOTED = 100_000;

interface DamagedRow {
  readonly place: string;
  readonly venue: CorruptBlock['venue'];
  readonly store_key: string;
  readonly records: number;
  readonly from_ms: number;
  readonly to_ms: number;
  readonly reason: string;
  readonly crc?: number | null;
}

/** Spans that could not be read, by their place in the file. */
export class Damage {
  readonly #db: DatabaseSync;
  readonly #noted = new Map<string, CorruptBlock>();

  constructor(db: DatabaseSync) {
    this.#db = db;
    const rows = prepareRows<DamagedRow>(db, 'SELECT * FROM damaged').all();
    for (const { place, venue, store_key: storeKey, records, from_ms, to_ms, reason, crc } of rows) {
      const fromMs = epochMs(from_ms);
      const toMs = epochMs(to_ms);
      this.note(place, { venue, storeKey, records, fromMs, toMs, reason });
      if (isWhole(crc, [place, venue, storeKey, records, from_ms, to_ms, reason])) continue;
      const itself = 'what is said of something damaged is damaged itself';
      this.note(`damaged ${place}`, { venue, storeKey, records: 0, fromMs, toMs, reason: itself });
    }
  }

  get all(): readonly CorruptBlock[] {
    return [...this.#noted.values()];
  }

  /** Remembers findings while the store is open; the next start finds them again. */
  note(place: string, found: CorruptBlock): void {
    if (this.#noted.has(place) || this.#noted.size >= MAX_NOTED) return;
    this.#noted.set(place, found);
  }

  /**
   * Keeps damaged data that is removed for good, inside the caller's transaction.
   *
   * @param data Its bytes, where they would be lost otherwise.
   */
  keep(place: string, found: CorruptBlock, data: Uint8Array | null = null): void {
    const { reason } = this.#noted.get(place) ?? found;
    const { venue, storeKey, records, fromMs, toMs } = found;
    const crc = computeRowCrc([place, venue, storeKey, records, fromMs, toMs, reason]);
    // Rarely needed, and a file that is only read may not have the column.
    const insert = this.#db.prepare(
      `INSERT OR IGNORE INTO damaged (place, venue, store_key, records, from_ms, to_ms, reason, data, crc)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    insert.run(place, venue, storeKey, records, fromMs, toMs, reason, data, crc);
    this.note(place, { ...found, reason });
  }
}
