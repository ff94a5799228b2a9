import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { epochMs, type VenueId } from '../../../domain/index.ts';
import type { SeriesKey } from '../../history-store.ts';
import type { RegisteredMarket } from '../../market-register.ts';
import { computeRowCrc } from '../coding/row-crc.ts';
import type { Damage } from '../damage.ts';
import { type CodedFacts, decodeFacts, packFacts, unpackFacts } from './facts-coding.ts';

interface MarketRow {
  readonly venue: VenueId;
  readonly store_key: string;
  readonly data: Uint8Array;
  readonly seen_from: number;
  readonly changed_at: number;
  readonly crc: number;
}

/** A market as it is stored. */
export interface CodedMarket extends CodedFacts, SeriesKey {
  readonly seenFrom: number;
  readonly changedAt: number;
}

/** Markets with a row of their own: those that are listed, or were lately. Writing happens inside the caller's transaction. */
export class MarketTable {
  readonly #damage: Damage;
  readonly #find: StatementSync;
  readonly #after: StatementSync;
  readonly #put: StatementSync;

  constructor(db: DatabaseSync, damage: Damage) {
    this.#damage = damage;
    this.#find = db.prepare('SELECT * FROM market WHERE venue = ? AND store_key = ?');
    this.#after = db.prepare(
      'SELECT * FROM market WHERE venue = ? AND store_key > ? ORDER BY store_key LIMIT ?',
    );
    this.#put = db.prepare(
      'INSERT OR REPLACE INTO market (venue, store_key, data, seen_from, changed_at, crc) VALUES (?, ?, ?, ?, ?, ?)',
    );
  }

  /** null: there is no row, or it is damaged. */
  find({ venue, storeKey }: SeriesKey): CodedMarket | null {
    const row = this.#find.get(venue, storeKey) as unknown as MarketRow | undefined;
    return row === undefined ? null : this.#checked(row);
  }

  /** Rows of a venue after a key, in the order of keys; a damaged one is null. */
  after(
    venue: VenueId,
    after: string,
    limit: number,
  ): { readonly storeKey: string; readonly market: CodedMarket | null }[] {
    const rows = this.#after.all(venue, after, limit) as unknown as MarketRow[];
    return rows.map((row) => ({ storeKey: row.store_key, market: this.#checked(row) }));
  }

  put(market: CodedMarket): void {
    const { venue, storeKey, seenFrom, changedAt } = market;
    const data = packFacts(market);
    this.#put.run(venue, storeKey, data, seenFrom, changedAt, computeCrc(market, data));
  }

  /** Bytes that cannot be read are kept before they are overwritten or leave their place. */
  keepIfDamaged({ venue, storeKey }: SeriesKey): void {
    const row = this.#find.get(venue, storeKey) as unknown as MarketRow | undefined;
    if (row === undefined || this.#checked(row) !== null) return;
    this.#damage.keep(toPlace(row), toDamage(row), row.data);
  }

  /** A damaged row is reported and left out. */
  #checked(row: MarketRow): CodedMarket | null {
    const { venue, store_key: storeKey, data, seen_from: seenFrom, changed_at: changedAt } = row;
    const key = { venue, storeKey, seenFrom, changedAt };
    try {
      if (computeCrc(key, data) !== row.crc) throw new RangeError('the checksum does not match');
      return { ...key, ...unpackFacts(data) };
    } catch {
      this.#damage.note(toPlace(row), toDamage(row));
      return null;
    }
  }
}

/** @throws {Error} on facts that were not written by this code. */
export function toMarket(coded: CodedMarket): RegisteredMarket {
  const { seenFrom, changedAt } = coded;
  return { ...decodeFacts(coded, coded), seenFrom: epochMs(seenFrom), changedAt: epochMs(changedAt) };
}

type Keyed = SeriesKey & Pick<CodedMarket, 'seenFrom' | 'changedAt'>;

function computeCrc({ venue, storeKey, seenFrom, changedAt }: Keyed, data: Uint8Array): number {
  return crc32(data, computeRowCrc([venue, storeKey, seenFrom, changedAt]));
}

function toPlace({ venue, store_key }: MarketRow): string {
  return `market ${venue} ${store_key}`;
}

function toDamage({ venue, store_key, seen_from, changed_at }: MarketRow) {
  return {
    venue,
    storeKey: store_key,
    records: 0,
    fromMs: epochMs(seen_from),
    toMs: epochMs(changed_at),
    reason: 'the row of a market is damaged: what it asks is not known',
  };
}
