import { MINUTE_MS } from '../../../domain/index.ts';
import { PIECE_RECORDS } from '../../coding/pack.ts';
import { BAR_FIELDS } from '../../columns/buckets.ts';
import type { AggregateOptions } from '../../contract/history-store.ts';
import type { Pieces } from '../pieces/pieces.ts';
import type { PieceEntry, SeriesState } from '../series/series.ts';
import { narrowSeries } from './aggregate.ts';

/** Cost of an index row, as a number of decoded records. */
const RECORDS_PER_ROW = 64;
/** Cost of a bar in memory, as a number of decoded records. */
const RECORDS_PER_BAR = 3;
/** Cost of a bar that is read from the file, as a number of decoded records. */
const RECORDS_PER_STORED_BAR = 6;
/** Cost of a bucket that is built from records, as a number of decoded records. */
const RECORDS_PER_BUCKET = 4;

type RecordSpan = Pick<PieceEntry, 'records' | 'fromMs' | 'toMs'>;

/**
 * Estimates the cost of the buckets of a window, as the number of records that could be decoded in the same time.
 *
 * @param enough Counting stops above this number.
 */
export function aggregateCost(
  pieces: Pieces,
  whole: SeriesState,
  options: AggregateOptions,
  enough: number,
): number {
  const { bucketMs, fromMs = Number.NEGATIVE_INFINITY, toMs = Number.POSITIVE_INFINITY } = options;
  const series = narrowSeries(pieces, whole, { fromMs, toMs });
  let cost = tailCost(series, bucketMs);
  const { records } = series.sealed;
  if (records === 0 || fromMs > toMs) return cost;
  if (series.pieces === null) cost += Math.ceil(records / PIECE_RECORDS) * RECORDS_PER_ROW;
  if (cost > enough) return cost;
  const list = pieces.list(series);
  const first = list.firstEndingFrom(fromMs);
  for (let i = list.lastBeginningBy(toMs); i >= first && cost <= enough; i--) {
    const entry = list.entries[i]!;
    const isInside = entry.fromMs >= fromMs && entry.toMs <= toMs;
    cost += isInside ? costInside(pieces, entry, bucketMs) : costOpened(entry, bucketMs);
  }
  return cost;
}

/** Estimates the cost of a piece that is entirely in the window, so that its stored bars may suffice. */
function costInside(pieces: Pieces, entry: PieceEntry, bucketMs: number): number {
  const { fromMs, toMs, hasMinutes } = entry;
  const isInOneBucket = Math.floor(fromMs / bucketMs) === Math.floor(toMs / bucketMs);
  if (entry.bars !== null) {
    const { widthMs, bars } = entry.bars.open();
    if (isInOneBucket || (widthMs > 0 && bucketMs % widthMs === 0)) {
      return (bars.length / BAR_FIELDS) * RECORDS_PER_BAR;
    }
  }
  const known = pieces.minuteBars.find(entry, bucketMs);
  if (known !== null) return (known.length / BAR_FIELDS) * RECORDS_PER_BAR;
  if (!hasMinutes || bucketMs % MINUTE_MS !== 0) return costOpened(entry, bucketMs);
  return countBuckets(entry, MINUTE_MS) * RECORDS_PER_STORED_BAR;
}

function tailCost({ tail }: SeriesState, bucketMs: number): number {
  const { length, firstMs, lastMs } = tail;
  return length === 0 ? 0 : costOpened({ records: length, fromMs: firstMs, toMs: lastMs }, bucketMs);
}

function costOpened(entry: RecordSpan, bucketMs: number): number {
  return entry.records + countBuckets(entry, bucketMs) * RECORDS_PER_BUCKET;
}

/** Computes the maximum number of buckets into which the records of a piece fall. */
function countBuckets({ records, fromMs, toMs }: RecordSpan, bucketMs: number): number {
  return Math.min(records, Math.floor(toMs / bucketMs) - Math.floor(fromMs / bucketMs) + 1);
}
