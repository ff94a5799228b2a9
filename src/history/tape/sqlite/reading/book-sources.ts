import type { BookRun } from '../../coding/book-run.ts';
import { DamagedBlockError } from '../../coding/bytes.ts';
import { openJournalBooks } from '../../coding/journal-row.ts';
import { OpenBlock } from '../../coding/open-block.ts';
import type { TapeWindow } from '../../contract/tape-reader.ts';
import type { DayFile } from '../day-file.ts';
import { checksumOfRow, type TapeRow } from '../schema.ts';

/** A slice, or a row of the journal: frames of a span of time. */
export interface BookSource {
  readonly table: 'slice' | 'journal';
  readonly id: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** End of the source before this one, epoch ms; -Infinity when there is none. */
  readonly previousMs: number;
  /** Row of the slice or of the journal. */
  readonly row: TapeRow;
}

/** Number of slices to look at: that of a time, those in which its book may begin, and one more. */
const SLICES_BACK = 14;

/** Runs of one market in a source. */
export interface SourceRuns {
  readonly runs: readonly BookRun[];
  /** Time from which nothing is known until the next whole book, epoch ms; null when the source is intact. */
  readonly damagedMs: number | null;
  /** Number of runs before the last damaged block. */
  readonly beforeDamage: number;
}

/** Sources of a file, and a function that reads the runs of one market from them. */
export interface MarketRuns {
  /** Sources ordered by time. */
  readonly sources: readonly BookSource[];
  readonly read: (source: BookSource) => SourceRuns;
}

/** Opens the runs of a market from which its book in a window can be built; each source is read when it is needed. */
export function openMarketRuns(file: DayFile, market: number, window: TapeWindow): MarketRuns {
  return { sources: listSources(file, window), read: (source) => readSource(file, source, market) };
}

/** Lists the sources of a file from which the books of a window can be built, ordered by time. */
export function listSources(file: DayFile, { fromMs, toMs }: TapeWindow): readonly BookSource[] {
  const slices = file.rows.all(
    `SELECT * FROM slice WHERE from_ms <= ?2 AND id >= coalesce((SELECT min(id) FROM
       (SELECT id FROM slice WHERE from_ms <= ?1 ORDER BY id DESC LIMIT ${SLICES_BACK})), 0) ORDER BY id`,
    fromMs,
    toMs,
  );
  const first = slices[0]?.id;
  const before =
    first === undefined
      ? file.rows.get('SELECT to_ms FROM slice ORDER BY id DESC LIMIT 1')
      : file.rows.get('SELECT to_ms FROM slice WHERE id < ? ORDER BY id DESC LIMIT 1', first);
  let previousMs = Number(before?.to_ms ?? Number.NEGATIVE_INFINITY);
  const toSource = (table: BookSource['table'], row: TapeRow): BookSource => {
    const source = {
      table,
      id: Number(row.id),
      fromMs: Number(row.from_ms),
      toMs: Number(row.to_ms),
      previousMs,
      row,
    };
    previousMs = source.toMs;
    return source;
  };
  return [
    ...slices.map((row) => toSource('slice', row)),
    ...listJournal(file, toMs).map((row) => toSource('journal', row)),
  ];
}

/** Lists the rows of the journal that begin before the end of a window. They are later than all slices. */
function listJournal(file: DayFile, toMs: number): TapeRow[] {
  const first = file.rows.get('SELECT from_ms FROM journal ORDER BY id LIMIT 1');
  if (first === undefined || Number(first.from_ms) > toMs) return [];
  return file.rows.all('SELECT id, from_ms, to_ms FROM journal WHERE from_ms <= ? ORDER BY id', toMs);
}

/** Reads the runs of a market from a source. Damage is part of the result, and not thrown. */
export function readSource(file: DayFile, source: BookSource, market: number): SourceRuns {
  return source.table === 'slice' ? readSlice(file, source, market) : readJournal(file, source, market);
}

function readJournal(file: DayFile, source: BookSource, market: number): SourceRuns {
  const runs = decodeOrNull(() => {
    const open = () => {
      const row = file.rows.get('SELECT data FROM journal WHERE id = ?', source.id);
      return openJournalBooks(toBytes(row), source.fromMs);
    };
    return file.find(`journal ${source.id} ${source.fromMs}`, open)?.readRuns(market) ?? [];
  });
  return runs === null ? allDamaged(source) : { runs, damagedMs: null, beforeDamage: 0 };
}

function readSlice(file: DayFile, source: BookSource, market: number): SourceRuns {
  if (!isSliceWhole(file, source)) return allDamaged(source);
  const runs: BookRun[] = [];
  let [damagedMs, beforeDamage]: [number | null, number] = [null, 0];
  for (const { id, fromMs } of listBlocks(file, source.id, market)) {
    const decoded = decodeOrNull(() => {
      const open = () => {
        const row = file.rows.get('SELECT data FROM block WHERE id = ?', id);
        return new OpenBlock(toBytes(row), source.fromMs);
      };
      return file.find(`block ${id} ${source.fromMs}`, open)?.readRuns(market) ?? [];
    });
    if (decoded === null) {
      damagedMs = Math.min(damagedMs ?? Number.POSITIVE_INFINITY, fromMs);
      beforeDamage = runs.length;
    } else runs.push(...decoded);
  }
  return { runs, damagedMs, beforeDamage };
}

interface PlacedBlock {
  readonly id: number;
  readonly fromMs: number;
}

/**
 * Lists the blocks of a slice that may contain a market, in order. Blocks are ordered by market, so the search stops at
 * a block that ends before the market.
 */
export function listBlocks(file: DayFile, slice: number, market: number): PlacedBlock[] {
  const blocks: PlacedBlock[] = [];
  const rows = file.rows.iterate(
    'SELECT id, last, from_ms FROM block WHERE slice = ? AND first <= ? ORDER BY first DESC, n DESC',
    slice,
    market,
  );
  for (const { id, last, from_ms } of rows) {
    if (Number(last) < market) break;
    blocks.push({ id: Number(id), fromMs: Number(from_ms) });
  }
  return blocks.reverse();
}

/** Whether the checksum of a slice's row matches, and all of its blocks exist. */
export function isSliceWhole(file: DayFile, { id, row }: BookSource): boolean {
  if (row.crc !== checksumOfRow('slice', row)) return false;
  return file.rows.get('SELECT count(*) AS n FROM block WHERE slice = ?', id)?.n === row.blocks;
}

function allDamaged({ fromMs, previousMs }: BookSource): SourceRuns {
  return { runs: [], damagedMs: Math.min(previousMs + 1, fromMs), beforeDamage: 0 };
}

function decodeOrNull<Result>(decode: () => Result): Result | null {
  try {
    return decode();
  } catch (error) {
    if (error instanceof DamagedBlockError) return null;
    throw error;
  }
}

function toBytes(row: TapeRow | undefined): Uint8Array {
  const data: unknown = row?.data;
  if (!(data instanceof Uint8Array)) throw new DamagedBlockError('a row has no data');
  return data;
}
