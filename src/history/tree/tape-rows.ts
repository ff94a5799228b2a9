import { ROW_GROUP_ROWS } from '../formats/parquet/open-parquet-writer.ts';
import { CHANGE_SIDES, TradeTable } from '../formats/tape-table.ts';
import type { BookRows, BookSpanRow, TradeRows } from '../tape/contract/tape-tree-source.ts';
import type { PartRows } from './part-rows.ts';

/** Converts rows of books to rows of their table. */
export function toBookRows({ length, assets, ends, ...columns }: BookRows): PartRows {
  const { t, venueT, isSnapshot, side, price, size } = columns;
  const sides = { codes: side, texts: CHANGE_SIDES };
  return {
    rows: { length, columns: [{ texts: assets, ends }, t, venueT, isSnapshot, sides, price, size] },
    assets,
    ...findEnds(t),
  };
}

/** Converts trades to rows of their table. */
export function toTradeRows({ assets, ends, trades }: TradeRows): PartRows {
  const table = new TradeTable();
  table.add(trades);
  const { length, columns } = table.rows(0, table.length);
  const times = Float64Array.from(trades, ({ t }) => t);
  return { rows: { length, columns: [{ texts: assets, ends }, ...columns] }, assets, ...findEnds(times) };
}

/** Converts spans to rows of their table, a group at a time. */
export function* toSpanRows(spans: readonly BookSpanRow[]): Generator<PartRows> {
  for (let from = 0; from < spans.length; from += ROW_GROUP_ROWS)
    yield toSpanBlock(spans.slice(from, from + ROW_GROUP_ROWS));
}

function toSpanBlock(spans: readonly BookSpanRow[]): PartRows {
  const numbers = (find: (row: BookSpanRow) => number | null) =>
    Float64Array.from(spans, (row) => find(row) ?? Number.NaN);
  const assets: string[] = [];
  const ends: number[] = [];
  for (const [i, { asset }] of spans.entries()) {
    if (assets.at(-1) !== asset) assets.push(asset);
    ends[assets.length - 1] = i + 1;
  }
  const from = numbers(({ fromMs }) => fromMs);
  const columns = [
    { texts: assets, ends },
    from,
    numbers(({ toMs }) => toMs),
    numbers(({ everyMs }) => everyMs),
    numbers(({ depth }) => depth),
    spans.map(({ opened }) => opened),
    spans.map(({ ended }) => ended),
    numbers(({ resyncs }) => resyncs),
  ];
  const { firstMs } = findEnds(from);
  const { lastMs } = findEnds(numbers(({ knownToMs }) => knownToMs));
  return { rows: { length: spans.length, columns }, assets, firstMs, lastMs };
}

/** Finds the earliest and the latest of some times. */
function findEnds(times: Float64Array): Pick<PartRows, 'firstMs' | 'lastMs'> {
  let [firstMs, lastMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const t of times) {
    firstMs = Math.min(firstMs, t);
    lastMs = Math.max(lastMs, t);
  }
  return { firstMs, lastMs };
}
