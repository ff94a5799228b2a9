import type { TableColumn } from '../formats/table.ts';
import { TRADE_COLUMNS } from '../formats/tape-table.ts';

/** Tables of a tree unless others are requested. */
export const TREE_TABLES = [
  'observations',
  'gaps',
  'resolutions',
  'markets',
  'rules',
  'links',
  'forecasts',
  'marks',
  'settled',
  'bars',
] as const;

/** Tables of the tape. They are large, so a tree has only the requested ones; spans always come with the books. */
export const TAPE_TABLES = ['books', 'bookSpans', 'trades'] as const;
export type TapeTable = (typeof TAPE_TABLES)[number];

/** Parts of the tape that are written together for a day of a venue: books with their spans, or trades. */
export type TapeContent = 'books' | 'trades';

/** All tables that a tree may have, in the order of the manifest. */
export const ALL_TABLES = [...TREE_TABLES, ...TAPE_TABLES] as const;
export type TreeTable = (typeof ALL_TABLES)[number];

/** Tables with files for each venue and day. */
export type DayTable = 'observations' | TapeTable;

/** Tables that are one file, written as a whole. */
export type SmallTable = Exclude<TreeTable, DayTable>;

export function isTapeTable(table: TreeTable): table is TapeTable {
  return (TAPE_TABLES as readonly TreeTable[]).includes(table);
}

export function isDayTable(table: TreeTable): table is DayTable {
  return table === 'observations' || isTapeTable(table);
}

export function isSmallTable(table: TreeTable): table is SmallTable {
  return !isDayTable(table);
}

/** Names of the tables that are one file, in the order of the manifest. */
export const SMALL_TABLES: readonly SmallTable[] = ALL_TABLES.filter(isSmallTable);

/** Completes a list of tables: `bookSpans`, which say when a book is known, go with `books`. Sorted as in the manifest. */
export function completeTables(names: readonly TreeTable[]): TreeTable[] {
  return ALL_TABLES.filter((table) => names.includes(table === 'bookSpans' ? 'books' : table));
}

const text = (name: string, nullWhen: string | null = null): TableColumn => ({
  name,
  type: 'text',
  unit: null,
  nullWhen,
});
const time = (name: string, nullWhen: string | null = null): TableColumn => ({
  name,
  type: 'time',
  unit: 'ms UTC',
  nullWhen,
});
const number = (name: string, unit: string, nullWhen: string | null = null): TableColumn => ({
  name,
  type: 'number',
  unit,
  nullWhen,
});

/** Columns of each table, in the order of its files (docs/formats/tree.md). */
export const TABLE_COLUMNS: Readonly<Record<TreeTable, readonly TableColumn[]>> = {
  observations: [
    text('asset'),
    time('t'),
    number('p', 'USD; probability of binary markets'),
    number('v', 'USD or contracts, as the venue counts', 'the venue states no volume'),
    text('s', 'the record has no source'),
  ],
  gaps: [
    text('venue'),
    text('asset', 'the gap is of the whole venue'),
    time('fromMs'),
    time('toMs', 'the gap lasts'),
    text('reason'),
  ],
  resolutions: [
    text('asset'),
    text('venue'),
    text('outcome'),
    number('value', 'USD a Yes contract', 'the venue does not state the payout'),
    time('settledAt', 'the venue does not state the time'),
    time('recordedAt'),
    text('source'),
    time('reopenedAt', 'the resolution is in force'),
  ],
  markets: [
    text('asset'),
    text('venue'),
    text('storeKey'),
    text('kind'),
    text('title'),
    text('eventKey', 'the venue groups it under no event'),
    text('event', 'the event is not known'),
    text('answer', 'the market is not one answer of an event'),
    time('closesAt', 'no close is announced'),
    time('seenFrom'),
    time('changedAt'),
    text('nativeIds'),
    text('url', 'no page is known'),
    text('rulesHash', 'the venue publishes no rules'),
    text('settling', 'the venue names neither a price source nor a coin with a strike'),
    text('yesMeans', 'the market is alone in its event, with the outcomes Yes and No'),
    text('noMeans', 'the venue names no side of No'),
  ],
  rules: [text('hash'), text('text')],
  links: [
    text('a'),
    text('b'),
    text('relation'),
    number('confidence', '0 to 1'),
    text('source'),
    text('reasons'),
    time('fromMs'),
    time('toMs', 'the link is held'),
    number('disputed', '1: prices of the two sides spoke against the link; 0: they did not'),
  ],
  forecasts: [
    text('asset'),
    text('horizon'),
    time('t', 'there is no sample'),
    number('p', 'probability', 'there is no sample'),
    number('y', '1: Yes came true; 0: No did', 'the market is not resolved, or left out'),
    time('end', 'there is no sample'),
    text('event', 'the venue groups the market under none'),
    time('resolvedAt', 'the market is not resolved'),
    text('leftOut', 'there is a sample'),
  ],
  marks: [
    text('key'),
    time('t'),
    text('text', 'the publisher sent no decimal text, or the average stayed incomplete'),
    time('receivedAt'),
    text('relay'),
    number('count', 'values that an average stands on', 'the publisher does not say'),
  ],
  settled: [
    text('asset'),
    text('venue'),
    text('source', 'the venue does not state it'),
    text('coin', 'the venue does not state it'),
    time('openAt', 'the venue does not state it'),
    time('closeAt', 'the venue does not state it'),
    text('verdict'),
    text('reason', 'the verdict is known'),
    text('detail', 'the reason has none'),
    text('result', 'it is not known'),
    text('outcome'),
    text('strike', 'it was not received, or is withheld'),
    text('strikeBy', 'no strike is known'),
    text('value', 'it was not received, or is withheld'),
    text('missing'),
    text('agrees'),
    time('settledAt', 'the venue does not state the time'),
    time('recordedAt'),
    time('decidedAt'),
    text('changedFrom', 'the verdict never changed'),
    text('rulesHash', 'the venue publishes no rules'),
    text('termsHash'),
  ],
  bars: [
    text('asset'),
    time('t'),
    number('open', 'USD; probability of binary markets'),
    number('high', 'USD; probability of binary markets'),
    number('low', 'USD; probability of binary markets'),
    number('close', 'USD; probability of binary markets'),
    number('volume', 'contracts, or units of the base asset', 'the venue states no volume'),
  ],
  books: [
    text('asset'),
    time('t'),
    time('venueT', 'the venue states no time'),
    number('isSnapshot', '1: a level of a whole book; 0: a change, whose size is the new total'),
    text('side', 'the whole book is empty'),
    number('price', 'USD; probability of binary markets', 'the whole book is empty'),
    number('size', 'contracts, or units of the base asset', 'the whole book is empty'),
  ],
  bookSpans: [
    text('asset'),
    time('fromMs'),
    time('toMs', 'the span lasts'),
    number('everyMs', 'ms between two samples; 0: every change'),
    number('depth', 'levels of a side that the venue sends at most', 'it sends all'),
    text('opened', 'the window of the tree begins within the span'),
    text('ended', 'the span lasts, or the window of the tree ends within it'),
    number('resyncs', 'whole books that were not the one that the changes had made'),
  ],
  trades: [text('asset'), ...TRADE_COLUMNS],
};
