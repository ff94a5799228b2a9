import type { MarketKey } from '../../../../history/contract/series.ts';
import type { FileFormat } from '../../../../history/formats/table.ts';
import { TRADE_COLUMNS, TradeTable } from '../../../../history/formats/tape-table.ts';
import type {
  ReadTrade,
  TapePosition,
  TapeReader,
  TapeWindow,
  TradePage,
} from '../../../../history/tape/contract/tape-reader.ts';
import { encodeTapeCursor } from '../../../parameters/tape-window.ts';
import { buildPageHeaders, type PageTurn } from '../../../responses/page-headers.ts';
import { computeDigest, formatJsonItems, type PreparedBody, prepareList } from '../../prepared-body.ts';
import { countPartRows, openTableWriter, writeTable } from '../table-file.ts';
import { showCoverage } from './shown-coverage.ts';

/** Approximate bytes of a trade as JSON. */
const TRADE_BYTES = 250;

/** A page of the trades of an asset, and the members that the response starts with. */
export interface TradesInput {
  readonly key: MarketKey;
  readonly window: TapeWindow;
  readonly after: TapePosition | null;
  readonly limit: number;
  /** Name of the setting that excludes the asset from recording; null: none. */
  readonly exclusion: string | null;
  readonly head: object;
}

/** Prepares the trades of a window as JSON, newest first. */
export async function prepareTrades(tape: TapeReader, input: TradesInput): Promise<PreparedBody> {
  const { key, window, after, limit, exclusion, head } = input;
  const page = { ...window, limit, order: 'newest' as const };
  const { trades, next } = await tape.readTrades(key, after === null ? page : { ...page, after });
  const coverage = await tape.readTradeCoverage(key, window);
  const nextCursor = next === null ? null : encodeTapeCursor('tape-trade', window, next);
  const shown = trades.map(showTrade);
  return prepareList({
    head: { ...head, ...window, count: shown.length },
    name: 'trades',
    length: shown.length,
    items: (from, to) => formatJsonItems(shown.slice(from, to)),
    itemBytes: TRADE_BYTES,
    tail: {
      truncated: nextCursor !== null,
      nextCursor,
      coverage: showCoverage(coverage, exclusion),
      whyNull: {},
    },
    heldBytes: shown.length * TRADE_BYTES,
    data: [Buffer.from(JSON.stringify(shown))],
  });
}

/** Converts a trade to the shown form, with the members in their documented order. */
function showTrade(trade: ReadTrade) {
  const { t, venueTime, price, size, side, id, settled, source, isBlock } = trade;
  return {
    t,
    venueT: venueTime,
    price,
    size,
    side,
    sideSource: side === null ? null : 'venue',
    id,
    settled,
    source,
    isBlock,
  };
}

/** Approximate bytes of a trade in each file format. */
const FILE_BYTES: Readonly<Record<FileFormat, number>> = { parquet: 45, arrow: 150, csv: 140, jsonl: 230 };
/** Number of trades that are read at once, because each is an object on the heap. */
const READ_AT_ONCE = 20_000;

export type TradesFileInput = Omit<TradesInput, 'exclusion' | 'head'> & {
  readonly format: FileFormat;
  readonly search: PageTurn['search'];
};

/** Prepares the trades of a window as a file, oldest first. */
export async function prepareTradesFile(tape: TapeReader, input: TradesFileInput): Promise<PreparedBody> {
  const { window, format, search } = input;
  const { table, next } = await readTable(tape, input);
  const nextCursor = next === null ? null : encodeTapeCursor('tape-trade-file', window, next);
  const rowBytes = FILE_BYTES[format];
  return {
    digest: computeDigest([format, nextCursor ?? ''], table.data),
    textBytes: table.length * rowBytes,
    heldBytes: table.bytes,
    headers: buildPageHeaders({ cursor: nextCursor, search }),
    parts: (partBytes) =>
      writeTable(table.length, {
        open: () => openTableWriter(format, TRADE_COLUMNS),
        rows: (from, to) => table.rows(from, to),
        step: countPartRows(format, partBytes, rowBytes),
      }),
  };
}

async function readTable(tape: TapeReader, { key, window, after, limit }: TradesFileInput) {
  const table = new TradeTable();
  let next = after;
  do {
    const page = {
      ...window,
      limit: Math.min(READ_AT_ONCE, limit - table.length),
      order: 'oldest' as const,
    };
    const read: TradePage = await tape.readTrades(key, next === null ? page : { ...page, after: next });
    table.add(read.trades);
    next = read.next;
  } while (next !== null && table.length < limit);
  return { table, next };
}
