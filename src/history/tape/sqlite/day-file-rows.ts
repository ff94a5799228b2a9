import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { MarketKey } from '../../contract/series.ts';
import { toMarketKey } from '../books/day-batch.ts';
import { CHECKED_TABLES, type CheckedTable, checksumOfRow, type TapeRow } from './schema.ts';

/** Rows of a day file other than blocks, each with its checksum. Writes happen inside the caller's transaction. */
export class DayFileRows {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  /** Numbers of the markets in the file, by key; null until they are read. `#unwritten` have no rows yet. */
  #numbers: Map<string, number> | null = null;
  #unwritten: { readonly id: number; readonly market: MarketKey & { readonly asset: string } }[] = [];

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Returns the number of a market in this file. A new one gets its row with the next `writeMarkets`. */
  number(market: MarketKey & { readonly asset: string }): number {
    const numbers = this.#readNumbers();
    const key = toMarketKey(market);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const id = numbers.size + 1;
    numbers.set(key, id);
    this.#unwritten.push({ id, market });
    return id;
  }

  /** Finds the number of a market; null when it has none in this file. */
  findNumber(market: MarketKey): number | null {
    return this.#readNumbers().get(toMarketKey(market)) ?? null;
  }

  /** Writes the rows of new markets. */
  writeMarkets(): void {
    for (const { id, market } of this.#unwritten) {
      this.add('market', { id, venue: market.venue, store_key: market.storeKey, asset: market.asset });
    }
  }

  /** Notes that the new markets are stored. Must be called after the transaction is committed. */
  confirmMarkets(): void {
    this.#unwritten = [];
  }

  /** Inserts a row with its checksum. @returns Its number; 0 in a table without numbers. */
  add(table: CheckedTable, row: TapeRow): number {
    const names: readonly string[] = CHECKED_TABLES[table];
    const hasId = names[0] === 'id';
    const whole: TapeRow = hasId && row.id === undefined ? { ...row, id: this.#nextId(table) } : row;
    const values = [...names.map((column) => whole[column] ?? null), checksumOfRow(table, whole)];
    const marks = values.map(() => '?').join(', ');
    const insert = hasId || table === 'file' ? 'INSERT' : 'INSERT OR REPLACE';
    this.run(`${insert} INTO ${table} (${[...names, 'crc'].join(', ')}) VALUES (${marks})`, ...values);
    return hasId ? Number(whole.id) : 0;
  }

  /**
   * Ends the span of a market that covers a time, and removes later spans of the market.
   *
   * @returns Whether a span of this file covered the time.
   */
  endSpan(market: number, toMs: number, ended: string): boolean {
    this.run('DELETE FROM span WHERE market = ? AND from_ms > ?', market, toMs);
    const row = this.get(
      'SELECT * FROM span WHERE market = ?1 AND (to_ms IS NULL OR to_ms >= ?2) ORDER BY id DESC LIMIT 1',
      market,
      toMs,
    );
    if (row !== undefined) this.end('span', row, toMs, ended);
    return row !== undefined;
  }

  /** Ends the span of trades of a market, or of a venue (market 0), as {@link endSpan} does. */
  endHeard(key: { venue: string; market: number }, toMs: number, ended: string): boolean {
    this.run(
      "DELETE FROM heard WHERE venue = ? AND market = ? AND from_ms > ? AND opened <> 'backfill'",
      key.venue,
      key.market,
      toMs,
    );
    const row = this.get(
      `SELECT * FROM heard WHERE venue = ? AND market = ? AND (ended IS NULL OR to_ms >= ?)
       AND opened <> 'backfill' ORDER BY id DESC LIMIT 1`,
      key.venue,
      key.market,
      toMs,
    );
    if (row !== undefined) this.end('heard', row, toMs, ended);
    return row !== undefined;
  }

  /** Extends the span of trades of a polled venue. */
  extendHeard(key: { venue: string; market: number }, toMs: number): void {
    const row = this.get(
      'SELECT * FROM heard WHERE venue = ? AND market = ? AND ended IS NULL ORDER BY id DESC LIMIT 1',
      key.venue,
      key.market,
    );
    if (row !== undefined) this.end('heard', row, toMs, null);
  }

  /** Sets the end of a span. */
  end(table: 'span' | 'heard', row: TapeRow, toMs: number, ended: string | null): void {
    const crc = checksumOfRow(table, { ...row, to_ms: toMs, ended });
    this.run(
      `UPDATE ${table} SET to_ms = ?, ended = ?, crc = ? WHERE id = ?`,
      toMs,
      ended,
      crc,
      row.id ?? null,
    );
  }

  run(sql: string, ...values: SQLInputValue[]): void {
    this.#prepare(sql).run(...values);
  }

  get(sql: string, ...values: SQLInputValue[]): TapeRow | undefined {
    return this.#prepare(sql).get(...values) as TapeRow | undefined;
  }

  all(sql: string, ...values: SQLInputValue[]): TapeRow[] {
    return this.#prepare(sql).all(...values) as unknown as TapeRow[];
  }

  /** Iterates over rows. The same statement must not be used again before the iteration ends. */
  iterate(sql: string, ...values: SQLInputValue[]): IterableIterator<TapeRow> {
    return this.#prepare(sql).iterate(...values) as unknown as IterableIterator<TapeRow>;
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #nextId(table: CheckedTable): number {
    return Number(this.get(`SELECT max(id) AS id FROM ${table}`)?.id ?? 0) + 1;
  }

  #readNumbers(): Map<string, number> {
    if (this.#numbers !== null) return this.#numbers;
    const rows = this.all('SELECT id, venue, store_key FROM market');
    this.#numbers = new Map(rows.map(({ id, venue, store_key }) => [`${venue}\n${store_key}`, Number(id)]));
    return this.#numbers;
  }
}
