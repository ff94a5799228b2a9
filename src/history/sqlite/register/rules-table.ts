import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { cutPage, encodeCursor, toMessage } from '../../../domain/index.ts';
import { BoundedMap } from '../../../scheduling/bounded-map.ts';
import { prepareRows, type RowStatement } from '../../../storage/sqlite/row-statement.ts';
import type { RulesPage, RulesQuery, RulesText } from '../../contract/market-register.ts';
import { decodeRulesCursor, findHash, hashRules } from '../../contract/rules-hash.ts';
import {
  findBase,
  packBeside,
  packWhole,
  type RulesBytes,
  toRulesBytes,
  toRulesText,
  unpackRules,
} from '../../register/rules-coding.ts';
import { type FileDamage, NOTHING_KNOWN } from '../damage.ts';

interface RulesRow {
  readonly hash: Uint8Array;
  readonly data: Uint8Array;
  readonly crc: number;
}

/** Maximum number of cached base texts: texts are listed by hash, so their bases are needed in random order. */
const MAX_OPEN_BASES = 256;
/** Maximum number of families whose latest base text is remembered. */
const MAX_FAMILIES = 512;
/** Maximum number of texts that use one base, so that damage of a base affects no more. */
const MAX_DEPENDENTS = 256;
/** Maximum size of a base text, so that the memory of the caches is bounded. */
const MAX_BASE_BYTES = 8_192;
/** Maximum size of a difference relative to the text: a larger one does not justify reading a second text. */
const WORTH_A_BASE = 0.75;

const BEFORE_ALL = new Uint8Array(0);

interface Base {
  readonly hash: Uint8Array;
  readonly bytes: Uint8Array;
  dependents: number;
}

/**
 * Rules texts by hash, each stored once. Markets of one series differ in a date and a number, so most texts are stored
 * as the differences from an earlier text of the same family, their base, which is stored whole.
 *
 * Writes happen inside the caller's transaction.
 */
export class RulesTable {
  readonly #damage: FileDamage;
  readonly #find: RowStatement<RulesRow>;
  readonly #after: RowStatement<RulesRow>;
  readonly #insert: StatementSync;
  readonly #bases = new BoundedMap<string, Base>(MAX_FAMILIES);
  readonly #open = new BoundedMap<string, Uint8Array>(MAX_OPEN_BASES);

  constructor(db: DatabaseSync, damage: FileDamage) {
    this.#damage = damage;
    this.#find = prepareRows(db, 'SELECT hash, data, crc FROM rules WHERE hash = ?');
    this.#after = prepareRows(db, 'SELECT hash, data, crc FROM rules WHERE hash > ? ORDER BY hash LIMIT ?');
    this.#insert = db.prepare('INSERT OR REPLACE INTO rules (hash, data, crc) VALUES (?, ?, ?)');
  }

  /**
   * Stores a text, unless it is known.
   *
   * @param family Name shared by similar texts.
   * @returns Hash of the text.
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

  /** Lists texts page by page. @throws {CursorError} when the cursor is not one of this list. */
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

  /** Reads every row, and notes damage. */
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

  /** Drops cached state after a transaction was rolled back. */
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
    // The bytes are copied: a short buffer is a view of a shared one of 64 KiB, which would stay in memory.
    this.#bases.set(family, { hash, bytes: Uint8Array.from(bytes), dependents: 0 });
  }

  /** Decodes a text. Damage of the text or its base is noted, and the text left out. */
  #decodeText(row: RulesRow): string | null {
    try {
      const coded = this.#decode(row);
      return toRulesText(coded);
    } catch (error) {
      const hash = toHex(row.hash);
      this.#damage.note(`rules ${hash}`, {
        // A text belongs to no venue.
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
