import { countBookChanges, decodeBooks } from '../../coding/book-block.ts';
import type { BookRun } from '../../coding/book-run.ts';
import { DamagedBlockError } from '../../coding/bytes.ts';
import { decodeJournalBooks, splitJournal } from '../../coding/journal-row.ts';
import type { DayFile } from '../day-file.ts';
import { type BookSource, isSliceWhole, type SourceRuns } from '../reading/book-sources.ts';
import type { TapeRow } from '../schema.ts';

/** Memory of a run besides its changes, as a number of changes. */
const CHANGES_OF_A_RUN = 50;

/** Runs of some markets in a source, and its damage. */
export interface SourceContent {
  readonly runs: ReadonlyMap<number, SourceRuns>;
  readonly damaged: readonly { readonly place: string; readonly fromMs: number }[];
}

interface ReadRuns {
  readonly runs: BookRun[];
  damagedMs: number | null;
  beforeDamage: number;
}

/** Reads the runs of some markets from a source, each of its blocks once. Markets without runs are left out. */
export function readSourceRuns(
  file: DayFile,
  source: BookSource,
  wanted: ReadonlySet<number>,
): SourceContent {
  const runs = new Map<number, ReadRuns>();
  const damaged: { place: string; fromMs: number }[] = [];
  const of = (market: number) => {
    const known = runs.get(market) ?? { runs: [], damagedMs: null, beforeDamage: 0 };
    runs.set(market, known);
    return known;
  };
  const lose = (markets: Iterable<number>, place: string, fromMs: number) => {
    damaged.push({ place, fromMs });
    for (const market of markets) {
      const own = of(market);
      own.damagedMs = Math.min(own.damagedMs ?? Number.POSITIVE_INFINITY, fromMs);
      own.beforeDamage = own.runs.length;
    }
  };
  const sourceMs = Math.min(source.previousMs + 1, source.fromMs);
  if (source.table === 'slice' && !isSliceWhole(file, source)) {
    lose(wanted, `row ${source.id} of slice`, sourceMs);
    return { runs, damaged };
  }
  for (const block of listBlocks(file, source)) {
    const inside = block.markets === null ? wanted : listWithin(wanted, block.markets);
    if (block.markets !== null && !hasAny(inside)) continue;
    const decoded = decodeOrNull(() => block.decode(wanted));
    if (decoded === null) lose(inside, block.place, block.damagedMs ?? sourceMs);
    else for (const run of decoded) of(run.market).runs.push(run);
  }
  return { runs, damaged };
}

/** Adds the memory of the runs of a source, by market, as a number of changes. Damaged blocks are skipped. */
export function addCosts(file: DayFile, source: BookSource, costs: Map<number, number>): void {
  for (const block of listBlocks(file, source)) {
    for (const { market, changes } of decodeOrNull(block.count) ?? []) {
      costs.set(market, (costs.get(market) ?? 0) + changes + CHANGES_OF_A_RUN);
    }
  }
}

interface SourceBlock {
  readonly place: string;
  /** Lowest and highest number of its markets; null when unknown. */
  readonly markets: { readonly first: number; readonly last: number } | null;
  /** First time that is lost if the block is damaged, epoch ms; null when that is the time of the source. */
  readonly damagedMs: number | null;
  readonly decode: (wanted: ReadonlySet<number>) => readonly BookRun[];
  readonly count: () => readonly { readonly market: number; readonly changes: number }[];
}

function listBlocks(file: DayFile, { table, id, fromMs }: BookSource): SourceBlock[] {
  if (table === 'journal') {
    const rows = file.rows.all('SELECT data FROM journal WHERE id = ?', id);
    return rows.map((row) => ({
      place: `row ${id} of journal`,
      markets: null,
      damagedMs: null,
      decode: (wanted) => decodeJournalBooks(toBytes(row), fromMs, wanted),
      count: () => {
        const { books } = splitJournal(toBytes(row));
        return books.length === 0 ? [] : countBookChanges(books, fromMs);
      },
    }));
  }
  const sql = 'SELECT id, first, last, from_ms, data FROM block WHERE slice = ? ORDER BY first, n';
  return file.rows.all(sql, id).map((row) => ({
    place: `row ${row.id} of block`,
    markets: { first: Number(row.first), last: Number(row.last) },
    damagedMs: Number(row.from_ms),
    decode: (wanted) => decodeBooks(toBytes(row), fromMs, wanted),
    count: () => countBookChanges(toBytes(row), fromMs),
  }));
}

function listWithin(
  wanted: ReadonlySet<number>,
  { first, last }: { readonly first: number; readonly last: number },
): readonly number[] {
  return [...wanted].filter((market) => market >= first && market <= last);
}

function hasAny(markets: Iterable<number>): boolean {
  return markets[Symbol.iterator]().next().done !== true;
}

function decodeOrNull<Result>(decode: () => Result): Result | null {
  try {
    return decode();
  } catch (error) {
    if (error instanceof DamagedBlockError) return null;
    throw error;
  }
}

function toBytes(row: TapeRow): Uint8Array {
  const data: unknown = row.data;
  if (!(data instanceof Uint8Array)) throw new DamagedBlockError('a row has no data');
  return data;
}
