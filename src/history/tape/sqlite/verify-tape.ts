// One file: every check of a day file, each beside the rows that it reads.
import path from 'node:path';
import { formatIsoTime, toMessage } from '../../../domain/index.ts';
import { isSqliteError } from '../../../storage/sqlite/sqlite-error.ts';
import type { LiveBook } from '../books/live-book.ts';
import { toLiveBook } from '../books/whole-book.ts';
import { decodeBooks } from '../coding/book-block.ts';
import type { BookRun } from '../coding/book-run.ts';
import { DamagedBlockError } from '../coding/bytes.ts';
import { decodeJournal } from '../coding/journal-row.ts';
import { decodeTrades } from '../coding/trade-block.ts';
import { DayFile, OtherFileError } from './day-file.ts';
import { CHECKED_TABLES, type CheckedTable, checksumOfRow, type TapeRow } from './schema.ts';
import { isClosed, listOtherNames, listParts, TAPE_FOLDER, type TapePart } from './tape-folder.ts';

/** A damaged place of the tape. */
export interface TapeDamage {
  /** Path relative to the data directory. */
  readonly file: string;
  /** Table of the damaged row, and `row` its number; both null when the file itself is damaged. */
  readonly table: string | null;
  readonly row: number | string | null;
  /** Assets concerned; null when unknown. */
  readonly asset: string | null;
  readonly t: number | null;
  readonly reason: string;
}

export interface TapeVerification {
  /** Number of closed files that were verified. */
  readonly files: number;
  readonly changes: number;
  readonly trades: number;
  readonly damaged: readonly TapeDamage[];
  /** Names in the folder that do not belong to the tape and are not read. */
  readonly others: readonly string[];
}

/** Maximum number of faults that SQLite reports for a file. */
const MAX_PROBLEMS = 20;

/** Verifies every closed day file of a data directory, and rebuilds each whole book from the changes before it. */
export function verifyTape(dataDir: string): TapeVerification {
  const folder = path.join(dataDir, TAPE_FOLDER);
  const found = { files: 0, changes: 0, trades: 0 };
  const damaged: TapeDamage[] = [];
  for (const part of listParts(folder)) {
    if (!isClosed(part.path)) continue;
    const verifier = new DayVerifier(part, dataDir);
    verifier.run();
    found.files++;
    found.changes += verifier.changes;
    found.trades += verifier.trades;
    damaged.push(...verifier.damaged);
  }
  return { ...found, damaged, others: listOtherNames(folder) };
}

/** Formats a line about a damaged place. */
export function describeTapeDamage({ file, table, row, asset, t, reason }: TapeDamage): string {
  const where = [
    file,
    ...(table === null ? [] : [`row ${row} of ${table}`]),
    ...(asset === null ? [] : [asset]),
    ...(t === null ? [] : [formatIsoTime(t)]),
  ];
  return `damaged: ${where.join(', ')}: ${reason}`;
}

/** Book of a market while its file is verified. */
interface KnownBook {
  readonly book: LiveBook;
  /** Start of the whole book from which it was built, epoch ms. */
  readonly beginMs: number;
}

interface SpanTime {
  readonly fromMs: number;
  readonly toMs: number;
}

class DayVerifier {
  readonly #part: TapePart;
  readonly #name: string;
  readonly damaged: TapeDamage[] = [];
  changes = 0;
  trades = 0;
  readonly #assets = new Map<number, string>();
  readonly #spans = new Map<number, SpanTime[]>();
  readonly #books = new Map<number, KnownBook>();

  constructor(part: TapePart, dataDir: string) {
    this.#part = part;
    this.#name = path.relative(dataDir, part.path);
  }

  run(): void {
    let file: DayFile;
    try {
      file = DayFile.open(this.#part.path, 'read');
    } catch (error) {
      if (!(error instanceof OtherFileError) && !isSqliteError(error)) throw error;
      this.#note({ reason: toMessage(error) });
      return;
    }
    try {
      for (const { integrity_check: line } of file.rows.all(`PRAGMA integrity_check(${MAX_PROBLEMS})`))
        if (line !== 'ok') this.#note({ reason: String(line) });
      for (const table of Object.keys(CHECKED_TABLES) as CheckedTable[])
        this.#attempt(() => this.#readRows(file, table));
      this.#attempt(() => this.#readSlices(file));
      this.#attempt(() => this.#readJournal(file));
      this.#attempt(() => this.#readTrades(file));
    } finally {
      file.close();
    }
  }

  #readRows(file: DayFile, table: CheckedTable): void {
    const key = (CHECKED_TABLES[table] as readonly string[])[0] === 'id' ? 'id' : 'rowid';
    for (const row of file.rows.all(`SELECT rowid AS place, * FROM ${table} ORDER BY rowid`)) {
      const id = Number(row[key] ?? row.place);
      const at = { table, row: id, asset: this.#assets.get(Number(row.market)) ?? null };
      if (row.crc !== checksumOfRow(table, row)) this.#note({ ...at, reason: 'its checksum is wrong' });
      else if (table === 'market') this.#assets.set(id, String(row.asset));
      else if (table === 'file' && row.day !== this.#part.day)
        this.#note({ ...at, reason: `it is of ${row.day}` });
      else if (table === 'span') this.#addSpan(row);
    }
  }

  #addSpan(row: TapeRow): void {
    const market = Number(row.market);
    const asset = this.#assets.get(market) ?? null;
    if ((row.to_ms === null) !== (row.ended === null))
      this.#note({ table: 'span', row: Number(row.id), asset, reason: 'it is half ended' });
    const spans = this.#spans.get(market) ?? [];
    spans.push({ fromMs: Number(row.from_ms), toMs: Number(row.to_ms ?? Number.MAX_SAFE_INTEGER) });
    this.#spans.set(market, spans);
  }

  #readSlices(file: DayFile): void {
    let lastMs = Number.NEGATIVE_INFINITY;
    for (const slice of file.rows.all('SELECT * FROM slice ORDER BY id')) {
      const at = { table: 'slice', row: Number(slice.id) };
      if (Number(slice.from_ms) <= lastMs) this.#note({ ...at, reason: 'it overlaps the slice before it' });
      lastMs = Number(slice.to_ms);
      const ids = file.rows.all('SELECT id FROM block WHERE slice = ? ORDER BY first, n', at.row);
      if (ids.length !== slice.blocks) {
        this.#books.clear();
        this.#note({
          ...at,
          t: Number(slice.from_ms),
          reason: `it has ${ids.length} blocks and says ${slice.blocks}`,
        });
      }
      for (const { id } of ids) {
        const block = file.rows.get('SELECT * FROM block WHERE id = ?', id ?? null);
        if (block !== undefined) this.#readBlock(block, Number(slice.from_ms));
      }
    }
  }

  #readBlock(block: TapeRow, baseMs: number): void {
    const [first, last] = [Number(block.first), Number(block.last)];
    const at = {
      table: 'block',
      row: Number(block.id),
      asset: this.#nameMarkets(first, last),
      t: Number(block.from_ms),
    };
    const runs = this.#decode(at, () => decodeBooks(toBytes(block), baseMs));
    if (runs === null) {
      for (const market of this.#books.keys())
        if (market >= first && market <= last) this.#books.delete(market);
      return;
    }
    const times = runs.flatMap(({ whole, times: [time] }) => [whole?.beginMs ?? Infinity, time ?? Infinity]);
    const stated = [first, last, Number(block.from_ms), Number(block.changes)];
    const changes = runs.reduce((sum, { prices }) => sum + prices.length, 0);
    const own = [runs[0]!.market, runs.at(-1)!.market, Math.min(...times), changes];
    if (stated.some((value, i) => value !== own[i]))
      this.#note({ ...at, reason: 'its columns are not those of its data' });
    this.changes += changes;
    for (const run of runs) this.#follow(run, at);
  }

  #readJournal(file: DayFile): void {
    for (const { id } of file.rows.all('SELECT id FROM journal ORDER BY id')) {
      const row = file.rows.get('SELECT * FROM journal WHERE id = ?', id ?? null);
      if (row === undefined) continue;
      const at = { table: 'journal', row: Number(id), t: Number(row.from_ms) };
      const data = this.#decode(at, () => decodeJournal(toBytes(row), Number(row.from_ms)));
      if (data === null) this.#books.clear();
      for (const run of data?.books ?? []) {
        this.changes += run.prices.length;
        this.#follow(run, at);
      }
      this.trades += data?.trades.reduce((sum, { trades }) => sum + trades.length, 0) ?? 0;
    }
  }

  #readTrades(file: DayFile): void {
    for (const { id } of file.rows.all('SELECT id FROM trade_block ORDER BY id')) {
      const row = file.rows.get('SELECT * FROM trade_block WHERE id = ?', id ?? null);
      if (row === undefined) continue;
      const asset = this.#nameMarkets(Number(row.first), Number(row.last));
      const at = { table: 'trade_block', row: Number(id), asset, t: Number(row.from_ms) };
      const runs = this.#decode(at, () => decodeTrades(toBytes(row), Number(row.from_ms)));
      if (runs === null) continue;
      const times = runs.flatMap(({ trades }) => trades.map(({ t }) => t));
      const own = [
        times.reduce((a, b) => Math.min(a, b)),
        times.reduce((a, b) => Math.max(a, b)),
        runs[0]!.market,
        runs.at(-1)!.market,
        times.length,
      ];
      const stated = [row.from_ms, row.to_ms, row.first, row.last, row.trades];
      if (stated.some((value, i) => value !== own[i]))
        this.#note({ ...at, reason: 'its columns are not those of its data' });
      this.trades += times.length;
    }
  }

  /** Applies a run, and compares its whole book with the book that the changes before it built. */
  #follow(run: BookRun, at: Place): void {
    const { market, whole } = run;
    if (whole !== null) {
      const next = toLiveBook(run, whole);
      const known = this.#books.get(market);
      const isWithin = (span: SpanTime) =>
        known !== undefined &&
        span.fromMs <= known.beginMs &&
        span.fromMs < whole.beginMs &&
        span.toMs >= whole.beginMs;
      const isKnown = this.#spans.get(market)?.some(isWithin) === true;
      if (known !== undefined && isKnown && !isEqual(known.book, next)) {
        const asset = this.#assets.get(market) ?? `market ${market}`;
        const reason = 'the whole book is not the one that the changes before it give';
        this.#note({ ...at, asset, t: whole.beginMs, reason });
      }
      this.#books.set(market, { book: next, beginMs: whole.beginMs });
    }
    const book = this.#books.get(market)?.book;
    if (book === undefined) return;
    const [priceUnit, sizeUnit] = [10 ** run.priceDecimals, 10 ** run.sizeDecimals];
    for (let i = 0; i < run.prices.length; i++)
      book.set(run.sides[i]!, run.prices[i]! / priceUnit, run.sizes[i]! / sizeUnit);
  }

  #nameMarkets(first: number, last: number): string {
    const name = (market: number) => this.#assets.get(market) ?? `market ${market}`;
    return first === last ? name(first) : `${name(first)} to ${name(last)}`;
  }

  #decode<Result>(at: Place, decode: () => Result): Result | null {
    try {
      return decode();
    } catch (error) {
      if (!(error instanceof DamagedBlockError)) throw error;
      this.#note({ ...at, reason: error.message });
      return null;
    }
  }

  /** Runs one part of the verification. What SQLite cannot read ends this part, and not the others. */
  #attempt(read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!isSqliteError(error)) throw error;
      this.#note({ reason: toMessage(error) });
    }
  }

  #note(found: Partial<TapeDamage> & Pick<TapeDamage, 'reason'>): void {
    this.damaged.push({ file: this.#name, table: null, row: null, asset: null, t: null, ...found });
  }
}

type Place = Partial<TapeDamage> & { readonly table: string };

function isEqual(a: LiveBook, b: LiveBook): boolean {
  let isSame = true;
  const differ = () => {
    isSame = false;
  };
  a.bids.differences(b.bids, differ);
  a.asks.differences(b.asks, differ);
  return isSame;
}

function toBytes(row: TapeRow): Uint8Array {
  const data: unknown = row.data;
  if (!(data instanceof Uint8Array)) throw new DamagedBlockError('it has no data');
  return data;
}
