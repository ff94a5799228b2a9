import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { cutPage, encodeCursor, toMessage } from '../../../domain/index.ts';
import { BoundedMap } from '../../../scheduling/bounded-map.ts';
import { prepareRows, type RowStatement } from '../../../storage/sqlite/row-statement.ts';
import type { RulesPage, RulesQuery, RulesText } from '../../contract/market-register.ts';
import { decodeRulesCursor, findHash, hashRules } from '../../contract/rules-hash.ts';
import { type Damage, NOTHING_KNOWN } from '../damage.ts';
import {
  findBase,
  packBeside,
  packWhole,
  type RulesBytes,
  toRulesBytes,
  toRulesText,
  unpackRules,
} from './rules-coding.ts';

interface RulesRow {
  readonly hash: Uint8Array;
  readonly data: Uint8Array;
  readonly crc: number;
}

/**
 * Texts that others refer to are kept in memory up to this many; reading in the order of hashes needs them in no order.
 */
const MAX_OPEN_BASES = 256;
/** Families whose latest whole text is remembered. */
const MAX_FAMILIES = 512;
/** Most texts that build on one: a damaged text takes no more with it. */
const MAX_DEPENDENTS = 256;
/** A longer text is not used as a base, so that the memory above is bounded. */
const MAX_BASE_BYTES = 8_192;
/** Largest share of the text's length at which a difference is worth a second read. */
const WORTH_A_BASE = 0.75;

const BEFORE_ALL = new Uint8Array(0);

interface Base {
  readonly hash: Uint8Array;
  readonly bytes: Uint8Array;
  dependents: number;
}

/**
 * Rules texts, each once, by hash. The markets of one series differ in a date and a number, so most texts are kept as
 * the differences from an earlier one of the same family, which is kept whole.
 *
 * Writing happens inside the caller's transaction.
 */
export class RulesTable {
  readonly #damage: Damage;
  readonly #find: RowStatement<RulesRow>;
  readonly #after: RowStatement<RulesRow>;
  readonly #insert: StatementSync;
  readonly #bases = new BoundedMap<string, Base>(MAX_FAMILIES);
  readonly #open = new BoundedMap<string, Uint8Array>(MAX_OPEN_BASES);

  constructor(db: DatabaseSync, damage: Damage) {
    this.#damage = damage;
    this.#find = prepareRows(db, 'SELECT hash, data, crc FROM rules WHERE hash = ?');
    this.#after = prepareRows(db, 'SELECT hash, data, crc FROM rules WHERE hash > ? ORDER BY hash LIMIT ?');
    this.#insert = db.prepare('INSERT OR REPLACE INTO rules (hash, data, crc) VALUES (?, ?, ?)');
  }

  /**
   * Stores a text that is not known yet.
   *
   * @param family Texts of one family are alike.
   * @returns Its hash.
   */
  put(text: string, family: string): Uint8Array {
    const coded = toRulesBytes(text);
    const hash = hashRules(coded.bytes);
    const row = this.#find.get(hash);
    if (row !== undefined && isWhole(row)) {
      if (findBase(row.data) === null && !this.#bases.has(family)) this.#remember(family, hash, coded);
      return hash;
    }
    const data = this.#pack(coded, hash, family);
    this.#insert.run(hash, data, computeCrc(hash, data));
    return hash;
  }

  read(hash: string): string | null {
    const key = findHash(hash);
    const row = key === null ? undefined : this.#find.get(key);
    return row === undefined ? null : this.#decodeText(row);
  }

  /** @throws {CursorError} on a cursor that no page contained. */
  page({ limit, cursor }: RulesQuery): RulesPage {
    const after = cursor === undefined ? BEFORE_ALL : decodeRulesCursor(cursor);
    const all = this.#after.all(after, limit + 1);
    const { shown, nextCursor } = cutPage(all, limit, ({ hash }) => encodeCursor('rules', [toHex(hash)]));
    const rules: RulesText[] = [];
    for (const row of shown) {
      const text = this.#decodeText(row);
      if (text !== null) rules.push({ hash: toHex(row.hash), text });
    }
    return { rules, nextCursor };
  }

  /** Reads every row, so that damage is noted. */
  verify(): void {
    let after: Uint8Array = BEFORE_ALL;
    for (;;) {
      const rows = this.#after.all(after, 1_000);
      for (const row of rows) this.#decodeText(row);
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.hash;
    }
  }

  /** Drops cached state of a rolled back transaction. */
  forget(): void {
    this.#bases.clear();
    this.#open.clear();
  }

  #pack(coded: RulesBytes, hash: Uint8Array, family: string): Uint8Array {
    const base = this.#bases.get(family);
    if (base !== undefined && base.dependents < MAX_DEPENDENTS) {
      const beside = packBeside(coded, base.bytes, base.hash);
      if (beside.length < WORTH_A_BASE * Math.min(coded.bytes.length, 1_024)) {
        base.dependents++;
        return beside;
      }
    }
    this.#remember(family, hash, coded);
    return packWhole(coded);
  }

  #remember(family: string, hash: Uint8Array, { bytes }: RulesBytes): void {
    if (bytes.length > MAX_BASE_BYTES) return;
    this.#bases.delete(family);
    // Copied: a short buffer is a part of a shared one of 64 KiB, which it would keep.
    this.#bases.set(family, { hash, bytes: Uint8Array.from(bytes), dependents: 0 });
  }

  /** A text that is damaged, or refers to one that is, is reported and left out. */
  #decodeText(row: RulesRow): string | null {
    try {
      const coded = this.#decode(row);
      return toRulesText(coded);
    } catch (error) {
      const hash = toHex(row.hash);
      this.#damage.note(`rules ${hash}`, {
        // Texts belong to no venue.
        ...NOTHING_KNOWN,
        reason: `the rules text ${hash} cannot be read: ${toMessage(error)}`,
      });
      return null;
    }
  }

  #decode(row: RulesRow): RulesBytes {
    if (!isWhole(row)) throw new RangeError('the checksum of the rules text does not match');
    const coded = unpackRules(row.data, (hash) => this.#findBase(hash));
    if (Buffer.compare(hashRules(coded.bytes), row.hash) !== 0)
      throw new RangeError('the text does not have the hash of its row');
    return coded;
  }

  #findBase(hash: Uint8Array): Uint8Array {
    const name = toHex(hash);
    const known = this.#open.get(name);
    if (known !== undefined) return known;
    const row = this.#find.get(hash);
    if (row === undefined || !isWhole(row))
      throw new RangeError(`the text builds on text ${name}, which is damaged`);
    const { bytes } = unpackRules(row.data, () => {
      throw new RangeError(`the text builds on text ${name}, which builds on a third one`);
    });
    this.#open.set(name, bytes);
    return bytes;
  }
}

function isWhole({ hash, data, crc }: RulesRow): boolean {
  return computeCrc(hash, data) === crc;
}

function computeCrc(hash: Uint8Array, data: Uint8Array): number {
  return crc32(data, crc32(hash));
}

function toHex(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex');
}
