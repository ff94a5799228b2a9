import type { DatabaseSync } from 'node:sqlite';
import { epochMs, type Recorder } from '../../domain/index.ts';
import { prepareRows } from '../../storage/sqlite/row-statement.ts';
import { computeRowCrc, isWhole } from '../coding/row-crc.ts';
import type { CorruptBlock, CorruptRecords, CorruptRow } from '../contract/corrupt-block.ts';
import type { SeriesKey } from '../contract/series.ts';
import type { SealedFacts } from './series/series.ts';

/** Maximum number of damaged places that are listed. */
const MAX_NOTED = 100_000;

interface DamagedRow {
  readonly place: string;
  readonly venue: Recorder | '';
  readonly store_key: string;
  readonly records: number;
  readonly from_ms: number;
  readonly to_ms: number;
  readonly reason: string;
  readonly crc?: number | null;
}

/** Damage of a history file, by its place in the file. */
export class FileDamage {
  readonly #db: DatabaseSync;
  readonly #noted = new Map<string, CorruptBlock>();

  constructor(db: DatabaseSync) {
    this.#db = db;
    const rows = prepareRows<DamagedRow>(db, 'SELECT * FROM damaged').all();
    for (const row of rows) {
      const { place, venue, store_key: storeKey, records, from_ms, to_ms, reason, crc } = row;
      this.note(place, readKept(row));
      if (isWhole(crc, [place, venue, storeKey, records, from_ms, to_ms, reason])) continue;
      const itself = 'what is said of something damaged is damaged itself';
      this.note(`damaged ${place}`, { ...NOTHING_KNOWN, reason: itself });
    }
  }

  get all(): readonly CorruptBlock[] {
    return [...this.#noted.values()];
  }

  /** Remembers damage while the store is open; the next start finds it again. */
  note(place: string, found: CorruptBlock): void {
    if (this.#noted.has(place) || this.#noted.size >= MAX_NOTED) return;
    this.#noted.set(place, found);
  }

  /**
   * Records damage of data that is being removed, inside the caller's transaction.
   *
   * @param data Its bytes, if they would be lost otherwise.
   */
  keep(place: string, found: CorruptBlock, data: Uint8Array | null = null): void {
    const { reason } = this.#noted.get(place) ?? found;
    // The columns of the table are not nullable. From the place, a reader sees what the substitutes stand for.
    const { venue, storeKey, records, fromMs, toMs } = {
      venue: found.venue ?? '',
      storeKey: found.storeKey,
      records: found.records ?? 0,
      fromMs: found.fromMs ?? 0,
      toMs: found.toMs ?? 0,
    };
    const crc = computeRowCrc([place, venue, storeKey, records, fromMs, toMs, reason]);
    // The statement is prepared here, since it is rarely needed, and a file that is only read may lack the column.
    const insert = this.#db.prepare(
      `INSERT OR IGNORE INTO damaged (place, venue, store_key, records, from_ms, to_ms, reason, data, crc)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    insert.run(place, venue, storeKey, records, fromMs, toMs, reason, data, crc);
    this.note(place, { ...found, reason });
  }
}

/** Members of damage whose venue and times are unknown. */
export const NOTHING_KNOWN = {
  kind: 'row',
  venue: null,
  storeKey: '',
  fromMs: null,
  toMs: null,
  records: 0,
} as const;

/** Prefixes of places whose damage is not of records. */
const KEPT_PAGE = /^(?:catalogue|market_page) /;
const KEPT_ROW = /^(?:market|bar) /;

function readKept({ place, venue, store_key, records, from_ms, to_ms, reason }: DamagedRow): CorruptBlock {
  if (venue === '') return { ...NOTHING_KNOWN, storeKey: store_key, reason };
  const key = { venue, storeKey: store_key, reason };
  if (KEPT_PAGE.test(place)) return { kind: 'page', ...key, fromMs: null, toMs: null, records: null };
  const span = { fromMs: epochMs(from_ms), toMs: epochMs(to_ms) };
  if (KEPT_ROW.test(place)) return { kind: 'row', ...key, ...span, records: 0 };
  return { kind: 'records', ...key, ...span, records };
}

/** Describes missing records of a series by its sealed facts, or a damaged row if the facts have no times. */
export function describeSealed(
  { venue, storeKey }: SeriesKey,
  { records, firstMs, lastMs }: Pick<SealedFacts, 'records' | 'firstMs' | 'lastMs'>,
): Omit<CorruptRecords, 'reason'> | Omit<CorruptRow, 'reason'> {
  if (!Number.isFinite(firstMs) || !Number.isFinite(lastMs)) return { ...NOTHING_KNOWN, venue, storeKey };
  return { kind: 'records', venue, storeKey, records, fromMs: epochMs(firstMs), toMs: epochMs(lastMs) };
}
