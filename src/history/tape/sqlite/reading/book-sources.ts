import { type BookRun, decodeBooks } from '../../coding/book-block.ts';
import { DamagedBlock } from '../../coding/bytes.ts';
import { decodeJournalBooks } from '../../coding/journal-row.ts';
import type { DayFile } from '../day-file.ts';
import { checksumOfRow, type TapeRow } from '../schema.ts';

/** A slice, or a row of the journal: frames from one moment to another. */
export interface BookSource {
  readonly table: 'slice' | 'journal';
  readonly id: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** End of the source before it, epoch ms; -Infinity without one. */
  readonly previousMs: number;
}

/** What a source has of one market. */
export interface SourceRuns {
  readonly runs: readonly BookRun[];
  /** Moment from which nothing is known up to the next whole book, epoch ms; null in a source that is whole. */
  readonly damagedMs: number | null;
  /** Number of runs that came before the last block that is damaged. */
  readonly beforeDamage: number;
}

/** Sources of a file with what they have of one market. */
export interface MarketRuns {
  /** In the order of time. */
  readonly sources: readonly BookSource[];
  readonly read: (source: BookSource) => SourceRuns;
}

/** The runs of a market, each source read when it is asked for. */
export function openMarketRuns(file: DayFile, market: number): MarketRuns {
  return { sources: listSources(file), read: (source) => readSource(file, source, market) };
}

/** Sources of a file in the order of time. */
export function listSources(file: DayFile): readonly BookSource[] {
  const rows = file.rows.all(
    `SELECT 0 AS place, id, from_ms, to_ms FROM slice
     UNION ALL SELECT 1, id, from_ms, to_ms FROM journal ORDER BY place, id`,
  );
  let previousMs = Number.NEGATIVE_INFINITY;
  return rows.map((row) => {
    const source: BookSource = {
      table: row.place === 0 ? 'slice' : 'journal',
      id: Number(row.id),
      fromMs: Number(row.from_ms),
      toMs: Number(row.to_ms),
      previousMs,
    };
    previousMs = source.toMs;
    return source;
  });
}

/** Runs of a market in a source. Damage is said, not thrown. */
export function readSource(file: DayFile, source: BookSource, market: number): SourceRuns {
  return source.table === 'slice' ? readSlice(file, source, market) : readJournal(file, source, market);
}

function readJournal(file: DayFile, source: BookSource, market: number): SourceRuns {
  const row = file.rows.get('SELECT data FROM journal WHERE id = ?', source.id);
  const books = decodeOrNull(() => decodeJournalBooks(toBytes(row), source.fromMs, market));
  return books === null ? allDamaged(source) : { runs: books, damagedMs: null, beforeDamage: 0 };
}

function readSlice(file: DayFile, source: BookSource, market: number): SourceRuns {
  if (!isSliceWhole(file, source)) return allDamaged(source);
  const blocks = file.rows.all(
    'SELECT from_ms, data FROM block WHERE slice = ? AND first <= ? AND last >= ? ORDER BY first, n',
    source.id,
    market,
    market,
  );
  const runs: BookRun[] = [];
  let [damagedMs, beforeDamage]: [number | null, number] = [null, 0];
  for (const block of blocks) {
    const decoded = decodeOrNull(() => decodeBooks(toBytes(block), source.fromMs, market));
    if (decoded === null) {
      damagedMs = Math.min(damagedMs ?? Number.POSITIVE_INFINITY, Number(block.from_ms));
      beforeDamage = runs.length;
    } else runs.push(...decoded);
  }
  return { runs, damagedMs, beforeDamage };
}

/** Whether the row of a slice has its checksum, and all of its blocks are there. */
export function isSliceWhole(file: DayFile, source: BookSource): boolean {
  const row = file.rows.get('SELECT * FROM slice WHERE id = ?', source.id);
  if (row === undefined || row.crc !== checksumOfRow('slice', row)) return false;
  return file.rows.get('SELECT count(*) AS n FROM block WHERE slice = ?', source.id)?.n === row.blocks;
}

function allDamaged({ fromMs, previousMs }: BookSource): SourceRuns {
  return { runs: [], damagedMs: Math.min(previousMs + 1, fromMs), beforeDamage: 0 };
}

function decodeOrNull<Result>(decode: () => Result): Result | null {
  try {
    return decode();
  } catch (error) {
    if (error instanceof DamagedBlock) return null;
    throw error;
  }
}

function toBytes(row: TapeRow | undefined): Uint8Array {
  const data: unknown = row?.data;
  if (!(data instanceof Uint8Array)) throw new DamagedBlock('a row has no data');
  return data;
}
