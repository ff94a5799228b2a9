import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { epochMs } from '../../domain/index.ts';
import type { CorruptBlock } from '../history-store.ts';

/** What was found damaged is listed up to this many; a file that is mostly gone is not a list. */
const MAX_NOTED = 100_000;

interface DamagedRow {
  readonly place: string;
  readonly venue: CorruptBlock['venue'];
  readonly store_key: string;
  readonly records: number;
  readonly from_ms: number;
  readonly to_ms: number;
  readonly reason: string;
}

/** Stretches that could not be read, by their place in the file. */
export class Damage {
  readonly #insert: StatementSync;
  readonly #noted = new Map<string, CorruptBlock>();

  constructor(db: DatabaseSync) {
    this.#insert = db.prepare(
      `INSERT OR IGNORE INTO damaged (place, venue, store_key, records, from_ms, to_ms, reason, data)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    const rows = db.prepare('SELECT * FROM damaged').all() as unknown as DamagedRow[];
    for (const { place, venue, store_key: storeKey, records, from_ms, to_ms, reason } of rows) {
      this.note(place, {
        venue,
        storeKey,
        records,
        fromMs: epochMs(from_ms),
        toMs: epochMs(to_ms),
        reason,
      });
    }
  }

  get all(): readonly CorruptBlock[] {
    return [...this.#noted.values()];
  }

  /** Remembers what was found, as long as the store is open: the next one finds it again. */
  note(place: string, found: CorruptBlock): void {
    if (this.#noted.has(place) || this.#noted.size >= MAX_NOTED) return;
    this.#noted.set(place, found);
  }

  /**
   * Keeps what leaves its place forever, inside the caller's transaction.
   *
   * @param data Its bytes, where they would be lost otherwise.
   */
  keep(place: string, found: CorruptBlock, data: Uint8Array | null = null): void {
    const { reason } = this.#noted.get(place) ?? found;
    const { venue, storeKey, records, fromMs, toMs } = found;
    this.#insert.run(place, venue, storeKey, records, fromMs, toMs, reason, data);
    this.note(place, { ...found, reason });
  }
}
