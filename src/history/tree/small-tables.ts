import {
  type EpochMs,
  findReference,
  findSeriesRef,
  findStoredSeries,
  isVenueId,
  RECORDERS,
  REFERENCES,
  type Recorder,
  type VenueId,
} from '../../domain/index.ts';
import { listAllResolutions } from '../contract/resolutions.ts';
import { type SettledRow, withoutValues } from '../contract/settled.ts';
import type { ColumnValues, TableColumn, TableRows } from '../formats/table.ts';
import { type SmallTable, TABLE_COLUMNS } from './tables.ts';
import type { SeriesSelection, TreeSource, TreeWindow } from './tree-source.ts';

type Cell = string | number | null;
type Row = readonly Cell[];

/** Reads the rows of one table in groups, in the order of docs/formats/tree.md. */
export function* readSmallTableRows(
  source: TreeSource,
  table: SmallTable,
  selection: SeriesSelection,
  window: TreeWindow,
): Generator<TableRows> {
  const selected = new AssetSelection(selection);
  yield* batchRows(TABLE_COLUMNS[table], ROWS[table](source, selected, window));
}

const ROWS: Readonly<
  Record<SmallTable, (source: TreeSource, selected: AssetSelection, window: TreeWindow) => Generator<Row>>
> = {
  *gaps(source, selected, { fromMs, toMs }) {
    for (const venue of selected.recorders) {
      for (const gap of source.listGaps(venue)) {
        const asset =
          gap.storeKey === null ? null : (findStoredSeries(venue, gap.storeKey)?.asset ?? gap.storeKey);
        if (asset !== null && !selected.has(venue, asset)) continue;
        if (fromMs !== null && gap.toMs !== null && gap.toMs < fromMs) continue;
        if (toMs !== null && gap.fromMs > toMs) continue;
        yield [venue, asset, gap.fromMs, gap.toMs, gap.reason];
      }
    }
  },
  *resolutions(source, selected) {
    for (const venue of selected.venues) {
      for (const newest of source.listResolutions(venue)) {
        if (!selected.has(venue, newest.asset)) continue;
        for (const resolution of listAllResolutions(newest)) {
          const { asset, outcome, payout, settledAt, recordedAt, source: said, reopenedAt } = resolution;
          yield [asset, venue, outcome, payout, settledAt, recordedAt, said, reopenedAt ?? null];
        }
      }
    }
  },
  *markets(source, selected) {
    for (const venue of selected.venues) {
      for (const market of source.listMarkets(venue)) {
        if (!selected.has(venue, market.asset)) continue;
        const { asset, storeKey, kind, title, eventKey, event, terms, closesAt, seenFrom, changedAt } =
          market;
        const ids = JSON.stringify(market.nativeIds);
        const answer = terms?.answer ?? null;
        yield [
          asset,
          venue,
          storeKey,
          kind,
          title,
          eventKey,
          event,
          answer,
          closesAt,
          seenFrom,
          changedAt,
          ids,
          market.url,
          market.rulesHash,
          market.settling === null ? null : JSON.stringify(market.settling),
          market.yesMeans,
          market.noMeans,
        ];
      }
    }
  },
  *rules(source, selected) {
    const wanted = selected.isAll ? null : new Set<string | null>();
    if (wanted !== null) {
      for (const venue of selected.venues) {
        for (const { asset, rulesHash } of source.listMarkets(venue)) {
          if (selected.has(venue, asset)) wanted.add(rulesHash);
        }
      }
    }
    for (const { hash, text } of source.listRules()) if (wanted?.has(hash) ?? true) yield [hash, text];
  },
  *links(source, selected, { fromMs: first, toMs: last }) {
    for (const {
      a,
      b,
      relation,
      confidence,
      source: said,
      reasons,
      fromMs,
      toMs,
      disputed,
    } of source.listLinks()) {
      if (!selected.hasAsset(a) && !selected.hasAsset(b)) continue;
      if ((first !== null && toMs !== null && toMs < first) || (last !== null && fromMs > last)) continue;
      yield [a, b, relation, confidence, said, JSON.stringify(reasons), fromMs, toMs, disputed ? 1 : 0];
    }
  },
  *forecasts(source, selected) {
    for (const venue of selected.venues) {
      for (const { asset, horizon, t, p, y, end, event, resolvedAt, leftOut } of source.listForecasts(
        venue,
      )) {
        if (selected.has(venue, asset)) yield [asset, horizon, t, p, y, end, event, resolvedAt, leftOut];
      }
    }
  },
  *marks(source, selected, window) {
    if (!selected.recorders.includes(REFERENCES)) return;
    for (const { key, t, text, receivedAt, relay, count } of source.listMarks(window)) {
      const ref = findReference(key);
      if (ref !== null && (selected.isWithheld(ref.source) || !selected.has(REFERENCES, ref.asset))) continue;
      yield [key, t, text, receivedAt, relay, count];
    }
  },
  *bars(source, selected, window) {
    for (const { venue, asset, t, open, high, low, close, volume } of source.listBars(window)) {
      if (selected.has(venue, asset)) yield [asset, t, open, high, low, close, volume];
    }
  },
  *settled(source, selected) {
    for (const venue of selected.venues) {
      for (const row of source.listSettled(venue)) {
        if (!selected.has(venue, row.asset)) continue;
        yield toSettledCells(
          row.source !== null && selected.isWithheld(row.source) ? withoutValues(row) : row,
        );
      }
    }
  },
};

/** Converts a verdict to cells; a member that is an object becomes JSON. */
function toSettledCells(row: SettledRow): Row {
  const { asset, venue, source, coin, openAt, closeAt, verdict, reason, detail, result, outcome } = row;
  const { strike, strikeBy, value, missing, agrees, settledAt, recordedAt, decidedAt, changedFrom } = row;
  const { rulesHash, termsHash } = row;
  return [
    asset,
    venue,
    source,
    coin,
    openAt,
    closeAt,
    verdict,
    reason,
    detail === null ? null : JSON.stringify(detail),
    result,
    outcome,
    strike,
    strikeBy,
    value,
    JSON.stringify(missing),
    JSON.stringify(agrees),
    settledAt,
    recordedAt,
    decidedAt,
    changedFrom,
    rulesHash,
    termsHash,
  ];
}

class AssetSelection {
  readonly isAll: boolean;
  /** Selected recorders in alphabetical order. */
  readonly recorders: readonly Recorder[];
  /** Venues among the selected recorders. */
  readonly venues: readonly VenueId[];
  readonly #assets: ReadonlySet<string> | null;
  readonly #withheld: readonly string[];

  constructor({ venues, assets, withheld = [] }: SeriesSelection) {
    this.isAll = venues === null && assets === null;
    this.#withheld = withheld;
    this.#assets = assets === null ? null : new Set(assets);
    const named = assets?.map((asset) => findSeriesRef(asset)?.venue);
    this.recorders = [...RECORDERS]
      .sort()
      .filter((venue) => (venues === null || venues.includes(venue)) && (named?.includes(venue) ?? true));
    this.venues = this.recorders.filter(isVenueId);
  }

  has(venue: Recorder, asset: string): boolean {
    return this.recorders.includes(venue) && (this.#assets?.has(asset) ?? true);
  }

  /** Whether the values of a source of reference prices are removed. */
  isWithheld(source: string): boolean {
    return this.#withheld.includes(source);
  }

  hasAsset(asset: string): boolean {
    const venue = findSeriesRef(asset)?.venue;
    return venue !== undefined && this.has(venue, asset);
  }
}

/** Maximum number of rows and of characters of a row group: rules are long texts. */
const MAX_ROWS = 20_480;
const MAX_CHARACTERS = 8_000_000;

function* batchRows(columns: readonly TableColumn[], rows: Iterable<Row>): Generator<TableRows> {
  let waiting: Row[] = [];
  let characters = 0;
  for (const row of rows) {
    waiting.push(row);
    for (const cell of row) if (typeof cell === 'string') characters += cell.length;
    if (waiting.length < MAX_ROWS && characters < MAX_CHARACTERS) continue;
    yield toTableRows(columns, waiting);
    waiting = [];
    characters = 0;
  }
  if (waiting.length > 0) yield toTableRows(columns, waiting);
}

function toTableRows(columns: readonly TableColumn[], rows: readonly Row[]): TableRows {
  return {
    length: rows.length,
    columns: columns.map(
      ({ type }, i): ColumnValues =>
        type === 'text'
          ? rows.map((row) => row[i] as string | null)
          : Float64Array.from(rows, (row) => (row[i] as EpochMs | null) ?? Number.NaN),
    ),
  };
}
